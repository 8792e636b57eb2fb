//! The values of a game, all held in memory.

use super::asked::Inquiry;
use super::period::sentence;
use crate::claim::Claim;
use crate::error::Error;
use crate::job::Job;
use crate::latex::dotted;
use crate::ruleset::Rows;
use crate::table::PackedTable;

/// The values of a game.
pub struct ListedValues {
    /// The game and the range.
    pub job: Job,
    /// The labels of the values.
    pub rows: Rows,
    /// The values.
    pub values: PackedTable,
    /// The claim about the period, if one was requested and found.
    pub claim: Option<Claim>,
    /// The kernel that computed the values.
    pub kernel: &'static str,
    /// Fall-backs and shortcuts that the run took.
    pub notes: Vec<String>,
    /// The first values as LaTeX mathematics. Dots mark the first and the last value of a period, if one was
    /// requested and found.
    pub math: String,
    /// What was found about the periods of several kinds.
    of_kinds: Option<String>,
}

impl ListedValues {
    /// Computes the values up to `max`.
    ///
    /// # Errors
    /// As for [`Inquiry::answer`].
    pub fn new(inquiry: &Inquiry<'_>, max: Option<u64>) -> Result<Self, Error> {
        let (job, answer) = inquiry.answer(max, true)?;
        let results = answer.results(&job);
        let math = dotted(&results.summary.prefix, results.rows.first(), results.claim, job.value);
        let of_kinds = answer.kinds().map(|kinds| kinds.lines(job.last()).join("\n"));
        let (rows, claim, kernel, notes) = (answer.rows.clone(), answer.claim, answer.kernel, answer.notes.clone());
        let values = answer.into_values().ok_or_else(|| Error::Fault("the values were not kept".to_string()))?;
        Ok(Self { job, rows, values, claim, kernel, notes, math, of_kinds })
    }

    /// What was found about the period, with its status and theorem. None if no period was requested.
    pub fn sentence(&self) -> Option<String> {
        let of_one = || self.job.wants_period().then(|| sentence(&self.job, self.claim.as_ref()));
        self.of_kinds.clone().or_else(of_one)
    }
}
