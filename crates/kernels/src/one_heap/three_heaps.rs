//! Codes whose moves leave three heaps.
//!
//! Idea: for each sum m the nim-sums of all pairs of heaps with that sum are kept as a set of bits, the row of m. The values of three
//! heaps with the sum r are then all G(c) ^ x with x in the row of r - c. Some dozens of these moved rows, joined a word at a time, have almost
//! every value below the mex. The others, and the mex itself, are asked for one by one: v is the value of an option iff v ^ G(c) is in
//! the row of r - c for some c, and the smallest of three heaps, at most r/3, is enough to ask. Where such a c is found, its whole row is joined, which
//! mostly has others of these values, and it is remembered: rows of the c found last are joined first, and near the c by which a value was found it is
//! looked for again, as the next n often has it from there. To look at one value in many rows, these are kept a second time, 64 of them turned around:
//! neighbouring c have mostly neighbouring values, and so neighbouring words.
//!
//! Cost for n: n/2 bits to set, some n bits to look at (n/3 of them show the mex), and 100 to 300 rows of n/64 words to join;
//! so n^2 in all, where all triples would be n^3/36. Memory: the rows from 2n/3 on, each of as many bits as a nim-sum can be large, that is
//! at most n/3 rows of 4n bits, twice, but mostly less than half of that. Where they do not fit half of the memory the plain recurrence goes on.
//! Reference: Winning Ways ch. 4, where such games are computed by all triples; the rows are sets of sums, convolutions of bits.

use super::take_and_break::Heaps;
use crate::shared::Emitter;
use crate::shared::value_set::{contains, first_missing, insert, join_moved, turned};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, TakeAndBreak, View};
use grundy_core::simd::{Work, fast};
use grundy_core::stream::{Flow, Sink};
use std::collections::VecDeque;
use std::ops::RangeInclusive;

/// How many thirds are remembered whose rows are joined first.
const REMEMBERED: usize = 96;

/// How far from a third that had a value it is looked for first.
const NEAR: usize = 64;

/// Rows are joined until no more values are left over than these.
const LEFT_OVER: u32 = 6;

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
        matches!(task.ruleset.view(), View::TakeAndBreak(code) if code.most_heaps() == 3 && code.last_place().is_some())
            && task.play == Play::Normal
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        Bytes(u128::from(task.ruleset.rows().len()) * 16).plus(room(task))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<Solution, Error> {
        let View::TakeAndBreak(code) = task.ruleset.view() else { return Ok(Solution::default()) };
        let (rows, room) = (task.ruleset.rows().len(), room(task));
        let mut out = Emitter::new(task, sink);
        let (mut heaps, mut plain) = (Sums::new(code), None);
        task.control.phase("computing", rows);
        for n in 0..rows {
            if plain.is_none() && heaps.held() > room {
                plain = Some(Heaps::from_values(std::mem::take(&mut heaps.values)));
                heaps = Sums::new(code);
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
        let note = "the sets of pairs did not fit the memory: the plain recurrence went on".to_string();
        Ok(Solution { notes: plain.map(|_| note).into_iter().collect(), ..Solution::default() })
    }
}

/// What the rows may take: what all can come to, but at most half of the memory. No value is above 2n, as a play that begins with a heap of n has
/// at most n moves that remove tokens and n that only split.
fn room(task: &Task<'_>) -> Bytes {
    let rows = u128::from(task.ruleset.rows().len());
    let row = (2 * rows + 64).next_power_of_two() / 8 + size_of::<Box<[u64]>>() as u128;
    Bytes((2 * (rows / 3 + 128) * row).min(task.memory.0 / 2))
}

/// The values so far, and the rows that are still needed.
struct Sums<'c> {
    code: &'c TakeAndBreak,
    last: usize,
    values: Vec<u32>,
    largest: u32,
    /// The row of `first` and those behind it.
    rows: VecDeque<Box<[u64]>>,
    first: usize,
    /// The rows of 64 sums turned around, from the first of these groups on: where one value is asked of many rows, they lie side by side.
    turned: VecDeque<Box<[u64]>>,
    first_turned: usize,
    /// Words in the rows.
    words: usize,
    /// The values of the options in work.
    found: Vec<u64>,
    /// Smallest heaps of three whose rows are joined first.
    thirds: Vec<usize>,
    /// The third by which each value was found last.
    found_by: Vec<u32>,
}

impl<'c> Sums<'c> {
    fn new(code: &'c TakeAndBreak) -> Self {
        Self {
            code,
            last: code.last_place().unwrap_or(0) as usize,
            values: Vec::new(),
            largest: 0,
            rows: VecDeque::new(),
            first: 0,
            turned: VecDeque::new(),
            first_turned: 0,
            words: 0,
            found: Vec::new(),
            thirds: (1..=REMEMBERED).collect(),
            found_by: Vec::new(),
        }
    }

    /// What the rows take.
    fn held(&self) -> Bytes {
        Bytes((8 * self.words + size_of::<Box<[u64]>>() * self.rows.capacity()) as u128)
    }

    /// The value of the next heap.
    fn next(&mut self) -> u32 {
        let n = self.values.len();
        self.begin(n);
        let mut left = Vec::new();
        for place in 0..=self.last.min(n) {
            let (digit, rest) = (self.code.digit(place as u64), n - place);
            if (digit & 1 != 0 && rest == 0) || (digit & 2 != 0 && rest >= 1) {
                insert(&mut self.found, self.values[rest]);
            }
            if digit & 4 != 0 {
                join_moved(&mut self.found, &self.rows[rest - self.first], 0);
            }
            if digit & 8 != 0 && rest >= 3 {
                left.push(rest);
            }
        }
        self.join_rows(&left);
        let mut value = first_missing(&self.found, 0);
        while let Some(third) = self.third_of(value, &left) {
            self.join(third, &left);
            self.remember(value, third);
            value = first_missing(&self.found, value + 1);
        }
        self.values.push(value);
        self.largest = self.largest.max(value);
        value
    }

    /// Makes the row of n, forgets those that are no longer needed, and begins with no option.
    fn begin(&mut self, n: usize) {
        // No nim-sum of values so far is larger.
        let words = (self.largest as usize / 64 + 1).next_power_of_two();
        let mut row = vec![0; words].into_boxed_slice();
        fast(MarkPairs { values: &self.values, sum: n, row: &mut row });
        self.words += words;
        self.rows.push_back(row);
        // The smallest of three heaps with the sum r is at most r/3.
        while self.first < 2 * n.saturating_sub(self.last) / 3 {
            self.words -= self.rows.pop_front().map_or(0, |row| row.len());
            self.first += 1;
        }
        if n % 64 == 63 {
            self.turn(n / 64);
        }
        self.found.clear();
        self.found.resize(words, 0);
    }

    /// Turns the rows of a group around, and forgets groups of which no row is needed.
    fn turn(&mut self, group: usize) {
        // Rows that are forgotten already are not asked for.
        let row = |sum: usize| sum.checked_sub(self.first).and_then(|at| self.rows.get(at));
        let turned = turned((64 * group..64 * group + 64).map(|sum| row(sum).map_or(&[][..], |row| row)));
        self.words += turned.len();
        self.turned.push_back(turned);
        while 64 * self.first_turned + 63 < self.first {
            self.words -= self.turned.pop_front().map_or(0, |turned| turned.len());
            self.first_turned += 1;
        }
    }

    /// Joins the rows of the remembered thirds, until few values are left over.
    fn join_rows(&mut self, left: &[usize]) {
        for count in 0..self.thirds.len() {
            self.join(self.thirds[count], left);
            if count % 4 == 3 && missing_below(&self.found, self.largest) <= LEFT_OVER {
                break;
            }
        }
    }

    /// Joins the values of all options that leave three heaps, the smallest of them this one.
    fn join(&mut self, third: usize, left: &[usize]) {
        for &rest in left.iter().filter(|&&rest| third <= rest / 3) {
            let (row, by) = (&self.rows[rest - third - self.first], self.values[third]);
            fast(JoinMoved { to: &mut self.found, from: row, by });
        }
    }

    /// The smallest heap of an option with a value that leaves three heaps, if there is one.
    fn third_of(&self, value: u32, left: &[usize]) -> Option<usize> {
        let known = self.found_by.get(value as usize).map_or(1, |&third| third as usize);
        let most = left.iter().map(|rest| rest / 3).max().unwrap_or(0);
        let near = |third: usize| third.saturating_sub(NEAR).max(1)..=(third + NEAR).min(most);
        // Values that are left over beside each other have often the same third.
        let look = |thirds| self.third_among(thirds, value, left);
        look(near(known)).or_else(|| look(near(self.thirds[0]))).or_else(|| {
            let (mut below, mut above) = (known.saturating_sub(NEAR).max(1), (known + NEAR).min(most));
            let mut step = NEAR;
            while below > 1 || above < most {
                step *= 2;
                let (up, down) = ((above + step).min(most), below.saturating_sub(step).max(1));
                let found = look(above + 1..=up).or_else(|| look(down..=below - 1));
                if found.is_some() {
                    return found;
                }
                (below, above) = (down, up);
            }
            None
        })
    }

    /// The first of some thirds by which there is an option with a value.
    fn third_among(&self, thirds: RangeInclusive<usize>, value: u32, left: &[usize]) -> Option<usize> {
        left.iter().find_map(|&rest| {
            let (least, most) = (*thirds.start(), (*thirds.end()).min(rest / 3));
            if least > most {
                return None;
            }
            let ends = (rest - most) / 64..=(rest - least) / 64;
            ends.rev().find_map(|group| {
                let least = least.max(rest.saturating_sub(64 * group + 63));
                self.third_in_group(group, least..=most.min(rest - 64 * group), value, rest)
            })
        })
    }

    /// The same for thirds that leave pairs of which the sums are in one group.
    fn third_in_group(&self, group: usize, thirds: RangeInclusive<usize>, value: u32, rest: usize) -> Option<usize> {
        let (least, sum) = (*thirds.start(), rest - thirds.start());
        let mut moved = self.values[thirds].iter().map(|by| value ^ by).zip((0..=sum).rev());
        let at = match group.checked_sub(self.first_turned).and_then(|at| self.turned.get(at)) {
            Some(turned) => moved
                .position(|(value, sum)| turned.get(value as usize).is_some_and(|sums| sums >> (sum % 64) & 1 != 0)),
            None => moved.position(|(value, sum)| contains(&self.rows[sum - self.first], value)),
        };
        at.map(|at| least + at)
    }

    /// Puts a third in front of the others, by which a value was found.
    fn remember(&mut self, value: u32, third: usize) {
        let at = self.thirds.iter().position(|&known| known == third).unwrap_or(REMEMBERED - 1);
        self.thirds[at] = third;
        self.thirds[..=at].rotate_right(1);
        if self.found_by.len() <= value as usize {
            self.found_by.resize((value as usize + 1).next_power_of_two(), 1);
        }
        self.found_by[value as usize] = third as u32;
    }
}

/// How many values below a bound a set does not have.
fn missing_below(set: &[u64], bound: u32) -> u32 {
    let (whole, rest) = set.split_at(bound as usize / 64);
    let last = rest.first().map_or(0, |word| (!word & ((1 << (bound % 64)) - 1)).count_ones());
    whole.iter().map(|word| word.count_zeros()).sum::<u32>() + last
}

/// Marks the nim-sums of all pairs of heaps with a sum.
struct MarkPairs<'a> {
    values: &'a [u32],
    sum: usize,
    row: &'a mut [u64],
}

impl Work for MarkPairs<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        if self.sum < 2 {
            return;
        }
        let (half, mask) = (self.sum / 2, self.row.len() - 1);
        let low = &self.values[1..=half];
        let high = &self.values[self.sum - half..self.sum];
        for (a, b) in low.iter().zip(high.iter().rev()) {
            let value = a ^ b;
            self.row[(value as usize / 64) & mask] |= 1 << (value % 64);
        }
    }
}

/// [`join_moved`] with wide vectors.
struct JoinMoved<'a> {
    to: &'a mut [u64],
    from: &'a [u64],
    by: u32,
}

impl Work for JoinMoved<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        join_moved(self.to, self.from, self.by);
    }
}
