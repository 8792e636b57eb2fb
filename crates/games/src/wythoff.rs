//! Wythoff's game, and its generalisation in which the two amounts may differ by less than t.

use super::args::{Args, Arity, FIRST, Parameter};
use super::family::{Family, text};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Point, Python, Rules, Symmetry, Value, Visit};
use grundy_core::structure::{Line, Lines, Rays, Structures};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("wythoff"),
    in_papers: Some(|arguments| arguments.is_empty().then(|| "Wythoff's game".to_string())),
    rules: text(
        "Remove any positive number of tokens from one of two heaps, or k > 0 from one and l > 0 from the other with \
            |k - l| < t. Wythoff's game is t = 1: the same number from both.",
    ),
    source: text(
        "W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907); A. S. Fraenkel, How to beat \
             your Wythoff games' opponent on three fronts, Amer. Math. Monthly 89 (1982)",
    ),
    max: text("largest heap"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter {
            key: "t",
            form: Arity::Keyed,
            required: false,
            help: "the two amounts may differ by less than t, which is at least 1; t = 1 is Wythoff's game",
        },
        FIRST,
    ],
    examples: &["wythoff", "wythoff:t=2"],
    position: text("3,4"),
    build,
};

/// The largest t for which the structure lists all lines.
const MOST_LINES: u32 = 1000;

/// The options in Python, where the two amounts must be NEAR each other.
const PYTHON: &str = "\
x, y = p
for k in range(x + 1):
    for l in range(y + 1):
        if k + l > 0 and (k == 0 or l == 0 or NEAR):
            yield [(x - k, y - l)]";

#[derive(Clone)]
struct Wythoff {
    t: u32,
    /// The vectors for t = 1.
    rays: Rays,
    /// The lines of the moves for any t.
    lines: Lines,
}

impl Rules for Wythoff {
    type Position = Point;

    fn options(&self, heaps: &Point, visit: &mut Visit<'_, Point>) -> ControlFlow<()> {
        let (a, b) = (heaps[0], heaps[1]);
        let mut to = |a: u32, b: u32| visit(&[[a, b].into_iter().collect()]);
        (0..a).try_for_each(|left| to(left, b))?;
        (0..b).try_for_each(|left| to(a, left))?;
        for k in 1..=a {
            let least = k.saturating_sub(self.t - 1).max(1);
            (least..=b.min(k.saturating_add(self.t - 1))).try_for_each(|l| to(a - k, b - l))?;
        }
        ControlFlow::Continue(())
    }

    fn structures(&self) -> Structures<'_> {
        match (self.t, self.lines.0.is_empty()) {
            (1, _) => Structures::of(&self.rays),
            (_, true) => Structures::default(),
            _ => Structures::of(&self.lines),
        }
    }

    fn symmetry(&self) -> Symmetry {
        Symmetry::Any
    }

    fn python(&self) -> Option<Python> {
        let near = if self.t == 1 { "k == l".to_string() } else { format!("abs(k - l) < {}", self.t) };
        Some(Python::heaps(&PYTHON.replace("NEAR", &near)))
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let t = if args.has("t") { args.integer("t", 1..=u64::from(u32::MAX))? as u32 } else { 1 };
    let (code, both) = match t {
        1 => ("wythoff".to_string(), "the same number from both".to_string()),
        _ => (format!("wythoff:t={t}"), format!("k and l from both with |k - l| < {t}")),
    };
    let rays: [Point; 3] = [[0, 1], [1, 0], [1, 1]].map(|ray| ray.into_iter().collect());
    let rules = Wythoff { t, lines: Lines(lines(&rays, t)), rays: Rays(rays.to_vec()) };
    args.from_first(Game::boxed(
        code,
        format!("Wythoff's game: remove tokens from one of two heaps, or {both}"),
        2,
        rules,
    ))
}

/// The rays, and the lines next to the diagonal, on which the two amounts differ by less than t. Empty if
/// there are too many.
fn lines(rays: &[Point; 3], t: u32) -> Vec<Line> {
    if t > MOST_LINES {
        return Vec::new();
    }
    let diagonal = &rays[2];
    let along = rays.iter().map(|ray| Line { first: ray.clone(), more: ray.clone() });
    let beside = (1..t).flat_map(|more| [[1, 1 + more], [1 + more, 1]]);
    along.chain(beside.map(|first| Line { first: first.into_iter().collect(), more: diagonal.clone() })).collect()
}
