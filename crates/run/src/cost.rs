//! Estimates the work of a job, so that jobs can be shared out evenly. The estimate uses the range and the kind
//! of the game, and is the same on every machine.
//!
//! It does not predict seconds, and no result depends on it.

use crate::bytes::Bytes;
use crate::control::Control;
use crate::job::Job;
use crate::ruleset::{Play, Setup};

/// The minimum for every job in steps: about as much as a few hundred values.
const LEAST: u64 = 1 << 8;

/// The estimate in steps. A step takes about the same time in every game.
pub(crate) fn cost(job: &Job) -> u64 {
    let rows = job.rows().len();
    let control = Control::free();
    let setup = Setup::new(Bytes(1 << 24), &control, Play::Normal);
    let Ok(outline) = job.game.outline(&job.range, setup) else { return LEAST };
    let steps = outline.structures().work_per_row(rows);
    rows.saturating_mul(steps.max(1)).max(LEAST)
}
