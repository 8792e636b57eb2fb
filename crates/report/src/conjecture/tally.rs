//! The results of a conjecture: counts, counterexamples, and the verdict.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The maximum number of counterexamples that are kept.
pub const EXAMPLES: usize = 1000;

/// A counterexample, or the place where an evaluation failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// The fields of its label.
    pub label: Vec<String>,
    /// The label in words, as in `n=70` or `a=2,b=5`.
    pub words: String,
    /// The values that the conjecture uses there, in the order of the columns.
    pub values: Vec<String>,
    /// Its rank; higher ranks are kept first. None if the first counterexamples are kept, or if the measure is
    /// not known here.
    pub rank: Option<i64>,
}

impl Example {
    /// All fields: the label, and the values used.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.label.iter().chain(&self.values).map(String::as_str)
    }
}

/// The results of a conjecture.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of cases excluded by `where`.
    pub excluded: u64,
    /// The number of cases in which something that the conjecture uses is not known.
    pub not_applicable: u64,
    /// The number of cases in which it held.
    pub held: u64,
    /// The number of cases in which it failed.
    pub failed: u64,
    /// The number of failures that depend on an observed period.
    pub failed_observed: u64,
    /// The number of rows of a sweep to which it applied without showing anything about the game as a whole.
    pub unproved: u64,
    /// The columns of the values used, if they are known only from the game.
    pub columns: Vec<String>,
    /// Whether the counterexamples with the highest ranks are kept, in descending order. Otherwise the first
    /// ones are kept.
    pub ranked: bool,
    /// The counterexamples that are kept.
    pub examples: Vec<Example>,
    /// The first counterexample that does not depend on an observed period. Used for rows of a sweep only.
    pub firm: Option<Example>,
    /// Where and how an evaluation failed. Nothing was checked after that.
    pub error: Option<(Example, String)>,
}

/// The result at one row, term or position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    /// The condition is false there.
    Excluded,
    /// Something that is used has no value there.
    NotApplicable,
    /// It holds.
    Held,
    /// It fails.
    Failed,
}

/// The result of checking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It held somewhere and failed nowhere.
    NoCounterexample,
    /// It neither held nor failed, because it never applied.
    NeverApplied,
    /// It failed somewhere.
    Refuted,
    /// It failed, but only where a period is observed and not proved.
    RefutedByObserved,
    /// Its evaluation failed somewhere.
    Error,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Verdict; 5] = [
        Verdict::NoCounterexample,
        Verdict::NeverApplied,
        Verdict::Refuted,
        Verdict::RefutedByObserved,
        Verdict::Error,
    ];
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::NoCounterexample => "no counterexample",
            Verdict::NeverApplied => "never applied",
            Verdict::Refuted => "refuted",
            Verdict::RefutedByObserved => "refuted by an observed period",
            Verdict::Error => "error",
        })
    }
}

impl Tally {
    /// The number of cases that were looked at.
    pub fn checked(&self) -> u64 {
        self.excluded + self.not_applicable + self.held + self.failed
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        match self {
            Tally { error: Some(_), .. } => Verdict::Error,
            Tally { failed: 0, held: 0, .. } => Verdict::NeverApplied,
            Tally { failed: 0, .. } => Verdict::NoCounterexample,
            Tally { failed, failed_observed, .. } if failed == failed_observed => Verdict::RefutedByObserved,
            _ => Verdict::Refuted,
        }
    }

    /// The first counterexample. One that needs no observed period takes precedence.
    pub fn first_example(&self) -> Option<&Example> {
        self.firm.as_ref().or_else(|| self.examples.first())
    }

    /// The first counterexample in words.
    pub fn first(&self) -> Option<&str> {
        self.first_example().map(|example| example.words.as_str())
    }

    /// Whether later counterexamples will not be kept.
    pub fn is_full(&self) -> bool {
        !self.ranked && self.examples.len() >= EXAMPLES
    }

    /// Merges later results. After an error nothing more counts.
    pub fn merge(&mut self, later: Tally) {
        if self.error.is_some() {
            return;
        }
        self.excluded += later.excluded;
        self.not_applicable += later.not_applicable;
        self.held += later.held;
        self.failed += later.failed;
        self.failed_observed += later.failed_observed;
        self.unproved += later.unproved;
        if self.columns.is_empty() {
            self.columns = later.columns;
        }
        self.ranked |= later.ranked;
        self.examples.extend(later.examples);
        if self.ranked {
            // The sort is stable, so ties keep their order.
            self.examples.sort_by_key(|example| std::cmp::Reverse(example.rank));
        }
        self.examples.truncate(EXAMPLES);
        self.firm = match (self.firm.take(), later.firm) {
            (Some(first), Some(later)) if self.ranked && later.rank > first.rank => Some(later),
            (first, later) => first.or(later),
        };
        self.error = later.error;
    }

    pub(super) fn count(&mut self, says: Says) {
        match says {
            Says::Excluded => self.excluded += 1,
            Says::NotApplicable => self.not_applicable += 1,
            Says::Held => self.held += 1,
            Says::Failed => self.failed += 1,
        }
    }
}
