//! A conjecture as plain data, which can be serialised and hashed.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A conjecture as plain data.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// Its name, which is also that of its file of counterexamples.
    pub name: String,
    /// The condition `where` that restricts it.
    pub condition: Option<String>,
    /// The claim.
    pub holds: String,
    /// The domain it ranges over, if given.
    pub over: Option<Domain>,
    /// Whether observed periods of rows count, too.
    pub observed: bool,
    /// The expected verdict.
    pub expect: Option<Expected>,
    /// Which counterexamples are kept if there are many.
    #[serde(default)]
    pub keep: Keep,
}

impl Statement {
    /// Its expressions.
    pub fn expressions(&self) -> impl Iterator<Item = &str> {
        self.condition.as_deref().into_iter().chain([self.holds.as_str()]).chain(self.keep.measure())
    }
}

/// Which counterexamples are kept if there are more than [`EXAMPLES`](super::EXAMPLES).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// The first ones.
    #[default]
    First,
    /// Those with the largest values of an expression, in descending order. Ties keep the order of the rows.
    Largest(String),
    /// Those with the smallest values of an expression, in ascending order. Ties keep the order of the rows.
    Smallest(String),
}

impl Keep {
    /// The expression that ranks counterexamples. None if the first ones are kept.
    pub fn measure(&self) -> Option<&str> {
        match self {
            Keep::First => None,
            Keep::Largest(text) | Keep::Smallest(text) => Some(text),
        }
    }

    /// The rank of a value. Higher ranks are kept first.
    pub(super) fn rank(&self, value: i64) -> i64 {
        // `!value` equals `-1 - value` and never overflows.
        if matches!(self, Keep::Smallest(_)) { !value } else { value }
    }
}

/// An expression on a single line, for tables and sentences. In configs it may have several lines.
pub fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What a conjecture ranges over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Domain {
    /// The rows of a sweep, that is, games.
    Rows,
    /// The terms of a sequence.
    Terms,
    /// The positions of a box.
    Positions,
}

impl Domain {
    /// All of them.
    pub const ALL: [Domain; 3] = [Domain::Rows, Domain::Terms, Domain::Positions];

    /// The domain of this name. This inverts `Display`.
    pub fn named(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|domain| domain.to_string() == text)
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Domain::Rows => "rows",
            Domain::Terms => "terms",
            Domain::Positions => "positions",
        })
    }
}

/// The expected verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// The verdict as in `conjectures.csv`.
    pub verdict: String,
    /// The first counterexample.
    pub first: Option<String>,
}
