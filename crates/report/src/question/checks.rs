//! `checks.csv`: the answers in `[expect]`, what was found, and whether they agree. The comparison itself is in
//! [`expectation`](crate::analysis::expectation).

use super::contract::Question;
use crate::results::{CHECKS, Content, ResultFile, checks_table};

/// This question is asked by `[expect]`, not by a key of `[analysis]`.
pub(super) const QUESTION: Question = Question { files: &[FILE], ..Question::SILENT };

const FILE: ResultFile = ResultFile {
    name: CHECKS,
    summary: "check,expected,found,ok for every answer in [expect]",
    wanted: |job| !job.expect.is_empty() || job.conjectures().expects(),
    content: Content::Table(|results| checks_table(results.checks)),
};
