//! A layer, the positions with a given number of stones, computed from the previous one.

use super::lines::{Class, Lines};
use crate::shared::lanes::Lane;
use grundy_core::simd::{Work, fast};
use rayon::prelude::*;

/// How many words are computed at once.
const WIDTH: usize = 16;

/// The number of lines of a task.
const TASK: usize = 1 << 8;

/// The threads share layers of at least this many words.
const LARGE: usize = 1 << 13;

/// Layers in words of some width.
pub(super) trait AnyLayers {
    /// The width of a word.
    fn bits(&self) -> u64;
    /// A word of the latest layer.
    fn word(&self, place: usize) -> u64;
    /// The first words of the latest layer.
    fn bytes(&self, words: usize) -> Vec<u8>;
    /// The opposite of `bytes`. Returns whether this was the right number of bytes.
    fn fill(&mut self, words: usize, bytes: &[u8]) -> bool;
    /// The latest layer, which has `stones` stones, in words twice as wide.
    fn widened(&self, stones: u64, lines: &Lines) -> Box<dyn AnyLayers>;
    /// Computes the layer of `stones` stones from that of one more. `end` is the bit of the total for which all
    /// stones are placed, or 0.
    fn turn(&mut self, stones: u64, end: u64, lines: &Lines);
}

/// The latest layer and the one before.
pub(super) struct Layers<W> {
    /// The words of the lines. Those after the end of a line are 0; initially all are 0.
    latest: Vec<W>,
    /// The layer before, to be overwritten.
    spare: Vec<W>,
}

/// A word whose bits stand for totals.
pub(super) trait Word: Lane {
    type Wider: Word;
}

impl Word for u8 {
    type Wider = u16;
}

impl Word for u16 {
    type Wider = u32;
}

impl Word for u32 {
    type Wider = u64;
}

/// A pass has no more than 64 totals.
impl Word for u64 {
    type Wider = Self;
}

impl<W: Word> Layers<W> {
    /// Layers of at most this many stones, about which nothing is known.
    pub fn new(stones: u64, lines: &Lines) -> Self {
        // Zeroed memory is not touched yet. The threads that compute share the cost of touching it.
        let zeros = || vec![W::default(); lines.words(stones) + PADDING];
        Self { latest: zeros(), spare: zeros() }
    }
}

/// Places after the last line, for reading beyond it.
const PADDING: usize = 2 * WIDTH;

impl<W: Word> AnyLayers for Layers<W> {
    fn bits(&self) -> u64 {
        u64::from(W::BITS)
    }

    fn word(&self, place: usize) -> u64 {
        self.latest[place].wide()
    }

    fn bytes(&self, words: usize) -> Vec<u8> {
        let width = W::BITS as usize / 8;
        self.latest[..words].iter().flat_map(|word| word.wide().to_le_bytes().into_iter().take(width)).collect()
    }

    fn fill(&mut self, words: usize, bytes: &[u8]) -> bool {
        let width = W::BITS as usize / 8;
        for (word, bytes) in self.latest[..words].iter_mut().zip(bytes.chunks(width)) {
            *word = W::low(bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        }
        bytes.len() == words * width
    }

    fn widened(&self, stones: u64, lines: &Lines) -> Box<dyn AnyLayers> {
        let mut wider = Layers::<W::Wider>::new(stones, lines);
        let words = wider.latest.par_iter_mut().zip(&self.latest).with_min_len(LARGE);
        words.for_each(|(new, old)| *new = W::Wider::low(old.wide()));
        Box::new(wider)
    }

    fn turn(&mut self, stones: u64, end: u64, lines: &Lines) {
        let (classes, before) = (lines.classes(stones), &self.latest[..]);
        let mut rest = &mut self.spare[classes[0].room.place(0)..];
        let mut tasks = Vec::new();
        for (w, class) in (0..).zip(classes) {
            let (words, others) = std::mem::take(&mut rest).split_at_mut(class.room.end() - class.room.place(0));
            rest = others;
            let tasks_of_class = words.chunks_mut(TASK * class.room.capacity).enumerate();
            tasks.extend(tasks_of_class.map(|(index, words)| LayerTask {
                class,
                line: index * TASK,
                free: (stones - w) as usize,
                end: W::low(end),
                before,
                words,
            }));
        }
        if lines.words(stones) < LARGE {
            tasks.into_iter().for_each(fast);
        } else {
            tasks.into_par_iter().for_each(fast);
        }
        std::mem::swap(&mut self.latest, &mut self.spare);
    }
}

/// Some lines of a class.
struct LayerTask<'t, W> {
    class: &'t Class,
    /// The first line.
    line: usize,
    /// The number of stones that are not on the lines.
    free: usize,
    /// The bit of the total for which all stones are placed, if there is one.
    end: W,
    /// The layer with one more stone.
    before: &'t [W],
    words: &'t mut [W],
}

impl<W: Word> Work for LayerTask<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let length = self.free / 2 + 1;
        // A line may overwrite the beginning of later lines with zeros, because these are computed afterwards. Only
        // the last lines of a task need care.
        let padded = (length + 1).next_multiple_of(WIDTH);
        let mut last = vec![W::default(); padded];
        let mut within = [W::default(); WIDTH];
        within[..length % WIDTH].fill(W::low(u64::MAX));
        let Self { class, line, free, end, before, words } = self;
        let capacity = class.room.capacity;
        for (index, line) in (line..line + words.len() / capacity).enumerate() {
            let (same, moves, piles) = (class.room.place(line), class.moves(line), class.piles(line));
            let line = LineSource { before, same, moves, piles, length, within, free, end };
            let words = &mut words[index * capacity..];
            if let Some(words) = words.get_mut(..padded) {
                line.compute(words);
            } else {
                line.compute(&mut last);
                let room = padded.min(words.len());
                words[..room].copy_from_slice(&last[..room]);
            }
        }
    }
}

/// What a line is computed from.
struct LineSource<'t, W> {
    /// The layer with one more stone.
    before: &'t [W],
    /// The place of the same line there.
    same: usize,
    /// The places of other lines.
    moves: &'t [u32],
    /// The third pile, and the nim-sum of it and the piles after it.
    piles: (u16, u16),
    /// The number of positions of the line.
    length: usize,
    /// All bits of the last of its words.
    within: [W; WIDTH],
    free: usize,
    end: W,
}

impl<W: Word> LineSource<'_, W> {
    #[inline(always)]
    fn compute(&self, words: &mut [W]) {
        for (from, words) in (0..).step_by(WIDTH).zip(words.as_chunks_mut::<WIDTH>().0) {
            let Some(before) = self.before.get(from..) else { return };
            let mut some = [W::default(); WIDTH];
            or(&mut some, before, self.same as u32);
            or(&mut some, before, self.same as u32 + 1);
            for &place in self.moves {
                or(&mut some, before, place);
            }
            let mut found = some.map(|word| !word);
            if self.end != W::default() {
                self.end(&mut found, from);
            }
            if from + WIDTH > self.length {
                for (i, word) in found.iter_mut().enumerate() {
                    *word = *word & self.within[i];
                }
            }
            *words = found;
        }
    }

    /// All stones are placed, so Nim on the piles decides. At place x of a line, the second pile has x more stones
    /// than the third, and the first pile has the rest.
    #[inline(always)]
    fn end(&self, found: &mut [W; WIDTH], from: usize) {
        let (third, nim) = self.piles;
        let [least, most] =
            [third.wrapping_add(from as u16), third.wrapping_add(self.free as u16).wrapping_sub(from as u16)];
        for (i, word) in found.iter_mut().enumerate() {
            let (first, second) = (most.wrapping_sub(i as u16), least.wrapping_add(i as u16));
            let set = if first ^ second ^ nim == 0 { self.end } else { W::default() };
            *word = *word & !self.end | set;
        }
    }
}

/// ORs the words at a place, if they are stored; all others are zero.
#[inline(always)]
fn or<W: Word>(some: &mut [W; WIDTH], words: &[W], place: u32) {
    let place = place as usize;
    if let Some(words) = words.get(place..place + WIDTH).and_then(|words| words.first_chunk::<WIDTH>()) {
        for i in 0..WIDTH {
            some[i] |= words[i];
        }
    }
}
