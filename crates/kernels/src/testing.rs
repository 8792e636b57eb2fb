//! What tests of single parts of kernels need: a task whose game is not asked for anything.

use crate::Task;
use crate::viewed::Viewed;
use grundy_core::bytes::Bytes;
use grundy_core::control::Control;
use grundy_core::ruleset::{Play, Rows, Value};
use grundy_core::structure::Structures;

/// Works on a task of Grundy values in normal play.
pub fn with_task(work: impl FnOnce(&Task<'_>)) {
    with_structures(Structures::default(), 0, work);
}

/// Works on the heaps up to `max` of a game with some structures.
pub fn with_structures(structures: Structures<'_>, max: u64, work: impl FnOnce(&Task<'_>)) {
    let (ruleset, control) = (Viewed { rows: Rows::line(0, max), structures }, Control::free());
    work(&Task::new(&ruleset, Play::Normal, Value::GRUNDY, Bytes(1 << 26), &control));
}
