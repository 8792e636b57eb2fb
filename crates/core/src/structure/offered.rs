//! The structures that a game offers, found by their type.

use std::any::Any;

/// What may be known of a game beyond its options.
pub trait Structure: Any + Send + Sync {
    /// About how many steps the value of a row takes, of so many rows: for sharing work out evenly.
    fn work_per_row(&self, rows: u64) -> u64;
}

/// The most structures of a game.
const MOST: usize = 3;

/// The structures of a game.
#[derive(Clone, Copy, Default)]
pub struct Structures<'s>([Option<&'s dyn Structure>; MOST]);

impl<'s> Structures<'s> {
    /// A game with one structure.
    pub fn of(structure: &'s dyn Structure) -> Self {
        Self::default().and(structure)
    }

    /// The same, with another one; there may be three.
    pub fn and(mut self, structure: &'s dyn Structure) -> Self {
        let free = self.0.iter_mut().find(|place| place.is_none());
        debug_assert!(free.is_some(), "a game has at most {MOST} structures");
        free.into_iter().for_each(|place| *place = Some(structure));
        self
    }

    /// The structure of a type, if the game has one.
    pub fn get<T: Structure>(&self) -> Option<&'s T> {
        self.0.iter().flatten().find_map(|&structure| (structure as &dyn Any).downcast_ref())
    }

    /// Whether the game has a structure of a type.
    pub fn has<T: Structure>(&self) -> bool {
        self.get::<T>().is_some()
    }

    /// About how many steps the value of a row takes, of so many rows; 1 where nothing is known.
    pub fn work_per_row(&self, rows: u64) -> u64 {
        self.0.iter().flatten().map(|structure| structure.work_per_row(rows)).min().unwrap_or(1)
    }
}

/// Most periods are found, or a sparse space is, before so many values: then a value of a game of splits takes about so many steps.
const SETTLED: u64 = 1 << 12;

/// The work for a heap that is split in all ways, in a game that settles.
pub(super) fn work_of_splits(rows: u64) -> u64 {
    (rows / 4).min(SETTLED)
}

#[cfg(test)]
mod tests {
    use super::super::{Largest, Members, Subtraction};
    use super::*;

    #[test]
    fn structures_are_found_by_their_type() {
        let (set, circle) = (Subtraction(vec![1, 2]), Largest);
        let both = Structures::of(&set).and(&circle);
        assert_eq!(both.get::<Subtraction>(), Some(&set));
        assert!(both.has::<Largest>() && !both.has::<Members>());
        assert!(!Structures::default().has::<Subtraction>());
        assert_eq!((both.work_per_row(9), Structures::default().work_per_row(9)), (1, 1));
    }
}
