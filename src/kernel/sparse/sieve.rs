//! A sieve for wide games: the least value that is none of all pairs, by a part of them.
//!
//! Idea: to see that h is the least missing value one must see every value below it among the
//! options, for which a good part of the pairs is enough, and that h itself is not, for which
//! all pairs are needed, but one value instead of all. So the planes gather chosen pairs only;
//! the first few values without a mark are candidates, and the other pairs are compared with
//! these alone: a byte a position, an operation or two for 32 positions, a pair and a candidate.
//! Where no candidate holds, which is rare, the next ones are tested one by one.
//!
//! It needs values of bytes, and common ones as far back as the pairs look.

use super::cell::Cell;
use super::facts::Facts;
use super::planes::{BLOCK, NONE, Planes, Sets, Union};
use super::record::Record;
use super::sample::{SAMPLES, Sample, choose};
use rayon::prelude::*;
use std::ops::Range;

/// Positions tested together; smaller shifts are looked up one by one.
const LANES: usize = 32;

/// Candidates of a position.
const CANDIDATES: usize = 4;

/// Stands for no candidate: beyond all values.
const NO_CANDIDATE: u8 = u8::MAX;

/// Planes at most.
const PLANES: usize = 31;

/// Pairs are gathered until they leave no more than so many questions of a sample.
const LEFT: usize = SAMPLES as usize / 16;

/// How many in a hundred of these the generator gathers itself, so that both threads have
/// as much to do.
const NEAR: usize = 80;

/// A sieve.
pub(super) struct Sieve {
    /// Those that are gathered: the near and the far ones.
    unions: [Union; 2],
    /// The other pairs.
    others: Vec<(usize, u8)>,
    /// The pairs with the smallest shifts.
    small: Vec<(usize, u8)>,
    /// The last values, at the indices of the planes.
    bytes: Vec<u8>,
    /// Planes that the last block needed.
    pub usual: usize,
    /// Positions in a chunk, once it has grown.
    pub chunk: u64,
}

/// Which pairs do what.
pub(super) struct Choice {
    /// Gathered, the near ones and the far ones.
    near: Vec<(u64, u32)>,
    pub far: Vec<(u64, u32)>,
    others: Vec<(u64, u32)>,
    small: Vec<(u64, u32)>,
    /// Positions in a chunk, once it has grown: the far pairs look back behind two of them.
    chunk: u64,
}

impl Choice {
    /// Chooses, if the values allow it.
    pub fn new<C: Cell>(facts: &Facts, record: &Record<C>, planes: &Planes, values: &[u16]) -> Option<Self> {
        let mut known = values[..planes.window].iter();
        (planes.count <= PLANES && known.all(|&h| h != NONE)).then_some(())?;
        // Larger ones take a byte to no byte.
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
        let bound = gathered.get(gathered.len() * NEAR / 100).map_or(0, |&(s, _)| s);
        let chunk = (bound / 2).next_multiple_of(BLOCK as u64).clamp(2 * BLOCK as u64, 1 << 13);
        let (near, far) = gathered.into_iter().partition(|&(s, _)| s < 2 * chunk);
        let (small, middle): (Vec<_>, Vec<_>) = rest.iter().partition(|&&(s, _)| s < LANES as u64);
        Some(Self { near, far, others: left.chain(middle).collect(), small, chunk })
    }
}

impl Sieve {
    pub fn new(choice: Choice, planes: &Planes, values: &[u16]) -> Self {
        let mut bytes = vec![0; planes.len()];
        bytes.iter_mut().zip(&values[..planes.window]).for_each(|(byte, &h)| *byte = h as u8);
        let bytes_of = |pairs: Vec<(u64, u32)>| pairs.into_iter().map(|(s, v)| (s as usize, v as u8)).collect();
        let unions = [Union::new(&choice.near), Union::new(&choice.far)];
        let (others, small) = (bytes_of(choice.others), bytes_of(choice.small));
        Self { unions, others, small, bytes, usual: planes.count, chunk: choice.chunk }
    }

    /// Moves the last values to the front.
    pub fn shift(&mut self, kept: Range<usize>) {
        self.bytes.copy_within(kept, 0);
    }

    /// The values of the next block; `sets` has the marks of further options.
    #[inline(always)]
    pub fn block(&mut self, planes: &mut Planes, values: &mut [u16], far: Option<&[Sets]>, sets: &mut [Sets]) {
        let mut gathered = far.map_or(self.usual, |far| self.usual.min(far.len()));
        for (q, sets) in sets[..gathered].iter_mut().enumerate() {
            planes.gather(&self.unions[0], 0, q, sets);
            match far {
                Some(far) => unite(sets, &far[q]),
                None => planes.gather(&self.unions[1], 0, q, sets),
            }
        }
        self.usual = 0;
        let next = planes.next;
        for first in (0..BLOCK / LANES).map(|group| group * LANES) {
            let seen = gathered;
            let candidates = candidates(&sets[..seen], first);
            let hits = self.test(next + first, &candidates);
            for i in 0..LANES {
                let at = next + first + i;
                let small = self.small_options(at);
                let fits = |&k: &usize| {
                    hits[k][i] == 0 && small[candidates[k][i] as usize / 64] >> (candidates[k][i] % 64) & 1 == 0
                };
                let found = (0..CANDIDATES).find(fits).map(|k| candidates[k][i]).filter(|&h| h != NO_CANDIDATE);
                let h = found.map(u16::from).unwrap_or_else(|| {
                    let last = candidates[CANDIDATES - 1][i];
                    let from = if last == NO_CANDIDATE { 8 * seen } else { last as usize + 1 };
                    self.search(planes, sets, &mut gathered, first + i, from, &small)
                });
                self.usual = self.usual.max((h as usize / 8 + 1).min(planes.count));
                self.bytes[at] = h as u8;
                values[at] = h;
                planes.put(at, h);
            }
        }
    }

    /// The options at an index by the pairs with the smallest shifts, as bits.
    #[inline(always)]
    fn small_options(&self, at: usize) -> [u64; 4] {
        let mut options = [0; 4];
        for &(s, v) in &self.small {
            let x = self.bytes[at - s] ^ v;
            options[x as usize / 64] |= 1 << (x % 64);
        }
        options
    }

    /// Which candidates are options by the other pairs: not 0.
    #[inline(always)]
    fn test(&self, at: usize, candidates: &[[u8; LANES]; CANDIDATES]) -> [[u8; LANES]; CANDIDATES] {
        let mut hits = [[0u8; LANES]; CANDIDATES];
        for &(s, v) in &self.others {
            let Some(bytes) = self.bytes.get(at - s..).and_then(|bytes| bytes.first_chunk::<LANES>()) else { continue };
            for k in 0..CANDIDATES {
                for i in 0..LANES {
                    hits[k][i] |= if bytes[i] ^ v == candidates[k][i] { u8::MAX } else { 0 };
                }
            }
        }
        hits
    }

    /// The least value from `from` on that is no option of position i of the block.
    #[cold]
    fn search(
        &self,
        planes: &Planes,
        sets: &mut [Sets],
        gathered: &mut usize,
        i: usize,
        from: usize,
        small: &[u64; 4],
    ) -> u16 {
        let at = planes.next + i;
        for h in from..8 * planes.count {
            if h / 8 >= *gathered {
                self.unions.iter().for_each(|union| planes.gather(union, 0, h / 8, &mut sets[h / 8]));
                *gathered += 1;
            }
            let marked = sets[h / 8][i] >> (h % 8) & 1 != 0 || small[h / 64] >> (h % 64) & 1 != 0;
            let is_option = || self.others.iter().fold(false, |any, &(s, v)| any | (self.bytes[at - s] ^ v == h as u8));
            if !marked && !is_option() {
                return h as u16;
            }
        }
        NONE
    }
}

/// Adds the marks of others.
#[inline(always)]
fn unite(sets: &mut Sets, others: &Sets) {
    for i in 0..BLOCK {
        sets[i] |= others[i];
    }
}

/// The least values without marks, for some positions of the block.
#[inline(always)]
fn candidates(sets: &[Sets], first: usize) -> [[u8; LANES]; CANDIDATES] {
    let mut candidates = [[NO_CANDIDATE; LANES]; CANDIDATES];
    let mut start = [0u8; LANES];
    for (q, sets) in sets.iter().enumerate().rev() {
        for i in 0..LANES {
            start[i] = if sets[first + i] == u8::MAX { start[i] } else { q as u8 };
        }
    }
    for i in 0..LANES {
        let mut found = 0;
        for (q, sets) in sets.iter().enumerate().skip(start[i] as usize) {
            let mut free = !sets[first + i];
            while free != 0 && found < CANDIDATES {
                candidates[found][i] = (8 * q) as u8 + free.trailing_zeros() as u8;
                free &= free - 1;
                found += 1;
            }
            if found == CANDIDATES {
                break;
            }
        }
    }
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, from a seed.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % bound
        }
    }

    /// The least value that no pair gives at an index.
    fn least(values: &[u16], pairs: &[(u64, u32)], at: usize) -> u16 {
        let options: Vec<u16> = pairs.iter().map(|&(s, v)| values[at - s as usize] ^ v as u16).collect();
        (0..NONE).find(|h| !options.contains(h)).unwrap_or(NONE)
    }

    /// However few pairs are gathered, the values are the same as without a sieve.
    #[test]
    fn a_sieve_gives_the_least_missing_value() {
        for seed in 0..300 {
            let mut numbers = Numbers(seed);
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
            let (mut near, mut far) = (Vec::new(), Vec::new());
            for pair in large {
                [&mut near, &mut far, &mut others][(numbers.below(12) as usize + seed as usize) % 12 / 4].push(pair);
            }
            let first: Vec<u16> = (0..1 << 13).map(|_| numbers.below(8 * count as u64) as u16).collect();
            let farthest = pairs.last().map_or(0, |&(s, _)| s);
            let mut planes = Planes::new(count, farthest, &[(0, 0)], &|back| first[back]);
            let mut values: Vec<u16> = vec![NONE; planes.len()];
            (0..planes.window).for_each(|index| values[index] = first[planes.window - index]);
            let mut sieve = Sieve::new(Choice { near, far, others, small, chunk: 512 }, &planes, &values);
            for _ in 0..8 {
                planes.make_room();
                let at = planes.next;
                // Any number of planes to begin with will do.
                sieve.usual = numbers.below(count as u64 + 1) as usize;
                sieve.block(&mut planes, &mut values, None, &mut vec![[0; BLOCK]; count]);
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
