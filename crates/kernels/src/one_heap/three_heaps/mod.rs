//! Codes whose moves leave three heaps.
//!
//! Read `plain.rs` first: it is the same method without optimisations.
//!
//! Idea: the *row* of a sum m is the set of nim-sums of all pairs of heaps with that sum, as bits. The values of
//! three heaps with the sum r are all G(c) ^ x with x in the row of r - c. Here c may be the smallest of the three
//! heaps, so c <= r/3 is enough. Rows are stored transposed in groups of 64: one word tells for which of 64 sums m
//! there are pairs with the value x. So one step finds, for one c, eight values and 64 sums r, which of these values
//! three heaps with the sum r have. It takes words of two groups and shifts them by c. For most values, a few dozen c
//! show that three heaps of each of the 64 sums have them. The other values are tested one by one, in the order of
//! the mex, and only the mex itself needs all c. Neighbouring heaps mostly have neighbouring values. So few groups of
//! eight values contain a mex of 64 sums, and neighbouring c need neighbouring words. As values grow with n, most
//! large nim-sums are nearly ordinary sums: for many c, no pairs of a group have any of 64 neighbouring values, and
//! these c are skipped.
//!
//! Cost: for each n, one byte is set for each of n/2 pairs. For each 64 sums, up to n/3 steps for each eight values
//! that contain a mex, which are about ten, and mostly a few dozen steps for each of the others. In total about n^2,
//! where all triples would be n^3/36. Memory: the rows from 2n/3 on. Each has one bit for every possible nim-sum, at
//! most 4n. The words that are zero in 64 rows are not stored; these are mostly more than half. If the rows do not
//! fit in half of the memory, the plain recurrence takes over. Reference: Winning Ways ch. 4, where such games are
//! computed by all triples; the rows are sets of sums, convolutions of bits.

mod pairs;
mod search;
mod triples;

use super::take_and_break::HeapList;
use crate::shared::Emitter;
use crate::shared::value_set::insert;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::event::RunEvent;
use grundy_core::ruleset::{Play, TakeAndBreak};
use grundy_core::stream::{Flow, Outlet};
use pairs::Pairs;
use search::Hints;
use std::collections::VecDeque;
use triples::{Thirds, Triples};

/// Codes whose moves leave three heaps, by sets of pairs.
pub struct ThreeHeaps;

impl Kernel for ThreeHeaps {
    fn name(&self) -> &'static str {
        "three-heaps"
    }

    fn summary(&self) -> &'static str {
        "codes whose moves leave three heaps, by the sets of nim-sums of pairs"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let code = task.structure::<TakeAndBreak>();
        code.is_some_and(|code| code.most_heaps() == 3 && code.last_place().is_some()) && task.play == Play::Normal
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        Bytes(u128::from(task.ruleset.rows().len()) * 16).plus(room(task))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(code) = task.structure::<TakeAndBreak>() else { return Ok(Solution::default()) };
        let (rows, room) = (task.ruleset.rows().len(), room(task));
        let mut out = Emitter::new(task, sink);
        let (mut heaps, mut plain) = (NeededSums::new(code), None);
        task.control.phase("computing", rows);
        for n in 0..rows {
            if plain.is_none() && heaps.held() > room {
                let told = format!(
                    "note: from n = {n} on, the sets of pairs do not fit into half of `memory` ({}); the plain recurrence continues, which takes far longer",
                    task.memory
                );
                task.control.event(&RunEvent::Told(&told));
                plain = Some(HeapList::from_values(std::mem::take(&mut heaps.values)));
                heaps = NeededSums::new(code);
            }
            let value = match &mut plain {
                Some(heaps) => heaps.next(code, task.control)?,
                None => heaps.next(),
            };
            if out.push(value)? == Flow::Stop {
                return Ok(Solution::default());
            }
            if n % 64 == 0 {
                task.control.check()?;
                task.control.progress(n);
            }
        }
        out.flush()?;
        let note = "the sets of pairs did not fit into memory, so the plain recurrence continued".to_string();
        Ok(Solution { notes: plain.map(|_| note).into_iter().collect(), ..Solution::default() })
    }
}

/// The memory for the sets: an upper bound on what they need, but at most half of the memory. No value exceeds 2n,
/// because a play from a heap of n has at most n moves that remove tokens and n moves that only split.
fn room(task: &Task<'_>) -> Bytes {
    let rows = u128::from(task.ruleset.rows().len());
    let last = task.structure::<TakeAndBreak>().and_then(TakeAndBreak::last_place).map_or(0, u128::from);
    let row = (2 * rows + 64).next_power_of_two() / 8 + size_of::<Box<[u64]>>() as u128;
    // Groups of pairs, rows of pairs, and sets of triples.
    Bytes(((rows / 3 + rows / 1024 + 4 * last + 600) * row).min(task.memory.0 / 2))
}

/// The values so far, and the sets that are still needed.
struct NeededSums<'c> {
    code: &'c TakeAndBreak,
    last: usize,
    values: Vec<u32>,
    largest: u32,
    pairs: Pairs,
    thirds: Thirds,
    /// The values of three heaps, for the blocks of sums that moves from n may leave.
    triples: VecDeque<Triples>,
    hints: Hints,
    /// The values of options with fewer than three heaps, for the current n.
    few: Vec<u64>,
}

impl<'c> NeededSums<'c> {
    fn new(code: &'c TakeAndBreak) -> Self {
        Self {
            code,
            last: code.last_place().unwrap_or(0) as usize,
            values: Vec::new(),
            largest: 0,
            pairs: Pairs::default(),
            thirds: Thirds::default(),
            triples: VecDeque::new(),
            hints: Hints::default(),
            few: Vec::new(),
        }
    }

    /// The memory that the sets take.
    fn held(&self) -> Bytes {
        let triples: usize = self.triples.iter().map(Triples::words).sum();
        Bytes(8 * (self.pairs.words() + self.thirds.words() + triples) as u128)
    }

    /// The value of the next heap.
    fn next(&mut self) -> u32 {
        let n = self.values.len();
        self.begin(n);
        let mut left = Vec::new();
        for place in 0..=self.last.min(n) {
            let (digit, rest) = (self.code.digit(place as u64), n - place);
            if (digit & 1 != 0 && rest == 0) || (digit & 2 != 0 && rest >= 1) {
                insert(&mut self.few, self.values[rest]);
            }
            if digit & 4 != 0 {
                self.few.iter_mut().zip(self.pairs.row(rest)).for_each(|(few, &pairs)| *few |= pairs);
            }
            if digit & 8 != 0 && rest >= 3 {
                left.push(rest);
            }
        }
        let value = self.mex(&left);
        self.values.push(value);
        if let Some((_, &chunk)) = self.values.split_last_chunk()
            && self.values.len().is_multiple_of(chunk.len())
        {
            self.thirds.add(chunk);
        }
        self.largest = self.largest.max(value);
        value
    }

    /// Makes the row of n, discards what is no longer needed, and starts with no option.
    fn begin(&mut self, n: usize) {
        self.pairs.add(&self.values, self.largest);
        let lowest = n.saturating_sub(self.last) / 64;
        // The smallest of three heaps with the sum r is at most r/3. The two others are looked up in groups.
        self.pairs.forget(64 * lowest, (128 * lowest / 3 / 64).saturating_sub(2));
        while self.triples.front().is_some_and(|triples| triples.block() < lowest) {
            self.triples.pop_front();
        }
        while self.triples.back().is_none_or(|triples| triples.block() < n / 64) {
            let next = self.triples.back().map_or(lowest, |triples| triples.block() + 1);
            self.triples.push_back(Triples::new(next));
        }
        self.few.clear();
        self.few.resize((self.largest as usize / 64 + 1).next_power_of_two(), 0);
    }

    /// The smallest value of no option: neither in `few`, nor a value of three heaps with one of the sums in `left`.
    fn mex(&mut self, left: &[usize]) -> u32 {
        let first = |word: usize| {
            let open =
                left.iter().fold(u64::MAX, |open, &rest| open & self.triples[self.at(rest)].open(word, rest % 64));
            let mut places = (0..64).filter(|place| open >> place & 1 != 0);
            places.find_map(|place| self.missing_at(64 * word + place, left))
        };
        (0..).find_map(first).unwrap_or(0)
    }

    /// The index of a sum's block in `triples`.
    fn at(&self, rest: usize) -> usize {
        rest / 64 - self.triples.front().map_or(0, Triples::block)
    }

    /// The smallest of the eight values at a place that no option has.
    fn missing_at(&mut self, place: usize, left: &[usize]) -> Option<u32> {
        let few = self.few.get(place / 8).map_or(0, |word| (word >> (8 * (place % 8))) as u8);
        let known = left.iter().fold(few, |known, &rest| known | self.triples[self.at(rest)].known(place, rest % 64));
        (0..8)
            .filter(|lane| known >> lane & 1 == 0)
            .map(|lane| (8 * place + lane) as u32)
            .find(|&value| !self.is_left(value, left))
    }

    /// Whether a value is one of three heaps with one of these sums.
    fn is_left(&mut self, value: u32, left: &[usize]) -> bool {
        left.iter().any(|&rest| {
            // Pairs whose row is not yet part of a group.
            let mut near = 1..=(rest % 64).min(rest / 3);
            let at = self.at(rest);
            near.any(|third| self.pairs.has(rest - third, value ^ self.values[third]))
                || self.triples[at].look_for(value, rest % 64, &self.thirds, &self.pairs, &mut self.hints)
        })
    }
}
