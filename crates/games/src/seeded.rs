//! Subtraction games whose first values are given: a *seed*. As a game, a heap n that the seed has a value v for is a
//! heap of Nim of v tokens; all other heaps have the options of the subtraction game.

use super::python;
use grundy_core::ruleset::{Position, Python, Rules, Visit};
use std::ops::ControlFlow;

/// A heap of the subtraction game, or of Nim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Heap {
    Plain(u64),
    Nim(u64),
}

impl Position for Heap {
    /// A heap of Nim is written as its value, `*3`.
    fn show(&self) -> String {
        match self {
            Heap::Plain(n) => n.to_string(),
            Heap::Nim(value) => format!("*{value}"),
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text.trim().strip_prefix('*') {
            Some(value) => value.parse().ok().map(Heap::Nim),
            None => text.trim().parse().ok().map(Heap::Plain),
        }
    }
}

#[derive(Clone)]
pub(super) struct Seeded {
    /// The numbers that may be removed, in increasing order.
    pub set: Vec<u64>,
    /// The values of the first heaps.
    pub seed: Vec<u64>,
}

impl Rules for Seeded {
    type Position = Heap;

    fn options(&self, heap: &Heap, visit: &mut Visit<'_, Heap>) -> ControlFlow<()> {
        let value = match *heap {
            Heap::Nim(value) => Some(value),
            Heap::Plain(n) => usize::try_from(n).ok().and_then(|n| self.seed.get(n).copied()),
        };
        match (value, *heap) {
            (Some(value), _) => (0..value).try_for_each(|less| visit(&[Heap::Nim(less)])),
            (None, Heap::Plain(n) | Heap::Nim(n)) => {
                self.set.iter().take_while(|&&s| s <= n).try_for_each(|s| visit(&[Heap::Plain(n - s)]))
            }
        }
    }

    /// Larger heaps of Nim than those of the seed are no positions.
    fn is_position(&self, heap: &Heap) -> bool {
        match heap {
            Heap::Plain(_) => true,
            Heap::Nim(value) => self.seed.iter().any(|given| value <= given),
        }
    }

    fn python(&self) -> Option<Python> {
        let (seed, set) = (python::list(self.seed.iter()), python::numbers(&self.set));
        let body = format!(
            "kind, n = p\nseed = {seed}\nif kind == \"nim\" or n < len(seed):\n    \
             for m in range(n if kind == \"nim\" else seed[n]):\n        yield [(\"nim\", m)]\nelse:\n    \
             for s in {set}:\n        if s <= n:\n            yield [(\"heap\", n - s)]"
        );
        Some(Python::new("p", &body, |label| label.iter().map(|n| format!("(\"heap\", {n})")).collect()))
    }
}
