//! Grundy's game: split a heap into two unequal heaps.

use super::args::{Args, HEAPS};
use super::family::{Family, text};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Python, Rules, Value, Visit};
use grundy_core::structure::{Structures, UnequalSplit};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("grundys-game"),
    in_papers: Some(|arguments| arguments.is_empty().then(|| "Grundy's game".to_string())),
    rules: text("Split a heap into two non-empty heaps of different sizes."),
    source: text("P. M. Grundy, Mathematics and games, Eureka 2 (1939); Winning Ways ch. 4"),
    max: text("heap size"),
    value: Value::GRUNDY,
    parameters: &[HEAPS],
    examples: &["grundys-game"],
    position: text("10"),
    build,
};

struct GrundysGame;

impl Rules for GrundysGame {
    type Position = u64;

    fn options(&self, heap: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
        (1..heap.div_ceil(2)).try_for_each(|part| visit(&[part, heap - part]))
    }

    fn splits(&self) -> bool {
        true
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&UnequalSplit)
    }

    fn python(&self) -> Option<Python> {
        Some(Python::heap("for part in range(1, (n + 1)//2):\n    yield [part, n - part]"))
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let words = "One heap: split it into two non-empty heaps of different sizes".to_string();
    args.on_heaps(Game::heap("grundys-game".to_string(), words, 0, |_, _| Ok(GrundysGame)))
}
