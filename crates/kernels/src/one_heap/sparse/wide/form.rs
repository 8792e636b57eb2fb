//! The fast form for games with up to 512 common values: bytes in planes (`planes.rs`).
//!
//! The generator takes blocks of 256 positions. It gathers the pairs with shifts of at least 256, for 32 positions
//! with one load, and adds the few smaller shifts value by value. Planes above those that the last block needed are
//! gathered only when a position needs them. If possible, a filter makes do with a part of the pairs (`filter.rs`).
//!
//! The verifier works one chunk behind. Congruent groups of witnesses, with one load per group, exclude most of the
//! rare values (`groups.rs`). Splits with small parts exclude most of the others (`small_parts.rs`). The exact search
//! of the record decides the rest.

use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::extras::Extras;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::judge::Pending;
use crate::one_heap::sparse::model::classes::Classes;
use crate::one_heap::sparse::model::room::Capacity;
use crate::one_heap::sparse::pipeline::{Generate, OpenQuestions, Pipeline, Verify};
use crate::one_heap::sparse::wide::filter::{Choice, Filter};
use crate::one_heap::sparse::wide::lookback::Lookback;
use crate::one_heap::sparse::wide::planes::{BLOCK, NONE, PLANES, Planes, Sets, Union, gather_all};
use crate::one_heap::sparse::witnesses::small_parts::{RareQuestion, SmallParts};
use crate::shared::width::Width;
use grundy_core::simd::{Work, fast};
use smallvec::SmallVec;

/// How many splits the first search compares at once.
const CHUNK: usize = 256;

/// The maximum number of such chunks that are examined.
const EARLY: usize = 16;

/// Smaller parts than this are skipped at first, because their values are too small to give the missing ones.
const SKIP: usize = 6000;

/// The form with this many planes, from the next position of the record on, if its values fit.
pub(crate) fn wide<C: Width>(
    facts: &Facts,
    record: &Record<C>,
    planes: u32,
) -> Option<Pipeline<WideGenerator, WideVerifier<C>>> {
    facts.has(Capacity::Planes(planes)).then_some(())?;
    let (n, planes) = (record.len(), planes as usize);
    (facts.largest_short(record) < 8 * planes as u32).then_some(())?;
    record.slice(n.saturating_sub(facts.reach()), n)?;
    let back = facts.before(record, n);
    // While rare values come, all values are kept: the partners of a late rare part are the first positions.
    let kept = if n < facts.settles() && n <= facts.near { n } else { 0 };
    let last = Lookback::new(&facts.pairs(), planes, kept, &back);
    let mut generator = WideGenerator { last, usual: planes, end: n, sieve: None };
    let verifier = WideVerifier::new(facts, record, planes, &back);
    let Lookback { planes: last, values, .. } = &generator.last;
    if let Some(choice) = Choice::new(facts, record, last, values) {
        generator.sieve = Some(Filter::new(choice, last, values));
    }
    Some(Pipeline::new(generator, verifier))
}

impl Generate for WideGenerator {
    type Chunk = Vec<u16>;
    const BLOCK: u64 = BLOCK as u64;

    fn name(&self) -> String {
        let with_sieve = if self.sieve.is_some() { " and a sieve" } else { "" };
        format!("{} planes of bytes{with_sieve}", self.last.planes.count)
    }

    fn room(&self) -> Capacity {
        Capacity::Planes(self.last.planes.count as u32)
    }

    fn longest(&self) -> u64 {
        1 << 13
    }

    fn chunk(&mut self, n: u64, count: usize, extras: &Extras, into: &mut Vec<u16>) {
        self.end = n + count as u64;
        into.clear();
        fast(BlockChunk { generator: self, n, count, extras, out: into });
    }

    fn go_on(&mut self, n: u64, pairs: &[(u64, u32)]) -> bool {
        let Lookback { planes, values, large, .. } = &mut self.last;
        let Some(rare) = planes.step_over((self.end - n) as usize, |_| NONE) else { return false };
        values[rare] = NONE;
        self.end = n;
        let fits = self.sieve.is_none() && pairs.iter().all(|&(s, _)| planes.reach(s as usize));
        pairs.iter().filter(|_| fits).for_each(|&(s, v)| large.add(s, v));
        fits
    }
}

pub(crate) struct WideGenerator {
    last: Lookback,
    /// The number of planes that the last block needed.
    usual: usize,
    /// The next position.
    end: u64,
    sieve: Option<Filter>,
}

impl WideGenerator {
    /// A generator of the positions from n on, which uses all pairs. `back(i)` is the value i positions back. It has
    /// no filter, because that would need a sample of values. The planes must hold whole groups of values.
    pub fn behind(facts: &Facts, n: u64, planes: u32, back: &dyn Fn(usize) -> u16) -> Self {
        let last = Lookback::new(&facts.pairs(), planes as usize, 0, back);
        Self { usual: last.planes.count, last, end: n, sieve: None }
    }

    /// Computes the values of the next block. `sets` contains the marks of extras, and enough room.
    #[inline(always)]
    fn block(&mut self, sets: &mut [Sets]) {
        // Until higher planes are gathered, they contain only the marks of small pairs.
        let mut complete = self.usual;
        let last = &mut self.last;
        gather_all(&last.planes, &last.large, &mut sets[..complete]);
        let mut needed = 0;
        for i in 0..BLOCK {
            last.mark_small(i, sets);
            let free = loop {
                let free = sets[..complete].iter().position(|set| set[i] != u8::MAX);
                if free.is_some() || complete == last.planes.count {
                    break free;
                }
                last.planes.gather(&last.large, 0, complete, &mut sets[complete..=complete]);
                complete += 1;
            };
            needed = needed.max(free.map_or(complete, |q| q + 1));
            let h = free.map_or(NONE, |q| (q as u16) << 3 | sets[q][i].trailing_ones() as u16);
            last.put(i, h);
        }
        self.usual = needed;
    }
}

/// The values of several blocks.
struct BlockChunk<'g> {
    generator: &'g mut WideGenerator,
    n: u64,
    count: usize,
    extras: &'g Extras,
    out: &'g mut Vec<u16>,
}

impl Work for BlockChunk<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let BlockChunk { generator, n, count, extras, out } = self;
        // The sets beyond the planes in use receive marks without meaning.
        let mut sets = vec![[0u8; BLOCK]; 2 * PLANES + 1];
        for n in (0..count / BLOCK).map(|block| n + (block * BLOCK) as u64) {
            let WideGenerator { last, sieve, .. } = generator;
            if let Some(kept) = last.make_room() {
                sieve.iter_mut().for_each(|sieve| sieve.shift(kept.clone()));
            }
            sets.fill([0; BLOCK]);
            let listed =
                extras.lists::<BLOCK>(n).flat_map(|list| (0..).zip(list.iter().map(|&short| u32::from(short))));
            for (i, short) in listed.chain(extras.single(n, BLOCK)) {
                if let Some(sets) = sets.get_mut(short as usize >> 3) {
                    sets[i] |= 1 << (short & 7);
                }
            }
            match sieve {
                Some(sieve) => sieve.block(&mut last.planes, &mut last.values, &mut sets),
                None => generator.block(&mut sets),
            }
            let Lookback { planes, values, .. } = &mut generator.last;
            out.extend_from_slice(&values[planes.next..planes.next + BLOCK]);
            planes.next += BLOCK;
        }
    }
}

pub(crate) struct WideVerifier<C> {
    classes: Classes,
    planes: Planes,
    witnesses: Union,
    /// By the parity of n: the compressed rare values below the value h are those less than this bound.
    bounds: [Vec<u16>; 2],
    /// By the parity of n: the rare values by their compressed forms.
    rare_values: [Vec<u32>; 2],
    early: SmallParts<C, CHUNK>,
    /// The next position.
    end: u64,
}

impl<C: Width> WideVerifier<C> {
    fn new(facts: &Facts, record: &Record<C>, count: usize, back: &dyn Fn(usize) -> u16) -> Self {
        let classes = facts.classes;
        let leaders = facts.leaders();
        let farthest = leaders.iter().map(|&(a, k)| a + k).max().unwrap_or(0);
        let short = |a: u64| classes.compress(record.get(a).map_or(0, Into::into));
        let pairs: Vec<(u64, u32)> = leaders.iter().map(|&(a, k)| (a + k, short(a))).collect();
        let planes = Planes::new(count, farthest, &facts.pattern, back);
        let bounds = [0, 1].map(|n| (0..=u32::from(NONE)).map(|h| classes.rares_below(n, h) as u16).collect());
        let rare_values = [0, 1].map(|n| (0..u32::from(NONE)).map(|short| classes.rare_value(n, short)).collect());
        let early = SmallParts::new(facts, record, EARLY, SKIP);
        Self { classes, planes, witnesses: Union::new(&pairs), bounds, rare_values, early, end: record.len() }
    }

    /// Collects the rare values below those of a block that the witnesses do not exclude.
    #[inline(always)]
    fn ask(&self, from: u64, first: usize, block: &[u16; BLOCK], questions: &mut Vec<RareQuestion>) {
        let Self { planes, witnesses, bounds, rare_values, .. } = self;
        let bounds: [u16; BLOCK] = std::array::from_fn(|i| bounds[(from as usize + first + i) % 2][block[i] as usize]);
        // The planes hold whole groups of values, so no bound exceeds them. A position without a value asks for all.
        let highest = bounds.iter().map(|&bound| bound as usize / 8).max().unwrap_or(0).min(planes.count - 1);
        let mut excluded = [[0; BLOCK]; PLANES];
        planes.gather(witnesses, 0, 0, &mut excluded[..=highest]);
        for (q, excluded) in excluded[..=highest].iter().enumerate() {
            let mut needed = [0u8; BLOCK];
            for i in 0..BLOCK {
                let bits = bounds[i].saturating_sub(8 * q as u16).min(8);
                needed[i] = ((1u16 << bits) - 1) as u8 & !excluded[i];
            }
            for (number, eight) in needed.as_chunks::<8>().0.iter().enumerate() {
                let mut left = u64::from_le_bytes(*eight);
                while left != 0 {
                    let bit = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let (offset, short) = (first + 8 * number + bit / 8, 8 * q + bit % 8);
                    let value = rare_values[(from as usize + offset) % 2][short];
                    questions.push(RareQuestion { offset, value, short: short as u16 });
                }
            }
        }
    }
}

impl<C: Width> Verify<C, WideGenerator> for WideVerifier<C> {
    fn chunk(&mut self, from: u64, shorts: &Vec<u16>, record: &mut Record<C>) -> OpenQuestions {
        let classes = self.classes;
        self.end = from + shorts.len() as u64;
        let value = |(n, &h): (u64, &u16)| C::of(classes.common_value(n, u32::from(h)));
        record.extend(&(from..).zip(shorts).map(value).collect::<Vec<_>>());
        let (values, behind) = self.early.values(record, from);
        fast(OpenValues { verifier: self, from, shorts, values, behind })
    }

    fn go_on(&mut self, facts: &Facts, record: &Record<C>) -> bool {
        let n = record.len();
        let there = self.planes.step_over((self.end - n) as usize, facts.before(record, n - 1)).is_some();
        self.end = n;
        let fits = (facts.largest_short(record) as usize) < 8 * self.planes.count;
        there && fits
    }
}

/// The open questions for some compressed values from `from` on. `values` are the full ones, and those of `behind`
/// earlier positions.
struct OpenValues<'v, C> {
    verifier: &'v mut WideVerifier<C>,
    from: u64,
    shorts: &'v [u16],
    values: &'v [C],
    behind: usize,
}

impl<C: Width> Work for OpenValues<'_, C> {
    type Output = OpenQuestions;

    #[inline(always)]
    fn run(self) -> OpenQuestions {
        let OpenValues { verifier, from, shorts, values, behind } = self;
        let mut opened = OpenQuestions::default();
        let mut questions = Vec::new();
        for (number, block) in shorts.as_chunks::<BLOCK>().0.iter().enumerate() {
            let first = number * BLOCK;
            verifier.ask(from, first, block, &mut questions);
            verifier.planes.extend(block);
            verifier.early.settle(from, &mut questions, values, behind, &mut opened);
            let known = opened.pending.len();
            opened.pending.extend(questions.drain(..).map(|question| Pending {
                offset: question.offset,
                missing: lone_bit(question.short as usize),
                full: false,
            }));
            let full = (0..BLOCK).filter(|&i| block[i] == NONE);
            opened.pending.extend(full.map(|i| Pending { offset: first + i, missing: SmallVec::new(), full: true }));
            opened.pending[known..].sort_by_key(|pending| (pending.offset, pending.full));
        }
        opened
    }
}

/// Words with one bit set.
fn lone_bit(bit: usize) -> SmallVec<[u64; 1]> {
    let mut words = SmallVec::from_elem(0, bit / 64 + 1);
    words[bit / 64] = 1 << (bit % 64);
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_heap::sparse::model::moves::HeapMoves;
    use crate::one_heap::sparse::testing::{explored, first_missing, open_questions, opened};
    use grundy_core::random::Random;
    use grundy_core::structure::{Structures, UnequalSplit};

    /// Common values that might occur in a game.
    fn common(n: u64) -> u32 {
        1 + 2 * (n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as u32 % 150
    }

    /// What the witnesses exclude after a rare value does not depend on the values that were taken back.
    #[test]
    fn a_verifier_goes_on_as_a_new_one() {
        let mut record = Record::<u16>::new(1 << 20, 1 << 16);
        record.extend(&(0..3000).map(|n| common(n) as u16).collect::<Vec<_>>());
        let classes = Classes { mask: 1, position: false, common: 1 };
        let mut facts = Facts::new(&HeapMoves::of(&Structures::of(&UnequalSplit)).unwrap(), classes, &record);
        let count = facts.planes(&record) as usize;
        facts.choose_many(&record, count);
        let verifier = |facts: &Facts, record: &Record<u16>| {
            let n = record.len();
            WideVerifier::new(facts, record, count, &facts.before(record, n))
        };
        let mut known = verifier(&facts, &record);
        for (n, rare) in [(3100, 2), (3101, 40), (3600, 8)] {
            let from = record.len();
            let values = (from..from + 2 * BLOCK as u64).map(|n| classes.compress(common(n)) as u16).collect();
            known.chunk(from, &values, &mut record);
            record.truncate(n);
            facts.take_up(n, rare, record.largest());
            record.push(rare as u16);
            assert!(known.go_on(&facts, &record));
            let fresh = verifier(&facts, &record);
            let excluded = |verifier: &WideVerifier<u16>| {
                let mut sets = vec![[0; BLOCK]; 8 * count];
                for (number, sets) in sets.chunks_mut(count).enumerate() {
                    verifier.planes.gather(&verifier.witnesses, number * BLOCK, 0, sets);
                }
                sets
            };
            assert!(excluded(&known) == excluded(&fresh), "behind {n}");
            assert!(excluded(&fresh).iter().flatten().any(|&byte| byte != 0));
        }
    }

    #[test]
    fn a_generator_gives_the_first_missing_values() {
        for (code, known) in [("0.104", 700), ("0.454", 500), ("0.3437", 2500)] {
            let (mut facts, record) = explored(code, known);
            let planes = facts.planes(&record);
            facts.choose_many(&record, planes as usize);
            let pipeline = wide(&facts, &record, planes).unwrap();
            let (classes, mut generator) = (facts.classes, pipeline.into_halves().0);
            let truth = first_missing(&facts, &record, 4 * BLOCK);
            let (mut shorts, mut n) = (Vec::new(), known);
            for truth in truth.chunks(2 * BLOCK) {
                let extras = facts.extras(&record, n, truth.len() as u64).unwrap();
                generator.chunk(n, truth.len(), &extras, &mut shorts);
                for (&short, &value) in shorts.iter().zip(truth) {
                    assert_eq!(classes.common_value(n, short.into()), value, "{code} at {n}");
                    n += 1;
                }
            }
            assert_eq!(n, known + truth.len() as u64);
        }
    }

    #[test]
    fn a_verifier_leaves_open_what_no_split_excludes() {
        let (mut facts, mut record) = explored("0.104", 3000);
        let planes = facts.planes(&record);
        let classes = facts.classes;
        facts.choose_many(&record, planes as usize);
        facts.witnesses.truncate(40);
        let mut verifier = wide(&facts, &record, planes).unwrap().into_halves().1;
        // A quarter of the first values is skipped; then there is room for one chunk.
        let small = 751..=750 + CHUNK as u64;
        let (mut random, mut count) = (Random(9), 0);
        for _ in 0..3 {
            let from = record.len();
            let shorts = (0..2 * BLOCK).map(|_| random.below(8 * (u64::from(planes) - 1)) as u16).collect();
            let found = opened(&facts, from, &verifier.chunk(from, &shorts, &mut record));
            let given = (from..).zip(&shorts).map(|(n, &short)| classes.common_value(n, short.into()));
            assert!(given.eq((from..record.len()).map(|n| record.get(n).unwrap().into())), "the values given");
            let expected = open_questions(&facts, &record, from..record.len(), &facts.witnesses, small.clone());
            assert_eq!(found, expected, "from {from}");
            count += found.len();
        }
        assert!(count > 100, "{count}");
    }
}
