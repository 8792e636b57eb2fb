//! A conjecture as it is written down: plain data, which is serialised and hashed.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A conjecture as it is written down.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// Its name, that of its file of counterexamples, too.
    pub name: String,
    /// The condition of what it speaks of.
    pub condition: Option<String>,
    /// What it claims.
    pub holds: String,
    /// What it runs over, if that is said.
    pub over: Option<Domain>,
    /// Whether rows count whose period is only observed.
    pub observed: bool,
    /// The expected verdict.
    pub expect: Option<Expected>,
    /// Which counterexamples are kept of many.
    #[serde(default)]
    pub keep: Keep,
}

/// Which counterexamples are kept, where there are more than [`EXAMPLES`](super::EXAMPLES).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// The first ones.
    #[default]
    First,
    /// Those with the largest values of an expression, in descending order; of equal ones the first.
    Largest(String),
    /// Those with the smallest values, in ascending order; of equal ones the first.
    Smallest(String),
}

impl Keep {
    /// What is measured, if it is not simply the first that are kept.
    pub fn measure(&self) -> Option<&str> {
        match self {
            Keep::First => None,
            Keep::Largest(text) | Keep::Smallest(text) => Some(text),
        }
    }

    /// A value as a rank: the higher, the sooner it is kept.
    pub(super) fn rank(&self, value: i64) -> i64 {
        // `!value` is `-1 - value`, which never overflows.
        if matches!(self, Keep::Smallest(_)) { !value } else { value }
    }
}

/// An expression on one line, for tables and sentences: in configs it may have several.
pub fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What a conjecture runs over.
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

    /// That of a name: the reverse of `Display`.
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
    /// As it is written in `conjectures.csv`.
    pub verdict: String,
    /// The first counterexample.
    pub first: Option<String>,
}
