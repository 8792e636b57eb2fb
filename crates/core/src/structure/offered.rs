//! The structures of a game, found by type.

use std::any::Any;

/// Knowledge about a game beyond its options.
pub trait Structure: Any + Send + Sync {
    /// An estimate of the number of steps that one row takes, if there are `rows` rows. It is used to share
    /// work out evenly. `u64::MAX` if it says nothing about that.
    fn work_per_row(&self, rows: u64) -> u64;
}

const MOST: usize = 3;

/// The structures of a game, at most three.
#[derive(Clone, Copy, Default)]
pub struct Structures<'s>([Option<&'s dyn Structure>; MOST]);

impl<'s> Structures<'s> {
    /// A single structure.
    pub fn of(structure: &'s dyn Structure) -> Self {
        Self::default().and(structure)
    }

    /// Adds a structure.
    pub fn and(mut self, structure: &'s dyn Structure) -> Self {
        let free = self.0.iter_mut().find(|place| place.is_none());
        assert!(free.is_some(), "a game has at most {MOST} structures");
        free.into_iter().for_each(|place| *place = Some(structure));
        self
    }

    /// Adds a structure, if there is one.
    pub fn and_perhaps<T: Structure>(self, structure: Option<&'s T>) -> Self {
        match structure {
            Some(structure) => self.and(structure),
            None => self,
        }
    }

    /// The structure of type `T`, if the game has it.
    pub fn get<T: Structure>(&self) -> Option<&'s T> {
        self.0.iter().flatten().find_map(|&structure| (structure as &dyn Any).downcast_ref())
    }

    /// Whether the game has a structure of type `T`.
    pub fn has<T: Structure>(&self) -> bool {
        self.get::<T>().is_some()
    }

    /// An estimate of the number of steps per row, if there are `rows` rows; 1 if nothing is known.
    pub fn work_per_row(&self, rows: u64) -> u64 {
        let work = self.0.iter().flatten().map(|structure| structure.work_per_row(rows));
        work.filter(|&work| work < u64::MAX).min().unwrap_or(1)
    }
}

/// In games with splits, most periods or sparse spaces are found before this many values. From then on a
/// value takes about this many steps.
const SETTLED: u64 = 1 << 12;

/// The work for one heap that can be split in all ways, in a game that settles.
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
