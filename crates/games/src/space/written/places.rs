//! Ranks of positions: by arithmetic in a box, or by a hash table.

use super::points::{Place, Points};
use grundy_core::bytes::Bytes;
use grundy_core::ruleset::{Rank, Rows};

/// The positions with their ranks.
pub(super) enum Places {
    /// The rows and the other cells of their box, in lexicographic order; these have no options.
    Box(Rows),
    /// Those that were found, in the order in which they were.
    Set(Points),
}

impl Places {
    /// How many ranks there are.
    pub fn len(&self) -> u64 {
        match self {
            Places::Box(rows) => cells(rows),
            Places::Set(set) => set.len() as u64,
        }
    }

    /// The position of a rank, if it is one.
    pub fn point(&self, rank: Rank) -> Option<Place> {
        match self {
            Places::Box(rows) => point(rows, rank),
            Places::Set(set) => set.get(rank as usize),
        }
    }

    /// The rank of a position.
    pub fn rank(&self, part: &[i64]) -> Option<Rank> {
        match self {
            Places::Box(rows) => cell(rows, part),
            Places::Set(set) => set.find(part).map(Rank::from),
        }
    }

    /// The memory it takes.
    pub fn held(&self) -> Bytes {
        match self {
            Places::Box(rows) if rows.is_whole() => Bytes(0),
            Places::Box(rows) => Bytes(u128::from(cells(rows)) / 4),
            Places::Set(set) => set.held(),
        }
    }
}

/// How many cells the box of some rows has.
pub(super) fn cells(rows: &Rows) -> u64 {
    rows.sides().iter().fold(1, |cells: u64, side| cells.saturating_mul(*side))
}

/// The coordinates of a cell that is a row.
pub(super) fn point(rows: &Rows, cell: u64) -> Option<Place> {
    rows.row_of(cell)?;
    let mut point = Place::from_elem(0, rows.dimensions());
    let mut rest = cell;
    for (coordinate, (first, side)) in point.iter_mut().zip(rows.firsts().iter().zip(rows.sides())).rev() {
        *coordinate = (first + rest % side) as i64;
        rest /= side;
    }
    Some(point)
}

/// The cell of some coordinates, if they lie in the box.
#[inline]
pub(super) fn cell(rows: &Rows, part: &[i64]) -> Option<u64> {
    let mut cell = 0;
    for (&coordinate, (first, side)) in part.iter().zip(rows.firsts().iter().zip(rows.sides())) {
        // A negative number becomes too large a one.
        let offset = (coordinate as u64).wrapping_sub(*first);
        if offset >= *side {
            return None;
        }
        cell = cell * side + offset;
    }
    Some(cell)
}
