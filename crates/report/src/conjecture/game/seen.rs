//! The values of a game that are known while rows are evaluated.

use crate::table::PackedTable;
use std::borrow::Cow;
use std::ops::Range;

/// The known values of a game.
#[derive(Clone, Copy)]
pub enum Seen<'s> {
    /// The values of consecutive rows, and the first of these rows.
    Part(u64, &'s [u32]),
    /// All values.
    All(&'s PackedTable),
}

impl<'s> Seen<'s> {
    /// The first row whose value is known.
    pub(super) fn first(&self) -> u64 {
        match self {
            Seen::Part(first, _) => *first,
            Seen::All(_) => 0,
        }
    }

    /// The value of a row, if it is known.
    pub(super) fn get(&self, row: u64) -> Option<u32> {
        match self {
            Seen::Part(first, values) => {
                let place = usize::try_from(row.checked_sub(*first)?).ok()?;
                values.get(place).copied()
            }
            Seen::All(table) => (row < table.len()).then(|| table.get(row)),
        }
    }

    /// The values of consecutive rows, if all of them are known.
    pub(super) fn values(&self, rows: Range<u64>) -> Option<Cow<'s, [u32]>> {
        match self {
            Seen::Part(first, values) => {
                let place = |row: u64| usize::try_from(row.checked_sub(*first)?).ok();
                values.get(place(rows.start)?..place(rows.end)?).map(Cow::Borrowed)
            }
            Seen::All(table) => (rows.end <= table.len()).then(|| rows.map(|row| table.get(row)).collect()),
        }
    }
}
