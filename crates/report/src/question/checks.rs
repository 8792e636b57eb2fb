//! `checks.csv`: what `[expect]` says, what was found, and whether they agree. The comparison itself is
//! that of [`expectation`](crate::analysis::expectation).

use super::contract::Question;
use crate::results::{CHECKS, Content, ResultFile, checks_table};

/// `[expect]` asks it, not a key of `[analysis]`.
pub(super) const QUESTION: Question = Question { files: &[FILE], ..Question::SILENT };

const FILE: ResultFile = ResultFile {
    name: CHECKS,
    summary: "check,expected,found,ok for every answer in [expect]",
    wanted: |job| !job.expect.is_empty() || job.conjectures().expects(),
    content: Content::Table(|results| checks_table(results.checks)),
};
