//! The factors of all numbers up to a bound, and what is counted of them.

/// Larger bounds have no sieve.
const LARGEST: i64 = 10_000_000;

/// The least prime factor of each number.
#[derive(Debug)]
pub(super) struct Factors {
    least: Vec<u32>,
}

impl Factors {
    /// Of the numbers up to `last`; of none if this is negative or more than ten millions.
    pub(super) fn up_to(last: i64) -> Factors {
        let count = if (0..=LARGEST).contains(&last) { last as usize + 1 } else { 0 };
        let mut least = vec![0u32; count];
        for p in 2..count {
            if least[p] == 0 {
                for multiple in (p..count).step_by(p) {
                    if least[multiple] == 0 {
                        least[multiple] = p as u32;
                    }
                }
            }
        }
        Factors { least }
    }

    /// The primes of a number from 1 on, in rising order, with their exponents; `None` beyond the bound.
    pub(super) fn of(&self, n: i64) -> Option<Vec<(i64, u32)>> {
        let mut rest = usize::try_from(n).ok().filter(|&n| n > 0 && n < self.least.len())?;
        let mut factors: Vec<(i64, u32)> = Vec::new();
        while rest > 1 {
            let p = self.least[rest];
            match factors.last_mut() {
                Some((last, exponent)) if *last == i64::from(p) => *exponent += 1,
                _ => factors.push((i64::from(p), 1)),
            }
            rest /= p as usize;
        }
        Some(factors)
    }
}

/// The least number with the same exponents: the largest exponent belongs to 2, the next one to 3, and so on.
pub(super) fn signature(factors: &[(i64, u32)]) -> i64 {
    const PRIMES: [i64; 16] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];
    let mut exponents: Vec<u32> = factors.iter().map(|(_, exponent)| *exponent).collect();
    exponents.sort_unstable_by(|a, b| b.cmp(a));
    PRIMES.iter().zip(exponents).map(|(prime, exponent)| prime.pow(exponent)).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_and_signatures() {
        let factors = Factors::up_to(1000);
        assert_eq!(factors.of(360), Some(vec![(2, 3), (3, 2), (5, 1)]));
        assert_eq!((factors.of(1), factors.of(0), factors.of(1001)), (Some(vec![]), None, None));
        assert_eq!(signature(&factors.of(7 * 7 * 7 * 2).expect("small")), 24);
        assert_eq!(Factors::up_to(i64::MAX).of(2), None);
        for n in 1..=1000 {
            let product: i64 = factors.of(n).expect("small").iter().map(|(p, e)| p.pow(*e)).product();
            assert_eq!(product, n);
        }
    }
}
