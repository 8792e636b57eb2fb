//! What a finder is: the code that looks for the rules of one family.

use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::pattern::{Candidate, Kind, Subject};
use crate::sequence::Sequence;
use crate::table::Table;

/// Looks for rules of one family.
#[derive(Debug)]
pub struct Finder {
    /// The kinds of rules that it finds.
    pub kinds: &'static [&'static Kind],
    /// The least number of values that it needs.
    pub least: usize,
    /// Whether its time is linear, so that it gets the whole fit part. Others get the start of it.
    pub is_linear: bool,
    /// What it looks at.
    pub looks_at: LooksAt,
    /// The search.
    pub find: Find,
}

/// What a finder looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LooksAt {
    /// Values; outcomes only if nothing else is known.
    Values,
    /// Which positions are P-positions.
    Outcomes,
    /// Both.
    Both,
}

/// The rules that were found, or why the search stopped.
pub type Found = Result<Vec<Candidate>, Stop>;

/// The search of a finder, for sequences or for tables.
#[derive(Debug, Clone, Copy)]
pub enum Find {
    /// Of values of numbers.
    Sequence(fn(&Fit<Sequence>, &mut Budget) -> Found),
    /// Of values of positions with several coordinates.
    Table(fn(&Fit<Table>, &mut Budget) -> Found),
}

/// The data that a finder sees: nothing else may influence its rules.
#[derive(Debug)]
pub struct Fit<D> {
    /// The values, or 0 for P and 1 for N.
    pub data: D,
    /// What these are.
    pub subject: Subject,
    /// The bits that they cost without a rule.
    pub null: Bits,
}

impl Fit<Sequence> {
    /// A sequence to be fitted to.
    pub fn sequence(data: Sequence, subject: Subject) -> Self {
        Fit { null: bits::sequence(&data.values), data, subject }
    }
}

impl Fit<Table> {
    /// A table to be fitted to.
    pub fn table(data: Table, subject: Subject) -> Self {
        let chosen = data.representatives();
        let values: Vec<i64> =
            data.values().iter().zip(&chosen).filter(|(_, chosen)| **chosen).map(|(&value, _)| value).collect();
        let null = match subject {
            Subject::Values => bits::table(&values),
            Subject::Outcomes => {
                bits::subset(values.len() as u64, values.iter().filter(|&&value| value == 0).count() as u64)
            }
        };
        Fit { null, data, subject }
    }
}
