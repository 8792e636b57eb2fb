//! Linear recurrences with small whole coefficients, for places in a sequence.
//!
//! The shortest recurrence modulo the prime 2^61 - 1 comes from the algorithm of E. Berlekamp and J. L. Massey (*Shift-
//! register synthesis and BCH decoding*, IEEE Trans. Inform. Theory 15 (1969)); coefficients near 0 are then tried on
//! whole numbers. The numbers themselves are tried and their differences, each after up to some first terms.

use crate::bits::{self, Bits};

const PRIME: i128 = (1 << 61) - 1;

/// The largest absolute value of a coefficient.
const LARGEST: i128 = 1000;

/// Rising numbers are continued to at most so many terms.
const TERMS: usize = 400;

/// Rising numbers that satisfy a linear recurrence from some term on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Recurrence {
    /// The numbers that are known.
    known: Vec<i64>,
    /// How many first ones need not satisfy it.
    pub(super) skipped: usize,
    /// Whether the differences satisfy it, not the numbers.
    of_differences: bool,
    /// x(k) is the sum of `coefficients[j]` x(k - 1 - j).
    coefficients: Vec<i64>,
    pub(super) cost: Bits,
}

/// Which recurrences are tried.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// The largest order.
    pub(super) order: usize,
    /// So many first terms may be left out.
    pub(super) skipped: usize,
}

impl Recurrence {
    /// The cheapest recurrence of rising numbers.
    pub(super) fn of(numbers: &[i64], limits: Limits) -> Option<Recurrence> {
        let most = limits.skipped.min(numbers.len().saturating_sub(8));
        let tries = (0..=most).flat_map(|skipped| [(skipped, false), (skipped, true)]);
        let found = tries.filter_map(|(skipped, differences)| Self::after(numbers, skipped, differences, limits.order));
        found.min_by_key(|found| found.cost)
    }

    fn after(numbers: &[i64], skipped: usize, of_differences: bool, largest: usize) -> Option<Recurrence> {
        let terms = terms_of(&numbers[skipped..], of_differences)?;
        let start: Vec<i128> = terms.iter().take(2 * largest + 8).map(|&x| i128::from(x).rem_euclid(PRIME)).collect();
        let coefficients = shortest(&start);
        let order = coefficients.len();
        if order == 0 || order > largest || terms.len() < 2 * order + order.max(4) {
            return None;
        }
        let signed = coefficients.into_iter().map(|c| if c > PRIME / 2 { c - PRIME } else { c });
        let small: Option<Vec<i64>> = signed.map(|c| (c.abs() <= LARGEST).then_some(c as i64)).collect();
        let coefficients = small?;
        if (order..terms.len()).any(|i| next(&terms[..i], &coefficients) != Some(terms[i])) {
            return None;
        }
        let first = &numbers[..skipped + order + usize::from(of_differences)];
        let cost = Bits::whole(6 + 2 * i64::from(of_differences))
            + bits::whole_numbers(coefficients.iter().copied())
            + bits::sequence(first)
            + bits::whole_number(skipped as i64);
        Some(Recurrence { known: numbers.to_vec(), skipped, of_differences, coefficients, cost })
    }

    pub(super) const fn order(&self) -> usize {
        self.coefficients.len()
    }

    /// The numbers, continued until one is at least `limit`; they end before if they rise no more, grow beyond 64 bits
    /// or become too many.
    pub(super) fn up_to(&self, limit: i64) -> Vec<i64> {
        let mut numbers = self.known.clone();
        let Some(mut terms) = terms_of(&numbers[self.skipped..], self.of_differences) else { return numbers };
        while numbers.len() < TERMS {
            let Some(&last) = numbers.last().filter(|&&last| last < limit) else { break };
            let Some(term) = next(&terms, &self.coefficients) else { break };
            let number = if self.of_differences { last.checked_add(term) } else { Some(term) };
            let Some(number) = number.filter(|&number| number > last) else { break };
            terms.push(term);
            numbers.push(number);
        }
        numbers
    }

    /// `z(k) = z(k - 1) + z(k - 2)`.
    pub(super) fn text(&self, name: &str) -> String {
        let names: Vec<String> = (1..=self.order()).map(|j| format!("{name}(k - {j})")).collect();
        let parts: Vec<(i64, &str)> =
            self.coefficients.iter().zip(&names).map(|(&factor, name)| (factor, name.as_str())).collect();
        let subject = if self.of_differences { format!("the differences d of {name} satisfy ") } else { String::new() };
        let text = format!("{name}(k) = {}", super::writing::sum(&parts));
        let from = self.skipped + self.order() + usize::from(self.of_differences) + 1;
        let text = if self.of_differences { text.replace(&format!("{name}("), "d(") } else { text };
        format!("{subject}{text} from the number {from} of {name} on")
    }
}

fn terms_of(numbers: &[i64], of_differences: bool) -> Option<Vec<i64>> {
    match of_differences {
        true => numbers.windows(2).map(|pair| pair[1].checked_sub(pair[0])).collect(),
        false => Some(numbers.to_vec()),
    }
}

/// The term that follows.
fn next(terms: &[i64], coefficients: &[i64]) -> Option<i64> {
    let products = terms.iter().rev().zip(coefficients).map(|(&x, &c)| i128::from(x) * i128::from(c));
    i64::try_from(products.sum::<i128>()).ok()
}

/// The coefficients of the shortest recurrence modulo the prime.
fn shortest(terms: &[i128]) -> Vec<i128> {
    let (mut current, mut before) = (vec![1i128], vec![1i128]);
    let (mut order, mut shift, mut last) = (0, 1, 1i128);
    for n in 0..terms.len() {
        let products = (0..=order.min(current.len() - 1)).map(|i| current[i] * terms[n - i] % PRIME);
        let discrepancy = products.sum::<i128>() % PRIME;
        if discrepancy == 0 {
            shift += 1;
            continue;
        }
        let old = current.clone();
        let factor = discrepancy * inverse(last) % PRIME;
        current.resize(current.len().max(before.len() + shift), 0);
        for (i, x) in before.iter().enumerate() {
            current[i + shift] = (current[i + shift] - factor * x % PRIME).rem_euclid(PRIME);
        }
        if 2 * order <= n {
            (order, before, last, shift) = (n + 1 - order, old, discrepancy, 1);
        } else {
            shift += 1;
        }
    }
    current.resize(order + 1, 0);
    current[1..].iter().map(|&c| (-c).rem_euclid(PRIME)).collect()
}

/// The inverse modulo the prime, by Fermat's theorem.
fn inverse(x: i128) -> i128 {
    let (mut power, mut result, mut exponent) = (x, 1, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * power % PRIME;
        }
        power = power * power % PRIME;
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { order: 6, skipped: 6 };

    #[test]
    fn random_recurrences_are_found() {
        for seed in 1..=50 {
            let mut random = grundy_core::random::Random(seed);
            let coefficients: Vec<i64> = (0..=random.below(3)).map(|_| 1 + random.below(3) as i64).collect();
            let mut terms: Vec<i64> = (1..=coefficients.len() as i64).map(|k| k * k + random.below(3) as i64).collect();
            while terms.len() < 14 {
                let term = next(&terms, &coefficients).expect("small");
                terms.push(term);
            }
            let skipped = random.below(3) as i64;
            let numbers: Vec<i64> = (0..skipped).chain(terms.iter().map(|term| term + 2)).collect();
            let rising = numbers.windows(2).all(|pair| pair[0] < pair[1]);
            let (known, last) = (&numbers[..numbers.len() - 2], numbers[numbers.len() - 1]);
            if rising && known.len() >= 12 {
                let found = Recurrence::of(known, Limits { order: 6, skipped: 6 });
                let found = found.unwrap_or_else(|| panic!("seed {seed}: {numbers:?}"));
                assert_eq!(found.up_to(last), numbers, "seed {seed}");
            }
        }
    }

    #[test]
    fn recurrences_after_first_terms() {
        let fibonacci = Recurrence::of(&[1, 2, 3, 5, 8, 13, 21, 34, 55, 89], LIMITS).expect("a recurrence");
        assert_eq!((fibonacci.order(), fibonacci.skipped), (2, 0));
        assert_eq!(fibonacci.text("z"), "z(k) = z(k - 1) + z(k - 2) from the number 3 of z on");
        assert_eq!(fibonacci.up_to(1000).last(), Some(&1597));
        assert_eq!(fibonacci.up_to(i64::MAX).len(), 91, "90 Fibonacci numbers from 2 on have 64 bits");
        let late = Recurrence::of(&[0, 7, 8, 10, 14, 22, 38, 70, 134, 262, 518, 1030], LIMITS).expect("a recurrence");
        assert_eq!(late.up_to(1031).last(), Some(&2054));
        assert_eq!(Recurrence::of(&[1, 4, 9, 11, 17, 30, 31, 57, 59, 101, 112, 140, 152, 190, 191, 230], LIMITS), None);
    }
}
