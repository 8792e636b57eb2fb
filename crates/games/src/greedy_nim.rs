//! Greedy Nim: only the largest heap may be touched.

use super::args::{Args, Arity, FIRST, Parameter};
use super::family::{Family, text};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{MOST_COORDINATES, Point, Python, Rules, Symmetry, Value, Visit};
use grundy_core::structure::{Largest, LinearGame, Structures};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("greedy-nim"),
    in_papers: None,
    rules: text("Remove any positive number of tokens from a largest heap."),
    source: text("M. H. Albert and R. J. Nowakowski, Nim restrictions, Integers 4 (2004), #G1"),
    max: text("largest heap"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter { key: "heaps", form: Arity::One, required: true, help: "the number of heaps, as in `greedy-nim:3`" },
        FIRST,
    ],
    examples: &["greedy-nim:3"],
    position: text("3,4,5"),
    build,
};

/// The options in Python.
const PYTHON: &str = "\
for i, heap in enumerate(p):
    if heap == max(p):
        for left in range(heap):
            yield [p[:i] + (left,) + p[i + 1:]]";

#[derive(Clone)]
struct GreedyNim(Option<LinearGame>);

impl Rules for GreedyNim {
    type Position = Point;

    fn options(&self, heaps: &Point, visit: &mut Visit<'_, Point>) -> ControlFlow<()> {
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let mut option = [heaps.clone()];
        for index in (0..heaps.len()).filter(|&index| heaps[index] == largest) {
            for left in 0..largest {
                option[0][index] = left;
                visit(&option)?;
            }
            option[0][index] = largest;
        }
        ControlFlow::Continue(())
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&Largest).and_perhaps(self.0.as_ref())
    }

    fn symmetry(&self) -> Symmetry {
        Symmetry::Any
    }

    fn python(&self) -> Option<Python> {
        Some(Python::heaps(PYTHON))
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let heaps = args.integer("heaps", 1..=MOST_COORDINATES)? as usize;
    let words = format!("Greedy Nim: remove any positive number of tokens from a largest of {heaps} heaps");
    args.from_first(Game::boxed(format!("greedy-nim:{heaps}"), words, heaps, GreedyNim(LinearGame::greedy(heaps))))
}
