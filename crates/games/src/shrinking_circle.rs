//! Shrinking circular Nim: stacks in a circle, where empty stacks vanish, so that their neighbours become consecutive.

use super::game::Game;
use grundy_core::ruleset::{Point, Position, Python, Rules, Shape, Symmetry, Visit};
use std::ops::ControlFlow;

/// The options in Python, where at most K stacks in a row may be touched.
const PYTHON: &str = "\
p = tuple(n for n in p if n)
for first in range(len(p)):
    stacks = [(first + i) % len(p) for i in range(min(K, len(p)))]
    for left in product(*(range(p[i] + 1) for i in stacks)):
        q = list(p)
        for i, tokens in zip(stacks, left):
            q[i] = tokens
        if tuple(q) != p:
            q = [n for n in q if n]
            turns = [d[i:] + d[:i] for d in (q, q[::-1]) for i in range(len(q))]
            yield [tuple(min(turns, default=()))]";

#[derive(Clone)]
struct Shrinking {
    consecutive: usize,
}

/// The game; `stacks` is their number at the start.
pub(super) fn game(code: String, words: String, stacks: usize, consecutive: usize) -> Game {
    let shape = Shape::Box(vec![0; stacks]);
    let start = |_: &Shrinking, label: &[u64]| circle(&label.iter().map(|&stack| stack as u32).collect::<Point>());
    let mut game = Game::enumerated(code, words, shape, Shrinking { consecutive }, start);
    game.symmetry = Symmetry::Circle;
    game
}

/// The circle of the stacks that are not empty: the least of its rotations and reflections.
fn circle(stacks: &Point) -> Point {
    let full: Point = stacks.iter().copied().filter(|&stack| stack > 0).collect();
    let back: Point = full.iter().rev().copied().collect();
    let turned =
        |stacks: &Point, first: usize| -> Point { stacks[first..].iter().chain(&stacks[..first]).copied().collect() };
    let all = (0..full.len()).flat_map(|first| [turned(&full, first), turned(&back, first)]);
    all.min().unwrap_or(full)
}

impl Rules for Shrinking {
    type Position = Point;

    /// Visits every option once for each stack where it can start: the first of the stacks that a move touches loses at
    /// least one token.
    fn options(&self, stacks: &Point, visit: &mut Visit<'_, Point>) -> ControlFlow<()> {
        let stacks: Point = stacks.iter().copied().filter(|&stack| stack > 0).collect();
        let touched = self.consecutive.min(stacks.len());
        for first in 0..stacks.len() {
            let mut left = stacks.clone();
            for tokens in 0..stacks[first] {
                left[first] = tokens;
                take_from(&stacks, first, 1..touched, &mut left, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The empty circle is written as one empty stack.
    fn show(&self, stacks: &Point) -> String {
        if stacks.is_empty() { "0".to_string() } else { Position::show(stacks) }
    }

    fn python(&self) -> Option<Python> {
        let body = PYTHON.replace('K', &self.consecutive.to_string());
        Some(Python::heaps(&body).importing("itertools", "product"))
    }
}

/// Tries all numbers of tokens left in the stacks whose distances from `first` are given.
fn take_from(
    stacks: &Point,
    first: usize,
    distances: std::ops::Range<usize>,
    left: &mut Point,
    visit: &mut Visit<'_, Point>,
) -> ControlFlow<()> {
    if distances.is_empty() {
        return visit(&[circle(left)]);
    }
    let place = (first + distances.start) % stacks.len();
    for tokens in 0..=stacks[place] {
        left[place] = tokens;
        take_from(stacks, first, distances.start + 1..distances.end, left, visit)?;
    }
    left[place] = stacks[place];
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_shrink() {
        let point = |stacks: &[u32]| stacks.iter().copied().collect::<Point>();
        assert_eq!(circle(&point(&[0, 3, 0, 1, 2])), point(&[1, 2, 3]));
        assert_eq!(circle(&point(&[0, 0])), point(&[]));
        // 1 and 3 become consecutive when the stack between them is empty.
        let mut after = Vec::new();
        let _ = Shrinking { consecutive: 2 }.options(&point(&[1, 1, 1, 0]), &mut |option| {
            after.push(option[0].clone());
            ControlFlow::Continue(())
        });
        after.sort();
        after.dedup();
        assert_eq!(after, [point(&[1]), point(&[1, 1])]);
    }
}
