//! What a question is.

use crate::bytes::Bytes;
use crate::job::Job;
use crate::output::{Gather, Out, ResultFile, Results};
use crate::ruleset::{Rows, Ruleset};
use std::io;

/// A question.
pub struct Question {
    /// The keys of `[analysis]` that ask it.
    pub keys: &'static [Key],
    /// Whether it makes sense for the job that asks it.
    pub check: fn(&Job) -> Result<(), Problem>,
    /// The memory that gathering takes beyond some megabytes, if that is known before work starts.
    pub needs: fn(&Job, &Rows) -> Bytes,
    /// Whether it needs all values when they are known.
    pub table: fn(&Job) -> bool,
    /// The sink that gathers its answer, if the job asks and the values alone give it.
    pub gather: fn(&Scope<'_>) -> Option<Box<dyn Gather>>,
    /// Its files.
    pub files: &'static [ResultFile],
    /// Its part of the report.
    pub report: fn(&Results<'_>, &mut Out) -> io::Result<()>,
}

/// A key of `[analysis]`.
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What is given for it.
    pub form: Form,
    /// What it asks for.
    pub help: &'static str,
}

/// What is given for a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `true` or `false`.
    Switch,
    /// Whole numbers.
    Numbers,
    /// Some of these words.
    Words(&'static [&'static str]),
    /// One of these words, the first unless something else is said.
    Word(&'static [&'static str]),
}

/// What is wrong with a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The key.
    pub key: &'static str,
    /// Which one of its numbers, counted from 0.
    pub item: usize,
    /// What is wrong.
    pub message: String,
    /// What is allowed.
    pub help: String,
}

/// What a gatherer begins with.
pub struct Scope<'s> {
    /// The job.
    pub job: &'s Job,
    /// The labels of the values.
    pub rows: &'s Rows,
    /// The rules, perhaps over a smaller range: only their structure may be asked for.
    pub game: &'s dyn Ruleset,
}

/// A question that nothing forbids.
pub(super) fn fits_every_job(_: &Job) -> Result<(), Problem> {
    Ok(())
}

/// A question that takes no memory to speak of, or says so while it gathers.
pub(super) fn no_needs(_: &Job, _: &Rows) -> Bytes {
    Bytes(0)
}

/// A question that looks at values as they come.
pub(super) fn no_table(_: &Job) -> bool {
    false
}

/// A question that adds nothing to the report.
pub(super) fn no_report(_: &Results<'_>, _: &mut Out) -> io::Result<()> {
    Ok(())
}
