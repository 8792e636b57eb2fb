//! A filter for wide games: it finds the least missing value with only a part of the pairs.
//!
//! Idea: h is the least missing value if every smaller value is among the options and h is not. For the smaller
//! values a good part of the pairs suffices. For h all pairs are needed, but only one value is compared. So the
//! planes gather chosen pairs only. The first few unmarked values are candidates, and the other pairs are compared
//! with these alone. This takes one byte per position, and one or two operations for 64 positions, for each pair and
//! candidate. Rarely no candidate holds; then the next values are tested one by one.
//!
//! The values must fit in bytes, and all values must be common as far back as the pairs look.

use crate::one_heap::sparse::exact::record::Past;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::wide::planes::{BLOCK, NONE, Planes, Sets, Union};
use crate::one_heap::sparse::witnesses::sample::{SAMPLES, Sample, choose};
use rayon::prelude::*;
use std::ops::Range;

/// How many positions are tested together. Smaller shifts look back into the same group.
const LANES: usize = 64;

/// The number of candidates of a position.
const CANDIDATES: usize = 4;

/// Stands for no candidate: larger than all values.
const NO_CANDIDATE: u8 = u8::MAX;

/// The maximum number of planes.
const PLANES: usize = 31;

/// Pairs are gathered until they leave at most this many questions of a sample.
const LEFT: usize = SAMPLES as usize / 16;

/// A filter.
pub(crate) struct Filter {
    /// The pairs that are gathered.
    union: Union,
    /// The other pairs.
    others: Vec<(usize, u8)>,
    /// The pairs with the smallest shifts.
    small: Vec<(usize, u8)>,
    /// The last values, at the indices of the planes.
    bytes: Vec<u8>,
    /// The number of planes that the last block needed.
    usual: usize,
}

/// The division of the pairs.
pub(crate) struct Choice {
    gathered: Vec<(u64, u32)>,
    others: Vec<(u64, u32)>,
    small: Vec<(u64, u32)>,
}

impl Choice {
    /// Divides the pairs, if the values allow a filter.
    pub fn new(facts: &Facts, record: &dyn Past, planes: &Planes, values: &[u16]) -> Option<Self> {
        let mut known = values[..planes.window].iter();
        (planes.count <= PLANES && known.all(|&h| h != NONE)).then_some(())?;
        // A larger v would turn a byte into a number that is no byte.
        let mut pairs = facts.pairs();
        pairs.retain(|&(_, v)| v <= u32::from(u8::MAX));
        let (large, rest): (Vec<_>, Vec<_>) = pairs.iter().partition(|&&(s, _)| s >= BLOCK as u64);
        let farthest = large.iter().map(|&(s, _)| s).max().unwrap_or(0);
        let sample = Sample::new(facts, record, farthest, |_, short| short);
        let of_pair = |scratch: &mut Vec<u32>, &pair| sample.answers([pair].into_iter(), scratch);
        let answers: Vec<Vec<u32>> = large.par_iter().map_init(Vec::new, of_pair).collect();
        let mut chosen = choose(&answers, usize::MAX, LEFT);
        chosen.sort_unstable();
        let gathered: Vec<(u64, u32)> = chosen.iter().map(|&index| large[index]).collect();
        let left = (0..large.len()).filter(|index| chosen.binary_search(index).is_err()).map(|index| large[index]);
        let (small, middle): (Vec<_>, Vec<_>) = rest.iter().partition(|&&(s, _)| s < LANES as u64);
        Some(Self { gathered, others: left.chain(middle).collect(), small })
    }
}

impl Filter {
    pub fn new(choice: Choice, planes: &Planes, values: &[u16]) -> Self {
        let mut bytes = vec![0; planes.len()];
        bytes.iter_mut().zip(&values[..planes.window]).for_each(|(byte, &h)| *byte = h as u8);
        let bytes_of = |pairs: Vec<(u64, u32)>| pairs.into_iter().map(|(s, v)| (s as usize, v as u8)).collect();
        let union = Union::new(&choice.gathered);
        let (others, small) = (bytes_of(choice.others), bytes_of(choice.small));
        Self { union, others, small, bytes, usual: planes.count }
    }

    /// Moves the last values to the front.
    pub fn shift(&mut self, kept: Range<usize>) {
        self.bytes.copy_within(kept, 0);
    }

    /// Computes the values of the next block. `sets` contains the marks of further options.
    #[inline(always)]
    pub fn block(&mut self, planes: &mut Planes, values: &mut [u16], sets: &mut [Sets]) {
        let mut gathered = std::mem::take(&mut self.usual);
        planes.gather(&self.union, 0, 0, &mut sets[..gathered]);
        let next = planes.next;
        for first in (0..BLOCK / LANES).map(|group| group * LANES) {
            let found = self.group(planes, sets, &mut gathered, first);
            for (at, &candidate) in (next + first..).zip(&found) {
                let h = if candidate == NO_CANDIDATE { NONE } else { candidate.into() };
                self.usual = self.usual.max((h as usize / 8 + 1).min(planes.count));
                values[at] = h;
                planes.put(at, h);
            }
        }
    }

    /// The values of a group of the block; [`NO_CANDIDATE`] if a value does not fit the planes.
    #[inline(always)]
    fn group(&mut self, planes: &Planes, sets: &mut [Sets], gathered: &mut usize, first: usize) -> [u8; LANES] {
        let (at, seen) = (planes.next + first, *gathered);
        let mut candidates = candidates(&mut sets[..seen], first);
        let mut hits = [[0; LANES]; CANDIDATES];
        self.compare(&self.others, at, &candidates, &mut hits);
        let mut searched = 0;
        loop {
            let found = self.settle(at, &candidates, &hits);
            let open = found[searched..].iter().position(|&h| h == NO_CANDIDATE);
            let Some(i) = open.map(|open| searched + open) else { return found };
            let last = candidates[CANDIDATES - 1][i];
            let from = if last == NO_CANDIDATE { 8 * seen } else { last as usize + 1 };
            if let Some(h) = self.search(planes, sets, gathered, first + i, from) {
                (candidates[0][i], hits[0][i]) = (h, 0);
            }
            searched = i + 1;
        }
    }

    /// The first candidates that are neither hit nor options by the smallest shifts. Those shifts look back at
    /// positions of the group, so the test is repeated until nothing changes. A position is right as soon as all
    /// earlier ones are.
    #[inline(always)]
    fn settle(&mut self, at: usize, candidates: &LeastCandidates, hits: &LeastCandidates) -> [u8; LANES] {
        let mut found = first_missed(candidates, hits);
        loop {
            if let Some(bytes) = self.bytes.get_mut(at..).and_then(|bytes| bytes.first_chunk_mut::<LANES>()) {
                *bytes = found;
            }
            let mut hits = *hits;
            self.compare(&self.small, at, candidates, &mut hits);
            let again = first_missed(candidates, &hits);
            if again == found {
                return found;
            }
            found = again;
        }
    }

    /// Sets all bits for the candidates that are options by some of these pairs.
    #[inline(always)]
    fn compare(&self, pairs: &[(usize, u8)], at: usize, candidates: &LeastCandidates, hits: &mut LeastCandidates) {
        for &(s, v) in pairs {
            let Some(bytes) = self.bytes.get(at - s..).and_then(|bytes| bytes.first_chunk::<LANES>()) else { continue };
            for k in 0..CANDIDATES {
                for i in 0..LANES {
                    hits[k][i] |= mask(bytes[i] ^ v == candidates[k][i]);
                }
            }
        }
    }

    /// The least value from `from` on that is no option of position i of the block.
    #[cold]
    fn search(&self, planes: &Planes, sets: &mut [Sets], gathered: &mut usize, i: usize, from: usize) -> Option<u8> {
        let at = planes.next + i;
        for h in from..8 * planes.count {
            if h / 8 >= *gathered {
                planes.gather(&self.union, 0, h / 8, &mut sets[h / 8..=h / 8]);
                *gathered += 1;
            }
            let marked = sets[h / 8][i] >> (h % 8) & 1 != 0;
            let pairs = || self.others.iter().chain(&self.small);
            let is_option = || pairs().fold(false, |any, &(s, v)| any | (self.bytes[at - s] ^ v == h as u8));
            if !marked && !is_option() {
                return Some(h as u8);
            }
        }
        None
    }
}

/// The least values for each of some positions, in ascending order.
type LeastCandidates = [[u8; LANES]; CANDIDATES];

/// The first candidates that are not hit.
#[inline(always)]
fn first_missed(candidates: &LeastCandidates, hits: &LeastCandidates) -> [u8; LANES] {
    let mut found = [NO_CANDIDATE; LANES];
    for k in (0..CANDIDATES).rev() {
        for i in 0..LANES {
            // The hits are 0 or all ones.
            found[i] = candidates[k][i] & !hits[k][i] | found[i] & hits[k][i];
        }
    }
    found
}

/// The least unmarked values for some positions of the block. They are marked afterwards.
#[inline(always)]
fn candidates(sets: &mut [Sets], first: usize) -> LeastCandidates {
    let mut all = [[NO_CANDIDATE; LANES]; CANDIDATES];
    for candidates in &mut all {
        let (mut plane, mut marks, mut free) = ([0; LANES], [u8::MAX; LANES], [0; LANES]);
        for q in (0..sets.len()).rev() {
            let Some(sets) = sets[q][first..].first_chunk::<LANES>() else { continue };
            for i in 0..LANES {
                let full = mask(sets[i] == u8::MAX);
                plane[i] = plane[i] & full | q as u8 & !full;
                marks[i] = marks[i] & full | sets[i] & !full;
            }
        }
        for i in 0..LANES {
            free[i] = !marks[i] & marks[i].wrapping_add(1);
            let bit = |place: u8, among: u8| mask(free[i] & among != 0) & 1 << place;
            let low = bit(0, 0xAA) | bit(1, 0xCC) | bit(2, 0xF0);
            candidates[i] = (plane[i] << 3 | low) | NO_CANDIDATE & mask(free[i] == 0);
        }
        for q in 0..sets.len() {
            let Some(sets) = sets[q][first..].first_chunk_mut::<LANES>() else { continue };
            for i in 0..LANES {
                sets[i] |= free[i] & mask(plane[i] == q as u8);
            }
        }
    }
    all
}

/// All ones if `holds`. It avoids branches, which would depend on unpredictable values.
#[inline(always)]
fn mask(holds: bool) -> u8 {
    u8::from(holds).wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;

    /// The least value that no pair gives at an index.
    fn least(values: &[u16], pairs: &[(u64, u32)], at: usize) -> u16 {
        let options: Vec<u16> = pairs.iter().map(|&(s, v)| values[at - s as usize] ^ v as u16).collect();
        (0..NONE).find(|h| !options.contains(h)).unwrap_or(NONE)
    }

    /// However few pairs are gathered, the values are the same as without a filter.
    #[test]
    fn a_sieve_gives_the_least_missing_value() {
        for seed in 0..300 {
            let mut numbers = Random(seed);
            let (count, scale) = (8 + numbers.below(20) as usize, numbers.below(6));
            let number = 20 + numbers.below(30 << scale);
            let mut pair = || {
                let reach = 60 << numbers.below(6);
                (1 + numbers.below(reach), numbers.below(8 * count as u64) as u32)
            };
            let mut pairs: Vec<(u64, u32)> = (0..number).map(|_| pair()).collect();
            pairs.sort_unstable();
            pairs.dedup();
            let (large, rest): (Vec<_>, Vec<_>) = pairs.iter().partition(|&&(s, _)| s >= BLOCK as u64);
            let (small, mut others): (Vec<_>, Vec<_>) = rest.iter().partition(|&&(s, _)| s < LANES as u64);
            let mut gathered = Vec::new();
            for pair in large {
                [&mut gathered, &mut others][(numbers.below(12) as usize + seed as usize) % 12 / 8].push(pair);
            }
            let first: Vec<u16> = (0..1 << 13).map(|_| numbers.below(8 * count as u64) as u16).collect();
            let farthest = pairs.last().map_or(0, |&(s, _)| s);
            let mut planes = Planes::new(count, farthest, &[(0, 0)], &|back| first[back]);
            let mut values: Vec<u16> = vec![NONE; planes.len()];
            (0..planes.window).for_each(|index| values[index] = first[planes.window - index]);
            let mut sieve = Filter::new(Choice { gathered, others, small }, &planes, &values);
            for _ in 0..8 {
                planes.make_room();
                let at = planes.next;
                // Any initial number of planes will do.
                sieve.usual = numbers.below(count as u64 + 1) as usize;
                sieve.block(&mut planes, &mut values, &mut vec![[0; BLOCK]; count]);
                for index in at..at + BLOCK {
                    let expected = least(&values, &pairs, index);
                    let fits = usize::from(expected) < 8 * count;
                    assert_eq!(values[index], if fits { expected } else { NONE }, "seed {seed}, index {index}");
                    if !fits {
                        break;
                    }
                }
                if values[at..at + BLOCK].contains(&NONE) || at + 2 * BLOCK > planes.len() {
                    break;
                }
                planes.next += BLOCK;
            }
        }
    }
}
