//! Octal and hexadecimal games: take-and-break codes.

use super::args::{Args, Arity, HEAPS, Parameter};
use super::family::{Family, text};
use super::game::Game;
use super::octal_moves;
use super::python;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Python, Rules, TakeAndBreak, Value, Visit};
use grundy_core::structure::{Kinds, Structures};
use std::ops::ControlFlow;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: text("octal"),
    in_papers: Some(in_papers),
    rules: text(
        "Take-and-break: the bits 1, 2, 4 and 8 of the digit at place k allow removing k tokens and leaving exactly 0, 1, 2 \
            and 3 non-empty heaps. d0 (before the point) is 0, 4, 8 or C. Digits in parentheses repeat forever.",
    ),
    source: text(
        "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956); Winning Ways ch. 4",
    ),
    max: text("heap size"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter {
            key: "digits",
            form: Arity::One,
            required: true,
            help: "a code in quotes, as in `0.77`, `4.3`, `0.3F` or `0.12(37)`",
        },
        HEAPS,
    ],
    examples: &["octal:0.77", "octal:0.137", "octal:4.3", "octal:0.3F", "octal:0.(3)"],
    position: text("10"),
    build,
};

/// The rules of a take-and-break code for one heap.
#[derive(Clone)]
pub(super) struct Octal {
    code: TakeAndBreak,
    /// Its moves in normal form, if its digits repeat.
    kinds: Option<Arc<Kinds>>,
}

impl Octal {
    pub(super) fn new(code: TakeAndBreak) -> Self {
        let kinds = octal_moves::kinds(&code).map(Arc::new);
        Self { code, kinds }
    }
}

impl Rules for Octal {
    type Position = u64;

    fn options(&self, heap: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
        self.code.options(*heap, visit)
    }

    fn splits(&self) -> bool {
        self.code.most_heaps() >= 2
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&self.code).and_perhaps(self.kinds.as_deref())
    }

    fn python(&self) -> Option<Python> {
        Some(Python::heap(&python::take_and_break(&self.code)))
    }
}

/// The code in bold, as in Winning Ways, with a bar over the digits that repeat.
fn in_papers(digits: &str) -> Option<String> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".()".contains(&byte));
    plain.then(|| format!("$\\mathbf{{{}}}$", digits.replace('(', r"\overline{").replace(')', "}")))
}

/// The code in the argument `digits`.
pub(super) fn digits_of(args: &Args) -> Result<TakeAndBreak, Blame> {
    let item = &args.items("digits")[0];
    TakeAndBreak::parse(&item.text).map_err(|wrong| {
        let at = item.span.start + wrong.at;
        // A place after the end of the text (something is missing) is reported as the whole text.
        let span = if wrong.at < item.text.len() { at..at + 1 } else { item.span.clone() };
        Blame::new(span, wrong.message, wrong.help)
    })
}

fn build(args: &Args) -> Result<Game, Blame> {
    let code = digits_of(args)?;
    let words = format!("One heap: the take-and-break game with the code {code}");
    let name = format!("octal:{code}");
    let octal = Octal::new(code);
    args.on_heaps(Game::heap(name, words, 0, move |_, _| Ok(octal.clone())))
}
