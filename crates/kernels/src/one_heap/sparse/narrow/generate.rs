//! The generating half of the narrow form: the first missing common value of successive positions, one-hot in lanes.
//!
//! Recurrence: H(n) = mex { H(n - s) ^ v } over the pairs (s, v) of rare positions and places. Far pairs are gathered
//! for a block of positions at once. By the near pairs, a value h at n gives options to n + 1, n + 2, ... that do not
//! depend on n. A table stores them by h, and they are passed on a group at a time. Only the smallest shifts are
//! looked up one by one. Cost: a load and an OR for each vector of lanes and each far pair; for near pairs a
//! constant, whatever their number.

use crate::one_heap::sparse::extras::Extras;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::model::classes::Classes;
use crate::one_heap::sparse::model::room::Capacity;
use crate::one_heap::sparse::narrow::permuted::Permuted;
use crate::one_heap::sparse::pipeline::Generate;
use crate::shared::lanes::{Lane, gather};
use grundy_core::simd::{Work, fast};

/// How many positions are generated together, using the pairs with at least this shift. Smaller shifts are near.
const NEAR: usize = 32;

/// How many neighbours pass on their options together. Smaller shifts are processed one by one.
const GROUP: usize = 8;

/// The values of a lane, and one for "none".
const VALUES: usize = 65;

/// What is generated: the lanes of some positions, and their values.
#[derive(Default)]
pub(crate) struct Generated<T> {
    pub lanes: Vec<T>,
    pub values: Vec<u8>,
}

/// Computes the first missing common value of successive positions.
pub(crate) struct NarrowGenerator<T> {
    copies: Permuted<T, NEAR>,
    /// For each far pair the start of its lanes, as a distance from those of the block.
    far: Vec<usize>,
    near: Near<T>,
    /// The options that the last values give to the next positions.
    ahead: [T; 2 * NEAR],
    /// The last values, the latest at the end; [`Lane::BITS`] stands for none.
    last: [usize; GROUP],
    /// By the parity of n: the full value of each compressed one.
    full: [[u8; VALUES]; 2],
    step: usize,
}

/// The options that a value gives to later positions by the near pairs: for a shift s, the lane with all options of
/// the position s later. The size does not depend on the number of pairs.
struct Near<T> {
    /// By value and shift, for shifts from `GROUP` on.
    groups: Box<[[T; NEAR + GROUP]; VALUES]>,
    /// By shift and value, for shifts below `GROUP`.
    singles: Box<[[T; VALUES]; GROUP]>,
}

impl<T: Lane> Near<T> {
    /// The tables of the pairs with shifts below [`NEAR`].
    fn new(pairs: &[(u64, u32)]) -> Self {
        let (mut groups, mut singles) = (Box::new([[T::default(); _]; _]), Box::new([[T::default(); _]; _]));
        for (s, v) in pairs.iter().map(|&(s, v)| (s as usize, v)) {
            for h in 0..T::BITS {
                let option = T::low(1u64.checked_shl(h ^ v).unwrap_or(0));
                let lane = if s < GROUP { &mut singles[s][h as usize] } else { &mut groups[h as usize][s] };
                *lane |= option;
            }
        }
        Self { groups, singles }
    }
}

impl<T: Lane> NarrowGenerator<T> {
    /// A generator that continues after the last lanes. `back(i)` is the lane i positions back, for all i up to the
    /// largest shift.
    pub fn new(facts: &Facts, back: &dyn Fn(usize) -> T) -> Self {
        let pairs = facts.pairs();
        let reach = pairs.iter().map(|&(s, _)| s as usize).max().unwrap_or(0);
        let (near_pairs, far_pairs): (Vec<_>, Vec<_>) = pairs.iter().partition(|&&(s, _)| s < NEAR as u64);
        let step = near_pairs.iter().map(|&(s, _)| s as usize).min().unwrap_or(GROUP).min(GROUP);
        let near = Near::new(&near_pairs);
        let mut ahead = [T::default(); 2 * NEAR];
        // The lane of a value that is not common is empty, because it gives no option.
        let value = |lane: T| if lane == T::default() { T::BITS } else { lane.wide().trailing_zeros() };
        for before in 1..NEAR {
            let row = &near.groups[value(back(before)) as usize];
            ahead[NEAR..].iter_mut().zip(&row[before..]).for_each(|(ahead, &options)| *ahead |= options);
        }
        let last = std::array::from_fn(|i| value(back(GROUP - i)) as usize);
        let copies = Permuted::new(far_pairs.iter().map(|&(_, v)| v).collect(), reach, back);
        let distance = |&(s, v): &(u64, u32)| (copies.copy_of(v) * copies.stride).wrapping_sub(s as usize);
        let far = far_pairs.iter().map(distance).collect();
        let full = [0, 1].map(|parity| full_values::<T>(facts.classes, parity));
        Self { copies, far, near, ahead, last, full, step }
    }

    /// Settles the block whose far options are in `ahead`, one group after the other. `STEP` consecutive positions do
    /// not depend on each other.
    #[inline(always)]
    fn block<const STEP: usize>(&mut self, parity: usize, out: &mut [u8; NEAR]) {
        let Self { copies, near, ahead, last, full, .. } = self;
        let full = [&full[parity], &full[1 - parity]];
        let Some(lanes) = copies.lanes.get_mut(copies.next..).and_then(|lanes| lanes.first_chunk_mut::<NEAR>()) else {
            return;
        };
        let mut before = *last;
        for (number, lanes) in lanes.as_chunks_mut::<GROUP>().0.iter_mut().enumerate() {
            let base = number * GROUP;
            let mut values = [0; GROUP];
            for i in 0..GROUP {
                let mut options = ahead[base + i];
                for s in STEP..GROUP {
                    let value = if s > i { before[GROUP + i - s] } else { values[i - s] };
                    options |= near.singles[s][value];
                }
                lanes[i] = options.mex();
                values[i] = options.trailing_ones() as usize;
                out[base + i] = full[i % 2][values[i]];
            }
            // A loop, because the closure of `map` would be a call.
            let mut rows = [&near.groups[0]; GROUP];
            for i in 0..GROUP {
                rows[i] = &near.groups[values[i]];
            }
            for reach in 1..=NEAR / GROUP {
                let mut sets = [T::default(); GROUP];
                sets.copy_from_slice(&ahead[base + reach * GROUP..][..GROUP]);
                for i in 0..GROUP {
                    for lane in 0..GROUP {
                        sets[lane] |= rows[i][reach * GROUP - i + lane];
                    }
                }
                ahead[base + reach * GROUP..][..GROUP].copy_from_slice(&sets);
            }
            before = values;
        }
        *last = before;
    }
}

impl<T: Lane> Generate for NarrowGenerator<T> {
    type Chunk = Generated<T>;
    // A multiple of the number of positions that are generated or verified together.
    const BLOCK: u64 = 128;

    fn name(&self) -> String {
        match self.step {
            0 | 1 => T::NAME.to_string(),
            step => format!("{}, {step} values per step", T::NAME),
        }
    }

    fn room(&self) -> Capacity {
        Capacity::Lanes(T::BITS)
    }

    fn longest(&self) -> u64 {
        1 << 18
    }

    fn chunk(&mut self, n: u64, count: usize, extras: &Extras, into: &mut Generated<T>) {
        into.lanes.clear();
        into.values.clear();
        fast(LaneChunk { generator: self, n, count, extras, out: into });
    }
}

/// The full values of the compressed ones at positions of this parity.
fn full_values<T: Lane>(classes: Classes, parity: u64) -> [u8; VALUES] {
    let value =
        |short: usize| if (short as u32) < T::BITS { classes.common_value(parity, short as u32) as u8 } else { 0 };
    std::array::from_fn(value)
}

/// Adds the extra options of the block that begins at n.
// In memory and not inlined, because otherwise the loops of the block would not be vectorised.
#[inline(never)]
fn add_extras<T: Lane>(ahead: &mut [T; 2 * NEAR], extras: &Extras, n: u64) {
    let sets = &mut ahead[NEAR..];
    for list in extras.lists::<NEAR>(n) {
        for (set, &short) in sets.iter_mut().zip(list) {
            // `NO_OPTION` and values beyond the lanes give no bit.
            *set |= T::low(if short < 64 { 1 << (short & 63) } else { 0 });
        }
    }
    for (i, short) in extras.single(n, NEAR) {
        sets[i] |= T::low(1u64.checked_shl(short).unwrap_or(0));
    }
}

struct LaneChunk<'g, T> {
    generator: &'g mut NarrowGenerator<T>,
    n: u64,
    count: usize,
    extras: &'g Extras,
    out: &'g mut Generated<T>,
}

impl<T: Lane> Work for LaneChunk<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let LaneChunk { generator, mut n, count, extras, out } = self;
        for _ in 0..count / NEAR {
            generator.copies.make_room();
            let at = generator.copies.next;
            if !extras.is_empty() {
                add_extras(&mut generator.ahead, extras, n);
            }
            let mut sets = [T::default(); NEAR];
            sets[..NEAR].copy_from_slice(&generator.ahead[NEAR..]);
            for &distance in &generator.far {
                gather(&mut sets, &generator.copies.lanes, at.wrapping_add(distance));
            }
            generator.ahead[..NEAR].copy_from_slice(&sets);
            generator.ahead[NEAR..].fill(T::default());
            let (mut values, parity) = ([0; NEAR], (n % 2) as usize);
            match generator.step {
                0 | 1 => generator.block::<1>(parity, &mut values),
                2 => generator.block::<2>(parity, &mut values),
                3 => generator.block::<3>(parity, &mut values),
                4 | 5 => generator.block::<4>(parity, &mut values),
                6 | 7 => generator.block::<6>(parity, &mut values),
                _ => generator.block::<GROUP>(parity, &mut values),
            }
            generator.copies.spread();
            out.lanes.extend_from_slice(&generator.copies.lanes[at..at + NEAR]);
            out.values.extend_from_slice(&values);
            generator.copies.next += NEAR;
            n += NEAR as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_heap::sparse::testing::{explored, first_missing};

    /// Tests some chunks of a generator that continues after the first `known` values.
    fn judge<T: Lane>(code: &str, known: u64, distant: bool) {
        let (mut facts, record) = explored(code, known);
        assert!(facts.lanes(&record) <= T::BITS, "{code}");
        if distant {
            facts.keep_within(0, &record);
        }
        assert_eq!(facts.half_distant().is_some(), distant, "{code}");
        let classes = facts.classes;
        let back = |back: usize| match known.checked_sub(back as u64) {
            Some(n) => classes.lane(n, record.get(n).map(Into::into)),
            None => T::default(),
        };
        let mut generator = NarrowGenerator::<T>::new(&facts, &back);
        let most = facts.half_distant().unwrap_or(1 << 10) as usize / NEAR * NEAR;
        let count = most.min(800) / NEAR * NEAR;
        let truth = first_missing(&facts, &record, 2 * count);
        let (mut chunk, mut n) = (Generated::default(), known);
        // If there are distant pairs, a second chunk would need the values of the first.
        let chunks = if facts.half_distant().is_some() { 1 } else { 2 };
        for truth in truth.chunks(count).take(chunks) {
            let extras = facts.extras(&record, n, count as u64).unwrap();
            generator.chunk(n, count, &extras, &mut chunk);
            for (i, &value) in truth.iter().enumerate() {
                let at = n + i as u64;
                assert_eq!(u32::from(chunk.values[i]), value, "{code} at {at}");
                assert_eq!(chunk.lanes[i].wide(), 1 << classes.compress(value), "{code} at {at}");
            }
            n += count as u64;
        }
    }

    #[test]
    fn a_generator_gives_the_first_missing_values() {
        // Small and large steps, all sizes of lanes, and position with moves to one heap.
        for (code, known) in
            [("0.104", 700), ("0.77", 300), ("0.156", 900), ("0.454", 500), ("0.37", 600), ("0.3437", 2500)]
        {
            judge::<u64>(code, known, false);
        }
        judge::<u16>("0.104", 400, false);
        judge::<u32>("0.454", 500, false);
    }

    #[test]
    fn distant_pairs_come_as_extras() {
        judge::<u64>("0.104", 700, true);
        judge::<u64>("0.454", 700, true);
    }
}
