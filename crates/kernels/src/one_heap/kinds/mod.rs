//! Games of several kinds of heaps, from rules in normal form, with proofs of their periods.
//!
//! Idea: the options of k(n) are the sums of parts for every way to cut n. They are looked at in runs, in which one
//! coordinate rises and another one falls (`runs.rs`), many at a time (`mex.rs`). Every kind advances as far as the
//! others need it ([`Schedule`](grundy_core::structure::Schedule)). From time to time the periods that the values of
//! all kinds seem to have are tested by the theorem `kinds`; a proof ends the run (`course.rs`). In long runs a sparse
//! space may save most of the work (`space.rs`, `rares.rs`).
//!
//! Recurrence: G_k(n) = mex of G(fixed) ^ G_q(n - d) ^ ... ^ G_q(a_1 + o) ^ G_q'(a_2 + o') over a_1 + a_2 = n - c.
//! Cost: a look at every option, 64 at a time if all values are below 256; half of them for cuts into two like parts.
//! Memory: 4 bytes for each value of each kind, and one for each column that cuts need (`columns.rs`). The memory grows
//! while no period is proved, up to half of the job's memory. Reference: docs/theorems.md, "Several kinds of heaps".
//! Read `plain.rs` first: it is the same without columns and runs.

mod all;
mod columns;
mod course;
mod mex;
mod one;
mod rares;
mod runs;
mod space;

use crate::{Kernel, Solution, Task};
use course::{BATCH, KindCourse, Place, Proved, needs};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure::{AskedKinds, Kinds};

/// Games of several kinds of heaps.
pub struct KindsKernel;

impl Kernel for KindsKernel {
    fn name(&self) -> &'static str {
        "kinds"
    }

    fn summary(&self) -> &'static str {
        "moves written as text that have a normal form: values of several kinds of heaps, with proofs of periods"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let Some(kinds) = task.structure::<Kinds>() else { return false };
        // In misère play a sum of positions has no outcome that follows from theirs.
        task.play == Play::Normal || (task.value == Value::OUTCOME && kinds.is_single())
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        task.structure::<Kinds>().map_or(Bytes(0), |kinds| needs(kinds, task))
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        if task.value == Value::OUTCOME { 1 } else { u32::BITS }
    }

    fn proves_periods(&self) -> bool {
        true
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(kinds) = task.structure::<Kinds>() else { return Ok(Solution::default()) };
        let (mut course, mut place) = KindCourse::begin(kinds, task)?;
        let proved = run(&mut course, &mut place, sink)?;
        let notes = course.notes();
        let solution = match (kinds.asked, proved) {
            (AskedKinds::One { kind, .. }, Some(Proved { joint, rows: Some(claim) })) => {
                one::end(course, kind, joint, claim, place.step, sink)
            }
            (AskedKinds::One { .. }, _) => Ok(Solution::default()),
            (AskedKinds::All, proved) => all::end(course, proved.map(|proved| proved.joint), sink),
        };
        solution.map(|solution| Solution { notes, ..solution })
    }
}

/// Computes rows until all are known, the sink has enough, or the periods are proved.
fn run(course: &mut KindCourse<'_>, place: &mut Place, sink: &mut dyn Outlet) -> Result<Option<Proved>, Error> {
    let steps = course.steps();
    course.task.control.phase("computing", steps);
    loop {
        // A period may show at the very end.
        if place.step >= place.look || place.step == steps {
            let tested = course.proved(*place, sink);
            if matches!(tested, Err(Error::Interrupted)) {
                course.offer(*place, sink)?;
            }
            if let Some(proved) = tested? {
                return Ok(Some(proved));
            }
            if place.step == steps {
                return Ok(None);
            }
            place.look = place.step + place.step / 4;
            course.look_for_space()?;
        }
        let end = steps.min(place.step + BATCH).min(place.look.max(place.step + 1));
        course.reach(end, *place, sink)?;
        if let AskedKinds::One { kind, .. } = course.kinds.asked {
            let flow = one::give(course, kind, place.step..end, sink)?;
            if flow == Flow::Stop && end < steps {
                return Ok(None);
            }
        }
        place.step = end;
        course.task.control.progress(end);
        course.offer(*place, sink)?;
    }
}
