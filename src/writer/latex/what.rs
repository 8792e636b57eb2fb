//! What the values of a game are called.

use crate::job::Job;
use crate::ruleset::Value;

/// What the values are, at the beginning of a sentence.
pub(super) fn what(job: &Job) -> &'static str {
    match job.value {
        Value::Grundy => "Nim-values",
        Value::Outcome => "Outcomes",
    }
}
