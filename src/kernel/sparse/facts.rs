//! What a sparse form knows beside the values: the classes, the rare positions, the
//! witnesses; and the judgement of what the witnesses leave open.

use super::classes::Classes;
use super::moves::Moves;
use super::record::{Cell, Found, Record, undecided};
use crate::error::Error;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// The knowledge that makes a form.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Facts {
    pub moves: Moves,
    pub classes: Classes,
    /// The rare positions from 1 on, with their values.
    pub rares: Vec<(u64, u32)>,
    /// Common values that plain moves to rare positions give, under a parity of positions
    /// with odd places: (position, compressed value).
    pub extras: VecDeque<(u64, u32)>,
    /// Pairs of a witness position and a splitting place, the best first.
    pub witnesses: Vec<(u64, u64)>,
    /// Wide forms choose witnesses in groups alike: to each a belong a + d with the common
    /// value H(a) ^ v, for each (d, v) here. The first of every group come first.
    pub pattern: Vec<(u64, u32)>,
    /// How many values were known when they were chosen.
    pub chosen: u64,
    /// For every bit length of a: the last position whose proof needed the part a from the
    /// exact search, and the largest such part.
    pub searched: Vec<(u64, u64)>,
}

/// A position whose value is not final yet.
pub(crate) struct Pending {
    /// How many positions after the first of the chunk.
    pub offset: usize,
    /// The rare values to be excluded still, compressed, as bits.
    pub missing: SmallVec<[u64; 1]>,
    /// The form had no room for the value.
    pub full: bool,
}

/// How far a chunk's values hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All of them.
    Fine,
    /// Up to a position that has this rare value.
    Rare(u32),
    /// Up to a position whose value the form has no room for.
    Full,
}

impl Facts {
    /// The facts about a record, all of whose values are kept.
    pub fn new<C: Cell>(moves: &Moves, classes: Classes, record: &Record<C>) -> Self {
        let mut facts = Self {
            moves: moves.clone(),
            classes,
            rares: Vec::new(),
            extras: VecDeque::new(),
            witnesses: Vec::new(),
            pattern: vec![(0, 0)],
            chosen: 0,
            searched: vec![(0, 0); 64],
        };
        let (values, _) = record.parts();
        for (n, &value) in (0..).zip(values).skip(1) {
            if classes.is_rare(n, value.into()) {
                facts.add_rare(n, value.into());
            }
        }
        facts
    }

    /// Takes up a rare position.
    pub fn add_rare(&mut self, n: u64, value: u32) {
        self.rares.push((n, value));
        if self.classes.position {
            let odd = self.moves.plain.iter().filter(|&k| k % 2 == 1);
            self.extras.extend(odd.map(|k| (n + k, self.classes.compress(value))));
        }
    }

    /// Forgets what lies before n.
    pub fn forget_before(&mut self, n: u64) {
        self.extras.retain(|&(position, _)| position >= n);
    }

    /// The pairs (s, v): a common H(n - s) gives the common option H(n - s) ^ v.
    pub fn pairs(&self) -> Vec<(u64, u32)> {
        let splits = self.rares.iter().flat_map(|&(a, value)| {
            let v = self.classes.compress(value);
            self.moves.splits.iter().map(move |k| (a + k, v))
        });
        let plain = self.moves.plain.iter().filter(|&k| !self.classes.position || k % 2 == 0);
        let mut pairs: Vec<(u64, u32)> = splits.chain(plain.map(|&k| (k, 0))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// The pairs (s, v) by which a common H(n - s) excludes the rare value H(n - s) ^ v.
    pub fn witness_pairs<C: Cell>(&self, record: &Record<C>) -> Vec<(u64, u32)> {
        let short = |a: u64| self.classes.compress(record.get(a).map_or(0, Into::into));
        let odd = self.moves.plain.iter().filter(|&k| self.classes.position && k % 2 == 1);
        odd.map(|&k| (k, 0)).chain(self.witnesses.iter().map(|&(a, k)| (a + k, short(a)))).collect()
    }

    /// The first witness of every group, and its place.
    pub fn anchors(&self) -> &[(u64, u64)] {
        &self.witnesses[..self.witnesses.len() / self.pattern.len().max(1)]
    }

    /// How many lanes the common values need: 16, 32, 64, or more.
    pub fn lanes<C: Cell>(&self, record: &Record<C>) -> u32 {
        (self.classes.compress(record.largest()) + 2).next_power_of_two().max(16)
    }

    /// The planes of bytes that the common values need, with some to spare.
    pub fn planes<C: Cell>(&self, record: &Record<C>) -> u32 {
        self.classes.compress(record.largest()) / 8 + 3
    }

    /// The largest value that the form for the record has room for, and so may give.
    pub fn largest<C: Cell>(&self, record: &Record<C>) -> u32 {
        let lanes = self.lanes(record);
        // The forms with planes stand for "none" by a value beyond them.
        let top = if lanes <= 64 { lanes - 1 } else { 8 * self.planes(record) };
        let every = top.next_power_of_two() | top;
        self.classes.common_value(0, every)
            | self.classes.common_value(1, every)
            | 1 << self.classes.mask.trailing_zeros()
    }

    /// The farthest that a pair or a witness looks back.
    pub fn reach(&self) -> u64 {
        let witness = self.witnesses.iter().map(|&(a, _)| a).max().unwrap_or(0);
        let rare = self.rares.last().map_or(0, |&(n, _)| n);
        witness.max(rare) + self.moves.last
    }

    /// Notes that the exact search excluded a value at n by a part.
    pub fn note(&mut self, n: u64, part: u64) {
        let slot = &mut self.searched[part.checked_ilog2().unwrap_or(0) as usize];
        *slot = (n.max(slot.0), slot.1.max(part));
    }
}

/// Puts what is open to the exact search, in the order of positions; the record keeps the
/// values that hold.
pub(super) fn judge<C: Cell>(
    facts: &mut Facts,
    record: &mut Record<C>,
    from: u64,
    open: &[Pending],
) -> Result<Verdict, Error> {
    for pending in open {
        let n = from + pending.offset as u64;
        if pending.full {
            record.truncate(n);
            return Ok(Verdict::Full);
        }
        for (word, &bits) in pending.missing.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let value = facts.classes.rare_value(n, word as u32 * 64 + bits.trailing_zeros());
                bits &= bits - 1;
                match record.find(&facts.moves, n, value) {
                    Found::Part(part) => facts.note(n, part),
                    Found::Unknown => return Err(undecided(n)),
                    Found::None => {
                        record.truncate(n);
                        return Ok(Verdict::Rare(value));
                    }
                }
            }
        }
    }
    Ok(Verdict::Fine)
}
