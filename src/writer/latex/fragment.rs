//! A fragment of a paper.

use crate::job::Job;
use crate::ruleset::Value;

/// A fragment of a paper.
pub(super) struct Fragment {
    /// The name of its file, without `.tex`.
    pub name: &'static str,
    /// What is in it.
    pub text: String,
    /// How the document shows it.
    pub shown: Shown,
}

/// How the document shows a fragment.
pub(super) enum Shown {
    /// By itself.
    Alone,
    /// After these words.
    After(String),
    /// As a table on one page, with this caption.
    Float(String),
}

/// What the values are, at the beginning of a sentence.
pub(super) fn what(job: &Job) -> &'static str {
    match job.value {
        Value::Grundy => "Nim-values",
        Value::Outcome => "Outcomes",
    }
}
