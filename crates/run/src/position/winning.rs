//! Winning moves, as they are listed.

use std::collections::HashSet;
use std::ops::ControlFlow;

/// Options as people read them, each once, up to a number.
pub struct Winning {
    pub shown: Vec<String>,
    seen: HashSet<String>,
    most: usize,
    /// Whether there are others.
    pub more: bool,
}

impl Winning {
    pub fn new(most: usize) -> Self {
        Self { shown: Vec::new(), seen: HashSet::new(), most, more: false }
    }

    /// Whether not even one is to be listed.
    pub fn wants_none(&self) -> bool {
        self.most == 0
    }

    pub fn add(&mut self, option: String) -> ControlFlow<()> {
        if self.seen.contains(&option) {
            return ControlFlow::Continue(());
        }
        if self.shown.len() == self.most {
            self.more = true;
            return ControlFlow::Break(());
        }
        self.seen.insert(option.clone());
        self.shown.push(option);
        ControlFlow::Continue(())
    }
}
