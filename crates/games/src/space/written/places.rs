//! Ranks of positions: computed in a box, or looked up in a hash table.

use super::points::{Place, Points};
use grundy_core::bytes::Bytes;
use grundy_core::ruleset::{Rank, Rows};

/// The positions with their ranks.
pub(super) enum Places {
    /// All cells of the box of the rows, in lexicographic order. Cells that are not rows have no options.
    Box(Rows),
    /// The positions found by a search, in the order in which they were found.
    Set(Points),
}

impl Places {
    /// The number of ranks.
    pub fn len(&self) -> u64 {
        match self {
            Places::Box(rows) => cells(rows),
            Places::Set(set) => set.len() as u64,
        }
    }

    /// The position with a rank; `None` for a cell that is not a row.
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

    /// The memory that this takes.
    pub fn held(&self) -> Bytes {
        match self {
            Places::Box(rows) if rows.is_whole() => Bytes(0),
            Places::Box(rows) => Bytes(u128::from(cells(rows)) / 4),
            Places::Set(set) => set.held(),
        }
    }
}

/// The number of cells of the box of some rows.
pub(super) fn cells(rows: &Rows) -> u64 {
    rows.sides().iter().fold(1, |cells: u64, side| cells.saturating_mul(*side))
}

/// The coordinates of a cell; `None` if it is not a row.
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

/// The cell with given coordinates; `None` outside the box.
#[inline]
pub(super) fn cell(rows: &Rows, part: &[i64]) -> Option<u64> {
    let mut cell = 0;
    for (&coordinate, (first, side)) in part.iter().zip(rows.firsts().iter().zip(rows.sides())) {
        // A negative number becomes too large.
        let offset = (coordinate as u64).wrapping_sub(*first);
        if offset >= *side {
            return None;
        }
        cell = cell * side + offset;
    }
    Some(cell)
}
