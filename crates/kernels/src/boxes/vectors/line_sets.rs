//! Values of rays, and of lines parallel to them, in any number of coordinates; normal play.
//!
//! Idea: each line has the set of the values on it as bits (`line_table.rs`).
//!
//! Recurrence: G(p) = mex of the union of the sets of the lines through p. At p, a line of moves `first` + k `more`
//! adds G(p - first) to its set. The search for a missing value begins at the largest of the lines' first words that
//! are not full. Cost: a few words for each position and line. Memory: for each line a bit for every possible value,
//! and the values of the slices to which lines reach back. Reference: see `rays_table`, which does the same in two
//! dimensions, faster.

use super::line_table::{BoxOfLines, OnLines, give_lines};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::Outlet;
use grundy_core::structure::{Faces, Heaps, Lines, Rays};

/// Values of games whose moves are lines.
pub struct LineSets;

/// The box of a game whose Grundy values are asked for.
fn layout(task: &Task<'_>) -> Option<BoxOfLines> {
    // Other kernels are for sums and single heaps.
    let lines = task.has::<Rays>() || task.has::<Lines>() || task.has::<Heaps>() || task.has::<Faces>();
    BoxOfLines::of(task).filter(|_| lines && task.play == Play::Normal && task.value == Value::GRUNDY)
}

impl Kernel for LineSets {
    fn name(&self) -> &'static str {
        "line-sets"
    }

    fn summary(&self) -> &'static str {
        "values of rays in any number of coordinates, with a set of used values for each line"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        layout(task).is_some_and(|layout| layout.bytes::<SetsOfLines>() <= task.memory.0)
    }

    /// Coordinates suffice to describe the positions.
    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        layout(task).map_or(32, |layout| (usize::BITS - layout.most.leading_zeros()).clamp(1, 32))
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        layout(task).map_or(Bytes(0), |layout| Bytes(layout.bytes::<SetsOfLines>()))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        if let Some(layout) = layout(task) {
            give_lines::<SetsOfLines>(task, &layout, sink)?;
        }
        Ok(Solution::default())
    }
}

/// The sets of the lines of one direction.
struct SetsOfLines {
    words: usize,
    bits: Vec<u64>,
    /// How many words of a set are full, counted from the first.
    full: Vec<u32>,
}

/// The number of words of a set: a value is at most the number of options.
fn words(layout: &BoxOfLines) -> usize {
    layout.most / 64 + 1
}

impl OnLines for SetsOfLines {
    fn bytes_per_line(layout: &BoxOfLines) -> u128 {
        8 * words(layout) as u128 + 4
    }

    fn new(lines: usize, layout: &BoxOfLines) -> Self {
        let words = words(layout);
        Self { words, bits: vec![0; lines * words], full: vec![0; lines] }
    }

    #[inline]
    fn clear(&mut self, line: usize) {
        self.bits[line * self.words..][..self.words].fill(0);
        self.full[line] = 0;
    }

    #[inline]
    fn insert(&mut self, line: usize, value: u32) {
        let set = &mut self.bits[line * self.words..][..self.words];
        set[value as usize / 64] |= 1 << (value % 64);
        let full = &mut self.full[line];
        while set.get(*full as usize) == Some(&u64::MAX) {
            *full += 1;
        }
    }

    #[inline]
    fn value(directions: &[Self], lines: &[usize]) -> u32 {
        let Some(words) = directions.first().map(|sets| sets.words) else { return 0 };
        let of_all = || directions.iter().zip(lines);
        let begin = of_all().map(|(sets, &line)| sets.full[line] as usize).max();
        let union = |word: usize| of_all().fold(0, |all, (sets, &line)| all | sets.bits[line * words + word]);
        let found = (begin.unwrap_or(0)..words).map(|word| (word, union(word))).find(|&(_, set)| set != u64::MAX);
        // There are fewer options than bits.
        let (word, set) = found.unwrap_or((words, 0));
        64 * word as u32 + set.trailing_ones()
    }
}
