//! The moves of a one-heap game in the form that the kernels use: places, sorted by what they may leave.

use grundy_core::ruleset::TakeAndBreak;
use grundy_core::structure::{Structures, UnequalSplit};
use serde::{Deserialize, Serialize};

/// The moves from a heap of n: for a place k, remove k tokens and leave what the list says.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct HeapMoves {
    /// Places that may leave nothing; the heap is exactly k.
    pub ends: Vec<u64>,
    /// Places that may leave one heap of n - k >= 1.
    pub plain: Vec<u64>,
    /// Places that may leave two heaps of at least 1 each, with the sum n - k.
    pub splits: Vec<u64>,
    /// Whether the two heaps must differ (Grundy's game).
    pub unequal: bool,
    /// The place of the last non-zero digit.
    pub last: u64,
}

impl HeapMoves {
    /// The moves of a game with finitely many places that leaves at most two heaps.
    pub fn of(game: &Structures<'_>) -> Option<Self> {
        if let Some(code) = game.get::<TakeAndBreak>() {
            return if code.most_heaps() <= 2 { Self::of_code(code) } else { None };
        }
        game.get().map(|UnequalSplit| Self { splits: vec![0], unequal: true, ..Self::default() })
    }

    fn of_code(code: &TakeAndBreak) -> Option<Self> {
        let last = code.last_place()?;
        let places = |bit: u8| (0..=last).filter(|&k| code.digit(k) & bit != 0).collect();
        Some(Self { ends: places(1), plain: places(2), splits: places(4), unequal: false, last })
    }

    /// The parity of all splitting places, if they have the same one. Then the parity of n can take part in the
    /// classes of a sparse space.
    pub fn parity(&self) -> Option<u64> {
        let first = self.splits.first()? % 2;
        self.splits.iter().all(|k| k % 2 == first).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(code: &str) -> Option<HeapMoves> {
        HeapMoves::of(&Structures::of(&TakeAndBreak::parse(code).unwrap()))
    }

    #[test]
    fn digits_are_sorted_by_what_they_leave() {
        let moves = moves("4.5207").unwrap();
        assert_eq!((moves.ends, moves.plain, moves.splits), (vec![1, 4], vec![2, 4], vec![0, 1, 4]));
        assert_eq!((moves.unequal, moves.last), (false, 4));
        let grundys_game = HeapMoves::of(&Structures::of(&UnequalSplit)).unwrap();
        assert_eq!((&grundys_game.splits[..], grundys_game.unequal), (&[0][..], true));
    }

    #[test]
    fn games_that_may_leave_three_heaps_are_others() {
        assert!(moves("0.07").is_some() && moves("0.08").is_none() && moves("0.3F").is_none());
        assert!(HeapMoves::of(&Structures::default()).is_none());
    }

    #[test]
    fn the_parity_of_the_places_of_splits() {
        for (code, parity) in [("0.104", Some(1)), ("0.04", Some(0)), ("4.04", Some(0)), ("0.44", None), ("0.33", None)]
        {
            assert_eq!(moves(code).unwrap().parity(), parity, "{code}");
        }
    }
}
