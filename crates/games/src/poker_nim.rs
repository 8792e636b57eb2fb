//! Poker Nim: Nim with a bank of tokens to add.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::python::tuple;
use grundy_core::ruleset::{MOST_COORDINATES, Point, Python, Rules, Shape, Value, Visit};
use grundy_core::words::counted;
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("poker-nim"),
    in_papers: None,
    rules: text(
        "Make a move of Nim, or add any positive number of tokens left in the bank to one heap. Removed tokens leave the game.",
    ),
    source: text("Winning Ways ch. 3 (Poker-Nim)"),
    max: text("largest heap at the start"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter {
            key: "heaps",
            form: Arity::One,
            required: true,
            help: "the number of heaps, as in `poker-nim:heaps=2,bank=3`",
        },
        Parameter { key: "bank", form: Arity::One, required: true, help: "the tokens in the bank at the start" },
    ],
    examples: &["poker-nim:heaps=2,bank=3"],
    position: text("3,4:2"),
    build,
};

/// The maximum size of the bank. The values are those of Nim for every bank.
const MOST_BANKED: u64 = 1 << 16;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct PokerPosition {
    heaps: Point,
    bank: u32,
}

impl grundy_core::ruleset::Position for PokerPosition {
    /// The heaps, a colon, and the bank: `3,4:2`.
    fn show(&self) -> String {
        format!("{}:{}", self.heaps.show(), self.bank)
    }

    fn read(text: &str) -> Option<Self> {
        let (heaps, bank) = text.split_once(':')?;
        Some(Self { heaps: Point::read(heaps)?, bank: bank.trim().parse().ok()? })
    }
}

/// The options in Python.
const PYTHON: &str = "\
heaps, bank = p
for i, heap in enumerate(heaps):
    for new in range(heap + bank + 1):
        if new != heap:
            q = heaps[:i] + (new,) + heaps[i + 1:]
            yield [(q, bank - max(new - heap, 0))]";

#[derive(Clone, Copy)]
struct PokerNim {
    heaps: usize,
    bank: u32,
}

impl Rules for PokerNim {
    type Position = PokerPosition;

    fn options(&self, position: &PokerPosition, visit: &mut Visit<'_, PokerPosition>) -> ControlFlow<()> {
        let mut option = [position.clone()];
        for (index, &heap) in position.heaps.iter().enumerate() {
            for left in 0..heap {
                option[0].heaps[index] = left;
                visit(&option)?;
            }
            for added in 1..=position.bank.min(u32::MAX - heap) {
                option[0].heaps[index] = heap + added;
                option[0].bank = position.bank - added;
                visit(&option)?;
            }
            option[0] = position.clone();
        }
        ControlFlow::Continue(())
    }

    /// From the last start, all smaller heaps can be reached with any bank: tokens added to a heap can be
    /// removed again.
    fn at_least(&self, starts: &[PokerPosition]) -> u128 {
        let heaps = |start: &PokerPosition| {
            start.heaps.iter().fold(1u128, |all, &heap| all.saturating_mul(u128::from(heap) + 1))
        };
        starts.last().map_or(0, |start| heaps(start).saturating_mul(u128::from(start.bank) + 1))
    }

    fn python(&self) -> Option<Python> {
        let bank = self.bank;
        Some(Python::new("p", PYTHON, move |label| vec![format!("({}, {bank})", tuple(label))]))
    }

    fn is_position(&self, position: &PokerPosition) -> bool {
        position.heaps.len() == self.heaps && position.bank <= self.bank
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let heaps = args.integer("heaps", 1..=MOST_COORDINATES)? as usize;
    let bank = args.integer("bank", 0..=MOST_BANKED)? as u32;
    let words = format!(
        "Poker Nim with {} and {} in the bank",
        counted(heaps, "heap", "heaps"),
        counted(bank, "token", "tokens")
    );
    let start = move |rules: &PokerNim, label: &[u64]| PokerPosition {
        heaps: label.iter().map(|&heap| heap as u32).collect(),
        bank: rules.bank,
    };
    let shape = Shape::Box(vec![0; heaps]);
    Ok(Game::enumerated(format!("poker-nim:heaps={heaps},bank={bank}"), words, shape, PokerNim { heaps, bank }, start))
}
