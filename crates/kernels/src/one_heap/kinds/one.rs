//! Rows that are the positions of one kind.

use super::course::KindCourse;
use crate::{Evidence, KindsProof, Proof, Solution};
use grundy_core::claim::{Claim, JointClaim};
use grundy_core::error::Error;
use grundy_core::stream::{Flow, Outlet, Values};
use std::ops::Range;
use std::sync::Arc;

/// Gives rows whose values are known.
pub(super) fn give(
    course: &KindCourse<'_>,
    kind: usize,
    rows: Range<u64>,
    sink: &mut dyn Outlet,
) -> Result<Flow, Error> {
    if rows.is_empty() {
        return Ok(Flow::Continue);
    }
    let value = |row: u64| course.shown(course.table.value(kind, course.size(row)));
    let values: Vec<u32> = rows.clone().map(value).collect();
    sink.block(rows.start, Values::Words(&values))
}

/// Ends a run with a proof and its claim about the rows, after `row` rows have been given.
pub(super) fn end(
    course: KindCourse<'_>,
    kind: usize,
    joint: JointClaim,
    claim: Claim,
    row: u64,
    sink: &mut dyn Outlet,
) -> Result<Solution, Error> {
    // The test may have computed more rows. With them, a whole period has been given.
    let steps = course.steps();
    let given = (row..steps).find(|&row| course.size(row) >= course.next(kind)).unwrap_or(steps);
    give(&course, kind, row..given, sink)?;
    let shift = course.size(0) - course.task.ruleset.rows().first() as i64 - course.kinds.kinds[kind].first();
    let values = Arc::new(course.table.values);
    let own = values.clone();
    let at = move |n: u64| own[kind].get((n as i64 + shift) as usize).copied().unwrap_or(0);
    let evidence = Evidence::Kinds(KindsProof { joint, values });
    Ok(Solution { proof: Some(Proof { claim, values: Box::new(at), given, evidence }), ..Solution::default() })
}
