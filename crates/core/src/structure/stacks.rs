//! Several heaps or stacks.

use super::offered::Structure;

/// A move takes at least one token in all from the stacks of one face. The faces are sets of coordinates: bit i is
/// coordinate i.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faces(pub Vec<u32>);

/// A move takes any positive number of tokens from each of a few heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heaps {
    /// The most heaps a move may touch.
    pub most: usize,
    /// The most tokens a move may take from each of them, if there is such a rule.
    pub limit: Option<u32>,
    /// Whether a move may also take the same number from every heap.
    pub all: bool,
}

/// A move takes any positive number of tokens from a largest heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Largest;

impl Structure for Faces {
    fn work_per_row(&self, _: u64) -> u64 {
        self.0.len() as u64
    }
}

impl Structure for Heaps {
    fn work_per_row(&self, _: u64) -> u64 {
        self.most as u64
    }
}

impl Structure for Largest {
    fn work_per_row(&self, _: u64) -> u64 {
        1
    }
}
