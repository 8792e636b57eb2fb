//! `checks.csv`: what `[expect]` says, what was found, and whether they agree. The comparison itself is
//! that of [`expectation`](crate::analysis::expectation).

use super::contract::{Question, fits_every_job, no_needs, no_report, no_table};
use crate::output::{CHECKS, Content, ResultFile, checks_csv};

/// `[expect]` asks it, not a key of `[analysis]`.
pub(super) const QUESTION: Question = Question {
    keys: &[],
    check: fits_every_job,
    needs: no_needs,
    table: no_table,
    gather: |_| None,
    files: &[FILE],
    report: no_report,
};

const FILE: ResultFile = ResultFile {
    name: CHECKS,
    summary: "check,expected,found,ok for every answer in [expect]",
    wanted: |job| !job.expect.is_empty() || job.conjectures().expects(),
    content: Content::Results(|results, out| checks_csv(results.checks, out)),
};
