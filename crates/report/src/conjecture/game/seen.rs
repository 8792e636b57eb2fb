//! What is known of a game while rows are evaluated.

use crate::claim::{Claim, Status};
use crate::language::Datum;
use crate::table::PackedTable;
use std::borrow::Cow;
use std::ops::Range;

/// What the theory of misère play knows about heap n: its value, whether it is in the P-portion, and its genus, in the
/// order of their names in conjectures. What is not known is [`Datum::Missing`].
pub type MisereAt<'m> = &'m (dyn Fn(u64) -> [Datum; 3] + Sync);

/// What is known of a game: values, and perhaps a period and the theory of misère play.
#[derive(Clone, Copy)]
pub struct Seen<'s> {
    values: Known<'s>,
    /// The claim about the period, if it is proved.
    pub(super) claim: Option<&'s Claim>,
    /// The theory of misère play, by heaps.
    pub(super) misere: Option<MisereAt<'s>>,
}

/// Values that are known.
#[derive(Clone, Copy)]
enum Known<'s> {
    /// The values of consecutive rows, and the first of these rows.
    Part(u64, &'s [u32]),
    /// All values.
    All(&'s PackedTable),
}

impl<'s> Seen<'s> {
    /// The values of consecutive rows, of which `first` is the first.
    pub fn part(first: u64, values: &'s [u32]) -> Self {
        Self { values: Known::Part(first, values), claim: None, misere: None }
    }

    /// All values.
    pub fn all(table: &'s PackedTable) -> Self {
        Self { values: Known::All(table), claim: None, misere: None }
    }

    /// The same, with a claim about the period. It is used only if it is proved.
    pub fn with_claim(self, claim: Option<&'s Claim>) -> Self {
        Self { claim: claim.filter(|claim| claim.status() == Status::Proved), ..self }
    }

    /// The same, with the theory of misère play.
    pub fn with_misere(self, misere: Option<MisereAt<'s>>) -> Self {
        Self { misere, ..self }
    }

    /// The first row whose value is known.
    pub(super) fn first(&self) -> u64 {
        match self.values {
            Known::Part(first, _) => first,
            Known::All(_) => 0,
        }
    }

    /// The value of a row, if it is known.
    pub(crate) fn get(&self, row: u64) -> Option<u32> {
        match self.values {
            Known::Part(first, values) => {
                let place = usize::try_from(row.checked_sub(first)?).ok()?;
                values.get(place).copied()
            }
            Known::All(table) => (row < table.len()).then(|| table.get(row)),
        }
    }

    /// The values of consecutive rows, if all of them are known.
    pub(super) fn values(&self, rows: Range<u64>) -> Option<Cow<'s, [u32]>> {
        match self.values {
            Known::Part(first, values) => {
                let place = |row: u64| usize::try_from(row.checked_sub(first)?).ok();
                values.get(place(rows.start)?..place(rows.end)?).map(Cow::Borrowed)
            }
            Known::All(table) => (rows.end <= table.len()).then(|| rows.map(|row| table.get(row)).collect()),
        }
    }
}
