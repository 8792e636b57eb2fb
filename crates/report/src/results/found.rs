//! Everything a run found out, for those who write it down.

use crate::analysis::certificate::Certificate;
use crate::analysis::expectation::Check;
use crate::analysis::statistics::Summary;
use crate::claim::{Claim, Least, Theorem};
use crate::claim_words::ClaimWords;
use crate::control::Control;
use crate::error::Error;
use crate::job::Job;
use crate::ruleset::Rows;
use crate::stream::Sink;
use crate::table::PackedTable;
use std::any::Any;

/// A sink that gathers the answer to a question; its files and its part of the report are written from it.
pub trait Gather: Sink + Any {
    /// All values were there.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if there was much to do, and it was cancelled.
    fn finish(&mut self, _end: &End<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// The answers that were expected of it, beside those that were found.
    fn checks(&self) -> Vec<Check> {
        Vec::new()
    }
}

/// What is known when all values were there.
pub struct End<'e> {
    /// The claim about the period, if one was looked for and found.
    pub claim: Option<&'e Claim>,
    /// All values, if they were kept.
    pub table: Option<&'e PackedTable>,
    /// How work is cancelled.
    pub control: &'e Control<'e>,
}

/// Everything a run found out.
pub struct Results<'a> {
    /// The job.
    pub job: &'a Job,
    /// The labels of its values.
    pub rows: &'a Rows,
    /// Figures over all values.
    pub summary: &'a Summary,
    /// The claim about the period, if one was looked for and found.
    pub claim: Option<&'a Claim>,
    /// What shows that the claim is the least one.
    pub least: Option<&'a Least>,
    /// The theorem that may prove a period of this game, if there is one.
    pub theorem: Option<Theorem>,
    /// What somebody else needs to check the claim, if it is proved.
    pub certificate: Option<&'a Certificate>,
    /// All values, if they were kept.
    pub table: Option<&'a PackedTable>,
    /// What the questions gathered.
    pub gathered: &'a [Box<dyn Gather>],
    /// The checks of `[expect]`.
    pub checks: &'a [Check],
}

impl<'a> Results<'a> {
    /// The claim, if one was found, to be put into words.
    pub fn claim_words(&self) -> Option<ClaimWords<'a>> {
        let claim = self.claim?;
        Some(ClaimWords { claim, value: self.job.value, first: self.rows.first() })
    }

    /// What one question gathered, if it was asked.
    pub fn of<G: Gather>(&self) -> Option<&'a G> {
        self.gathered.iter().find_map(|gather| (&**gather as &dyn Any).downcast_ref())
    }
}
