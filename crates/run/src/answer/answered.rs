//! The result of a job.

use crate::analysis::certificate::ProofFile;
use crate::analysis::expectation::Check;
use crate::claim::{Claim, Least, Theorem};
use crate::job::Job;
use crate::question::{KindPeriods, conjecture_texts};
use crate::results::{Results, Texts};
use crate::ruleset::Rows;
use crate::sinks::Gathered;
use crate::table::PackedTable;
use std::any::Any;
use std::io;

/// The result of a job: the answers to its questions. Writers make files from it.
pub struct Answer {
    /// The labels of the values.
    pub rows: Rows,
    /// The claim about the period, if one was looked for and found.
    pub claim: Option<Claim>,
    /// The evidence that the claimed preperiod and period are the least ones.
    pub least: Option<Least>,
    /// The theorem that may prove a period of this game, if there is one.
    pub theorem: Option<Theorem>,
    /// What an independent checker needs to verify the claim, if the claim is proved.
    pub certificate: Option<ProofFile>,
    /// The facts from which the values follow, if they were requested.
    pub facts: Option<String>,
    /// The checks of `[expect]`.
    pub checks: Vec<Check>,
    /// The kernel that computed the values.
    pub kernel: &'static str,
    /// What the reader of a manifest should know: fall-backs and shortcuts that the run took.
    pub notes: Vec<String>,
    pub(super) gathered: Gathered,
}

impl Answer {
    /// The value of a row, if the values were kept.
    pub fn value(&self, row: u64) -> Option<u32> {
        self.values().filter(|values| row < values.len()).map(|values| values.get(row))
    }

    /// The periods of all kinds, if they were requested and the rows are positions of several kinds.
    pub fn kinds(&self) -> Option<&KindPeriods> {
        self.gathered.answers.iter().find_map(|gather| (&**gather as &dyn Any).downcast_ref())
    }

    /// All values, if they were kept.
    pub fn values(&self) -> Option<&PackedTable> {
        self.gathered.table.as_ref()
    }

    /// Consumes the answer and returns all values, if they were kept.
    pub fn into_values(self) -> Option<PackedTable> {
        self.gathered.table
    }

    /// The number of zeros among the values, that is, of P-positions.
    pub fn zeros(&self) -> u64 {
        self.gathered.summary.zeros
    }

    /// The largest value.
    pub fn max_value(&self) -> u32 {
        self.gathered.summary.max_value
    }

    /// The files of the job's conjectures, with their names.
    pub(crate) fn conjecture_texts(&self) -> io::Result<Texts> {
        conjecture_texts(&self.gathered.answers)
    }

    /// The view of this answer that writers receive.
    pub(crate) fn results<'a>(&'a self, job: &'a Job) -> Results<'a> {
        Results {
            job,
            rows: &self.rows,
            summary: &self.gathered.summary,
            claim: self.claim.as_ref(),
            least: self.least.as_ref(),
            theorem: self.theorem,
            certificate: self.certificate.as_ref(),
            facts: self.facts.as_deref(),
            table: self.values(),
            gathered: &self.gathered.answers,
            checks: &self.checks,
        }
    }
}
