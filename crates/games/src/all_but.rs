//! All-but games: every number of tokens may be removed, except for a finite set of numbers.

use super::args::{Args, Arity, HEAPS, Parameter, alternatives};
use super::family::{Family, numbers, text};
use super::game::Game;
use super::python;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Python, Rules, Value, Visit};
use grundy_core::structure::{AllBut, Structures};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("all-but"),
    in_papers: Some(|set| numbers(set).map(|set| format!("$S=\\{{1, 2, \\ldots\\}}\\setminus\\{{{set}\\}}$"))),
    rules: text("Remove from the heap any positive number of tokens that is not an element of the finite set F."),
    source: text("A. N. Siegel, Combinatorial Game Theory (2013), IV.2; Winning Ways ch. 4"),
    max: text("heap size"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter {
            key: "set",
            form: Arity::Many,
            required: true,
            help: "the positive numbers that may not be removed, as in `2,3`",
        },
        HEAPS,
    ],
    examples: &["all-but:2,3", "all-but:4"],
    position: text("10"),
    build,
};

#[derive(Clone)]
struct NoneOf(AllBut);

impl Rules for NoneOf {
    type Position = u64;

    fn options(&self, heap: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
        let mut allowed = (1..=*heap).filter(|taken| self.0.0.binary_search(taken).is_err());
        allowed.try_for_each(|taken| visit(&[heap - taken]))
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&self.0)
    }

    fn python(&self) -> Option<Python> {
        let but = python::numbers(&self.0.0);
        Some(Python::heap(&format!("for k in range(1, n + 1):\n    if k not in {but}:\n        yield [n - k]")))
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let set = args.integers("set", 1..=u64::MAX)?;
    let text = set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let words = format!("One heap: remove any positive number of tokens other than {}", alternatives(&set));
    let rules = NoneOf(AllBut(set));
    args.on_heaps(Game::heap(format!("all-but:{text}"), words, 0, move |_, _| Ok(rules.clone())))
}
