//! About how much work a job is, so that it can be shared out evenly: an estimate from its range and the kind of its game, the same on every machine.
//!
//! It says nothing of seconds, and nothing mathematical depends on it.

use crate::bytes::Bytes;
use crate::control::Control;
use crate::job::Job;
use crate::ruleset::{Play, Setup};

/// What every job takes at least, in steps: as much as some hundred values.
const LEAST: u64 = 1 << 8;

/// An estimate in steps, where a step is about as long everywhere.
pub(crate) fn cost(job: &Job) -> u64 {
    let rows = job.rows().len();
    let control = Control::free();
    let setup = Setup::new(Bytes(1 << 24), &control, Play::Normal);
    let Ok(outline) = job.game.outline(&job.range, setup) else { return LEAST };
    let steps = outline.structures().work_per_row(rows);
    rows.saturating_mul(steps.max(1)).max(LEAST)
}
