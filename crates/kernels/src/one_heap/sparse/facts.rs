//! What a sparse form knows in addition to the values: the classes, the rare positions, the witnesses, and the parts
//! by which values were proved.

use crate::one_heap::sparse::exact::mex::undecided;
use crate::one_heap::sparse::exact::record::{Past, Record};
use crate::one_heap::sparse::extras::{Extras, NO_OPTION, PairOptions};
use crate::one_heap::sparse::model::classes::Classes;
use crate::one_heap::sparse::model::moves::HeapMoves;
use crate::one_heap::sparse::model::room::Capacity;
use crate::one_heap::sparse::wide::planes::PLANES;
use crate::shared::width::Width;
use grundy_core::claim::Sparse;
use grundy_core::error::Error;
use grundy_core::simd::fast;
use serde::{Deserialize, Serialize};
use std::collections::{HashSet, VecDeque};

/// The knowledge from which a form is made.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Facts {
    pub moves: HeapMoves,
    pub classes: Classes,
    /// The rare positions from 1 on, with their values.
    pub rares: Vec<(u64, u32)>,
    /// Common values of options that no pair gives: plain moves to a rare position if position takes part, and moves
    /// to nothing. As (position, compressed value).
    pub extras: VecDeque<(u64, u32)>,
    /// Pairs of a witness position and a splitting place, the best first.
    pub witnesses: Vec<(u64, u64)>,
    /// Wide forms choose witnesses in congruent groups. For each first witness a and each (d, v) here, a + d is a
    /// witness with the common value H(a) ^ v. The first witnesses of all groups come first.
    pub pattern: Vec<(u64, u32)>,
    /// How many values were known when the witnesses were chosen.
    pub chosen: u64,
    /// Pairs with larger shifts are distant: a form does not store values that far back.
    pub near: u64,
    /// The distant pairs.
    distant: Vec<(u64, u32)>,
    /// For every bit length: the last position whose proof needed a part a of this length that is no longer a
    /// witness, and the largest such part.
    searched: Vec<(u64, u64)>,
}

/// Stands for the part of a proof that was not recorded.
pub(crate) const ANY_PART: u64 = u64::MAX;

/// How far back a form stores values, at least and at most.
const LEAST_NEAR: usize = 1 << 13;
pub(crate) const MOST_NEAR: usize = 1 << 19;

impl Facts {
    /// The facts about a complete record.
    pub fn new<C: Width>(moves: &HeapMoves, classes: Classes, record: &Record<C>) -> Self {
        let mut facts = Self {
            moves: moves.clone(),
            classes,
            rares: Vec::new(),
            extras: VecDeque::new(),
            witnesses: Vec::new(),
            pattern: vec![(0, 0)],
            chosen: 0,
            near: u64::MAX,
            distant: Vec::new(),
            searched: vec![(0, 0); 64],
        };
        let (values, _) = record.parts();
        for (n, &value) in (0..).zip(values).skip(1) {
            if classes.is_rare(n, value.into()) {
                facts.add_rare(n, value.into());
            }
        }
        // A move to nothing has a common value only if the parity of n takes part.
        let ends = moves.ends.iter().filter(|&&k| !classes.is_rare(k, 0));
        facts.extras.extend(ends.map(|&k| (k, classes.compress(0))));
        // It was not recorded how these values were proved, let alone in terms of these classes.
        facts.note(record.len().saturating_sub(1), ANY_PART);
        facts
    }

    /// The classes and the rare positions.
    pub fn rare_positions(&self) -> (Classes, &[(u64, u32)]) {
        (self.classes, &self.rares)
    }

    /// M: the last rare position, or 0.
    pub fn last_rare(&self) -> u64 {
        self.rares.last().map_or(0, |&(n, _)| n)
    }

    /// W: how many values before a position determine the common value there (U in `docs/theorems.md`).
    pub fn window(&self) -> u64 {
        self.moves.last + self.last_rare()
    }

    /// Removes the witnesses of the values before n, so that others are chosen.
    pub fn retire_witnesses(&mut self, n: u64) {
        if let Some(part) = self.witnesses.drain(..).map(|(a, _)| a).max() {
            self.note(n.saturating_sub(1), part);
        }
    }

    /// The largest part, apart from those of the witnesses, that the proof of a value from n on needed.
    pub fn needed_since(&self, n: u64) -> Option<u64> {
        self.searched.iter().filter(|&&(last, part)| last >= n && part > 0).map(|&(_, part)| part).max()
    }

    /// The sparse space with all parts by which values from n on were proved, if they are known.
    pub fn sparse_since(&self, n: u64) -> Option<Sparse> {
        let parts = self.needed_since(n).unwrap_or(0);
        let mut known = HashSet::new();
        let witnesses = self.witnesses.iter().map(|&(a, _)| a).filter(|&a| known.insert(a)).collect();
        let sparse = self.classes.sparse(self.rares.clone());
        (parts != ANY_PART).then_some(Sparse { witnesses, parts, ..sparse })
    }

    /// Determines the parts that prove the values from n on where they were not recorded, if these values are stored.
    pub fn resolve<C: Width>(&mut self, record: &Record<C>, n: u64) {
        let (values, _) = record.parts();
        let slot = &mut self.searched[ANY_PART.ilog2() as usize];
        let Some(values) = values.get(..=slot.0 as usize).filter(|_| slot.1 == ANY_PART) else { return };
        *slot = (0, 0);
        for n in n..values.len() as u64 {
            self.note(n, deepest_part(&self.moves, self.classes, values, n));
        }
    }

    /// Records a rare value at n. `largest` is the largest value so far.
    ///
    /// If its highest bit is above those of all earlier values and of the mask, the mask gains this bit. This changes
    /// no class of an earlier value, and makes this value common.
    pub fn take_up(&mut self, n: u64, value: u32, largest: u32) {
        match value.checked_ilog2() {
            Some(bit) if (largest | self.classes.mask) >> bit == 0 => self.classes.mask |= 1 << bit,
            _ => self.add_rare(n, value),
        }
    }

    /// Records a rare position.
    pub fn add_rare(&mut self, n: u64, value: u32) {
        self.rares.push((n, value));
        if self.classes.position {
            let odd = self.moves.plain.iter().filter(|&k| k % 2 == 1);
            self.extras.extend(odd.map(|k| (n + k, self.classes.compress(value))));
        }
    }

    /// Discards the options before n.
    pub fn forget_before(&mut self, n: u64) {
        self.extras.retain(|&(position, _)| position >= n);
    }

    /// The pairs (s, v) that are not distant: a common H(n - s) gives the common option H(n - s) ^ v.
    pub fn pairs(&self) -> Vec<(u64, u32)> {
        let mut pairs = self.all_pairs();
        pairs.truncate(pairs.partition_point(|&(s, _)| s <= self.near));
        pairs
    }

    /// Limits the memory of the window of the next form. Pairs that look back farther become distant.
    pub fn keep_within(&mut self, memory: usize, record: &dyn Past) {
        let lanes = self.lanes(record);
        // A form stores its window twice: in one copy per value, or in planes for each of its halves.
        let each = if lanes <= 64 { lanes * lanes / 4 } else { 4 * self.planes(record) + 8 };
        // Whatever the memory, a record stores several times as many values as this.
        self.near = (memory / each as usize).clamp(LEAST_NEAR.min(record.least() / 8), MOST_NEAR) as u64;
        self.distant = self.all_pairs().into_iter().filter(|&(s, _)| s > self.near).collect();
    }

    /// Half the smallest shift of a distant pair. Distant pairs look back at known values if no more positions than
    /// this are generated at once.
    pub fn half_distant(&self) -> Option<u64> {
        self.distant.first().map(|&(s, _)| s / 2)
    }

    /// The options of some positions in addition to those of the near pairs.
    ///
    /// # Errors
    /// [`Error::Limit`] if a distant pair looks back at values that were not kept.
    pub fn extras<C: Width>(&self, record: &Record<C>, first: u64, count: u64) -> Result<Extras, Error> {
        let of_pair = |&(s, v): &(u64, u32)| {
            // Before position 1 there is no option.
            let early = (s + 1).saturating_sub(first).min(count);
            let mut list = vec![NO_OPTION; early as usize];
            if early < count {
                let from = first + early - s;
                let values = record.slice(from, first + count - s).ok_or_else(|| undecided(first))?;
                fast(PairOptions { classes: self.classes, from, values, v, list: &mut list });
            }
            Ok(list)
        };
        let lists = self.distant.iter().map(of_pair).collect::<Result<_, Error>>()?;
        Ok(Extras { first, lists, single: self.extras.clone() })
    }

    /// The pairs of the last rare position.
    pub fn last_pairs(&self) -> Vec<(u64, u32)> {
        self.rares.last().into_iter().flat_map(|&(n, value)| self.pairs_of(n, value)).collect()
    }

    fn pairs_of(&self, a: u64, value: u32) -> impl Iterator<Item = (u64, u32)> {
        let v = self.classes.compress(value);
        self.moves.splits.iter().map(move |k| (a + k, v))
    }

    /// All pairs in ascending order of their shifts.
    fn all_pairs(&self) -> Vec<(u64, u32)> {
        let splits = self.rares.iter().flat_map(|&(n, value)| self.pairs_of(n, value));
        let plain = self.moves.plain.iter().filter(|&k| !self.classes.position || k % 2 == 0);
        let mut pairs: Vec<(u64, u32)> = splits.chain(plain.map(|&k| (k, 0))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// The pairs (s, v) by which a common H(n - s) excludes the rare value H(n - s) ^ v.
    pub fn witness_pairs(&self, record: &dyn Past) -> Vec<(u64, u32)> {
        let short = |a: u64| self.classes.compress(record.get(a).unwrap_or(0));
        let odd = self.moves.plain.iter().filter(|&k| self.classes.position && k % 2 == 1);
        odd.map(|&k| (k, 0)).chain(self.witnesses.iter().map(|&(a, k)| (a + k, short(a)))).collect()
    }

    /// The first witness of every group, with its splitting place.
    pub fn leaders(&self) -> &[(u64, u64)] {
        &self.witnesses[..self.witnesses.len() / self.pattern.len().max(1)]
    }

    /// How many lanes the common values need: 16, 32, 64, or more. The number is a multiple of the number of values
    /// that differ below the lowest bit of the mask, because rare values below a common one come in such groups.
    pub fn lanes(&self, record: &dyn Past) -> u32 {
        (self.largest_short(record) + 2).next_power_of_two().max(16).max(self.classes.group())
    }

    /// An upper bound on the compressed values so far.
    pub fn largest_short(&self, record: &dyn Past) -> u32 {
        self.classes.largest_short(record.largest())
    }

    /// How many planes of bytes the common values need, with some to spare. They also hold whole groups of values.
    pub fn planes(&self, record: &dyn Past) -> u32 {
        (self.largest_short(record) / 8 + 3).next_multiple_of(self.classes.group().div_ceil(8))
    }

    /// The room that the values need.
    pub fn room(&self, record: &dyn Past) -> Capacity {
        match self.lanes(record) {
            lanes @ ..=64 => Capacity::Lanes(lanes),
            _ => Capacity::Planes(self.planes(record)),
        }
    }

    /// Whether a form can have this room: it must hold whole groups of values.
    pub fn has(&self, room: Capacity) -> bool {
        let group = self.classes.group();
        match room {
            Capacity::Lanes(lanes) => group <= lanes,
            Capacity::Planes(planes) => (8 * planes).is_multiple_of(group) && planes as usize <= PLANES,
        }
    }

    /// The largest value that a form for the record has room for, and so may give.
    pub fn largest(&self, record: &dyn Past) -> u32 {
        let lanes = self.lanes(record);
        // The forms with planes represent "none" by a value beyond the planes.
        let top = if lanes <= 64 { lanes - 1 } else { 8 * self.planes(record) };
        let every = top.next_power_of_two() | top;
        self.classes.common_value(0, every)
            | self.classes.common_value(1, every)
            | 1 << self.classes.mask.trailing_zeros()
    }

    /// How far back a near pair or a witness looks at most.
    pub fn reach(&self) -> u64 {
        let witness = self.witnesses.iter().map(|&(a, _)| a).max().unwrap_or(0);
        let rare = self.rares.iter().rev().map(|&(n, _)| n).find(|&n| n <= self.near).unwrap_or(0);
        witness.max(rare) + self.moves.last
    }

    /// The recorded parts: for every bit length the last position, and the largest part.
    pub fn searched(&self) -> &[(u64, u64)] {
        &self.searched
    }

    /// Takes over what another run recorded.
    pub fn take_searched(&mut self, searched: &[(u64, u64)]) {
        self.forget_notes();
        self.searched.iter_mut().zip(searched).for_each(|(slot, &noted)| *slot = noted);
    }

    /// Discards all recorded parts.
    pub fn forget_notes(&mut self) {
        self.searched.fill((0, 0));
    }

    /// Records that a value at n was excluded by a split whose smaller part is at most `part`.
    pub fn note(&mut self, n: u64, part: u64) {
        let slot = &mut self.searched[part.checked_ilog2().unwrap_or(0) as usize];
        *slot = (n.max(slot.0), slot.1.max(part));
    }
}

/// The largest part that is needed to exclude the rare values below the value at n, taking for each of them the
/// smallest possible part; 0 if plain moves exclude all.
fn deepest_part<C: Width>(moves: &HeapMoves, classes: Classes, values: &[C], n: u64) -> u64 {
    let value = |n: u64| -> u32 { values[n as usize].into() };
    let mut open: Vec<u32> = (0..value(n)).filter(|&x| classes.is_rare(n, x)).collect();
    let plain: Vec<u32> = moves.plain.iter().filter(|&&k| k < n).map(|k| value(n - k)).collect();
    let ends = moves.ends.contains(&n);
    open.retain(|x| !plain.contains(x) && (*x > 0 || !ends));
    for part in 0..=n / 2 {
        for &k in moves.splits.iter().filter(|&k| part > 0 && 2 * part + k + u64::from(moves.unequal) <= n) {
            let option = value(part) ^ value(n - k - part);
            open.retain(|&x| x != option);
        }
        if open.is_empty() {
            return part;
        }
    }
    ANY_PART
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::ruleset::TakeAndBreak;
    use grundy_core::structure::{Structures, UnequalSplit};

    fn facts(code: &str, values: &[u8]) -> (Facts, Record<u8>) {
        let code = TakeAndBreak::parse(code).unwrap();
        let mut record = Record::new(1 << 20, 1 << 16);
        record.extend_bytes(values);
        let classes = Classes { mask: 0b11, position: false, common: 1 };
        (Facts::new(&HeapMoves::of(&Structures::of(&code)).unwrap(), classes, &record), record)
    }

    #[test]
    fn the_mask_gains_a_bit_that_no_value_had() {
        let (mut facts, record) = facts("0.6", &[0, 1, 2, 1, 3, 2, 1]);
        assert_eq!(facts.rares, [(4, 3)]);
        // 4 and 3 have an even number of bits of 0b11; 4 alone is new.
        facts.take_up(7, 3, record.largest());
        assert_eq!((facts.classes.mask, facts.rares.len()), (0b11, 2));
        facts.take_up(8, 4, record.largest());
        assert_eq!((facts.classes.mask, facts.rares.len()), (0b111, 2));
        assert!((1..7).all(|n| facts.classes.is_rare(n, record.get(n).unwrap().into()) == (n == 4)));
        assert!(!facts.classes.is_rare(8, 4));
        facts.take_up(9, 5, 4);
        assert_eq!((facts.classes.mask, facts.rares.last()), (0b111, Some(&(9, 5))));
    }

    #[test]
    fn distant_pairs_give_the_options_of_their_values() {
        let values: Vec<u8> = (0..100).map(|n| [1, 2, 5, 3][n % 4]).collect();
        let (mut facts, record) = facts("0.6", &values);
        facts.near = 20;
        facts.distant = facts.all_pairs().into_iter().filter(|&(s, _)| s > 20).collect();
        assert_eq!(facts.distant.len(), 20, "rare positions 23, 27, ..., 99, and the place 1");
        assert_eq!(facts.half_distant(), Some(24 / 2));
        for (first, count) in [(10, 8), (96, 9), (40, 10)] {
            let extras = facts.extras(&record, first, count).unwrap();
            for n in (first..first + count).step_by(3) {
                let block = 3.min(first + count - n);
                let lists = extras.lists.iter().map(|list| &list[(n - first) as usize..][..block as usize]);
                let mut found: Vec<(usize, u32)> =
                    lists.flat_map(|list| list.iter().map(|&option| option.into()).enumerate()).collect();
                found.retain(|&(_, option)| option != u32::from(NO_OPTION));
                let mut expected = Vec::new();
                for i in 0..block {
                    for &(s, v) in facts.distant.iter().filter(|&&(s, _)| s < n + i) {
                        expected.extend(facts.short(&record, n + i - s).map(|short| (i as usize, short ^ v)));
                    }
                }
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{n}");
            }
        }
    }

    #[test]
    fn a_form_has_room_for_no_larger_value() {
        for mask in 1..64 {
            for position in [false, true] {
                let classes = Classes { mask, position, common: 1 };
                for largest in [1, 7, 14, 40, 100, 250] {
                    let moves = HeapMoves::of(&Structures::of(&UnequalSplit)).unwrap();
                    let mut record = Record::<u8>::new(1 << 20, 1 << 16);
                    record.extend_bytes(&[0, 0, largest]);
                    let facts = Facts::new(&moves, classes, &record);
                    let (lanes, planes) = (facts.lanes(&record), facts.planes(&record));
                    let room = if lanes <= 64 { lanes } else { 8 * planes };
                    assert!(classes.compress(largest.into()) < room && lanes.is_power_of_two());
                    for n in [10, 11] {
                        let values = (0..room).flat_map(|h| [classes.common_value(n, h), classes.rare_value(n, h)]);
                        let most = values.max().unwrap();
                        assert!(most <= facts.largest(&record), "{mask:#b}: {most} is larger");
                        let bound = (0..room).map(|h| classes.rares_below(n, h)).max().unwrap();
                        assert!(bound <= room, "{mask:#b}: rare values up to {bound} in room for {room}");
                    }
                }
            }
        }
    }
}
