//! What a sparse form knows beside the values: the classes, the rare positions, the
//! witnesses; and the judgement of what the witnesses leave open.

use super::classes::Classes;
use super::moves::Moves;
use super::record::{Cell, Found, Record, undecided};
use crate::error::Error;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// Values that witnesses are chosen by.
const SAMPLES: u64 = 256;

/// Pairs of a witness and a place that are chosen among.
const CANDIDATES: usize = 384;

/// Where wide forms begin to look for witnesses, in long records.
const FIRST_WITNESS: u64 = 6000;

/// The most pairs of a witness and a place in narrow forms.
const WITNESSES: usize = 96;

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

    /// Common positions, in order.
    fn commons<'r, C: Cell>(&'r self, record: &'r Record<C>) -> impl Iterator<Item = u64> {
        // A witness is the smaller part of the splits it takes part in.
        let upto = (record.len() / 2).saturating_sub(self.moves.last);
        (1..upto).filter(|&a| record.get(a).is_some_and(|value| !self.classes.is_rare(a, value.into())))
    }

    /// Chooses as many witnesses as are wanted among common positions that are not the
    /// smallest: their values are more like those they meet.
    pub fn choose_many<C: Cell>(&mut self, record: &Record<C>, wanted: usize) {
        let skip = (record.len() / 4).min(FIRST_WITNESS);
        let commons = self.commons(record).filter(|&a| a >= skip);
        let pairs = commons.flat_map(|a| self.moves.splits.iter().map(move |&k| (a, k)));
        self.witnesses = pairs.take(wanted).collect();
    }

    /// Chooses witnesses greedily by how many rare values they exclude for the last
    /// positions. Values must fit 64 bits in compressed form.
    pub fn choose_best<C: Cell>(&mut self, record: &Record<C>) {
        let end = record.len();
        let classes = self.classes;
        let short = |n: u64| record.get(n).map(Into::into).filter(|&value| !classes.is_rare(n, value));
        let candidates: Vec<(u64, u64)> = self
            .commons(record)
            .flat_map(|a| self.moves.splits.iter().map(move |&k| (a, k)))
            .take(CANDIDATES)
            .collect();
        let mut open: Vec<(u64, u64)> = (end.saturating_sub(SAMPLES)..end)
            .filter_map(|n| {
                let value = short(n)?;
                let bound = classes.rares_below(n, classes.compress(value));
                (bound < 64).then_some((n, (1u64 << bound) - 1))
            })
            .collect();
        let excluded = |a: u64, k: u64, n: u64| {
            let (a, b) = (short(a)?, short(n.checked_sub(k + a)?)?);
            1u64.checked_shl(classes.compress(a ^ b))
        };
        let mut cover: Vec<Vec<u64>> = candidates
            .iter()
            .map(|&(a, k)| open.iter().map(|&(n, _)| excluded(a, k, n).unwrap_or(0)).collect())
            .collect();
        self.witnesses.clear();
        let all = open.clone();
        let mut fresh = true;
        while self.witnesses.len() < WITNESSES.min(candidates.len()) {
            let gain = |cover: &Vec<u64>| open.iter().zip(cover).map(|(o, c)| (o.1 & c).count_ones()).sum::<u32>();
            let Some((best, most)) = cover.iter().map(gain).enumerate().max_by_key(|&(i, gain)| (gain, usize::MAX - i))
            else {
                break;
            };
            if most == 0 {
                // All samples are settled: the next ones settle them once more.
                if fresh {
                    break;
                }
                open.clone_from(&all);
                fresh = true;
                continue;
            }
            fresh = false;
            self.witnesses.push(candidates[best]);
            open.iter_mut().zip(&cover[best]).for_each(|(open, cover)| open.1 &= !cover);
            cover[best].fill(0);
        }
    }

    /// Notes that the exact search excluded a value at n by a part.
    fn note(&mut self, n: u64, part: u64) {
        let slot = &mut self.searched[part.checked_ilog2().unwrap_or(0) as usize];
        *slot = (n, slot.1.max(part));
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
