//! Games on several heaps or stacks.

use super::offered::Structure;

/// A move chooses a face, and takes at least one token in total from the stacks of that face. A face is a set
/// of coordinates: bit i stands for coordinate i.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faces(pub Vec<u32>);

/// A move chooses one or more heaps, and takes any positive number of tokens from each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heaps {
    /// The maximum number of heaps per move.
    pub most: usize,
    /// The maximum number of tokens taken from one heap, if there is such a limit.
    pub limit: Option<u32>,
    /// Whether a move may also take the same number of tokens from all heaps.
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
