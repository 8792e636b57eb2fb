//! All subsets of {1, ..., m} as subtraction sets: the exact preperiod and period of every one.
//!
//! Idea: s can be added to S without changing a value iff G(i) != G(i + s) for all i: a new option changes no mex if
//! its value differs from that of the position. Let C be the set of all such s. Then every set between S and S + C
//! has the values of S. Sets are processed by their number of elements. A set that no smaller one has filled is
//! computed, and fills all sets up to S + C. Of 2^24 sets about a fifth are computed. They are computed side by side
//! in one-hot lanes (`batch`). Two equal windows of m values prove a period (theorem `subtraction-window`). The
//! shortest return at the end is the least period, and going back from there gives the least preperiod (`sequence`).
//!
//! Cost: for 2^m sets about 2^m / 5 sequences, with m vector operations per value for 32 of them, and 2^m writes.
//! Memory: 4 bytes per set, and 32 for each computed one. Reference: Winning Ways ch. 4.

mod batch;
mod sequence;

pub use sequence::Figures;

use crate::shared::lanes::Lane;
use batch::{Fill, LANES, LaneTranspose};
use grundy_core::bytes::Bytes;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::simd::fast;
use rayon::prelude::*;
use sequence::{Settle, Settled};
use std::sync::atomic::{AtomicU32, Ordering};

/// The largest m.
pub const MOST: u32 = 28;

/// How many values of a sequence are computed at first, and the factor for each time that more are needed.
const FIRST: usize = 192;
const GROWTH: usize = 4;

/// The longest sequences. No subset of {1, ..., 28} comes near this.
const LONGEST: usize = FIRST << 14;

/// The number of high bits by which sets are distributed over the threads.
const SHARES: u32 = 8;

/// The figures of all subsets.
pub struct Subsets {
    /// For every set, indexed by its bits: one plus the index of its figures in `computed`, or 0.
    places: Vec<AtomicU32>,
    computed: Vec<Computed>,
    most: u32,
}

/// The largest figure of some sets, and the first set that attains it. Sets are ordered as binary numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LargestFigure {
    /// The figure.
    pub value: u64,
    /// The set.
    pub set: u32,
}

/// A computed set, its union with all numbers that can be added, and the figures of all sets in between.
#[derive(Clone, Copy)]
struct Computed {
    set: u32,
    same: u32,
    figures: Figures,
}

impl Subsets {
    /// The memory for all subsets of {1, ..., m}.
    pub fn needs(most: u32) -> Bytes {
        // Allows for a third of the sets to be computed, which would be many. A growing list exists twice.
        Bytes((1u128 << most) * (4 + 2 * 32 / 3) + (64 << 20))
    }

    /// All subsets of {1, ..., m}, where m is at most [`MOST`]. Zeros are counted up to n = max.
    ///
    /// # Errors
    /// [`Error::Interrupted`]; [`Error::Limit`] for a sequence longer than any known one.
    pub fn solve(most: u32, max: u64, control: &Control<'_>) -> Result<Self, Error> {
        assert!((1..=MOST).contains(&most), "callers ask for sets up to {MOST}");
        let places = (0..1usize << most).map(|_| AtomicU32::new(0)).collect();
        let mut subsets = Self { places, computed: Vec::new(), most };
        control.phase("computing sets by their number of elements", most.into());
        for elements in 1..=most {
            control.check()?;
            let shares = 0..1u32 << SHARES.min(most);
            let computed = shares.into_par_iter().map(|share| {
                control.check()?;
                let sets = subsets.open(most, elements, share);
                compute(sets, most, max)
            });
            let computed: Vec<Vec<Computed>> = computed.collect::<Result<_, Error>>()?;
            subsets.fill(computed);
            control.progress(elements.into());
        }
        Ok(subsets)
    }

    /// The figures of a non-empty set, in which n is bit n - 1.
    pub fn figures(&self, set: u32) -> Option<Figures> {
        let place = self.places.get(set as usize)?.load(Ordering::Relaxed).checked_sub(1)?;
        self.computed.get(place as usize).map(|computed| computed.figures)
    }

    /// How many sets were computed.
    pub fn computed(&self) -> usize {
        self.computed.len()
    }

    /// For every n = 1, ..., m, the largest preperiod, period and value of the sets whose largest element is n.
    pub fn records(&self) -> Vec<[LargestFigure; 3]> {
        let mut records = vec![[None::<LargestFigure>; 3]; self.most as usize];
        for &Computed { set, same, figures } in &self.computed {
            let own = 31 - set.leading_zeros();
            let values =
                [figures.returned.preperiod().into(), figures.returned.period().into(), figures.max_value.into()];
            // Of the filled sets with another largest element, the first is this set with that element added.
            let mut largest = (same & !set) >> own << own | 1 << own;
            while largest != 0 {
                let place = largest.trailing_zeros();
                largest &= largest - 1;
                let set = set | 1 << place;
                for (record, value) in records[place as usize].iter_mut().zip(values) {
                    let beats = |old: &LargestFigure| value > old.value || value == old.value && set < old.set;
                    if record.as_ref().is_none_or(beats) {
                        *record = Some(LargestFigure { value, set });
                    }
                }
            }
        }
        records.into_iter().map(|all| all.map(Option::unwrap_or_default)).collect()
    }

    /// The largest n up to which the proof of a set's period needs values: n0 + p + max S - 1.
    pub fn longest(&self) -> u64 {
        let last = |&Computed { same, figures, .. }: &Computed| {
            let Figures { returned, .. } = figures;
            u64::from(returned.preperiod()) + u64::from(returned.period()) + u64::from(31 - same.leading_zeros())
        };
        self.computed.iter().map(last).max().unwrap_or(0)
    }

    /// The sets with a given number of elements and given high bits that no other set has filled.
    fn open(&self, most: u32, elements: u32, share: u32) -> Vec<u32> {
        let low = most - SHARES.min(most);
        let Some(wanted) = elements.checked_sub(share.count_ones()).filter(|&wanted| wanted <= low) else {
            return Vec::new();
        };
        let mut sets = Vec::new();
        let mut bits = (1u64 << wanted) - 1;
        while bits >> low == 0 {
            let set = share << low | bits as u32;
            if self.places[set as usize].load(Ordering::Relaxed) == 0 {
                sets.push(set);
            }
            if bits == 0 {
                break;
            }
            // The next number with the same number of bits.
            let lowest = bits & bits.wrapping_neg();
            let carried = bits + lowest;
            bits = carried | ((bits ^ carried) / lowest) >> 2;
        }
        sets
    }

    /// Fills the sets between each computed set and its union with all numbers that can be added. If several sets
    /// fill the same one, they agree.
    fn fill(&mut self, computed: Vec<Vec<Computed>>) {
        let begin = self.computed.len();
        self.computed.extend(computed.into_iter().flatten());
        let places = &self.places;
        self.computed[begin..].par_iter().enumerate().for_each(|(index, &Computed { set, same, .. })| {
            let (place, joining) = ((begin + index + 1) as u32, same & !set);
            let mut some = 0u32;
            loop {
                places[(set | some) as usize].store(place, Ordering::Relaxed);
                some = some.wrapping_sub(joining) & joining;
                if some == 0 {
                    break;
                }
            }
        });
    }
}

/// Computes sets. Some of them need longer sequences, or wider lanes.
fn compute(sets: Vec<u32>, most: u32, max: u64) -> Result<Vec<Computed>, Error> {
    let mut computed = Vec::with_capacity(sets.len());
    let (mut narrow, mut length) = (sets, FIRST);
    let mut wide = Vec::new();
    while !narrow.is_empty() || !wide.is_empty() {
        if length > LONGEST {
            return Err(Error::Limit {
                what: "the period of a subtraction set".to_string(),
                needed: format!("more than {LONGEST} values"),
                allowed: format!("{LONGEST} values"),
                key: "`subsets-of`".to_string(),
                remedy: "lower it".to_string(),
            });
        }
        let mut longer = UnsettledSets::default();
        batches::<u16>(&narrow, most, length, max, &mut computed, &mut longer);
        wide.append(&mut longer.wider);
        let mut wide_longer = UnsettledSets::default();
        batches::<u32>(&wide, most, length, max, &mut computed, &mut wide_longer);
        (narrow, wide, length) = (longer.longer, wide_longer.longer, length * GROWTH);
    }
    Ok(computed)
}

/// Sets that are not settled yet.
#[derive(Default)]
struct UnsettledSets {
    longer: Vec<u32>,
    wider: Vec<u32>,
}

/// Computes the first values of some sets, one batch of lanes at a time.
fn batches<L: Lane>(
    sets: &[u32],
    most: u32,
    length: usize,
    max: u64,
    computed: &mut Vec<Computed>,
    rest: &mut UnsettledSets,
) {
    if sets.is_empty() {
        return;
    }
    let far = most as usize;
    let mut members = vec![[L::default(); LANES]; far + 1];
    let mut values = vec![[L::default(); LANES]; far + length];
    let mut bytes = vec![0; LANES * length];
    for batch in sets.chunks(LANES) {
        for (number, lanes) in members[..far].iter_mut().enumerate() {
            for (lane, member) in lanes.iter_mut().enumerate() {
                let has = batch.get(lane).is_some_and(|set| set >> number & 1 == 1);
                *member = if has { !L::default() } else { L::default() };
            }
        }
        fast(Fill { members: &members, values: &mut values });
        fast(LaneTranspose { values: &values[far..], bytes: &mut bytes });
        for (&set, values) in batch.iter().zip(bytes.chunks(length)) {
            match fast(Settle { values, set, most: far, max }) {
                Settled::Found(figures, same) => computed.push(Computed { set, same, figures }),
                Settled::Longer => rest.longer.push(set),
                Settled::Wider => rest.wider.push(set),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;

    /// The period by the definition: values are computed until a window recurs.
    fn slow(set: u32, most: u32, max: u64) -> (u32, u32, u8, u64) {
        let numbers: Vec<usize> = (1..=most as usize).filter(|number| set >> (number - 1) & 1 == 1).collect();
        let value = |values: &[u8]| {
            let seen: Vec<u8> =
                numbers.iter().filter_map(|&s| values.len().checked_sub(s)).map(|n| values[n]).collect();
            (0..).find(|value| !seen.contains(value)).unwrap()
        };
        let window = *numbers.last().unwrap();
        let mut values: Vec<u8> = Vec::new();
        let mut windows = std::collections::HashMap::new();
        loop {
            let next = value(&values);
            values.push(next);
            if values.len() < window {
                continue;
            }
            let begin = values.len() - window;
            if let Some(before) = windows.insert(values[begin..].to_vec(), begin) {
                let (preperiod, period) = (before, begin - before);
                let at = |n: u64| match n < (preperiod + period) as u64 {
                    true => values[n as usize],
                    false => values[preperiod + ((n - preperiod as u64) % period as u64) as usize],
                };
                let zeros = (0..=max).filter(|&n| at(n) == 0).count() as u64;
                let max_value = values[..preperiod + period].iter().copied().max().unwrap();
                return (preperiod as u32, period as u32, max_value, zeros);
            }
        }
    }

    fn found(subsets: &Subsets, set: u32) -> Option<(u32, u32, u8, u64)> {
        let Figures { returned, max_value, zeros } = subsets.figures(set)?;
        Some((returned.preperiod(), returned.period(), max_value, zeros))
    }

    #[test]
    fn all_subsets_agree_with_the_definition() {
        for most in [1, 2, 5, 9, 11] {
            let subsets = Subsets::solve(most, 1000, &Control::free()).unwrap();
            assert_eq!(subsets.figures(0), None);
            assert_eq!(subsets.figures(1 << most), None);
            for set in 1..1u32 << most {
                assert_eq!(found(&subsets, set), Some(slow(set, most, 1000)), "{set:b} of {most}");
            }
            assert!(subsets.computed() < 1 << most);
        }
    }

    #[test]
    fn random_subsets_with_large_values_and_long_periods() {
        let subsets = Subsets::solve(18, 77, &Control::free()).unwrap();
        let mut random = Random(1);
        for _ in 0..2000 {
            let set = ((random.step() >> 33) as u32 & ((1 << 18) - 1)).max(1);
            assert_eq!(found(&subsets, set), Some(slow(set, 18, 77)), "{set:b}");
        }
        // {1, ..., 18} has values up to 18, which do not fit the narrow lanes.
        assert_eq!(found(&subsets, (1 << 18) - 1).map(|found| (found.2, found.1)), Some((18, 19)));
    }

    /// The largest period and preperiod over all subsets, as published.
    #[test]
    fn records() {
        for (most, period, preperiod) in [(8, 25, 13), (10, 58, 30), (12, 87, 144), (14, 144, 265), (16, 336, 363)] {
            let subsets = Subsets::solve(most, 0, &Control::free()).unwrap();
            let all = (1..1u32 << most).filter_map(|set| found(&subsets, set));
            let best = all.fold((0, 0), |(p, n0), found| (found.1.max(p), found.0.max(n0)));
            assert_eq!(best, (period, preperiod), "subsets of {most}");
            // The records and the first sets that attain them, by looking at all sets.
            let figures = |set| found(&subsets, set).unwrap();
            let mut slow = vec![[LargestFigure::default(); 3]; most as usize];
            let mut longest = 0;
            for set in 1..1u32 << most {
                let (found, own) = (figures(set), 31 - set.leading_zeros());
                longest = longest.max(u64::from(found.0 + found.1 + own));
                let values = [found.0.into(), found.1.into(), found.2.into()];
                for (record, value) in slow[own as usize].iter_mut().zip(values) {
                    if record.set == 0 || value > record.value {
                        *record = LargestFigure { value, set };
                    }
                }
            }
            assert_eq!(subsets.records(), slow, "subsets of {most}");
            assert_eq!(subsets.longest(), longest);
        }
    }
}
