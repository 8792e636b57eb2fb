//! The last values of a wide form as bytes in planes, and unions over pairs of them.
//!
//! In plane q, the byte of a position is 1 << (h & 7) if h >> 3 = q, and 0 otherwise. The nim-sum with v moves plane
//! q to q ^ (v >> 3) and permutes the bits of its bytes by v & 7. Pairs are ordered by a Gray code, so only one swap
//! of bits is needed between neighbours. All pairs take what they need from a plane before the next plane, because
//! the last positions in all planes do not fit in the innermost cache. Cost: a load and an OR for 32 positions, for
//! each plane and pair. Memory: in each plane, bytes for twice the largest shift.

use grundy_core::simd::{Work, fast};
use std::ops::Range;

/// How many positions are processed together.
pub(crate) const BLOCK: usize = 256;

/// The maximum number of planes.
pub(crate) const PLANES: usize = 64;

/// Stands for a value that is not common: beyond all planes.
pub(crate) const NONE: u16 = 1 << 9;

/// v & 7 in the order of the Gray code.
const GRAY: [usize; 8] = [0, 1, 3, 2, 6, 7, 5, 4];

/// The sets of a block in one plane: eight values per byte.
pub(crate) type Sets = [u8; BLOCK];

/// Pairs (s, v), which give the values H(n - s) ^ v, grouped by v >> 3.
pub(crate) struct Union(Vec<PairGroup>);

/// Pairs with the same v >> 3.
struct PairGroup {
    /// v >> 3, which is xored to the number of a plane.
    high: usize,
    /// The shifts s, ordered by the place of v & 7 in the Gray code.
    shifts: Vec<usize>,
    /// How many shifts there are up to each place.
    ends: [usize; 8],
}

impl Union {
    pub fn new(pairs: &[(u64, u32)]) -> Self {
        let mut union = Self(Vec::new());
        pairs.iter().for_each(|&(s, v)| union.add(s, v));
        union
    }

    /// Adds the pair (s, v).
    pub fn add(&mut self, s: u64, v: u32) {
        let (high, low) = (v as usize / 8, v as usize % 8);
        let place = GRAY.iter().position(|&known| known == low).unwrap_or(0);
        let index = self.0.iter().position(|group| group.high == high).unwrap_or_else(|| {
            self.0.push(PairGroup { high, shifts: Vec::new(), ends: [0; 8] });
            self.0.len() - 1
        });
        let PairGroup { shifts, ends, .. } = &mut self.0[index];
        shifts.insert(ends[place], s as usize);
        ends[place..].iter_mut().for_each(|end| *end += 1);
    }
}

/// The last positions, with one byte for each in every plane.
pub(crate) struct Planes {
    pub count: usize,
    /// How many positions are kept.
    pub window: usize,
    /// The index of the next position.
    pub next: usize,
    stride: usize,
    bytes: Vec<u8>,
    /// Where a value h leaves marks: for each (later, v), it marks h ^ v that many positions later.
    marks: Vec<(usize, u16)>,
    /// The largest of these distances.
    latest: usize,
}

impl Planes {
    /// Planes of the last values, as far back as `farthest`. `back(i)` is the value i positions back.
    pub fn new(count: usize, farthest: u64, marks: &[(u64, u32)], back: &dyn Fn(usize) -> u16) -> Self {
        let latest = marks.iter().map(|&(later, _)| later as usize).max().unwrap_or(0);
        let window = window(farthest as usize + latest);
        let stride = 2 * window.max(4 * BLOCK) + BLOCK + latest;
        let marks = marks.iter().map(|&(later, v)| (later as usize, v as u16)).collect();
        let bytes = vec![0; count * stride];
        let mut planes = Self { count, window, next: window, stride, bytes, marks, latest };
        for index in 0..window {
            planes.put(index, back(window - index));
        }
        planes
    }

    /// The number of indices.
    pub fn len(&self) -> usize {
        self.stride - self.latest
    }

    #[inline(always)]
    pub fn put(&mut self, index: usize, h: u16) {
        if h == NONE {
            return;
        }
        for &(later, v) in &self.marks {
            let plane = (h ^ v) as usize >> 3;
            if plane < self.count {
                self.bytes[plane * self.stride + index + later] |= 1 << ((h ^ v) & 7);
            }
        }
    }

    /// Makes room for a block and clears it. Returns the indices that were moved to the front, if any.
    #[inline(always)]
    pub fn make_room(&mut self) -> Option<Range<usize>> {
        let kept = self.next - self.window.min(self.next)..self.next;
        let full = self.next + BLOCK > self.len();
        if full {
            for plane in self.bytes.chunks_exact_mut(self.stride) {
                plane.copy_within(kept.start..self.next + self.latest, 0);
            }
            self.next = self.window;
        }
        let at = self.next + self.latest;
        for plane in self.bytes.chunks_exact_mut(self.stride) {
            plane[at..at + BLOCK].fill(0);
        }
        full.then_some(kept)
    }

    /// Takes back the positions from `index` on. `back(i)` is the value i positions before it.
    pub fn take_back(&mut self, index: usize, back: impl Fn(usize) -> u16) {
        let end = self.next + self.latest;
        for plane in self.bytes.chunks_exact_mut(self.stride) {
            plane[index..end].fill(0);
        }
        self.next = index;
        (1..=self.latest).for_each(|before| self.put(index - before, back(before)));
    }

    /// Takes back the last positions (`last` of them) and the one before, which is rare and remains without marks.
    /// Returns the index of the rare one, if a whole window before it is still there.
    pub fn step_over(&mut self, last: usize, back: impl Fn(usize) -> u16) -> Option<usize> {
        let rare = self.next.checked_sub(last + 1).filter(|&rare| rare >= self.window)?;
        self.take_back(rare, back);
        self.next = rare + 1;
        Some(rare)
    }

    /// From now on, keeps positions as far back as this shift. Returns false if they are not there or do not fit.
    pub fn reach(&mut self, shift: usize) -> bool {
        let window = self.window.max(window(shift + self.latest));
        let fits = self.next >= shift && window + 2 * BLOCK <= self.len();
        if fits {
            self.window = window;
        }
        fits
    }

    /// Appends a block.
    #[inline(always)]
    pub fn extend(&mut self, block: &[u16; BLOCK]) {
        self.make_room();
        for (i, &h) in block.iter().enumerate() {
            self.put(self.next + i, h);
        }
        self.next += BLOCK;
    }

    /// Adds the values of the union in the planes from `first` on, for the block `ahead` positions after the next.
    #[inline(always)]
    pub fn gather(&self, union: &Union, ahead: usize, first: usize, marks: &mut [Sets]) {
        for source in 0..self.count {
            let plane = &self.bytes[source * self.stride..(source + 1) * self.stride];
            for group in &union.0 {
                if let Some(marks) = marks.get_mut((source ^ group.high).wrapping_sub(first)) {
                    unite(marks, &group.gather(plane, self.next + ahead));
                }
            }
        }
    }
}

impl PairGroup {
    /// The values that the pairs make from one plane, for the block at an index.
    #[inline(always)]
    fn gather(&self, plane: &[u8], at: usize) -> Sets {
        let (mut sets, mut from) = ([0; BLOCK], 0);
        // No iterator adapters, because they would not be compiled for the vectors in use.
        for place in 0..GRAY.len() {
            match place {
                0 => {}
                1 | 3 | 5 | 7 => swap::<1>(&mut sets, 0x55),
                2 | 6 => swap::<2>(&mut sets, 0x33),
                _ => swap::<4>(&mut sets, 0x0F),
            }
            let end = self.ends[place];
            for &s in &self.shifts[from..end] {
                if let Some(bytes) = plane.get(at - s..).and_then(|bytes| bytes.first_chunk::<BLOCK>()) {
                    unite(&mut sets, bytes);
                }
            }
            from = end;
        }
        // The code ends at v & 7 = 4.
        swap::<4>(&mut sets, 0x0F);
        sets
    }
}

/// Adds other marks.
#[inline(always)]
fn unite(sets: &mut Sets, others: &Sets) {
    for i in 0..BLOCK {
        sets[i] |= others[i];
    }
}

/// How many positions must be kept in order to look this far back.
fn window(back: usize) -> usize {
    back.next_multiple_of(BLOCK) + BLOCK
}

/// Swaps neighbouring groups of `WIDTH` bits in every byte.
#[inline(always)]
fn swap<const WIDTH: u32>(bytes: &mut Sets, mask: u8) {
    for byte in bytes.iter_mut() {
        *byte = (*byte & mask) << WIDTH | (*byte >> WIDTH) & mask;
    }
}

/// Adds the values of the pairs to the lowest planes, in two threads.
pub(crate) fn gather_all(planes: &Planes, pairs: &Union, sets: &mut [Sets]) {
    let half = sets.len() / 2;
    let (lower, upper) = sets.split_at_mut(half);
    rayon::join(
        || fast(PlaneGather { planes, pairs, first: 0, sets: lower }),
        || fast(PlaneGather { planes, pairs, first: half, sets: upper }),
    );
}

/// Adds the values to some of the planes.
struct PlaneGather<'g> {
    planes: &'g Planes,
    pairs: &'g Union,
    first: usize,
    sets: &'g mut [Sets],
}

impl Work for PlaneGather<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.planes.gather(self.pairs, 0, self.first, self.sets);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(seed: usize) -> usize {
        seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
    }

    /// Planes with these values after others. The first of the others are far back.
    fn planes(values: &[u16]) -> Planes {
        let back = |back: usize| if back.is_multiple_of(7) { NONE } else { (number(back) % 80) as u16 };
        let mut planes = Planes::new(10, 1500, &[(0, 0), (3, 5), (40, 17)], &back);
        for &h in values {
            planes.put(planes.next, h);
            planes.next += 1;
        }
        planes
    }

    #[test]
    fn what_is_taken_back_leaves_no_trace() {
        let values: Vec<u16> = (0..700).map(|i| (number(i + 5000) % 80) as u16).collect();
        for kept in [0, 1, 39, 300, 699] {
            let (mut found, expected) = (planes(&values), planes(&values[..kept]));
            found.take_back(expected.next, |back| match kept.checked_sub(back) {
                Some(index) => values[index],
                None if (back - kept).is_multiple_of(7) => NONE,
                None => (number(back - kept) % 80) as u16,
            });
            assert_eq!(found.next, expected.next);
            assert!(found.bytes == expected.bytes, "{kept} kept");
        }
    }

    #[test]
    fn a_union_gains_pairs() {
        let pairs: Vec<(u64, u32)> =
            (0..300).map(|i| (300 + number(i) as u64 % 1200, number(i + 999) as u32 % 80)).collect();
        let planes = planes(&[]);
        let gathered = |union: &Union| {
            let mut sets = [[0; BLOCK]; 10];
            planes.gather(union, 0, 0, &mut sets);
            sets
        };
        let mut union = Union::new(&pairs[..100]);
        pairs[100..].iter().for_each(|&(s, v)| union.add(s, v));
        assert!(gathered(&union) == gathered(&Union::new(&pairs)));
        assert!(gathered(&union) != gathered(&Union::new(&pairs[1..])));
    }

    #[test]
    fn a_window_grows_while_there_is_room() {
        let mut planes = planes(&[1; 100]);
        let (window, next) = (planes.window, planes.next);
        assert!(planes.reach(1500) && planes.window == window);
        assert!(!planes.reach(next + 1), "nothing is kept as far back");
        assert!(planes.reach(next) && planes.window > window);
        planes.next += 2 * BLOCK;
        assert!(!planes.reach(planes.len() - BLOCK), "no room for a block");
    }
}
