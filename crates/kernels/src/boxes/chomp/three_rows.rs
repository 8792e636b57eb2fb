//! Chomp on three rows: finds the few P-positions; all others are N.
//!
//! A position has p >= q >= r pieces in its rows, p >= 1. For given p, q at most one r makes it P, because longer
//! third rows can be bitten down to that. So each p has at most p + 1 P-positions, found in the order of p and q.
//!
//! Recurrence: (p, q, r) is P if r is the least for which no bite leads to a P-position. A bite in the first row
//! leads to (p', q, r) or, with p' < q, to (p', p', r). For each q, the set of those r is stored for which one of
//! these is P. (With p' < r it leads to a whole bar, which is N by strategy stealing.) A bite in the second row leads
//! to (p, q', r) or, with q' < r, to (p, q', q'). For p, the set of the r that were found with smaller q is stored,
//! and the least q' for which (p, q', q') is P. In misère play the poisoned corner alone counts as N, and the rest
//! holds literally.
//!
//! Cost: for each p, q the words of a set up to the first free r, and one bit for each row that is given. Memory: one
//! bit for each q, r. References: A. E. Brouwer, G. Horvath, I. Molnar-Saska, C. Szabo, On three-rowed Chomp,
//! Integers 5 (2005), G7; D. Zeilberger, Three-rowed Chomp, Adv. Appl. Math. 26 (2001).

use super::ranks::{Bar, bar};
use crate::shared::blocks::next_block;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::Play;
use grundy_core::stream::{BitBlock, Flow, Outlet, Values};

/// Outcomes of all positions of Chomp on three rows.
pub struct ChompThreeRows;

/// The maximum number of rows of a block.
const LONGEST_BLOCK: usize = 1 << 20;

impl Kernel for ChompThreeRows {
    fn name(&self) -> &'static str {
        "chomp-three-rows"
    }

    fn summary(&self) -> &'static str {
        "outcomes of all positions of Chomp on three rows, from the P-positions alone"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.on_outcomes() && columns_of(task).is_some()
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let Some(columns) = columns_of(task) else { return Bytes(u128::MAX) };
        let sets = (columns as u128 + 1) * (columns as u128 / 16 + 128);
        Bytes(sets + LONGEST_BLOCK as u128)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(columns) = columns_of(task) else { return Ok(Solution::default()) };
        let mut search = PPositions::new(columns);
        let (mut block, mut given) = (BitBlock::default(), 0);
        task.control.phase("computing", task.ruleset.rows().len());
        for p in 1..=columns {
            task.control.check()?;
            search.next(p, task.play);
            for (q, &found) in search.found.iter().enumerate() {
                line(&mut block, q, found);
                let last = p == columns && q == p;
                if block.bits().len() >= next_block(given, LONGEST_BLOCK) || last {
                    let bits = block.bits();
                    if sink.block(given, Values::Bits(bits))? == Flow::Stop {
                        return Ok(Solution::default());
                    }
                    given += bits.len() as u64;
                    block.clear();
                    task.control.check()?;
                    task.control.progress(given);
                }
            }
        }
        Ok(Solution::default())
    }
}

/// The largest number of columns, if all positions on three rows are requested.
fn columns_of(task: &Task<'_>) -> Option<usize> {
    bar(task).filter(|&Bar { rows, all, .. }| all && rows == 3).map(|bar| bar.columns)
}

/// Appends the outcomes of (p, q, 0), ..., (p, q, q): all are N except the one that was found.
fn line(block: &mut BitBlock, q: usize, found: Option<usize>) {
    let word = |at: usize| match found {
        Some(r) if r / 64 == at => !(1 << (r % 64)),
        _ => u64::MAX,
    };
    let (whole, rest) = ((q + 1) / 64, (q + 1) % 64);
    block.extend(64, (0..whole).map(word));
    block.extend(rest, (rest > 0).then(|| word(whole) & ((1 << rest) - 1)));
}

/// The P-positions of all p so far.
struct PPositions {
    /// For each q, the r that a shorter first row turns into a P-position: (p', q, r), or (p', p', r) with p' < q.
    closed: Vec<ThirdRows>,
    /// The r of the P-positions (p', p', r).
    twice: ThirdRows,
    /// The r of the P-positions with the latest p.
    used: ThirdRows,
    /// For each q, the r for which (p, q, r) is a P-position, where p is the latest one.
    found: Vec<Option<usize>>,
}

impl PPositions {
    fn new(columns: usize) -> Self {
        let set = ThirdRows::new(columns);
        Self { closed: vec![set.up_to(0)], twice: set.clone(), used: set, found: vec![None] }
    }

    /// Finds the P-positions of p, which is one more than the latest.
    fn next(&mut self, p: usize, play: Play) {
        self.closed.push(self.twice.up_to(p));
        self.found.push(None);
        self.used.clear();
        // The least q with (p, q, q) P. One bite shortens the second and any longer third row to it.
        let mut end = usize::MAX;
        for (q, (closed, found)) in self.closed.iter_mut().zip(&mut self.found).enumerate() {
            let terminal = p == 1 && q == 0;
            let free = closed.first_free(&self.used).filter(|&r| r <= q && r < end);
            *found = free.filter(|_| !terminal || play == Play::Normal);
            let Some(r) = *found else { continue };
            closed.insert(r);
            self.used.insert(r);
            if r == q {
                end = q;
            }
            if p == q {
                self.twice.insert(r);
            }
        }
    }
}

/// A set of third rows, one bit each.
#[derive(Clone)]
struct ThirdRows {
    words: Vec<u64>,
    /// All words before this one are full.
    full: usize,
}

impl ThirdRows {
    /// The empty set of numbers up to `most`.
    fn new(most: usize) -> Self {
        Self { words: vec![0; most / 64 + 1], full: 0 }
    }

    /// The same set, for numbers up to `most`.
    fn up_to(&self, most: usize) -> Self {
        Self { words: self.words[..=most / 64].to_vec(), full: 0 }
    }

    fn clear(&mut self) {
        self.words.fill(0);
    }

    fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    /// The least number that is in neither set; `None` if all words of this set are full.
    fn first_free(&mut self, other: &ThirdRows) -> Option<usize> {
        self.full += self.words[self.full..].iter().take_while(|word| **word == u64::MAX).count();
        let words = self.words[self.full..].iter().zip(&other.words[self.full..]);
        let (at, free) = words.map(|(here, there)| !(here | there)).enumerate().find(|(_, free)| *free != 0)?;
        Some(64 * (self.full + at) + free.trailing_zeros() as usize)
    }
}
