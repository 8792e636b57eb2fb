//! Lengths of descriptions, in bits: what data cost as noise, and what a rule costs.
//!
//! A rule is worth reporting if it describes the data in fewer bits than noise would take (J. Rissanen, *Modeling by
//! shortest data description*, Automatica 14 (1978)). Lengths are whole multiples of 1/256 bit and are computed with
//! whole numbers, so they are the same on every machine. They are description lengths, not probabilities.

use grundy_core::simd::{Work, fast};
use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

/// A length in bits, as a multiple of 1/256 bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Bits(i64);

impl Bits {
    /// No bits.
    pub const ZERO: Bits = Bits(0);

    /// This many whole bits.
    pub const fn whole(bits: i64) -> Bits {
        Bits(bits * 256)
    }

    /// This many multiples of 1/256 bit.
    pub const fn of_256ths(parts: i64) -> Bits {
        Bits(parts)
    }

    /// The length in multiples of 1/256 bit.
    pub const fn in_256ths(self) -> i64 {
        self.0
    }

    /// The nearest whole number of bits.
    pub const fn rounded(self) -> i64 {
        (self.0 + 128).div_euclid(256)
    }

    /// This length, `factor` times.
    #[must_use]
    pub const fn times(self, factor: i64) -> Bits {
        Bits(self.0.saturating_mul(factor))
    }
}

impl Add for Bits {
    type Output = Bits;

    fn add(self, other: Bits) -> Bits {
        Bits(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Bits {
    fn add_assign(&mut self, other: Bits) {
        *self = *self + other;
    }
}

impl Sub for Bits {
    type Output = Bits;

    fn sub(self, other: Bits) -> Bits {
        Bits(self.0.saturating_sub(other.0))
    }
}

impl Sum for Bits {
    fn sum<I: Iterator<Item = Bits>>(all: I) -> Bits {
        all.fold(Bits::ZERO, Add::add)
    }
}

/// Logarithms are summed in units of 2^-20 bit, so that a million of them are still right to one bit.
const FINE: u32 = 20;

/// The base-2 logarithm of `n`, at least 1, in units of 2^-20 bit, rounded down.
fn fine_log(n: u64) -> i64 {
    let whole = n.max(1).ilog2();
    // The mantissa in [1, 2), with 31 binary places; each squaring gives one more binary digit.
    let mut mantissa = (u128::from(n.max(1)) << 31 >> whole) as u64;
    let mut digits = i64::from(whole);
    for _ in 0..FINE {
        mantissa = (mantissa * mantissa) >> 31;
        let carry = mantissa >> 32;
        mantissa >>= carry;
        digits = digits << 1 | carry as i64;
    }
    digits
}

/// The sum of [`fine_log`] over `first`, `first` + 2, ..., in the same steps, several numbers at a time.
struct LogSum {
    first: u64,
    count: u64,
}

impl Work for LogSum {
    type Output = i64;

    #[inline(always)]
    fn run(self) -> i64 {
        const LANES: usize = 16;
        let number = |place: u64| self.first + 2 * place;
        // Numbers below 2^32 need no wide shifts.
        let narrow = (1u64 << 31).saturating_sub(self.first) / 2;
        let blocks = self.count.min(narrow) / LANES as u64;
        let mut sum = 0;
        for block in 0..blocks {
            let numbers: [u64; LANES] = std::array::from_fn(|lane| number(block * LANES as u64 + lane as u64).max(1));
            let mut digits = numbers.map(|n| i64::from(n.ilog2()));
            let mut mantissas: [u64; LANES] = std::array::from_fn(|lane| numbers[lane] << (31 - digits[lane]));
            for _ in 0..FINE {
                for (mantissa, digits) in mantissas.iter_mut().zip(&mut digits) {
                    let low = u64::from(*mantissa as u32);
                    let square = (low * low) >> 31;
                    let carry = square >> 32;
                    *mantissa = square >> carry;
                    *digits = *digits << 1 | carry as i64;
                }
            }
            sum += digits.iter().sum::<i64>();
        }
        sum + (blocks * LANES as u64..self.count).map(|place| fine_log(number(place))).sum::<i64>()
    }
}

const fn rounded_down(fine: i64) -> Bits {
    Bits(fine >> (FINE - 8))
}

/// The base-2 logarithm of `n`; 0 for n = 0.
pub fn log2(n: u64) -> Bits {
    rounded_down(fine_log(n))
}

/// The cost of a whole number: 2 floor(log(|n| + 1)) + 2 bits (Elias' gamma code and a sign).
pub fn whole_number(n: i64) -> Bits {
    Bits::whole(2 * i64::from(n.unsigned_abs().saturating_add(1).ilog2()) + 2)
}

/// The cost of some whole numbers.
pub fn whole_numbers(numbers: impl IntoIterator<Item = i64>) -> Bits {
    numbers.into_iter().map(whole_number).sum()
}

/// How often each value occurs.
fn histogram(values: &[i64]) -> BTreeMap<i64, u64> {
    // Most values are small.
    let mut small = [0u64; 1 << 12];
    let mut counts = BTreeMap::new();
    for &value in values {
        match usize::try_from(value).ok().and_then(|value| small.get_mut(value)) {
            Some(count) => *count += 1,
            None => *counts.entry(value).or_insert(0) += 1,
        }
    }
    counts.extend((0..).zip(small).filter(|(_, count)| *count > 0));
    counts
}

/// The cost of the set of values that occur: 2 bits, and for each gap between consecutive ones its size in Elias' gamma
/// code. Beyond 4000 values the rest is free.
fn alphabet(values: impl Iterator<Item = i64>) -> Bits {
    let mut before = 0i64;
    let gaps = values.take(4000).map(|value| {
        let gap = value.abs_diff(before);
        before = value;
        Bits::whole(2 * i64::from(gap.saturating_add(1).ilog2()) + 1)
    });
    gaps.sum::<Bits>() + Bits::whole(2)
}

/// The Krichevsky-Trofimov code length of an independent source with unknown probabilities whose values occur this
/// often: -log(Γ(D/2) / Γ(1/2)^D · Π Γ(c + 1/2) / Γ(n + D/2)). Both quotients of Γ are products of half-integers.
fn krichevsky_trofimov(counts: &[u64], values: u64) -> i64 {
    if values <= 1 {
        return 0;
    }
    let total: u64 = counts.iter().sum();
    let above: i64 = counts.iter().map(|&count| fast(LogSum { first: 1, count })).sum();
    fast(LogSum { first: values, count: total }) - above
}

/// The cost of values as noise: an independent source, and the values that occur.
pub fn noise(values: &[i64]) -> Bits {
    if values.is_empty() {
        return Bits::ZERO;
    }
    let counts = histogram(values);
    let source: Vec<u64> = counts.values().copied().collect();
    rounded_down(krichevsky_trofimov(&source, source.len() as u64)) + alphabet(counts.keys().copied())
}

/// The cost of a sequence as a Markov chain; `None` beyond 256 values, where it is not used.
fn chain(values: &[i64]) -> Option<Bits> {
    if values.len() < 2 {
        return Some(noise(values));
    }
    let counts = histogram(values);
    let size = counts.len();
    if size > 256 {
        return None;
    }
    let place: BTreeMap<i64, usize> = counts.keys().enumerate().map(|(place, &value)| (value, place)).collect();
    let places: Vec<usize> = values.iter().map(|value| place[value]).collect();
    let mut steps = vec![0u64; size * size];
    for pair in places.windows(2) {
        steps[pair[0] * size + pair[1]] += 1;
    }
    let fine: i64 = steps.chunks(size).map(|row| krichevsky_trofimov(row, size as u64)).sum();
    Some(rounded_down(fine) + alphabet(counts.keys().copied()) + log2(size as u64 + 1))
}

/// The cost of a sequence without a rule: as noise, as a walk or as a Markov chain, whichever is least.
pub fn sequence(values: &[i64]) -> Bits {
    let Some(&first) = values.first() else { return Bits::ZERO };
    let steps: Vec<i64> = values.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect();
    let walk = noise(&steps) + whole_number(first);
    let least = noise(values).min(walk);
    chain(values).map_or(least, |chain| least.min(chain)) + Bits::whole(2)
}

/// The cost of the places of a sequence, in rising order, without a rule: the first, and the gaps.
pub fn places(places: &[i64]) -> Bits {
    let Some(&first) = places.first() else { return Bits::ZERO };
    let gaps: Vec<i64> = places.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect();
    sequence(&gaps) + whole_number(first)
}

/// The cost of the values of a table, one for each orbit of its symmetries, without a rule.
pub fn table(values: &[i64]) -> Bits {
    noise(values) + Bits::whole(2)
}

/// The cost of saying which `some` of `all` positions are P: log C(all, some) + 2 log(some + 1).
pub fn subset(all: u64, some: u64) -> Bits {
    if some == 0 || some >= all {
        return log2(all + 1).times(2);
    }
    let some_or_rest = some.min(all - some);
    let choices: i64 = (1..=some_or_rest).map(|i| fine_log(all - some_or_rest + i) - fine_log(i)).sum();
    rounded_down(choices) + log2(some + 1).times(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_logarithms_are_those_of_single_ones() {
        for (first, count) in [(0, 0), (1, 5), (2, 1000), (7, 4097), ((1 << 31) - 50, 100), (1 << 40, 40)] {
            let one_by_one: i64 = (0..count).map(|place| fine_log(first + 2 * place)).sum();
            assert_eq!(fast(LogSum { first, count }), one_by_one, "{count} from {first}");
        }
    }

    #[test]
    fn logarithms_are_rounded_down() {
        assert_eq!((log2(1), log2(2), log2(1024)), (Bits::ZERO, Bits::whole(1), Bits::whole(10)));
        // log 3 = 1.58496..., log 10 = 3.32192...
        assert_eq!((log2(3).in_256ths(), log2(10).in_256ths()), (405, 850));
        assert!((1..5000).all(|n| log2(n) <= log2(n + 1)));
        assert_eq!(log2(u64::MAX).in_256ths(), 64 * 256 - 1);
    }

    #[test]
    fn costs_of_numbers() {
        assert_eq!(whole_number(0), Bits::whole(2));
        assert_eq!(
            (whole_number(1), whole_number(-1), whole_number(7)),
            (Bits::whole(4), Bits::whole(4), Bits::whole(8))
        );
        assert!(whole_number(i64::MIN) == Bits::whole(128));
    }

    #[test]
    fn noise_costs_about_its_entropy() {
        // Two values, 500 times each: a thousand bits, and half a logarithm of the length.
        let fair: Vec<i64> = (0..1000).map(|i| i % 2).collect();
        assert!((1003..1015).contains(&noise(&fair).rounded()), "{:?}", noise(&fair));
        // As a chain it costs almost nothing, and so does a walk.
        assert!(sequence(&fair).rounded() < 40);
        assert!(sequence(&(0..1000).collect::<Vec<i64>>()).rounded() < 20);
        assert_eq!(noise(&[]), Bits::ZERO);
    }

    #[test]
    fn subsets_are_counted() {
        // C(10, 3) = 120: 6.9 bits; 2 log 4 = 4 bits.
        assert_eq!(subset(10, 3).rounded(), 11);
        assert_eq!(subset(10, 3) - log2(4).times(2), subset(10, 7) - log2(8).times(2));
        assert_eq!(subset(7, 0), Bits::whole(6));
    }
}
