//! Helpers for tests of kernels, inside the crate and in `tests/it`: a task without options, and games with options.

use crate::{Kernel, Scale, Task, Viewed};
use grundy_core::bytes::Bytes;
use grundy_core::control::{Control, FREE};
use grundy_core::ruleset::{Play, Rows, Ruleset, Setup, Value};
use grundy_core::structure::Structures;
use grundy_games::code;

/// Calls `work` with a task that asks for Grundy values in normal play.
pub fn with_task(work: impl FnOnce(&Task<'_>)) {
    with_structures(Structures::default(), 0, work);
}

/// Calls `work` with a task for the heaps up to `max` of a game with some structures.
pub fn with_structures(structures: Structures<'_>, max: u64, work: impl FnOnce(&Task<'_>)) {
    let (ruleset, control) = (Viewed { rows: Rows::line(0, max), structures }, Control::free());
    work(&Task::new(&ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control));
}

const MEMORY: Bytes = Bytes(1 << 26);

/// The game with a given code, with all its positions enumerated.
pub fn game(code: &str, max: u64) -> Box<dyn Ruleset> {
    let setup = Setup::new(MEMORY, &FREE, Play::Normal);
    code::parse(code).and_then(|coded| coded.game.ruleset(max, setup)).unwrap_or_else(|error| panic!("{code}: {error}"))
}

/// All values of a game, computed by a kernel that soon switches to the methods for long runs.
pub fn solved(kernel: &dyn Kernel, game: &dyn Ruleset, play: Play, value: Value) -> Vec<u32> {
    let control = Control::free();
    let scale = Scale { first_look: 128, ..Scale::default() };
    let task = Task { scale, ..Task::new(game, play, value, MEMORY, &control) };
    assert!(kernel.can(&task), "{} supports the game", kernel.name());
    let mut values: Vec<u32> = Vec::new();
    kernel.solve(&task, &mut values).unwrap();
    values
}
