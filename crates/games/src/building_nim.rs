//! Building Nim BN(n, s): the players first build the piles, then play Nim on them.

use super::args::{Args, Arity, Parameter};
use super::count::partitions_below;
use super::family::{Family, text};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{MOST_COORDINATES, Point, Python, Rules, Shape, Value, Visit};
use grundy_core::structure::{BuildingNim, Structures};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("building-nim"),
    in_papers: None,
    rules: text(
        "BN(n, s): the players take turns placing n stones, one at a time, on s piles; then they play Nim on the piles, \
            the next player beginning. The value at n is that of the empty starting position with n stones; N means that the player who places \
            the first stone wins.",
    ),
    source: text("E. Duchene, M. Dufour, S. Heubach and U. Larsson, Building Nim, Int. J. Game Theory 45 (2016)"),
    max: text("number of stones (from 0)"),
    value: Value::OUTCOME,
    parameters: &[Parameter {
        key: "piles",
        form: Arity::One,
        required: true,
        help: "the number of piles s, as in `building-nim:3`",
    }],
    examples: &["building-nim:3", "building-nim:5"],
    position: text("8:1,2,0"),
    build,
};

/// The stones still to be placed, and the piles. Their order does not matter, so they are sorted in descending order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct BuildingPosition {
    left: u64,
    piles: Point,
}

impl grundy_core::ruleset::Position for BuildingPosition {
    /// The stones left, a colon, and the piles: `8:1,2,0`.
    fn show(&self) -> String {
        format!("{}:{}", self.left, self.piles.show())
    }

    fn read(text: &str) -> Option<Self> {
        let (left, piles) = text.split_once(':')?;
        let mut piles = Point::read(piles)?;
        piles.sort_unstable_by(|a, b| b.cmp(a));
        Some(Self { left: left.trim().parse().ok()?, piles })
    }
}

impl BuildingPosition {
    fn with(&self, left: u64, pile: usize, stones: u32) -> Self {
        let mut piles = self.piles.clone();
        piles[pile] = stones;
        piles.sort_unstable_by(|a, b| b.cmp(a));
        Self { left, piles }
    }
}

/// The options in Python. The piles are sorted, since their order does not matter.
const PYTHON: &str = "\
stones, piles = p
for i, pile in enumerate(piles):
    for new in [pile + 1] if stones else range(pile):
        q = sorted(piles[:i] + (new,) + piles[i + 1:])
        yield [(max(stones - 1, 0), tuple(q))]";

#[derive(Clone)]
struct Building(BuildingNim);

impl Rules for Building {
    type Position = BuildingPosition;

    fn is_position(&self, position: &BuildingPosition) -> bool {
        position.piles.len() == self.0.piles
    }

    /// From the start with n stones, the building phase meets each partition of a number below n, together
    /// with the stones left. Positions of this phase are different for different starts. The Nim phase meets
    /// each partition of a number up to the largest n.
    fn at_least(&self, starts: &[BuildingPosition]) -> u128 {
        let most = starts.iter().map(|start| start.left).max().unwrap_or(0);
        let below = partitions_below(self.0.piles, most);
        let building = |start: &BuildingPosition| below[(start.left as usize).min(below.len() - 1)];
        let played = below.last().copied().unwrap_or(0);
        starts.iter().map(building).fold(played, u128::saturating_add)
    }

    fn options(&self, position: &BuildingPosition, visit: &mut Visit<'_, BuildingPosition>) -> ControlFlow<()> {
        for (pile, &stones) in position.piles.iter().enumerate() {
            if position.left > 0 {
                visit(&[position.with(position.left - 1, pile, stones + 1)])?;
            } else {
                (0..stones).try_for_each(|rest| visit(&[position.with(0, pile, rest)]))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&self.0)
    }

    fn python(&self) -> Option<Python> {
        let piles = self.0.piles;
        Some(Python::new("p", PYTHON, move |label| label.iter().map(|n| format!("({n}, (0,)*{piles})")).collect()))
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let piles = args.integer("piles", 1..=MOST_COORDINATES)? as usize;
    let words = format!(
        "Building Nim BN(n,{piles}): place n stones one at a time on {piles} piles, then play Nim, the next player beginning"
    );
    let start =
        move |_: &Building, label: &[u64]| BuildingPosition { left: label[0], piles: Point::from_elem(0, piles) };
    Ok(Game::enumerated(format!("building-nim:{piles}"), words, Shape::line(0), Building(BuildingNim { piles }), start))
}
