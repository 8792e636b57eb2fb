//! The fast form for games whose common values are few: up to 64 of them, one-hot in lanes
//! of 16, 32 or 64 bits.
//!
//! Generate: H(n) = mex { H(n - s) ^ v } over the pairs (s, v) of rare positions and places,
//! in three tiers by the shift s: blocks of 64 positions, runs of 16, and steps of as many
//! positions as the least shift allows (they do not depend on each other).
//! Verify, a chunk behind and in a second thread: every rare value below H(n) must be that
//! of an option. A few witness positions exclude nearly all of them in the same lanes; what
//! is left open goes to the exact search of the record.

use super::Form;
use super::copies::{BLOCK, Copies};
use super::facts::{Facts, Pending, Verdict, judge};
use super::record::{Cell, Record};
use crate::error::Error;
use crate::kernel::lanes::{Lane, gather, group_starts, permute};
use crate::kernel::simd::{Work, fast};
use smallvec::smallvec;
use std::collections::VecDeque;

/// Shifts from here on are worked off in whole blocks.
const FAR: u64 = BLOCK as u64;

/// Shifts from here on are worked off in runs of as many positions.
const RUN: usize = 16;

/// Lanes between the stages of the verifier.
const STAGE: usize = 8;

/// The two halves, and the chunk between them.
pub(super) struct Narrow<T> {
    generator: Generator<T>,
    verifier: Verifier<T>,
    /// Generated, not yet verified.
    waiting: Vec<T>,
    /// Whether the form may work a chunk ahead of the verified values.
    chunk: usize,
    /// The first chunk, where a stopped form goes on.
    first: Option<usize>,
}

impl<T: Lane> Narrow<T> {
    /// The form from the next position of the record on, if its last values fit the lanes.
    pub fn new<C: Cell>(facts: &Facts, record: &Record<C>) -> Option<Self> {
        let n = record.len();
        let classes = facts.classes;
        // Refuse lanes that the known values nearly fill already.
        (classes.compress(record.largest()) + 1 < T::BITS).then_some(())?;
        let lane = |position: u64| match record.get(position).map(Into::into) {
            Some(value) if position > 0 && !classes.is_rare(position, value) => T::low(1 << classes.compress(value)),
            _ => T::default(),
        };
        let back = |back: usize| n.checked_sub(back as u64).map_or(T::default(), lane);
        let pairs = facts.pairs();
        let reach = pairs.iter().map(|&(s, _)| s).max().unwrap_or(0);
        record.slice(n.saturating_sub(reach.max(facts.reach())), n)?;
        let generator = Generator::new(&pairs, reach as usize, back);
        let verifier = Verifier::new(facts, back, record);
        Some(Self { generator, verifier, waiting: Vec::new(), chunk: BLOCK, first: None })
    }
}

impl<T: Lane, C: Cell> Form<C> for Narrow<T> {
    fn name(&self) -> String {
        match self.generator.step {
            0 | 1 => T::NAME.to_string(),
            step => format!("{}, {step} values a step", T::NAME),
        }
    }

    fn pace(&self) -> (u64, u64) {
        (self.waiting.len() as u64, self.chunk as u64)
    }

    fn set_pace(&mut self, (ahead, chunk): (u64, u64)) {
        self.first = Some(ahead as usize).filter(|&ahead| ahead > 0);
        self.chunk = chunk as usize;
    }

    fn advance(&mut self, facts: &mut Facts, record: &mut Record<C>, most: u64) -> Result<Verdict, Error> {
        let from = record.len();
        let ahead = from + self.waiting.len() as u64;
        let wanted =
            most.saturating_sub(self.waiting.len() as u64).min(self.first.take().unwrap_or(self.chunk) as u64) as usize;
        let mut fresh = Vec::new();
        let (generator, verifier, waiting) = (&mut self.generator, &mut self.verifier, &self.waiting);
        let extras = &facts.extras;
        let generate = || generator.chunk(ahead, wanted.next_multiple_of(BLOCK), extras, &mut fresh);
        let verify = || {
            let values = verifier.values(from, waiting);
            record.extend_bytes(&values);
            verifier.open(from, waiting)
        };
        let ((), open) = rayon::join(generate, verify);
        self.waiting = fresh;
        let verdict = judge(facts, record, from, &open)?;
        if verdict == Verdict::Fine && record.len() > from {
            self.chunk = (self.chunk * 2).min(1 << 16);
        }
        Ok(verdict)
    }
}

/// Computes the first missing common value of position after position.
struct Generator<T> {
    copies: Copies<T>,
    /// (index distance of the copy's lane, shift) by tier.
    far: Vec<(usize, usize)>,
    runs: Vec<(usize, usize)>,
    near: Vec<(usize, usize)>,
    /// The copies that steps read, and must write.
    near_copies: Vec<(usize, u32)>,
    /// The copies that runs read besides.
    run_copies: Vec<(usize, u32)>,
    step: usize,
}

impl<T: Lane> Generator<T> {
    fn new(pairs: &[(u64, u32)], reach: usize, back: impl Fn(usize) -> T) -> Self {
        let copies = Copies::new(pairs.iter().map(|&(_, v)| v).collect(), reach, back);
        let tier = |low: u64, high: u64| -> Vec<(usize, usize)> {
            let within = pairs.iter().filter(|(s, _)| (low..high).contains(s));
            within.map(|&(s, v)| (copies.copy_of(v) * copies.stride, s as usize)).collect()
        };
        let (far, runs, near) = (tier(FAR, u64::MAX), tier(RUN as u64, FAR), tier(0, RUN as u64));
        let copies_of = |tier: &[(usize, usize)]| {
            let all = tier.iter().map(|&(at, _)| (at, copies.perms[at / copies.stride]));
            let mut all: Vec<_> = all.filter(|&(_, v)| v != 0).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let (near_copies, mut run_copies) = (copies_of(&near), copies_of(&runs));
        run_copies.retain(|copy| !near_copies.contains(copy));
        let step = near.iter().map(|&(_, s)| s).min().unwrap_or(RUN).min(RUN);
        Self { copies, far, runs, near, near_copies, run_copies, step }
    }

    /// Appends the lanes of `count` positions from n on, a multiple of the block.
    fn chunk(&mut self, n: u64, count: usize, extras: &VecDeque<(u64, u32)>, out: &mut Vec<T>) {
        out.reserve(count);
        fast(Generate { generator: self, n, count, extras, out });
    }

    #[inline(always)]
    fn block<const V: usize>(&mut self, acc: &mut [T; BLOCK + RUN]) {
        let at = self.copies.next;
        for run in (0..BLOCK).step_by(RUN) {
            let mut sets: [T; RUN] = [T::default(); RUN];
            sets.copy_from_slice(&acc[run..run + RUN]);
            for &(copy, s) in &self.runs {
                gather(&mut sets, &self.copies.lanes, copy + at + run - s);
            }
            acc[run..run + RUN].copy_from_slice(&sets);
            let mut i = run;
            while i < run + RUN {
                let mut sets = [T::default(); V];
                sets.copy_from_slice(&acc[i..i + V]);
                for &(copy, s) in &self.near {
                    gather(&mut sets, &self.copies.lanes, copy + at + i - s);
                }
                let found = sets.map(T::mex);
                self.copies.lanes[at + i..at + i + V].copy_from_slice(&found);
                for &(copy, v) in &self.near_copies {
                    let moved = permute(found, v);
                    self.copies.lanes[copy + at + i..copy + at + i + V].copy_from_slice(&moved);
                }
                i += self.step;
            }
            let mut found = [T::default(); RUN];
            found.copy_from_slice(&self.copies.lanes[at + run..at + run + RUN]);
            for &(copy, v) in &self.run_copies {
                let moved = permute(found, v);
                self.copies.lanes[copy + at + run..copy + at + run + RUN].copy_from_slice(&moved);
            }
        }
    }
}

struct Generate<'g, T> {
    generator: &'g mut Generator<T>,
    n: u64,
    count: usize,
    extras: &'g VecDeque<(u64, u32)>,
    out: &'g mut Vec<T>,
}

impl<T: Lane> Work for Generate<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Generate { generator, mut n, count, extras, out } = self;
        for _ in 0..count / BLOCK {
            generator.copies.make_room();
            let at = generator.copies.next;
            let mut acc = [T::default(); BLOCK];
            for &(copy, s) in &generator.far {
                gather(&mut acc, &generator.copies.lanes, copy + at - s);
            }
            for &(position, short) in extras {
                if (n..n + BLOCK as u64).contains(&position) {
                    acc[(position - n) as usize] |= T::low(1 << short);
                }
            }
            let mut padded = [T::default(); BLOCK + RUN];
            padded[..BLOCK].copy_from_slice(&acc);
            match generator.step {
                0 | 1 => generator.block::<1>(&mut padded),
                2 => generator.block::<2>(&mut padded),
                3 | 4 => generator.block::<4>(&mut padded),
                5..=8 => generator.block::<8>(&mut padded),
                _ => generator.block::<16>(&mut padded),
            }
            generator.copies.spread();
            out.extend_from_slice(&generator.copies.lanes[at..at + BLOCK]);
            generator.copies.next += BLOCK;
            n += BLOCK as u64;
        }
    }
}

/// Finds the rare values that witnesses do not exclude.
struct Verifier<T> {
    copies: Copies<T>,
    /// (index distance of the copy's lane, shift).
    witnesses: Vec<(usize, usize)>,
    /// By the parity of n: for every bit of a value, the lanes whose value has it.
    bits: [Vec<T>; 2],
    /// By the parity of n: the lanes whose value has the lowest bit of the mask.
    upper: [T; 2],
    /// The place of that bit.
    low: u32,
}

impl<T: Lane> Verifier<T> {
    fn new<C: Cell>(facts: &Facts, back: impl Fn(usize) -> T, record: &Record<C>) -> Self {
        let classes = facts.classes;
        let witnesses = facts.witness_pairs(record);
        let reach = witnesses.iter().map(|&(s, _)| s).max().unwrap_or(0) as usize;
        let copies = Copies::new(witnesses.iter().map(|&(_, v)| v).collect(), reach, back);
        let witnesses = witnesses.iter().map(|&(s, v)| (copies.copy_of(v) * copies.stride, s as usize)).collect();
        let with_bit = |n: u64, bit: u32| {
            let lanes = (0..T::BITS).filter(|&h| classes.common_value(n, h) >> bit & 1 != 0);
            lanes.fold(T::default(), |all, h| all | T::low(1 << h))
        };
        let width =
            u32::BITS - classes.common_value(0, T::BITS - 1).max(classes.common_value(1, T::BITS - 1)).leading_zeros();
        let bits = [0, 1].map(|n| (0..width).map(|bit| with_bit(n, bit)).collect());
        let upper = [0, 1].map(|n| with_bit(n, classes.mask.trailing_zeros()));
        Self { copies, witnesses, bits, upper, low: classes.mask.trailing_zeros() }
    }

    /// The values that lanes stand for, the first at `from`.
    fn values(&self, from: u64, lanes: &[T]) -> Vec<u8> {
        fast(Decode { bits: &self.bits, from, lanes })
    }

    /// The open questions among the lanes from `from` on: the offset of a position, and the
    /// rare values below its own (compressed, as bits) that no witness excludes.
    fn open(&mut self, from: u64, lanes: &[T]) -> Vec<Pending> {
        fast(Verify { verifier: self, from, lanes })
    }
}

struct Decode<'d, T> {
    bits: &'d [Vec<T>; 2],
    from: u64,
    lanes: &'d [T],
}

impl<T: Lane> Work for Decode<'_, T> {
    type Output = Vec<u8>;

    #[inline(always)]
    fn run(self) -> Vec<u8> {
        let mut values = vec![0u8; self.lanes.len()];
        let parity = (self.from % 2) as usize;
        for (lanes, values) in self.lanes.chunks(BLOCK).zip(values.chunks_mut(BLOCK)) {
            let (Some(lanes), Some(values)) = (lanes.first_chunk::<BLOCK>(), values.first_chunk_mut::<BLOCK>()) else {
                continue;
            };
            let mut wide = [T::default(); BLOCK];
            for (bit, (&even, &odd)) in self.bits[parity].iter().zip(&self.bits[1 - parity]).enumerate() {
                let sides: [T; BLOCK] = std::array::from_fn(|i| if i % 2 == 0 { even } else { odd });
                let bit = T::low(1 << bit);
                for i in 0..BLOCK {
                    wide[i] |= if lanes[i] & sides[i] != T::default() { bit } else { T::default() };
                }
            }
            for i in 0..BLOCK {
                values[i] = wide[i].wide() as u8;
            }
        }
        values
    }
}

struct Verify<'v, T> {
    verifier: &'v mut Verifier<T>,
    from: u64,
    lanes: &'v [T],
}

impl<T: Lane> Work for Verify<'_, T> {
    type Output = Vec<Pending>;

    #[inline(always)]
    fn run(self) -> Vec<Pending> {
        let Verify { verifier, from, lanes } = self;
        let mut open = Vec::new();
        let parity = (from % 2) as usize;
        let upper: [T; BLOCK] = std::array::from_fn(|i| verifier.upper[(parity + i) % 2]);
        for (number, block) in lanes.chunks_exact(BLOCK).enumerate() {
            let copies = &mut verifier.copies;
            copies.make_room();
            let at = copies.next;
            copies.lanes[at..at + BLOCK].copy_from_slice(block);
            copies.spread();
            // The rare values below, and an impossible one where no lane was free.
            let mut needed: [T; BLOCK] = [T::default(); BLOCK];
            needed.copy_from_slice(block);
            group_starts(&mut needed, verifier.low);
            for i in 0..BLOCK {
                let bound = if block[i] & upper[i] != T::default() { needed[i].above(verifier.low) } else { needed[i] };
                needed[i] = bound.below();
            }
            let mut done = [T::default(); BLOCK];
            let mut left = true;
            for stage in verifier.witnesses.chunks(STAGE) {
                for &(copy, s) in stage {
                    gather(&mut done, &copies.lanes, copy + at - s);
                }
                let mut missing = T::default();
                for i in 0..BLOCK {
                    missing |= needed[i] & !done[i];
                }
                left = missing != T::default();
                if !left {
                    break;
                }
            }
            let full = block.iter().any(|&lane| lane == T::default());
            if left || full {
                for i in 0..BLOCK {
                    let missing = (needed[i] & !done[i]).wide();
                    let full = block[i] == T::default();
                    if missing != 0 || full {
                        open.push(Pending { offset: number * BLOCK + i, missing: smallvec![missing], full });
                    }
                }
            }
            copies.next += BLOCK;
        }
        open
    }
}
