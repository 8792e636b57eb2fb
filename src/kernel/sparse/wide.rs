//! The fast form for games with up to 512 common values: bytes in planes.
//!
//! Plane q holds for every position the byte 1 << (h & 7) if h >> 3 = q, else 0. The nim-sum
//! with v moves plane q to q ^ (v >> 3) and permutes the bits of its bytes by v & 7; pairs
//! are ordered so that one swap of bits lies between neighbours (a Gray code). Blocks of 256
//! positions take all pairs with shifts from 256 on, 32 positions a load, the planes shared
//! between two threads; the few smaller shifts are added value by value. Planes above those
//! that the last block needed are gathered when a position asks for them. Verified like the
//! narrow form, by more witnesses.

use super::classes::Classes;
use super::early::Early;
use super::facts::{Facts, Pending};
use super::pipeline::{Generate, Opened, Pipeline, Verify};
use super::record::{Cell, Record};
use crate::kernel::simd::{Work, fast};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// Positions worked on together.
const BLOCK: usize = 256;

/// Planes at most.
const PLANES: usize = 64;

/// Stands for the value of a position that is not common: beyond all planes.
const NONE: u16 = 1 << 9;

/// v & 7 in the order of the Gray code.
const GRAY: [usize; 8] = [0, 1, 3, 2, 6, 7, 5, 4];

/// Witnesses for each common value.
const WITNESSES: usize = 10;

/// The form from the next position of the record on, if its values fit.
pub(super) fn wide<C: Cell>(facts: &mut Facts, record: &Record<C>) -> Option<Pipeline<Generator, Verifier<C>>> {
    let classes = facts.classes;
    let n = record.len();
    let planes = facts.planes(record) as usize;
    (planes <= PLANES).then_some(())?;
    if facts.witnesses.is_empty() {
        facts.choose_many(record, WITNESSES * 8 * planes);
    }
    let short = |position: u64| match record.get(position).map(Into::into) {
        Some(value) if position > 0 && !classes.is_rare(position, value) => classes.compress(value) as u16,
        _ => NONE,
    };
    let back = |back: usize| n.checked_sub(back as u64).map_or(NONE, short);
    record.slice(n.saturating_sub(facts.reach()), n)?;
    let generator = Generator::new(&facts.pairs(), planes, back);
    let verifier = Verifier::new(facts, record, planes, back);
    Some(Pipeline::new(generator, verifier))
}

impl Generate for Generator {
    type Chunk = Vec<u16>;
    const BLOCK: u64 = BLOCK as u64;
    const LONGEST: u64 = 1 << 13;

    fn name(&self) -> String {
        format!("{} planes of bytes", self.planes.count)
    }

    fn chunk(&mut self, n: u64, count: usize, extras: &VecDeque<(u64, u32)>, into: &mut Vec<u16>) {
        into.clear();
        fast(Chunk { generator: self, n, count, extras, out: into });
    }
}

impl<C: Cell> Verify<C, Vec<u16>> for Verifier<C> {
    fn chunk(&mut self, from: u64, chunk: &Vec<u16>, record: &mut Record<C>) -> Opened {
        let classes = self.classes;
        let value = |(n, &h): (u64, &u16)| C::of(classes.common_value(n, u32::from(h)));
        record.extend(&(from..).zip(chunk).map(value).collect::<Vec<_>>());
        let (values, behind) = self.early.values(record, from);
        fast(Open { verifier: self, from, shorts: chunk, values, behind })
    }
}

/// The last positions, a byte each in every plane.
struct Planes {
    count: usize,
    window: usize,
    stride: usize,
    next: usize,
    bytes: Vec<u8>,
    /// The shifts of the pairs by the place of v & 7 in the Gray code, and by v >> 3.
    groups: [Vec<(usize, Vec<usize>)>; 8],
}

impl Planes {
    fn new(count: usize, pairs: &[(u64, u32)], back: &impl Fn(usize) -> u16) -> Self {
        let window = pairs.iter().map(|&(s, _)| s as usize).max().unwrap_or(0).next_multiple_of(BLOCK) + BLOCK;
        let stride = 2 * window.max(4 * BLOCK) + BLOCK;
        let groups = GRAY.map(|low| {
            let group = |high: usize| {
                let within = pairs.iter().filter(|&&(_, v)| v as usize == high << 3 | low);
                (high, within.map(|&(s, _)| s as usize).collect::<Vec<_>>())
            };
            (0..PLANES).map(group).filter(|(_, shifts)| !shifts.is_empty()).collect()
        });
        let mut planes = Self { count, window, stride, next: window, bytes: vec![0; count * stride], groups };
        for index in 0..window {
            planes.put(index, back(window - index));
        }
        planes
    }

    #[inline(always)]
    fn put(&mut self, index: usize, h: u16) {
        let plane = h as usize >> 3;
        if plane < self.count {
            self.bytes[plane * self.stride + index] = 1 << (h & 7);
        }
    }

    /// Makes room for a block and clears it.
    #[inline(always)]
    fn make_room(&mut self) {
        if self.next + BLOCK > self.stride {
            let from = self.next - self.window;
            for plane in self.bytes.chunks_exact_mut(self.stride) {
                plane.copy_within(from..self.next, 0);
            }
            self.next = self.window;
        }
        let at = self.next;
        for plane in self.bytes.chunks_exact_mut(self.stride) {
            plane[at..at + BLOCK].fill(0);
        }
    }

    /// The values H(n - s) ^ v of all pairs that lie in plane q, for the block at `next`.
    #[inline(always)]
    fn gather(&self, q: usize) -> [u8; BLOCK] {
        let mut sets = [0u8; BLOCK];
        for (place, groups) in self.groups.iter().enumerate() {
            match place {
                0 => {}
                1 | 3 | 5 | 7 => swap::<1>(&mut sets, 0x55),
                2 | 6 => swap::<2>(&mut sets, 0x33),
                _ => swap::<4>(&mut sets, 0x0F),
            }
            for (group, shifts) in groups {
                let source = q ^ group;
                if source >= self.count {
                    continue;
                }
                let plane = &self.bytes[source * self.stride..(source + 1) * self.stride];
                for &s in shifts {
                    if let Some(bytes) = plane.get(self.next - s..).and_then(|bytes| bytes.first_chunk::<BLOCK>()) {
                        for i in 0..BLOCK {
                            sets[i] |= bytes[i];
                        }
                    }
                }
            }
        }
        // The code ends at v & 7 = 4.
        swap::<4>(&mut sets, 0x0F);
        sets
    }
}

/// Gathers some planes.
struct Gather<'g> {
    planes: &'g Planes,
    first: usize,
    sets: &'g mut [[u8; BLOCK]],
}

impl Work for Gather<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (q, set) in (self.first..).zip(self.sets) {
            *set = self.planes.gather(q);
        }
    }
}

/// Swaps neighbouring groups of `WIDTH` bits in every byte.
#[inline(always)]
fn swap<const WIDTH: u32>(bytes: &mut [u8; BLOCK], mask: u8) {
    for byte in bytes.iter_mut() {
        *byte = (*byte & mask) << WIDTH | (*byte >> WIDTH) & mask;
    }
}

pub(super) struct Generator {
    planes: Planes,
    /// Pairs with shifts below the block.
    near: Vec<(usize, u16)>,
    /// The last values, at the indices of the planes.
    values: Vec<u16>,
    /// Planes that the last block needed.
    usual: usize,
}

impl Generator {
    fn new(pairs: &[(u64, u32)], count: usize, back: impl Fn(usize) -> u16) -> Self {
        let (far, near): (Vec<_>, Vec<_>) = pairs.iter().partition(|&&(s, _)| s >= BLOCK as u64);
        let planes = Planes::new(count, &far, &back);
        let near = near.iter().map(|&(s, v)| (s as usize, v as u16)).collect();
        let mut values = vec![NONE; planes.stride];
        (0..planes.window).for_each(|index| values[index] = back(planes.window - index));
        Self { planes, near, values, usual: count }
    }
}

struct Chunk<'g> {
    generator: &'g mut Generator,
    n: u64,
    count: usize,
    extras: &'g VecDeque<(u64, u32)>,
    out: &'g mut Vec<u16>,
}

impl Work for Chunk<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Chunk { generator, mut n, count, extras, out } = self;
        // Beyond the planes in use: marks that mean nothing.
        let mut sets = vec![[0u8; BLOCK]; 2 * PLANES + 1];
        for _ in 0..count / BLOCK {
            let before = generator.planes.next;
            generator.planes.make_room();
            let at = generator.planes.next;
            if at != before {
                generator.values.copy_within(before - at..before, 0);
            }
            let (mut gathered, mut needed) = (generator.usual, 0);
            // Higher planes have the marks of near pairs, until they are gathered.
            sets[gathered..].fill([0; BLOCK]);
            let (lower, upper) = sets[..gathered].split_at_mut(gathered / 2);
            let (planes, half) = (&generator.planes, lower.len());
            rayon::join(
                || fast(Gather { planes, first: 0, sets: lower }),
                || fast(Gather { planes, first: half, sets: upper }),
            );
            for &(position, short) in extras {
                if (n..n + BLOCK as u64).contains(&position) {
                    sets[short as usize >> 3][(position - n) as usize] |= 1 << (short & 7);
                }
            }
            for i in 0..BLOCK {
                for &(s, v) in &generator.near {
                    let x = generator.values[at + i - s] ^ v;
                    sets[(x >> 3) as usize & (2 * PLANES - 1)][i] |= 1 << (x & 7);
                }
                let free = loop {
                    let free = sets[..gathered].iter().position(|set| set[i] != u8::MAX);
                    if free.is_some() || gathered == generator.planes.count {
                        break free;
                    }
                    let far = generator.planes.gather(gathered);
                    for (set, far) in sets[gathered].iter_mut().zip(far) {
                        *set |= far;
                    }
                    gathered += 1;
                };
                needed = needed.max(free.map_or(gathered, |q| q + 1));
                let h = free.map_or(NONE, |q| (q as u16) << 3 | sets[q][i].trailing_ones() as u16);
                generator.values[at + i] = h;
                generator.planes.put(at + i, h);
            }
            out.extend_from_slice(&generator.values[at..at + BLOCK]);
            generator.planes.next += BLOCK;
            generator.usual = needed;
            n += BLOCK as u64;
        }
    }
}

pub(super) struct Verifier<C> {
    classes: Classes,
    planes: Planes,
    /// By the parity of n: the rare values below that of h are those below this.
    bounds: [Vec<u16>; 2],
    early: Early<C>,
}

impl<C: Cell> Verifier<C> {
    fn new(facts: &Facts, record: &Record<C>, count: usize, back: impl Fn(usize) -> u16) -> Self {
        let classes = facts.classes;
        let planes = Planes::new(count, &facts.witness_pairs(record), &back);
        let bounds = [0, 1].map(|n| (0..=u32::from(NONE)).map(|h| classes.rares_below(n, h) as u16).collect());
        Self { classes, planes, bounds, early: Early::new(facts, record) }
    }

    /// For each position of a block the rare values that the witnesses leave open, as bits.
    #[inline(always)]
    fn missing(&self, first: u64, block: &[u16; BLOCK], missing: &mut [SmallVec<[u64; 1]>; BLOCK]) {
        let Self { planes, bounds, .. } = self;
        let bounds: [u16; BLOCK] =
            std::array::from_fn(|i| bounds[((first + i as u64) % 2) as usize][block[i] as usize]);
        let highest = bounds.iter().map(|&bound| bound as usize / 8).max().unwrap_or(0).min(planes.count - 1);
        for q in 0..=highest {
            let mut needed = [0u8; BLOCK];
            for i in 0..BLOCK {
                let bits = bounds[i].saturating_sub(8 * q as u16).min(8);
                needed[i] = ((1u16 << bits) - 1) as u8;
            }
            let done = planes.gather(q);
            let mut any = 0;
            for i in 0..BLOCK {
                needed[i] &= !done[i];
                any |= needed[i];
            }
            for (i, &bits) in needed.iter().enumerate().filter(|(_, bits)| any != 0 && **bits != 0) {
                missing[i].resize(planes.count.div_ceil(8), 0);
                missing[i][q / 8] |= u64::from(bits) << (q % 8 * 8);
            }
        }
    }
}

/// The open questions among some values from `from` on, in compressed form. `values` are the
/// full ones, and `behind` of them before.
struct Open<'v, C> {
    verifier: &'v mut Verifier<C>,
    from: u64,
    shorts: &'v [u16],
    values: &'v [C],
    behind: usize,
}

impl<C: Cell> Work for Open<'_, C> {
    type Output = Opened;

    #[inline(always)]
    fn run(self) -> Opened {
        let Open { verifier, from, shorts, values, behind } = self;
        let mut opened = Opened::default();
        let mut missing: [SmallVec<[u64; 1]>; BLOCK] = std::array::from_fn(|_| SmallVec::new());
        for (number, block) in shorts.as_chunks::<BLOCK>().0.iter().enumerate() {
            verifier.planes.make_room();
            let (at, first) = (verifier.planes.next, number * BLOCK);
            for (i, &h) in block.iter().enumerate() {
                verifier.planes.put(at + i, h);
            }
            verifier.missing(from + first as u64, block, &mut missing);
            verifier.planes.next += BLOCK;
            for (i, missing) in missing.iter_mut().enumerate() {
                let (offset, full) = (first + i, block[i] == NONE);
                let before = values.get(..behind + offset).unwrap_or(&[]);
                let mut left = 0;
                for (bits, lowest) in missing.iter_mut().zip((0..).step_by(64)) {
                    *bits = verifier.early.exclude(from + offset as u64, lowest, *bits, before, &mut opened);
                    left |= *bits;
                }
                if left != 0 || full {
                    opened.pending.push(Pending { offset, missing: missing.clone(), full });
                }
                missing.clear();
            }
        }
        opened
    }
}
