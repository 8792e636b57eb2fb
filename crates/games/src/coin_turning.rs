//! Coin-turning games. The value of n is that of a single head at n.

use super::args::{Args, Arity, HEAPS, Parameter, unknown};
use super::family::{Family, text};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Python, Rules, Value, Visit};
use grundy_core::structure::{Coins, Structures};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("coin-turning"),
    in_papers: None,
    rules: text(
        "A row of coins; a move turns some of them, the rightmost from heads to tails. ruler: any number of consecutive \
            coins; turtles: one or two; mock-turtles: one, two or three; twins: exactly two; triplets: exactly three. The \
            value at n is that of a single head at n; the coins that a move turns to its left become further heads.",
    ),
    source: text("H. W. Lenstra, Nim multiplication (1978); Winning Ways ch. 14"),
    max: text("n (ruler and turtles from 1, the others from 0)"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter {
            key: "kind",
            form: Arity::One,
            required: true,
            help: "`ruler`, `turtles`, `mock-turtles`, `twins` or `triplets`",
        },
        HEAPS,
    ],
    examples: &[
        "coin-turning:ruler",
        "coin-turning:turtles",
        "coin-turning:mock-turtles",
        "coin-turning:twins",
        "coin-turning:triplets",
    ],
    position: text("10"),
    build,
};

/// (kind, coins that a move turns, first place, in words).
const KINDS: [(&str, Coins, u64, &str); 5] = [
    ("ruler", Coins::Run, 1, "any number of consecutive coins"),
    ("turtles", Coins::Some { least: 1, most: 2 }, 1, "one or two coins"),
    ("mock-turtles", Coins::Some { least: 1, most: 3 }, 0, "one, two or three coins"),
    ("twins", Coins::Some { least: 2, most: 2 }, 0, "exactly two coins"),
    ("triplets", Coins::Some { least: 3, most: 3 }, 0, "exactly three coins"),
];

/// The rules on a row of coins.
#[derive(Clone, Copy)]
pub(super) struct CoinTurning {
    /// What a move turns.
    pub turn: Coins,
    /// The first place.
    pub first: u64,
}

/// The rules of a canonical code, if it is a game of this family with a single row of coins.
pub(super) fn of_code(code: &str) -> Option<CoinTurning> {
    let kind = code.strip_prefix("coin-turning:")?;
    KINDS.iter().find(|(known, ..)| *known == kind).map(|&(_, turn, first, _)| CoinTurning { turn, first })
}

/// In normal play two heads on the same coin cancel, since a game plus itself has the value 0. In misère play a
/// position is not a multiset of heads, because two heads on the same coin are no head at all.
pub(super) const WHY_NO_MULTISETS: &str =
    "two heads on one coin cancel, so a position is not a multiset of heads; only normal play is possible";

impl Rules for CoinTurning {
    type Position = u64;

    fn options(&self, head: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
        match self.turn {
            Coins::Run => {
                let left: Vec<u64> = (self.first..*head).rev().collect();
                (0..=left.len()).try_for_each(|length| visit(&left[..length]))
            }
            Coins::Some { least, most } => choose(self.first, *head, least - 1, most - 1, &mut Vec::new(), visit),
        }
    }

    fn splits(&self) -> bool {
        true
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&self.turn)
    }

    fn python(&self) -> Option<Python> {
        let first = self.first;
        Some(match self.turn {
            Coins::Run => Python::heap(&format!("for k in range({first}, n + 1):\n    yield list(range(k, n))")),
            Coins::Some { least, most } => Python::heap(&format!(
                "for others in range({}, {most}):\n    yield from combinations(range({first}, n), others)",
                least - 1
            ))
            .importing("itertools", "combinations"),
        })
    }
}

/// Visits the sets of `least` to `most` places with `first` <= place < `end`, each together with the places
/// already in `chosen`.
fn choose(
    first: u64,
    end: u64,
    least: usize,
    most: usize,
    chosen: &mut Vec<u64>,
    visit: &mut Visit<'_, u64>,
) -> ControlFlow<()> {
    if least == 0 {
        visit(chosen)?;
    }
    if most > 0 {
        for place in first..end {
            chosen.push(place);
            choose(place + 1, end, least.saturating_sub(1), most - 1, chosen, visit)?;
            chosen.pop();
        }
    }
    ControlFlow::Continue(())
}

fn build(args: &Args) -> Result<Game, Blame> {
    let item = &args.items("kind")[0];
    let Some(&(kind, turn, first, words)) = KINDS.iter().find(|(kind, ..)| *kind == item.text) else {
        return Err(unknown(
            item,
            "a coin-turning game",
            KINDS.iter().map(|(kind, ..)| *kind),
            FAMILY.parameters[0].help,
        ));
    };
    let words =
        format!("Coin turning: turn {words}, the rightmost from heads to tails; the position is a single head at n");
    let rules = CoinTurning { turn, first };
    let game = Game::heap(format!("coin-turning:{kind}"), words, first, move |_, _| Ok(rules));
    args.on_heaps(game.without_multisets(WHY_NO_MULTISETS))
}
