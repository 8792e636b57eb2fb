//! Circular Nim CN(n, k): stacks in a circle; a move removes tokens from k consecutive ones.

use super::args::{Args, Arity, FIRST, Parameter};
use super::family::{Family, text};
use super::game::{About, Game};
use super::shrinking_circle;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{MOST_COORDINATES, Point, Python, Rules, Symmetry, Value, Visit};
use grundy_core::structure::{Faces, LinearGame, Structures};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("circular-nim"),
    in_papers: None,
    rules: text(
        "n stacks stand in a circle. Choose k consecutive stacks and remove at least one token in total from them.",
    ),
    source: text("M. Dufour and S. Heubach, Circular Nim games, Electronic J. Combin. 20 (2013)"),
    max: text("largest stack"),
    value: Value::OUTCOME,
    parameters: &[
        Parameter {
            key: "n",
            form: Arity::One,
            required: true,
            help: "the number of stacks, as in `circular-nim:n=6,k=3`",
        },
        Parameter {
            key: "k",
            form: Arity::One,
            required: true,
            help: "how many consecutive stacks a move may touch, 1 <= k <= n",
        },
        Parameter {
            key: "shrinking",
            form: Arity::Keyed,
            required: false,
            help: "`shrinking=true`: empty stacks vanish, so that their neighbours become consecutive (Oginuma and Shinoda 2024)",
        },
        FIRST,
    ],
    examples: &["circular-nim:n=6,k=3", "circular-nim:n=4,k=2", "circular-nim:n=4,k=2,shrinking=true"],
    position: text("3,1,4,1,5,2"),
    build,
};

/// The options in Python, where K stacks in a row may be touched.
const PYTHON: &str = "\
for first in range(len(p)):
    stacks = [(first + i) % len(p) for i in range(K)]
    for left in product(*(range(p[i] + 1) for i in stacks)):
        q = list(p)
        for i, tokens in zip(stacks, left):
            q[i] = tokens
        if tuple(q) != p:
            yield [tuple(q)]";

#[derive(Clone)]
struct CircularNim {
    stacks: usize,
    consecutive: usize,
    faces: Faces,
    linear: Option<LinearGame>,
}

impl Rules for CircularNim {
    type Position = Point;

    /// Visits every option once for each stack where it can start: the first of the k stacks must lose at
    /// least one token. This is no restriction, because the choice of the k stacks may be rotated.
    fn options(&self, stacks: &Point, visit: &mut Visit<'_, Point>) -> ControlFlow<()> {
        let mut option = [stacks.clone()];
        for first in 0..self.stacks {
            for left in 0..stacks[first] {
                option[0][first] = left;
                self.take_from(stacks, first, 1, &mut option, visit)?;
            }
            option[0][first] = stacks[first];
        }
        ControlFlow::Continue(())
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&self.faces).and_perhaps(self.linear.as_ref())
    }

    fn symmetry(&self) -> Symmetry {
        Symmetry::Circle
    }

    fn python(&self) -> Option<Python> {
        let body = PYTHON.replace("K", &self.consecutive.to_string());
        Some(Python::heaps(&body).importing("itertools", "product"))
    }
}

impl CircularNim {
    /// Tries all numbers of tokens left in the stack `nth` places after `first`, and in those after it.
    fn take_from(
        &self,
        stacks: &Point,
        first: usize,
        nth: usize,
        option: &mut [Point; 1],
        visit: &mut Visit<'_, Point>,
    ) -> ControlFlow<()> {
        if nth == self.consecutive {
            return visit(option);
        }
        let stack = (first + nth) % self.stacks;
        for left in 0..=stacks[stack] {
            option[0][stack] = left;
            self.take_from(stacks, first, nth + 1, option, visit)?;
        }
        option[0][stack] = stacks[stack];
        ControlFlow::Continue(())
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let stacks = args.integer("n", 1..=MOST_COORDINATES)?;
    let consecutive = args.integer("k", 1..=stacks)?;
    let code = format!("circular-nim:n={stacks},k={consecutive}");
    let words = format!(
        "Circular Nim CN({stacks},{consecutive}): remove at least one token in total from {consecutive} consecutive stacks of the {stacks} in a circle"
    );
    let (stacks, consecutive) = (stacks as usize, consecutive as usize);
    if args.choice("shrinking", &["false", "true"])? == 1 {
        let words = format!("{words}; empty stacks vanish");
        let game = shrinking_circle::game(format!("{code},shrinking=true"), words, stacks, consecutive);
        let about = About {
            rules: Some(
                format!("{} Empty stacks vanish, so that their neighbours become consecutive.", FAMILY.rules).into(),
            ),
            source: Some("H. Oginuma and M. Shinoda, Shrinking circular Nim (2024)".into()),
            max: None,
        };
        return args.from_first(game.with_about(about));
    }
    let faces = Faces(faces(stacks, consecutive));
    let linear = LinearGame::of_faces(stacks, &faces);
    let rules = CircularNim { stacks, consecutive, faces, linear };
    args.from_first(Game::boxed(code, words, rules.stacks, rules))
}

fn faces(stacks: usize, consecutive: usize) -> Vec<u32> {
    let rotations = if consecutive == stacks { 1 } else { stacks };
    let face = |first: usize| (first..first + consecutive).fold(0, |face, stack| face | 1 << (stack % stacks));
    (0..rotations).map(face).collect()
}
