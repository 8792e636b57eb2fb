//! The conditions on options in the theorem on arithmetic periods of codes with splits (`arithmetic-splits`).
//!
//! Idea: split each value into its low bits and the rest, its high part. A rise by S, a multiple of
//! 2^(low bits), changes only the high part. No option has the value of n, because the sum of its high parts
//! is too small whenever its low parts fit. Every smaller value is the value of an option whose heaps can be
//! enlarged without changing how its value arises. Both conditions carry over from n to n + P, so checking
//! finitely many n is enough (`docs/theorems.md`, which also defines the terms used here).
//!
//! Cost: O(N^2 + P N) steps for N values; options are visited heap by heap, pairs are looked up in tables.
//! Memory: 8 (2^(low bits) + 2) bytes per value.

use super::candidate::Candidate;
use crate::ruleset::TakeAndBreak;
use std::ops::Range;

/// The maximum number of low bits that is tried. A set of low parts then fits into a 64-bit word.
pub(super) const MOST_LOW_BITS: u32 = 6;

/// The maximum number of values that a proof may use, so that a test takes less than a second.
pub(super) const MOST_VALUES: u64 = 1 << 15;

/// The numbers m, P, S and N of the theorem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbers {
    /// m: the preperiod, but at least 1.
    pub least: u64,
    /// P: the smallest multiple of the period whose saltus does not change the low bits.
    pub period: u64,
    /// S: the saltus of P.
    pub saltus: u64,
    /// N: from here on every option has a heap that can be lowered by P.
    pub from: u64,
}

impl Numbers {
    /// The numbers for a candidate with a saltus, for a code whose moves leave at most `heaps` heaps and
    /// whose last place is `last`. `None` if they exceed 64 bits.
    pub fn of(candidate: Candidate, low_bits: u32, heaps: u64, last: u64) -> Option<Self> {
        let Candidate { preperiod, period: p, saltus: s } = candidate;
        let turns = 1u64.checked_shl(low_bits.checked_sub(s.trailing_zeros().min(low_bits))?)?;
        let (least, period) = (preperiod.max(1), p.checked_mul(turns)?);
        let from = heaps.checked_mul(least)?.checked_add((heaps - 1).checked_mul(period)?)?.checked_add(last)?;
        Some(Self { least, period, saltus: s.checked_mul(turns)?, from })
    }

    /// N + 2P: the proof uses the values below this bound.
    pub fn end(self) -> Option<u64> {
        self.period.checked_mul(2)?.checked_add(self.from)
    }
}

/// Whether conditions 2 and 3 of the theorem hold for a code and its values below N + 2P.
pub(super) fn options_rise(code: &TakeAndBreak, values: &[u32], low_bits: u32, numbers: Numbers) -> bool {
    let cut = Cut { values, low_bits };
    let pairs = HeapPairs::of(cut, numbers.least as usize);
    let game = RisingOptions { code, cut, pairs };
    let (from, period) = (numbers.from as usize, numbers.period as usize);
    (from..from + period).all(|n| game.has_not_its_value(n))
        && (from..from + 2 * period).all(|n| game.has_smaller_values(n, numbers))
}

/// Values, each split into a low and a high part.
#[derive(Clone, Copy)]
struct Cut<'v> {
    values: &'v [u32],
    low_bits: u32,
}

impl Cut<'_> {
    fn low(self, n: usize) -> usize {
        self.values[n] as usize & (self.lows() - 1)
    }

    fn high(self, n: usize) -> usize {
        self.values[n] as usize >> self.low_bits
    }

    fn lows(self) -> usize {
        1 << self.low_bits
    }
}

/// Facts about all pairs of non-empty heaps, by the sum of the two heaps.
struct HeapPairs {
    /// For each sum and each nim-sum of low parts: 1 more than the largest sum of high parts; 0 if there is
    /// no such pair.
    highest: Vec<usize>,
    /// For each sum: the nim-sums of low parts (one bit each) of the pairs with equal high parts.
    balanced: Vec<u64>,
    /// The same for pairs of heaps that are both at least m.
    rising: Vec<u64>,
}

impl HeapPairs {
    fn of(cut: Cut<'_>, least: usize) -> Self {
        let (end, lows) = (cut.values.len(), cut.lows());
        let mut pairs = Self { highest: vec![0; end * lows], balanced: vec![0; end], rising: vec![0; end] };
        for sum in 2..end {
            for a in 1..=sum / 2 {
                let (b, low) = (sum - a, cut.low(a) ^ cut.low(sum - a));
                let highest = &mut pairs.highest[sum * lows + low];
                *highest = (*highest).max(cut.high(a) + cut.high(b) + 1);
                if cut.high(a) == cut.high(b) {
                    pairs.balanced[sum] |= 1 << low;
                    pairs.rising[sum] |= u64::from(a >= least) << low;
                }
            }
        }
        pairs
    }
}

struct RisingOptions<'v> {
    code: &'v TakeAndBreak,
    cut: Cut<'v>,
    pairs: HeapPairs,
}

impl RisingOptions<'_> {
    /// The digits of the code, each with the number of tokens left when its place is removed from n.
    fn digits(&self, n: usize) -> impl Iterator<Item = (u8, usize)> {
        let last = self.code.last_place().unwrap_or(0) as usize;
        (0..=last.min(n)).map(move |place| (self.code.digit(place as u64), n - place))
    }

    /// Condition 2: whenever the low parts of an option fit, the sum of its high parts is too small.
    fn has_not_its_value(&self, n: usize) -> bool {
        let (cut, lows) = (self.cut, self.cut.lows());
        let (low, high) = (cut.low(n), cut.high(n));
        let pair = |sum: usize, low: usize| self.pairs.highest[sum * lows + low];
        self.digits(n).all(|(digit, rest)| {
            let one = digit & 2 == 0 || cut.low(rest) != low || cut.high(rest) < high;
            let two = digit & 4 == 0 || pair(rest, low) <= high;
            let three = |a: usize| match pair(rest - a, low ^ cut.low(a)) {
                0 => true,
                above => cut.high(a) + above <= high,
            };
            one && two && (digit & 8 == 0 || (1..rest.saturating_sub(1)).all(three))
        })
    }

    /// Condition 3: all smaller values are values of balanced options that may rise as the theorem asks.
    fn has_smaller_values(&self, n: usize, numbers: Numbers) -> bool {
        let value = self.cut.values[n] as usize;
        let found = self.rising_options(n, numbers.least as usize);
        let is =
            |set: &[u64], value: usize| set[value >> self.cut.low_bits] >> (value & (self.cut.lows() - 1)) & 1 != 0;
        // The number u of the theorem lies between these two.
        let most = (0..value).take_while(|&value| is(&found.in_two, value)).count();
        let least = value - (0..value).rev().take_while(|&value| is(&found.in_one, value)).count();
        let wanted = 2 * numbers.saltus as usize;
        let mut run = 0;
        (least..value.min(most.saturating_add(wanted))).any(|value| {
            run = if is(&found.in_both, value) { run + 1 } else { 0 };
            run >= wanted
        })
    }

    /// The values of balanced options of n, up to the high part of n, by the ways in which the options may rise.
    fn rising_options(&self, n: usize, least: usize) -> Rising {
        let (cut, pairs, highest) = (self.cut, &self.pairs, self.cut.high(n));
        let mut found = Rising::new(highest + 1);
        for (digit, rest) in self.digits(n) {
            if digit & 2 != 0 && rest >= least {
                found.add(cut.high(rest), 1 << cut.low(rest), 0, true);
            }
            if digit & 4 != 0 {
                found.add(0, 0, pairs.rising[rest], false);
                for a in least..rest {
                    if cut.high(rest - a) == 0 {
                        found.add(cut.high(a), 1 << (cut.low(a) ^ cut.low(rest - a)), 0, true);
                    }
                }
            }
            if digit & 8 != 0 {
                for a in 1..rest.saturating_sub(1) {
                    let [balanced, rising] =
                        [&pairs.balanced, &pairs.rising].map(|set| xor_each(set[rest - a], cut.low(a)));
                    found.add(cut.high(a), balanced, rising, a >= least);
                }
            }
        }
        found
    }
}

/// Sets of values: for each high part a word of low parts. The options may rise in one heap, in two heaps, or
/// in both ways.
struct Rising {
    in_one: Vec<u64>,
    in_two: Vec<u64>,
    in_both: Vec<u64>,
}

impl Rising {
    fn new(highs: usize) -> Self {
        Self { in_one: vec![0; highs], in_two: vec![0; highs], in_both: vec![0; highs] }
    }

    /// Adds options with a given high part: the low parts of all balanced ones, and of those that may rise in
    /// two heaps. `alone` says whether they may also rise in one heap.
    fn add(&mut self, high: usize, balanced: u64, rising: u64, alone: bool) {
        let Some(in_two) = self.in_two.get_mut(high) else { return };
        *in_two |= rising;
        if alone {
            self.in_one[high] |= balanced;
            self.in_both[high] |= rising;
        }
    }
}

/// The set of all x ^ y, for x in a set of numbers below 64.
fn xor_each(set: u64, y: usize) -> u64 {
    const EVEN: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    EVEN.iter().enumerate().filter(|(bit, _)| y >> bit & 1 != 0).fold(set, |set, (bit, even)| {
        let shift = 1 << bit;
        (set & even) << shift | (set >> shift & even)
    })
}

/// The range of values that a proof uses; `None` if there are too many.
pub(super) fn range(numbers: Numbers) -> Option<Range<u64>> {
    numbers.end().filter(|&end| end <= MOST_VALUES).map(|end| 0..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    fn options(code: &TakeAndBreak, n: usize) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        let _ = code.options(n as u64, &mut |heaps| {
            all.push(heaps.iter().map(|&heap| heap as usize).collect());
            ControlFlow::Continue(())
        });
        all
    }

    /// All ways to name the heaps of an option a, b, c, where some may be missing.
    fn named(heaps: &[usize]) -> Vec<[Option<usize>; 3]> {
        let all = [None].into_iter().chain(heaps.iter().copied().map(Some));
        let all: Vec<Option<usize>> = all.collect();
        let mut found = Vec::new();
        for &a in &all {
            for &b in &all {
                for &c in &all {
                    let mut names: Vec<usize> = [a, b, c].into_iter().flatten().collect();
                    let mut heaps = heaps.to_vec();
                    names.sort_unstable();
                    heaps.sort_unstable();
                    if names == heaps {
                        found.push([a, b, c]);
                    }
                }
            }
        }
        found
    }

    proptest! {
        #[test]
        fn conditions_are_those_of_the_theorem(
            head in prop::sample::select(vec![0u8, 0, 4, 8, 12]),
            digits in prop::collection::vec(0u8..16, 1..4),
            values in prop::collection::vec(0u32..24, 30),
            low_bits in 0u32..4,
            least in 1usize..6,
            n in 5usize..30,
        ) {
            let code = TakeAndBreak::of_digits(head, digits);
            let cut = Cut { values: &values, low_bits };
            let game = RisingOptions { code: &code, cut, pairs: HeapPairs::of(cut, least) };
            let all = options(&code, n);
            let sums = |heaps: &[usize]| {
                let low = heaps.iter().fold(0, |sum, &heap| sum ^ cut.low(heap));
                (low, heaps.iter().map(|&heap| cut.high(heap)).sum::<usize>())
            };
            let excluded = all.iter().filter(|heaps| !heaps.is_empty()).map(|heaps| sums(heaps)).all(|(low, high)| low != cut.low(n) || high < cut.high(n));
            prop_assert_eq!(game.has_not_its_value(n), excluded);

            let mut sets = [const { BTreeSet::new() }; 3];
            for [a, b, c] in all.iter().filter(|heaps| !heaps.is_empty()).flat_map(|heaps| named(heaps)) {
                let value = |heap: Option<usize>| heap.map_or(0, |heap| values[heap]);
                if value(b) >> low_bits == value(c) >> low_bits {
                    let one = a.is_some_and(|a| a >= least);
                    let two = b.is_some_and(|b| b >= least) && c.is_some_and(|c| c >= least);
                    for (set, rises) in sets.iter_mut().zip([one, two, one && two]) {
                        let value = value(a) ^ value(b) ^ value(c);
                        if rises && value >> low_bits <= values[n] >> low_bits {
                            set.insert(value);
                        }
                    }
                }
            }
            let found = game.rising_options(n, least);
            for (set, found) in sets.iter().zip([found.in_one, found.in_two, found.in_both]) {
                let found: BTreeSet<u32> =
                    (0..(found.len() as u32) << low_bits).filter(|&value| found[value as usize >> low_bits] >> (value & ((1 << low_bits) - 1)) & 1 != 0).collect();
                prop_assert_eq!(set, &found);
            }
        }
    }
}
