//! What was seen of a conjecture: counts, the first counterexamples, the verdict.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The most counterexamples that are kept.
pub const EXAMPLES: usize = 1000;

/// A counterexample, or what could not be evaluated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// Where it is: the fields of the label.
    pub label: Vec<String>,
    /// The label in words, as in `n=70` or `a=2,b=5`.
    pub words: String,
    /// What was used there, in the order of the columns.
    pub values: Vec<String>,
    /// The higher, the sooner it is kept; none if the first ones are kept, or it is not known here.
    pub rank: Option<i64>,
}

impl Example {
    /// Its fields: the label, and what was used.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.label.iter().chain(&self.values).map(String::as_str)
    }
}

/// What was seen of a conjecture.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Left out by `where`.
    pub excluded: u64,
    /// Something that the conjecture uses is not known there.
    pub not_applicable: u64,
    /// It held.
    pub held: u64,
    /// It failed.
    pub failed: u64,
    /// Of those, in how many only an observed period was used.
    pub failed_observed: u64,
    /// Of the rows of a sweep where it applied: those for which it would say nothing of the game as a whole.
    pub unproved: u64,
    /// The columns of what was used, where they are known from a game only.
    pub columns: Vec<String>,
    /// Whether the counterexamples with the highest ranks are kept, in descending order; otherwise the first ones are.
    pub ranked: bool,
    /// The counterexamples that are kept.
    pub examples: Vec<Example>,
    /// The first of them that needs no observed period, if some do.
    pub firm: Option<Example>,
    /// Where an evaluation went wrong, and how; nothing was looked at after that.
    pub error: Option<(Example, String)>,
}

/// What one row, term or position says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    /// The condition is false there.
    Excluded,
    /// Something that is used has no value there.
    NotApplicable,
    /// It holds.
    Held,
    /// It does not.
    Failed,
}

/// What checking came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It held somewhere and failed nowhere.
    NoCounterexample,
    /// It neither held nor failed: there was nothing that it speaks of.
    NeverApplied,
    /// It failed somewhere.
    Refuted,
    /// It failed, but only where a period is observed, not proved.
    RefutedByObserved,
    /// It could not be evaluated somewhere.
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
    /// All that was looked at.
    pub fn checked(&self) -> u64 {
        self.excluded + self.not_applicable + self.held + self.failed
    }

    /// What it came to.
    pub fn verdict(&self) -> Verdict {
        match self {
            Tally { error: Some(_), .. } => Verdict::Error,
            Tally { failed: 0, held: 0, .. } => Verdict::NeverApplied,
            Tally { failed: 0, .. } => Verdict::NoCounterexample,
            Tally { failed, failed_observed, .. } if failed == failed_observed => Verdict::RefutedByObserved,
            _ => Verdict::Refuted,
        }
    }

    /// The first counterexample: one that refutes, where others only do so by an observed period.
    pub fn first_example(&self) -> Option<&Example> {
        self.firm.as_ref().or_else(|| self.examples.first())
    }

    /// The first counterexample in words.
    pub fn first(&self) -> Option<&str> {
        self.first_example().map(|example| example.words.as_str())
    }

    /// Whether no later counterexample will be kept.
    pub fn is_full(&self) -> bool {
        !self.ranked && self.examples.len() >= EXAMPLES
    }

    /// Takes in what was seen later; after an error nothing counts.
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
            // A stable sort: of equal ranks the first comes first.
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
