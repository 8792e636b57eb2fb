//! The results of a run, as writers receive them.

use crate::analysis::certificate::ProofFile;
use crate::analysis::expectation::Check;
use crate::analysis::statistics::Summary;
use crate::claim::{Claim, JointClaim, Least, Theorem};
use crate::claim_words::ClaimWords;
use crate::control::Control;
use crate::error::Error;
use crate::job::Job;
use crate::ruleset::Rows;
use crate::stream::Sink;
use crate::table::PackedTable;
use std::any::Any;

/// A sink that collects the answer to a question. The files of the question and its part of the report are
/// written from it.
pub trait Gather: Sink + Any {
    /// Called after the last value.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if there was much work left, and it was cancelled.
    fn finish(&mut self, _end: &End<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Compares the answers expected of this question with those found.
    fn checks(&self) -> Vec<Check> {
        Vec::new()
    }
}

/// What is known after the last value.
pub struct End<'e> {
    /// The claim about the period, if one was requested and found.
    pub claim: Option<&'e Claim>,
    /// The periods of kinds that the kernel proved, if the rows are positions of several kinds.
    pub kinds: Option<&'e JointClaim>,
    /// All values, if they were kept.
    pub table: Option<&'e PackedTable>,
    /// The answers to the questions before this one.
    pub earlier: &'e [Box<dyn Gather>],
    /// For progress and cancellation.
    pub control: &'e Control<'e>,
}

impl<'e> End<'e> {
    /// The answer to an earlier question, if it was asked.
    pub fn of<G: Gather>(&self) -> Option<&'e G> {
        answer_in(self.earlier)
    }
}

/// The answer of a type among some answers.
fn answer_in<G: Gather>(answers: &[Box<dyn Gather>]) -> Option<&G> {
    answers.iter().find_map(|gather| (&**gather as &dyn Any).downcast_ref())
}

/// The results of a run.
pub struct Results<'a> {
    /// The job.
    pub job: &'a Job,
    /// The labels of its values.
    pub rows: &'a Rows,
    /// Statistics of all values.
    pub summary: &'a Summary,
    /// The claim about the period, if one was requested and found.
    pub claim: Option<&'a Claim>,
    /// The evidence that the claim is the least one.
    pub least: Option<&'a Least>,
    /// The theorem that may prove a period of this game, if there is one.
    pub theorem: Option<Theorem>,
    /// What an independent checker needs to verify the claim, if it is proved.
    pub certificate: Option<&'a ProofFile>,
    /// The facts from which the values follow, if they were requested.
    pub facts: Option<&'a str>,
    /// All values, if they were kept.
    pub table: Option<&'a PackedTable>,
    /// The answers that the questions collected.
    pub gathered: &'a [Box<dyn Gather>],
    /// The checks of `[expect]`.
    pub checks: &'a [Check],
}

impl<'a> Results<'a> {
    /// The claim, if one was found, in a form that can be put into words.
    pub fn claim_words(&self) -> Option<ClaimWords<'a>> {
        let claim = self.claim?;
        Some(ClaimWords { claim, value: self.job.value, first: self.rows.first() })
    }

    /// The first n from which the values are proved to repeat without rising, if a whole period of them is among the
    /// results. Then no other value occurs, and no other record.
    pub fn repeats_from(&self) -> Option<u64> {
        let claim = self.claim.filter(|claim| claim.theorem.is_some() && claim.saltus == 0)?;
        let end = self.rows.first() + self.rows.len();
        (claim.preperiod.checked_add(claim.period)? <= end).then_some(claim.preperiod)
    }

    /// The answer that one question collected, if it was asked.
    pub fn of<G: Gather>(&self) -> Option<&'a G> {
        answer_in(self.gathered)
    }
}
