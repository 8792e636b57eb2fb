//! Heaps that remember the last move: Mem0, also called Short Local Nim.

use super::args::{Args, Arity, HEAPS, Parameter, unknown};
use super::family::{Family, text};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Position, Python, Rules, Shape, Value, Visit};
use grundy_core::structure::{NoRepeat, Structures};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("memgame"),
    in_papers: None,
    rules: text(
        "Remove any positive number of tokens from the heap, but in `mem0` not as many as the last move on this heap removed. \
            At the start, any number is allowed.",
    ),
    source: text(
        "U. Larsson, S. Rubinstein-Salzedo and A. N. Siegel, Memgames (2019); R. K. Guy and R. J. Nowakowski, Unsolved \
            problems in combinatorial games (2002), problem 22",
    ),
    max: text("heap size"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter { key: "rule", form: Arity::One, required: true, help: "what is forbidden after a move: `mem0`" },
        HEAPS,
    ],
    examples: &["memgame:mem0"],
    position: text("10"),
    build,
};

/// A heap, and how many tokens the last move has removed from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct MemHeap {
    tokens: u64,
    /// 0 if no number that could be removed is forbidden.
    forbidden: u64,
}

impl MemHeap {
    fn after(tokens: u64, removed: u64) -> Self {
        Self { tokens, forbidden: if removed <= tokens { removed } else { 0 } }
    }
}

impl Position for MemHeap {
    /// `10`, or `10 not 3` if 3 tokens may not be removed.
    fn show(&self) -> String {
        match self.forbidden {
            0 => self.tokens.to_string(),
            forbidden => format!("{} not {forbidden}", self.tokens),
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text.split_once("not") {
            Some((tokens, removed)) => Some(Self::after(
                tokens.trim().parse().ok()?,
                removed.trim().parse().ok().filter(|&removed| removed > 0)?,
            )),
            None => Some(Self { tokens: text.trim().parse().ok()?, forbidden: 0 }),
        }
    }
}

#[derive(Clone)]
struct Mem0;

/// The options in Python; 0 is forbidden if every number is allowed.
const PYTHON: &str = "\
n, forbidden = p
for k in range(1, n + 1):
    if k != forbidden:
        yield [(n - k, k if k <= n - k else 0)]";

impl Rules for Mem0 {
    type Position = MemHeap;

    fn options(&self, heap: &MemHeap, visit: &mut Visit<'_, MemHeap>) -> ControlFlow<()> {
        let allowed = (1..=heap.tokens).filter(|&removed| removed != heap.forbidden);
        allowed.into_iter().try_for_each(|removed| visit(&[MemHeap::after(heap.tokens - removed, removed)]))
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&NoRepeat)
    }

    fn python(&self) -> Option<Python> {
        Some(Python::new("p", PYTHON, |label| label.iter().map(|n| format!("({n}, 0)")).collect()))
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let item = &args.items("rule")[0];
    if item.text != "mem0" {
        return Err(unknown(item, "a memgame", std::iter::once("mem0"), FAMILY.parameters[0].help));
    }
    let words = "One heap: remove any number of tokens, but not as many as the last move on this heap removed";
    let shape = Shape::line(0);
    args.on_heaps(Game::enumerated("memgame:mem0".to_string(), words.to_string(), shape, Mem0, |_, label| MemHeap {
        tokens: label[0],
        forbidden: 0,
    }))
}
