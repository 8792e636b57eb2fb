//! The fast form for games whose common values are few: up to 64 of them, one-hot in lanes
//! of 16, 32 or 64 bits.
//!
//! Verify, a chunk behind the generator (`generate.rs`) and in a second thread: every rare
//! value below H(n) must be that of an option. A few witness positions exclude nearly all of
//! them in the same lanes; what is left open goes to the exact search of the record.

use super::copies::Copies;
use super::facts::{Facts, Pending};
use super::generate::{Generated, Generator};
use super::pipeline::{Pipeline, Verify};
use super::record::{Cell, Record};
use crate::kernel::lanes::{Lane, gather, group_starts};
use crate::kernel::simd::{Work, fast};
use smallvec::smallvec;

/// Positions verified together.
const BLOCK: usize = 64;

/// Positions whose questions are looked through together.
const GROUP: usize = 8;

/// Lanes between the stages of the verifier.
const STAGE: usize = 8;

/// The form from the next position of the record on, if its last values fit the lanes.
pub(super) fn narrow<T: Lane, C: Cell>(
    facts: &Facts,
    record: &Record<C>,
) -> Option<Pipeline<Generator<T>, Verifier<T>>> {
    let n = record.len();
    let classes = facts.classes;
    // Refuse lanes that the known values nearly fill already.
    (classes.compress(record.largest()) + 1 < T::BITS).then_some(())?;
    record.slice(n.saturating_sub(facts.reach()), n)?;
    let value = |position: u64| record.get(position).map(Into::into);
    let back = |back: usize| n.checked_sub(back as u64).map_or(T::default(), |at| classes.lane(at, value(at)));
    Some(Pipeline::new(Generator::new(facts, back), Verifier::new(facts, back, record)))
}

/// Finds the rare values that witnesses do not exclude.
pub(super) struct Verifier<T> {
    copies: Copies<T, BLOCK>,
    /// (index distance of the copy's lane, shift).
    witnesses: Vec<(usize, usize)>,
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
        let upper = [0, 1].map(|n| with_bit(n, classes.mask.trailing_zeros()));
        Self { copies, witnesses, upper, low: classes.mask.trailing_zeros() }
    }
}

impl<T: Lane, C: Cell> Verify<C, Generated<T>> for Verifier<T> {
    fn chunk(&mut self, from: u64, chunk: &Generated<T>, record: &mut Record<C>) -> Vec<Pending> {
        record.extend_bytes(&chunk.values);
        fast(Open { verifier: self, from, lanes: &chunk.lanes })
    }
}

/// Notes the questions that are open in a group of a block.
#[inline(always)]
fn ask<T: Lane>(
    needed: &[T; BLOCK],
    done: &[T; BLOCK],
    block: &[T],
    group: usize,
    first: usize,
    open: &mut Vec<Pending>,
) {
    for i in group..group + GROUP {
        let missing = (needed[i] & !done[i]).wide();
        let full = block[i] == T::default();
        if missing != 0 || full {
            open.push(Pending { offset: first + i, missing: smallvec![missing], full });
        }
    }
}

/// The open questions among the lanes from `from` on: the offset of a position, and the
/// rare values below its own (compressed, as bits) that no witness excludes.
struct Open<'v, T> {
    verifier: &'v mut Verifier<T>,
    from: u64,
    lanes: &'v [T],
}

impl<T: Lane> Work for Open<'_, T> {
    type Output = Vec<Pending>;

    #[inline(always)]
    fn run(self) -> Vec<Pending> {
        let Open { verifier, from, lanes } = self;
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
                for (group, base) in (0..BLOCK).step_by(GROUP).enumerate() {
                    let mut any = T::default();
                    for i in base..base + GROUP {
                        any |= needed[i] & !done[i];
                    }
                    if any != T::default() || full {
                        ask::<T>(&needed, &done, block, group * GROUP, number * BLOCK, &mut open);
                    }
                }
            }
            copies.next += BLOCK;
        }
        open
    }
}
