//! Errors in a sweep, with their places.

use super::paper::PaperKey;
use crate::conjecture;
use crate::diagnostic::Blame;
use std::fmt;

/// An error in a sweep, with its place in one part of the sweep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The part.
    pub part: Part,
    /// The error, with its place in the text of the part.
    pub blame: Blame,
}

/// A part of a sweep that has a text of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The code.
    Code,
    /// `where`.
    Condition,
    /// A variable.
    Over(String),
    /// `max`.
    Max,
    /// A key of `[expect]`.
    Expect(String),
    /// A conjecture, counted from 0.
    Conjecture(usize, conjecture::Part),
    /// The table for papers.
    Paper(PaperKey),
    /// `tally`.
    Tally,
    /// `row-patterns`.
    RowPatterns,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Code => f.write_str("code"),
            Part::Condition => f.write_str("where"),
            Part::Tally => f.write_str("tally"),
            Part::RowPatterns => f.write_str("row-patterns"),
            Part::Over(name) => write!(f, "over {name}"),
            Part::Max => f.write_str("max"),
            Part::Expect(key) => write!(f, "expect {key}"),
            Part::Paper(PaperKey::Columns) => f.write_str("latex columns"),
            Part::Paper(PaperKey::Sort) => f.write_str("latex sort"),
            Part::Paper(PaperKey::Rows) => f.write_str("latex rows"),
            Part::Conjecture(index, part) => write!(f, "conjecture {} {part}", index + 1),
        }
    }
}

/// What a check of one part gives.
pub(super) type OrWrong<T> = Result<T, Wrong>;
