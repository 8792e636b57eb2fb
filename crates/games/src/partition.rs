//! Games on partitions, that is, on Young diagrams: remove rows, columns, hooks or corners.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::{About, Game};
use super::space::check_units;
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::ruleset::{MOST_COORDINATES, Point, Python, Rules, Shape, Value, Visit};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("partition"),
    in_papers: None,
    rules: text(
        "A position is a partition, drawn as rows of cells. Moves remove any row (`row`), any column, the first row, the first \
            column, a hook (a cell with all cells to the right and below, after which the rest closes up), or a corner cell.",
    ),
    source: text(
        "LCTR (`first-row,first-column`): E. Gottlieb, J. Ilic and M. Krnc, Some results on LCTR, an impartial game on partitions, Involve 16 (2023); Welter's game, for `hook`",
    ),
    max: text("the parts, or n"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter {
            key: "moves",
            form: Arity::Many,
            required: true,
            help: "`row`, `column`, `first-row`, `first-column`, `hook`, `corner`",
        },
        Parameter {
            key: "start",
            form: Arity::Keyed,
            required: false,
            help: "`staircases` (n, n-1, ..., 1), `rectangles` (a rows of b cells), `all` (every partition of 0, 1, ..., `cells`), \
                or `parts`, the default",
        },
        Parameter {
            key: "parts",
            form: Arity::Keyed,
            required: false,
            help: "with `start = \"parts\"`, the number of rows, 2 by default; a coordinate is the length of a row",
        },
        Parameter {
            key: "cells",
            form: Arity::Keyed,
            required: false,
            help: "with `start = \"all\"`, the maximum number of cells, at most 45",
        },
    ],
    examples: &[
        "partition:hook",
        "partition:first-row,first-column,start=staircases",
        "partition:row,corner,start=rectangles",
        "partition:first-row,corner,start=all,cells=8",
    ],
    position: text("4,2"),
    build,
};

/// The maximum of a coordinate.
const MOST_SIDE: u64 = 10_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Remove {
    Row,
    Column,
    FirstRow,
    FirstColumn,
    Hook,
    Corner,
}

const MOVES: [(&str, Remove); 6] = [
    ("row", Remove::Row),
    ("column", Remove::Column),
    ("first-row", Remove::FirstRow),
    ("first-column", Remove::FirstColumn),
    ("hook", Remove::Hook),
    ("corner", Remove::Corner),
];

impl Remove {
    /// The options in Python; p is the tuple of the parts in descending order.
    fn python(self) -> &'static str {
        match self {
            Remove::Row => "for i in range(len(p)):\n    yield [p[:i] + p[i + 1:]]",
            Remove::Column => {
                "for j in range(1, max(p, default=0) + 1):\n    yield [tuple(y for y in (x - (x >= j) for x in p) if y)]"
            }
            Remove::FirstRow => "if p:\n    yield [p[1:]]",
            Remove::FirstColumn => "if p:\n    yield [tuple(x - 1 for x in p if x > 1)]",
            Remove::Hook => HOOKS,
            Remove::Corner => {
                "for i, x in enumerate(p):\n    if i + 1 == len(p) or p[i + 1] < x:\n        yield [tuple(y for y in p[:i] + (x - 1,) + p[i + 1:] if y)]"
            }
        }
    }
}

/// The hooks in Python.
const HOOKS: &str = "\
numbers = [x + len(p) - 1 - i for i, x in enumerate(p)]
for i, x in enumerate(numbers):
    for y in range(x):
        if y not in numbers:
            q = sorted(numbers[:i] + [y] + numbers[i + 1:], reverse=True)
            yield [tuple(z for z in (z - len(p) + 1 + j for j, z in enumerate(q)) if z)]";

/// The partitions of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Start {
    Parts,
    Staircases,
    Rectangles,
    /// The partitions themselves.
    All,
}

/// The maximum of `cells`: there are half a million partitions of 0, ..., 45.
const MOST_CELLS: u64 = 45;

/// All partitions of a number, in descending lexicographic order.
pub(super) fn partitions_of(cells: u32) -> Vec<Point> {
    fn below(left: u32, most: u32, parts: &mut Point, found: &mut Vec<Point>) {
        if left == 0 {
            found.push(parts.clone());
        }
        for part in (1..=left.min(most)).rev() {
            parts.push(part);
            below(left - part, part, parts, found);
            parts.pop();
        }
    }
    let mut found = Vec::new();
    below(cells, cells, &mut Point::new(), &mut found);
    found
}

/// All partitions of 0, ..., `cells`.
fn all(cells: u32) -> Vec<Point> {
    (0..=cells).flat_map(partitions_of).collect()
}

impl Start {
    fn of(self, label: &[u64]) -> Point {
        match self {
            Start::All => Point::new(),
            Start::Parts => sorted(label.iter().map(|&part| part as u32)),
            Start::Staircases => (1..=label[0] as u32).rev().collect(),
            Start::Rectangles => sorted((0..label[0]).map(|_| label[1] as u32)),
        }
    }

    fn python(self, label: &[String]) -> String {
        match self {
            Start::All => "()".to_string(),
            Start::Parts => format!("tuple(sorted((x for x in ({},) if x), reverse=True))", label.join(", ")),
            Start::Staircases => format!("tuple(range({}, 0, -1))", label[0]),
            Start::Rectangles => format!("({1},) * ({0}) if {1} else ()", label[0], label[1]),
        }
    }
}

#[derive(Debug, Clone)]
struct Diagrams {
    moves: BTreeSet<Remove>,
    start: Start,
}

/// A partition: its parts in descending order, without zeros.
pub(super) fn sorted(parts: impl IntoIterator<Item = u32>) -> Point {
    let mut parts: Point = parts.into_iter().filter(|&part| part > 0).collect();
    parts.sort_unstable_by(|a, b| b.cmp(a));
    parts
}

fn shown(parts: &Point) -> String {
    if parts.is_empty() { "nothing".to_string() } else { grundy_core::ruleset::Position::show(parts) }
}

/// A partition without its column at a place, counted from 1.
fn without_column(parts: &Point, column: u32) -> Point {
    sorted(parts.iter().map(|&part| part - u32::from(part >= column)))
}

fn without_row(parts: &Point, row: usize) -> Point {
    let mut left = parts.clone();
    left.remove(row);
    left
}

/// The number of partitions inside one, from the last row to the first. Rows beyond some hundred are left out.
fn inside(parts: &Point) -> u128 {
    // For each length of the row above, the number of ways to choose the rows below it.
    let mut ways = vec![1u128; parts.first().map_or(0, |&part| part.min(1000) as usize) + 1];
    for &part in parts.iter().take(200).rev() {
        let mut sum = 0u128;
        for (length, ways) in ways.iter_mut().enumerate() {
            if length <= part as usize {
                sum = sum.saturating_add(*ways);
            }
            *ways = sum;
        }
    }
    ways.last().copied().unwrap_or(1)
}

/// A hook is removed by lowering one of the numbers `part + rows below it` to a number that is not among them.
fn hooks(parts: &Point, visit: &mut Visit<'_, Point>) -> ControlFlow<()> {
    let rows = parts.len() as u32;
    let numbers: Vec<u32> = (1..).zip(parts).map(|(row, part)| part + rows - row).collect();
    for (place, &number) in numbers.iter().enumerate() {
        for lower in (0..number).filter(|lower| !numbers.contains(lower)) {
            let mut all = numbers.clone();
            all[place] = lower;
            all.sort_unstable_by(|a, b| b.cmp(a));
            visit(&[sorted((1..).zip(&all).map(|(row, number)| number - (rows - row)))])?;
        }
    }
    ControlFlow::Continue(())
}

impl Rules for Diagrams {
    type Position = Point;

    fn options(&self, parts: &Point, visit: &mut Visit<'_, Point>) -> ControlFlow<()> {
        if parts.is_empty() {
            return ControlFlow::Continue(());
        }
        for remove in &self.moves {
            match remove {
                Remove::Row => (0..parts.len()).try_for_each(|row| visit(&[without_row(parts, row)]))?,
                Remove::Column => (1..=parts[0]).try_for_each(|column| visit(&[without_column(parts, column)]))?,
                Remove::FirstRow => visit(&[without_row(parts, 0)])?,
                Remove::FirstColumn => visit(&[without_column(parts, 1)])?,
                Remove::Hook => hooks(parts, visit)?,
                Remove::Corner => {
                    for row in (0..parts.len()).filter(|&row| parts.get(row + 1).is_none_or(|next| *next < parts[row]))
                    {
                        let mut left = parts.clone();
                        left[row] -= 1;
                        visit(&[sorted(left)])?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// If corners are removed, every partition inside the largest one can be reached.
    fn at_least(&self, starts: &[Point]) -> u128 {
        let largest = starts.iter().max_by_key(|parts| parts.iter().sum::<u32>());
        match largest {
            Some(parts) if self.moves.contains(&Remove::Corner) => inside(parts),
            _ => 0,
        }
    }

    fn fits(&self, label: &[u64]) -> Result<(), Error> {
        if self.start == Start::All {
            return Ok(());
        }
        let most = label.iter().copied().max().unwrap_or(0);
        check_units("a partition", most, MOST_SIDE, "rows or columns")
    }

    fn python(&self) -> Option<Python> {
        let body = self.moves.iter().map(|remove| remove.python()).collect::<Vec<_>>().join("\n");
        let start = self.start;
        Some(Python::new("p", &body, move |label| vec![start.python(label)]))
    }

    fn show(&self, parts: &Point) -> String {
        shown(parts)
    }

    fn read(&self, text: &str) -> Option<Point> {
        match text.trim() {
            "nothing" => Some(Point::new()),
            text => Some(sorted(<Point as grundy_core::ruleset::Position>::read(text)?)),
        }
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let mut moves = BTreeSet::new();
    for item in args.items("moves") {
        let known = MOVES.iter().find(|(name, _)| *name == item.text.trim());
        let wrong = || Blame::new(item.span.clone(), format!("`{}` is no move", item.text), FAMILY.parameters[0].help);
        moves.insert(known.ok_or_else(wrong)?.1);
    }
    let names: Vec<&str> = MOVES.iter().filter(|(_, remove)| moves.contains(remove)).map(|(name, _)| *name).collect();
    let start = [Start::Parts, Start::Staircases, Start::Rectangles, Start::All]
        [args.choice("start", &["parts", "staircases", "rectangles", "all"])?];
    let cells = if args.has("cells") { Some(args.integer("cells", 0..=MOST_CELLS)?) } else { None };
    let parts = if args.has("parts") { args.integer("parts", 1..=MOST_COORDINATES)? as usize } else { 2 };
    if args.has("parts") && start != Start::Parts {
        return Err(args.blame("parts", "`parts` is for the default start only", "remove `parts` or `start`"));
    }
    let partitions = match (start, cells) {
        (Start::All, Some(cells)) => all(cells as u32),
        (Start::All, None) => {
            return Err(args.blame(
                "start",
                "`start = \"all\"` needs the number of cells",
                "add `cells = 12`, for instance",
            ));
        }
        (_, Some(_)) => return Err(args.blame("cells", "`cells` is for `start = \"all\"` only", "remove `cells`")),
        (_, None) => Vec::new(),
    };
    let (more, shape, max) = match start {
        Start::All => {
            let names: Vec<String> = partitions.iter().map(shown).collect();
            (format!(",start=all,cells={}", cells.unwrap_or(0)), Shape::Named(names.into()), "-")
        }
        Start::Staircases => (",start=staircases".to_string(), Shape::line(0), "n"),
        Start::Rectangles => (",start=rectangles".to_string(), Shape::Box(vec![0, 0]), "rows and columns"),
        _ => (
            if parts == 2 { String::new() } else { format!(",parts={parts}") },
            Shape::Box(vec![0; parts]),
            "the parts",
        ),
    };
    let code = format!("partition:{}{more}", names.join(","));
    let what = |name: &&str| match *name {
        "row" => "a row",
        "column" => "a column",
        "first-row" => "the first row",
        "first-column" => "the first column",
        "hook" => "a hook",
        _ => "a corner cell",
    };
    let words = format!("A game on partitions: remove {}", names.iter().map(what).collect::<Vec<_>>().join(" or "));
    let about = About { source: source_of(&names), ..About::max(max) };
    let first = move |rules: &Diagrams, label: &[u64]| match rules.start {
        Start::All => partitions[label[0] as usize].clone(),
        start => start.of(label),
    };
    Ok(Game::enumerated(code, words, shape, Diagrams { moves, start }, first).with_about(about))
}

/// The origin of a game with these moves, unless it is that of the family.
fn source_of(moves: &[&str]) -> Option<Cow<'static, str>> {
    match moves {
        ["hook"] => Some("Winning Ways ch. 15; J. H. Conway, On Numbers and Games, ch. 13 (Welter's game)".into()),
        ["first-row", "first-column"] => None,
        _ => Some("folklore".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_inside_others_are_counted() {
        assert_eq!(inside(&Point::new()), 1);
        // C(5, 2), and the partitions inside (2, 1): nothing, 1, 2, 11, 21.
        assert_eq!((inside(&Point::from_slice(&[3, 3])), inside(&Point::from_slice(&[2, 1]))), (10, 5));
    }

    #[test]
    fn partitions_are_listed() {
        let listed: Vec<String> = all(4).iter().map(shown).collect();
        assert_eq!(listed.join(" "), "nothing 1 2 1,1 3 2,1 1,1,1 4 3,1 2,2 2,1,1 1,1,1,1");
        assert_eq!(all(20).len(), 2714);
    }

    /// The hooks of (2, 1) leave nothing, (1) with one row or one column gone, (2) and (1, 1).
    #[test]
    fn hooks_close_up() {
        let mut left = Vec::new();
        let _ = hooks(&Point::from_slice(&[2, 1]), &mut |option| {
            left.push(option[0].to_vec());
            ControlFlow::Continue(())
        });
        left.sort();
        assert_eq!(left, [vec![], vec![1, 1], vec![2]]);
    }
}
