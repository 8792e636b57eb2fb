//! The fast form for games with few common values: up to 64 of them, one-hot in lanes of 16, 32 or 64 bits.
//!
//! The verifier works one chunk behind the generator (`generate.rs`), in a second thread. Every rare value below H(n)
//! must be the value of an option. A few witness positions exclude nearly all of them, using the same lanes. Splits
//! with small parts exclude most of the others. The exact search of the record decides the rest.

use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::judge::Pending;
use crate::one_heap::sparse::model::classes::Classes;
use crate::one_heap::sparse::narrow::generate::{Generated, NarrowGenerator};
use crate::one_heap::sparse::narrow::permuted::Permuted;
use crate::one_heap::sparse::pipeline::{OpenQuestions, Pipeline, Verify};
use crate::one_heap::sparse::witnesses::small_parts::SmallParts;
use crate::shared::lanes::{Lane, above, gather, group_starts};
use crate::shared::width::Width;
use grundy_core::simd::{Work, fast};
use smallvec::smallvec;

/// How many positions are checked for questions together.
const GROUP: usize = 8;

/// How many chunks of splits with small parts are examined first.
const EARLY: usize = 4;

/// How many witnesses the verifier uses between two tests whether anything is missing.
const STAGE: usize = 8;

/// The form from the next position of the record on, if its last values fit the lanes.
///
/// `BLOCK` positions are verified together.
pub(crate) fn narrow<T: Lane, C: Width, const BLOCK: usize>(
    facts: &Facts,
    record: &Record<C>,
) -> Option<Pipeline<NarrowGenerator<T>, NarrowVerifier<T, C, BLOCK>>> {
    let n = record.len();
    let classes = facts.classes;
    (facts.largest_short(record) < T::BITS && classes.group() <= T::BITS).then_some(())?;
    record.slice(n.saturating_sub(facts.reach()), n)?;
    let value = |position: u64| record.get(position).map(Into::into);
    let back = |places: usize| n.checked_sub(places as u64).map_or(T::default(), |at| classes.lane(at, value(at)));
    Some(Pipeline::new(NarrowGenerator::new(facts, &back), NarrowVerifier::new(facts, &back, record)))
}

/// Finds the rare values that witnesses do not exclude.
pub(crate) struct NarrowVerifier<T, C, const BLOCK: usize> {
    copies: Permuted<T, BLOCK>,
    /// For each witness the start of its lanes, as a distance from those of the block.
    witnesses: Vec<usize>,
    /// By the parity of n: the lanes whose value contains the lowest bit of the mask.
    upper: [T; 2],
    classes: Classes,
    early: SmallParts<C, 64>,
}

impl<T: Lane, C: Width, const BLOCK: usize> NarrowVerifier<T, C, BLOCK> {
    fn new(facts: &Facts, back: &dyn Fn(usize) -> T, record: &Record<C>) -> Self {
        let classes = facts.classes;
        let pairs = facts.witness_pairs(record);
        let reach = pairs.iter().map(|&(s, _)| s).max().unwrap_or(0) as usize;
        let copies = Permuted::new(pairs.iter().map(|&(_, v)| v).collect(), reach, back);
        let distance = |&(s, v): &(u64, u32)| (copies.copy_of(v) * copies.stride).wrapping_sub(s as usize);
        let witnesses = pairs.iter().map(distance).collect();
        let upper = [0, 1].map(|n| {
            let lanes = (0..T::BITS).filter(|&h| classes.common_value(n, h) >> classes.mask.trailing_zeros() & 1 != 0);
            lanes.fold(T::default(), |all, h| all | T::low(1 << h))
        });
        Self { copies, witnesses, upper, classes, early: SmallParts::new(facts, record, EARLY, 0) }
    }

    /// The rare values below those of a block of lanes, as bits. `upper` tells, by position, which lanes have a value
    /// that contains the lowest bit of the mask.
    #[inline(always)]
    fn needed(&self, upper: &[T; BLOCK], block: &[T; BLOCK]) -> [T; BLOCK] {
        let low = self.classes.mask.trailing_zeros();
        // Bit operations without branches, so that many lanes are processed at once.
        let (mut lower, mut higher) = ([T::default(); BLOCK], [T::default(); BLOCK]);
        for i in 0..BLOCK {
            lower[i] = block[i] & !upper[i];
            higher[i] = block[i] & upper[i];
        }
        group_starts(&mut lower, low);
        group_starts(&mut higher, low);
        let higher = above(&higher, low);
        for i in 0..BLOCK {
            lower[i] = (lower[i] | higher[i]).below();
        }
        lower
    }

    /// The needed values that the witnesses do not exclude.
    #[inline(always)]
    fn missing(&self, needed: &[T; BLOCK]) -> Option<[T; BLOCK]> {
        let mut done = [T::default(); BLOCK];
        for stage in self.witnesses.chunks(STAGE) {
            for &distance in stage {
                gather(&mut done, &self.copies.lanes, self.copies.next.wrapping_add(distance));
            }
            let mut any = T::default();
            for i in 0..BLOCK {
                any |= needed[i] & !done[i];
            }
            if any == T::default() {
                return None;
            }
        }
        for i in 0..BLOCK {
            done[i] = needed[i] & !done[i];
        }
        Some(done)
    }
}

impl<T: Lane, C: Width, const BLOCK: usize> Verify<C, NarrowGenerator<T>> for NarrowVerifier<T, C, BLOCK> {
    fn chunk(&mut self, from: u64, chunk: &Generated<T>, record: &mut Record<C>) -> OpenQuestions {
        record.extend_bytes(&chunk.values);
        let (values, behind) = self.early.values(record, from);
        fast(OpenLanes { verifier: self, from, lanes: &chunk.lanes, values, behind })
    }
}

/// The open questions for the lanes from `from` on. `values` are those of the lanes and of `behind` earlier
/// positions.
struct OpenLanes<'v, T, C, const BLOCK: usize> {
    verifier: &'v mut NarrowVerifier<T, C, BLOCK>,
    from: u64,
    lanes: &'v [T],
    values: &'v [C],
    behind: usize,
}

impl<T: Lane, C: Width, const BLOCK: usize> Work for OpenLanes<'_, T, C, BLOCK> {
    type Output = OpenQuestions;

    #[inline(always)]
    fn run(self) -> OpenQuestions {
        let OpenLanes { verifier, from, lanes, values, behind } = self;
        let mut opened = OpenQuestions::default();
        let parity = (from % 2) as usize;
        let upper: [T; BLOCK] = std::array::from_fn(|i| verifier.upper[(parity + i) % 2]);
        for (number, block) in lanes.as_chunks::<BLOCK>().0.iter().enumerate() {
            let first = number * BLOCK;
            verifier.copies.make_room();
            let at = verifier.copies.next;
            verifier.copies.lanes[at..at + BLOCK].copy_from_slice(block);
            verifier.copies.spread();
            let needed = verifier.needed(&upper, block);
            let left = verifier.missing(&needed);
            verifier.copies.next += BLOCK;
            let mut some = T::default();
            for lane in block {
                some |= if *lane == T::default() { T::low(1) } else { T::default() };
            }
            let some_full = some != T::default();
            if left.is_none() && !some_full {
                continue;
            }
            let left = left.unwrap_or([T::default(); BLOCK]);
            for (group, lanes) in left.as_chunks::<GROUP>().0.iter().enumerate() {
                if !some_full && lanes.iter().fold(T::default(), |all, &lane| all | lane) == T::default() {
                    continue;
                }
                for (i, &lane) in (group * GROUP..).zip(lanes) {
                    let (offset, full) = (first + i, block[i] == T::default());
                    let missing = lane.wide();
                    if missing == 0 && !full {
                        continue;
                    }
                    let before = values.get(..behind + offset).unwrap_or(&[]);
                    let missing = verifier.early.exclude(from + offset as u64, 0, missing, before, &mut opened);
                    if missing != 0 || full {
                        opened.pending.push(Pending { offset, missing: smallvec![missing], full });
                    }
                }
            }
        }
        opened
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_heap::sparse::testing::{explored, open_questions, opened};
    use grundy_core::random::Random;

    /// The number of open questions for random common values, with few witnesses.
    fn judge<T: Lane, const BLOCK: usize>(code: &str, known: u64, bound: u64) -> usize {
        let (mut facts, mut record) = explored(code, known);
        facts.choose_best(&record);
        facts.witnesses.truncate(4);
        // As if the witnesses had been chosen early, so that only one chunk of small parts is examined.
        facts.chosen = 300;
        let (classes, mut random) = (facts.classes, Random(known));
        let mut verifier = narrow::<T, u8, BLOCK>(&facts, &record).unwrap().into_halves().1;
        let mut count = 0;
        for _ in 0..3 {
            let (from, mut chunk) = (record.len(), Generated::default());
            for n in from..from + 4 * BLOCK as u64 {
                let short = random.below(bound) as u32;
                chunk.lanes.push(T::low(1 << short));
                chunk.values.push(classes.common_value(n, short) as u8);
            }
            let found = opened(&facts, from, &verifier.chunk(from, &chunk, &mut record));
            let positions = from..record.len();
            let expected = open_questions(&facts, &record, positions, &facts.witnesses, 1..=64);
            assert_eq!(found, expected, "{code} from {from}");
            count += found.len();
        }
        count
    }

    #[test]
    fn a_verifier_leaves_open_what_no_split_excludes() {
        assert!(judge::<u16, 128>("0.104", 700, 16) > 100);
        assert!(judge::<u32, 64>("0.104", 700, 30) > 100);
        // Masks with another lowest bit.
        assert!(judge::<u64, 32>("0.37", 900, 50) > 100);
        assert!(judge::<u64, 32>("0.156", 900, 40) > 100);
    }
}
