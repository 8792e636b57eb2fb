//! The values of a game, all of them at hand.

use super::Inquiry;
use crate::answer::{Answer, replay};
use crate::error::Error;
use crate::job::Job;
use crate::latex::dotted;
use crate::output::{Content, InMemory, ResultFile};
use crate::sinks::RowSink;
use crate::writer::latex_values;
use std::path::Path;

/// The values of a game.
pub struct Listing {
    /// The game and the range.
    pub job: Job,
    /// The values, and what else was found.
    pub answer: Answer,
}

impl Listing {
    /// Computes the values up to `max`.
    ///
    /// # Errors
    /// As for [`Inquiry::answer`].
    pub fn new(inquiry: &Inquiry<'_>, max: Option<u64>) -> Result<Self, Error> {
        let (job, answer) = inquiry.answer(max, true)?;
        Ok(Self { job, answer })
    }

    /// The first values as mathematics, with dots over the first and the last one of a period that was asked for.
    pub fn math(&self) -> String {
        let results = self.answer.results(&self.job);
        dotted(&results.summary.prefix, results.rows.first(), results.claim, self.job.value)
    }

    /// The sequence and a table for a paper; of a game with two coordinates the matrix.
    ///
    /// # Errors
    /// [`Error::Fault`] if this program has no such file.
    pub fn latex(&self) -> Result<String, Error> {
        text_of(latex_values(&self.job), &self.job, &self.answer)
    }
}

/// One of the files of a job that was answered; one of rows needs the values.
pub(super) fn text_of(file: &ResultFile, job: &Job, answer: &Answer) -> Result<String, Error> {
    let text = InMemory::default();
    let (out, path) = (Box::new(text.clone()), Path::new(file.name));
    match (&file.content, answer.values()) {
        (Content::Results(write), _) => write(&answer.results(job), out).map_err(Error::io("write", path))?,
        (Content::Rows(open), Some(values)) => {
            let mut sink = RowSink { writer: open(job, out, 0), path: path.into() };
            replay(values.len(), |row| values.get(row), &mut sink)?;
            sink.finish()?;
        }
        _ => return Err(Error::Fault(format!("{} is not made of an answer", file.name))),
    }
    String::from_utf8(text.into_bytes()).map_err(|_| Error::Fault(format!("{} is not text", file.name)))
}
