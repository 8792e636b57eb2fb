//! Rows that are the positions of all kinds. All kinds advance together, until all periods are proved. Then the rows
//! are given, one kind after the other.

use super::course::{BATCH, KindCourse};
use crate::{KindsProof, Solution};
use grundy_core::claim::{Candidate, JointClaim};
use grundy_core::error::Error;
use grundy_core::limits::value_too_large;
use grundy_core::stream::{Flow, Outlet, Values};
use std::sync::Arc;

/// Ends a run: gives all rows.
pub(super) fn end(course: KindCourse<'_>, joint: Option<JointClaim>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
    give(&course, joint.as_ref(), sink)?;
    let values = Arc::new(course.table.values);
    let proof = |joint: JointClaim| KindsProof { joint, values };
    Ok(Solution { kinds: joint.map(proof), ..Solution::default() })
}

/// Gives values that are known, and those that follow from the periods.
fn give(course: &KindCourse<'_>, joint: Option<&JointClaim>, sink: &mut dyn Outlet) -> Result<(), Error> {
    let (mut row, mut block) = (0, Vec::new());
    for (kind, of) in course.kinds.kinds.iter().enumerate() {
        let claim = joint.and_then(|joint| joint.claims.iter().find(|claim| claim.kind == kind));
        let claim = claim.map(|claim| claim.candidate);
        let mut next = of.first();
        let end = if of.least.is_some() { course.steps() as i64 } else { 1 };
        while next < end {
            course.task.control.check()?;
            block.clear();
            for n in next..end.min(next + BATCH as i64) {
                block.push(course.shown(value(course, claim, kind, n)?));
            }
            if sink.block(row, Values::Words(&block))? == Flow::Stop {
                return Ok(());
            }
            (row, next) = (row + block.len() as u64, next + block.len() as i64);
        }
    }
    Ok(())
}

/// A value that is known, or follows from the period of its kind.
fn value(course: &KindCourse<'_>, claim: Option<Candidate>, kind: usize, n: i64) -> Result<u32, Error> {
    if n < course.next(kind) {
        return Ok(course.table.value(kind, n));
    }
    let missing = || Error::Fault(format!("a value of {} is not known", course.kinds.kinds[kind].label));
    let Candidate { preperiod, period, saltus } = claim.ok_or_else(missing)?;
    let beyond = n.unsigned_abs() - preperiod;
    let early = course.table.value(kind, (preperiod + beyond % period) as i64);
    let value = (beyond / period).checked_mul(saltus).and_then(|rise| rise.checked_add(early.into()));
    value.and_then(|value| u32::try_from(value).ok()).ok_or_else(value_too_large)
}
