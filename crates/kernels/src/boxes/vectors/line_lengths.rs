//! Remoteness and suspense of rays, and of lines parallel to them, in any number of coordinates; normal play.
//!
//! Idea: of the plays that a direction of moves leads to, only two matter, the best one after a move to a P-position
//! and the best one after a move to an N-position. So each line keeps two numbers (`line_table.rs`).
//!
//! Recurrence: for remoteness, R(p) = 1 + the least even number of the lines through p if there is one, else 1 + their
//! largest odd number, else 0; for suspense, the largest even and the least odd number. At p, a line of moves
//! `first` + k `more` takes in the length at p - first. Cost: a few steps for each position and line. Memory: twenty
//! bytes for each line, and the lengths of the slices to which lines reach back. Reference: C. A. B. Smith, Graphs and
//! composite games, J. Combin. Theory 1 (1966).

use super::line_table::{BoxOfLines, OnLines, give_lines};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, PlayLength, Value};
use grundy_core::stream::Outlet;

/// Lengths of plays of games whose moves are lines.
pub struct LineLengths;

/// The box of a game whose lengths are asked for.
fn layout(task: &Task<'_>) -> Option<BoxOfLines> {
    let asked = task.play == Play::Normal && [Value::REMOTENESS, Value::SUSPENSE].contains(&task.value);
    BoxOfLines::of(task).filter(|layout| asked && layout.longest() < u64::from(u32::MAX))
}

impl Kernel for LineLengths {
    fn name(&self) -> &'static str {
        "line-lengths"
    }

    fn summary(&self) -> &'static str {
        "remoteness and suspense of rays in any number of coordinates, with the best plays of each line"
    }

    fn knows(&self, value: Value) -> bool {
        [Value::REMOTENESS, Value::SUSPENSE].contains(&value)
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        layout(task).is_some_and(|layout| layout.bytes::<Remoteness>() <= task.memory.0)
    }

    /// Coordinates suffice to describe the positions.
    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        layout(task).map_or(32, |layout| (u64::BITS - layout.longest().leading_zeros()).max(1))
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        layout(task).map_or(Bytes(0), |layout| Bytes(layout.bytes::<Remoteness>()))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        match layout(task) {
            Some(layout) if task.value == Value::REMOTENESS => give_lines::<Remoteness>(task, &layout, sink)?,
            Some(layout) => give_lines::<Suspense>(task, &layout, sink)?,
            None => {}
        }
        Ok(Solution::default())
    }
}

type Remoteness = LengthsOfLines<true>;
type Suspense = LengthsOfLines<false>;

/// The best plays on the lines of one direction.
struct LengthsOfLines<const HURRIES: bool>(Vec<PlayLength>);

impl<const HURRIES: bool> OnLines for LengthsOfLines<HURRIES> {
    fn bytes_per_line(_: &BoxOfLines) -> u128 {
        size_of::<PlayLength>() as u128
    }

    fn new(lines: usize, _: &BoxOfLines) -> Self {
        Self(vec![PlayLength::new(HURRIES); lines])
    }

    #[inline]
    fn clear(&mut self, line: usize) {
        self.0[line] = PlayLength::new(HURRIES);
    }

    #[inline]
    fn insert(&mut self, line: usize, length: u32) {
        self.0[line].add(length);
    }

    #[inline]
    fn value(directions: &[Self], lines: &[usize]) -> u32 {
        let mut all = PlayLength::new(HURRIES);
        directions.iter().zip(lines).for_each(|(kept, &line)| all.join(kept.0[line]));
        all.value()
    }
}
