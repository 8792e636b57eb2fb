//! One pass: from the largest of some totals back to the empty start, layer by layer.

use super::super::simd::{Work, fast};
use super::lines::{Class, Lines, WIDTH};
use crate::checkpoint::{State, StateReader};
use crate::error::Error;
use rayon::prelude::*;

/// Totals of one pass: half of them, the even ones, have a bit each.
const TOTALS: u64 = 128;

/// Lines of a task.
const TASK: usize = 1 << 8;

/// Layers from this many words on are shared between the threads.
const LARGE: usize = 1 << 13;

/// The totals `first` to `end`, and the latest layer.
pub(super) struct Pass {
    first: u64,
    end: u64,
    /// The stones of the next layer, and one more.
    stones: u64,
    /// The words of all lines, those behind the end of a line with all bits set; in the
    /// beginning all are.
    words: Vec<u64>,
    /// The layer before, to be overwritten.
    spare: Vec<u64>,
}

impl Pass {
    /// The totals from `first` on, as far as they are rows.
    pub fn new(first: u64, rows: u64, lines: &Lines) -> Self {
        let words = vec![u64::MAX; lines.all_words()];
        let end = rows.min(first + TOTALS);
        Self { first, end, stones: layers(end), spare: words.clone(), words }
    }

    /// The pass after this one, in the same memory.
    pub fn next(self, rows: u64) -> Self {
        let Self { end: first, mut words, mut spare, .. } = self;
        words.fill(u64::MAX);
        spare.fill(u64::MAX);
        let end = rows.min(first + TOTALS);
        Self { first, end, stones: layers(end), words, spare }
    }

    pub fn first(&self) -> u64 {
        self.first
    }

    pub fn end(&self) -> u64 {
        self.end
    }

    /// Layers still to come.
    pub fn stones(&self) -> u64 {
        self.stones
    }

    /// Whether, with no stone placed yet, the player who places the first of n wins.
    pub fn next_wins(&self, n: u64, lines: &Lines) -> bool {
        let word = self.words[lines.classes(0)[0].word];
        n.is_multiple_of(2) && word >> ((n - self.first) / 2) & 1 != 0
    }

    pub fn save(&self, lines: &Lines, state: &mut State) -> Result<(), Error> {
        state.put(&(self.first, self.stones))?;
        let words = &self.words[..lines.words(self.stones)];
        state.put_bytes(&words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>());
        Ok(())
    }

    /// Takes up what was saved; none if that is of another game.
    pub fn load(state: &mut StateReader<'_>, rows: u64, lines: &Lines) -> Option<Self> {
        let (first, stones) = state.take::<(u64, u64)>()?;
        let (words, _) = state.take_bytes()?.as_chunks::<8>();
        if first >= rows || !first.is_multiple_of(TOTALS) {
            return None;
        }
        let mut pass = Self::new(first, rows, lines);
        if stones >= pass.stones || lines.words(stones) != words.len() {
            return None;
        }
        pass.words.iter_mut().zip(words).for_each(|(word, &bytes)| *word = u64::from_le_bytes(bytes));
        Some(Self { stones, ..pass })
    }

    /// Computes the next layer, that of one stone less.
    pub fn layer(&mut self, lines: &Lines) {
        self.stones -= 1;
        let ends = self.stones.is_multiple_of(2) && self.stones >= self.first;
        let bit = if ends { 1 << ((self.stones - self.first) / 2) } else { 0 };
        let (classes, before) = (lines.classes(self.stones), &self.words[..]);
        let mut rest = &mut self.spare[classes[0].word..];
        let mut tasks = Vec::new();
        for (w, class) in (0..).zip(classes) {
            let (words, others) = std::mem::take(&mut rest).split_at_mut(class.count * class.capacity);
            rest = others;
            let tasks_of_class = words.chunks_mut(TASK * class.capacity).enumerate();
            tasks.extend(tasks_of_class.map(|(index, words)| Task {
                lines,
                class: *class,
                line: class.line + index * TASK,
                free: (self.stones - w) as usize,
                bit,
                before,
                words,
            }));
        }
        if lines.words(self.stones) < LARGE {
            tasks.into_iter().for_each(fast);
        } else {
            tasks.into_par_iter().for_each(fast);
        }
        std::mem::swap(&mut self.words, &mut self.spare);
    }
}

/// How many layers a pass has: the largest even total below `end` has the first.
fn layers(end: u64) -> u64 {
    (end - 1) / 2 * 2 + 1
}

/// Some lines of a class.
struct Task<'t> {
    lines: &'t Lines,
    class: Class,
    /// The first line.
    line: usize,
    /// The stones that are not on the lines.
    free: usize,
    /// The bit of the total for which all stones are placed, if there is one.
    bit: u64,
    /// The layer of one stone more.
    before: &'t [u64],
    words: &'t mut [u64],
}

impl Work for Task<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let length = self.free / 2 + 1;
        let Class { line: first, word, capacity, .. } = self.class;
        for (line, words) in (self.line..).zip(self.words.chunks_exact_mut(capacity)) {
            let same = word + (line - first) * capacity;
            let moves = self.lines.moves(line);
            let used = length.next_multiple_of(WIDTH);
            let (chunks, _) = words[..used].as_chunks_mut::<WIDTH>();
            for (from, chunk) in (0..).step_by(WIDTH).zip(chunks) {
                let mut all = [u64::MAX; WIDTH];
                and(&mut all, self.before, same + from);
                and(&mut all, self.before, same + from + 1);
                moves.iter().for_each(|&place| and(&mut all, self.before, place as usize + from));
                *chunk = all.map(|word| !word);
            }
            words[length..used.max(length + 1)].fill(u64::MAX);
            if self.bit != 0 {
                end(&mut words[..length], self.lines.piles(line), self.free, self.bit);
            }
        }
    }
}

#[inline(always)]
fn and(all: &mut [u64; WIDTH], words: &[u64], from: usize) {
    if let Some(words) = words.get(from..).and_then(|words| words.first_chunk::<WIDTH>()) {
        (0..WIDTH).for_each(|i| all[i] &= words[i]);
    }
}

/// All stones are placed: the Nim on the piles decides. Place x of a line has x more stones
/// on the second pile than on the third; the first has the rest.
#[inline(always)]
fn end(words: &mut [u64], (third, nim): (usize, usize), free: usize, bit: u64) {
    for (x, word) in words.iter_mut().enumerate() {
        let (first, second) = (third + free - x, third + x);
        *word = *word & !bit | if first ^ second ^ nim != 0 { bit } else { 0 };
    }
}
