//! Collects winning moves for listing.

use std::collections::HashSet;
use std::ops::ControlFlow;

/// Options in their notation, without repetitions, up to a maximum number.
pub struct Winning {
    pub shown: Vec<String>,
    seen: HashSet<String>,
    most: usize,
    /// Whether there are more.
    pub more: bool,
    /// Whether no options were left out.
    pub searched_all: bool,
}

impl Winning {
    pub fn new(most: usize) -> Self {
        Self { shown: Vec::new(), seen: HashSet::new(), most, more: false, searched_all: true }
    }

    /// Whether no moves are to be listed at all.
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
