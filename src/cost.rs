//! About how much work a job is, so that it can be shared out evenly: an estimate from its range and the kind of its game, the same on every machine.
//!
//! It says nothing of seconds, and nothing mathematical depends on it.

use crate::bytes::Bytes;
use crate::control::Control;
use crate::job::Job;
use crate::ruleset::{Play, Setup, View};

/// What every job takes at least, in steps: as much as some hundred values.
const LEAST: u64 = 1 << 8;

/// Most periods are found, or a sparse space is, before so many values: then a value of a game of splits takes about so many steps.
const SETTLED: u64 = 1 << 12;

/// An estimate in steps, where a step is about as long everywhere.
pub(crate) fn cost(job: &Job) -> u64 {
    let rows = job.rows().len();
    let control = Control::free();
    let setup = Setup { memory: Bytes(1 << 24), control: &control, play: Play::Normal };
    let Ok(outline) = job.game.outline(job.max, setup) else { return LEAST };
    let steps = match outline.view() {
        View::TakeAndBreak(code) if code.most_heaps() > 1 => (rows / 4).min(SETTLED),
        View::TakeAndBreak(_) => 1,
        View::Subtraction(set) | View::Members(set) | View::Divisors(set) => set.len() as u64,
        View::AllBut(set) => set.len() as u64 + 1,
        View::UnequalSplit | View::Circle { .. } => (rows / 4).min(SETTLED),
        View::Faces(faces) => faces.len() as u64,
        View::Heaps { most, .. } => most as u64,
        View::Rays(vectors) | View::Steps(vectors) => vectors.len() as u64,
        View::Lines(lines) => lines.len() as u64,
        // Bars and piles have many positions for each row.
        View::BuildingNim { .. } | View::Chomp { .. } => rows,
        _ => 1,
    };
    rows.saturating_mul(steps.max(1)).max(LEAST)
}
