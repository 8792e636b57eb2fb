//! Functions of one number that others may depend on: digits, roots, factors.

use super::arithmetic::{Factors, signature};

/// A function of numbers from 2 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feature {
    /// The exponent of a prime.
    Valuation(i64),
    /// The largest odd divisor.
    OddPart,
    /// The number of binary digits that are 1.
    PopCount,
    /// The number of binary digits.
    BitLength,
    /// The whole part of the square root.
    Root,
    /// How much a number exceeds the largest square.
    AboveSquare,
    /// The largest divisor without primes other than these.
    Part(&'static [i64]),
    /// The sum of the digits in base 3.
    DigitSum3,
    /// The number of different primes.
    Omega,
    /// The number of primes, counted with their exponents.
    BigOmega,
    /// The least prime factor.
    LeastPrime,
    /// The greatest prime factor.
    GreatestPrime,
    /// The number of divisors.
    Divisors,
    /// The least number with the same exponents.
    Signature,
    /// The nim-sum of the exponents.
    XorExponents,
}

impl Feature {
    /// All of them, the simplest first.
    pub(super) const ALL: [Feature; 18] = [
        Feature::Valuation(2),
        Feature::Valuation(3),
        Feature::Valuation(5),
        Feature::OddPart,
        Feature::PopCount,
        Feature::BitLength,
        Feature::Root,
        Feature::AboveSquare,
        Feature::Part(&[2, 3]),
        Feature::Part(&[2, 3, 5]),
        Feature::DigitSum3,
        Feature::Omega,
        Feature::BigOmega,
        Feature::LeastPrime,
        Feature::GreatestPrime,
        Feature::Divisors,
        Feature::Signature,
        Feature::XorExponents,
    ];

    /// The value at a number; `None` below 2, or beyond the numbers whose factors are known.
    pub(super) fn value(self, n: i64, factors: &Factors) -> Option<i64> {
        (n >= 2).then_some(())?;
        let exponents = || factors.of(n).map(|factors| factors.into_iter().map(|(_, exponent)| exponent));
        Some(match self {
            Feature::Valuation(p) => i64::from(valuation(p, n)),
            Feature::OddPart => n >> n.trailing_zeros(),
            Feature::PopCount => i64::from(n.count_ones()),
            Feature::BitLength => i64::from(64 - n.leading_zeros()),
            Feature::Root => n.isqrt(),
            Feature::AboveSquare => n - n.isqrt() * n.isqrt(),
            Feature::Part(primes) => primes.iter().map(|&p| p.pow(valuation(p, n))).product(),
            Feature::DigitSum3 => std::iter::successors(Some(n), |n| (*n > 2).then(|| n / 3)).map(|n| n % 3).sum(),
            Feature::Omega => exponents()?.count() as i64,
            Feature::BigOmega => exponents()?.map(i64::from).sum(),
            Feature::LeastPrime => factors.of(n)?.first()?.0,
            Feature::GreatestPrime => factors.of(n)?.last()?.0,
            Feature::Divisors => exponents()?.map(|exponent| i64::from(exponent) + 1).product(),
            Feature::Signature => signature(&factors.of(n)?),
            Feature::XorExponents => exponents()?.fold(0, |sum, exponent| sum ^ i64::from(exponent)),
        })
    }

    /// In the language of conjectures.
    pub(super) fn text(self) -> String {
        match self {
            Feature::Valuation(p) => format!("valuation({p}, n)"),
            Feature::OddPart => "(n / 2 ** valuation(2, n))".to_owned(),
            Feature::PopCount => "popcount(n)".to_owned(),
            Feature::BitLength => "bit_length(n)".to_owned(),
            Feature::Root => "isqrt(n)".to_owned(),
            Feature::AboveSquare => "(n - isqrt(n) ** 2)".to_owned(),
            Feature::Part(primes) => {
                let powers: Vec<String> = primes.iter().map(|p| format!("{p} ** valuation({p}, n)")).collect();
                format!("({})", powers.join(" * "))
            }
            // The largest power of 3 with 63 bits is the 39th.
            Feature::DigitSum3 => "sum(n / 3 ** i % 3 for i in 0..=39)".to_owned(),
            Feature::Omega => "omega(n)".to_owned(),
            Feature::BigOmega => "big_omega(n)".to_owned(),
            Feature::LeastPrime => "least_prime(n)".to_owned(),
            Feature::GreatestPrime => "greatest_prime(n)".to_owned(),
            Feature::Divisors => "num_divisors(n)".to_owned(),
            Feature::Signature => "signature(n)".to_owned(),
            Feature::XorExponents => "xor_exponents(n)".to_owned(),
        }
    }

    /// In words.
    pub(super) fn words(self) -> String {
        match self {
            Feature::Valuation(p) => format!("the exponent of {p} in n"),
            Feature::OddPart => "the largest odd divisor of n".to_owned(),
            Feature::PopCount => "the number of binary digits 1 of n".to_owned(),
            Feature::BitLength => "the number of binary digits of n".to_owned(),
            Feature::Root => "the whole part of the square root of n".to_owned(),
            Feature::AboveSquare => "how much n exceeds the largest square".to_owned(),
            Feature::Part([2, 3]) => "the exponents of 2 and 3 in n".to_owned(),
            Feature::Part(_) => "the exponents of 2, 3 and 5 in n".to_owned(),
            Feature::DigitSum3 => "the sum of the digits of n in base 3".to_owned(),
            Feature::Omega => "the number of different primes of n".to_owned(),
            Feature::BigOmega => "the number of primes of n, counted with their exponents".to_owned(),
            Feature::LeastPrime => "the least prime factor of n".to_owned(),
            Feature::GreatestPrime => "the greatest prime factor of n".to_owned(),
            Feature::Divisors => "the number of divisors of n".to_owned(),
            Feature::Signature => "the exponents of n, in any order".to_owned(),
            Feature::XorExponents => "the nim-sum of the exponents of n".to_owned(),
        }
    }

    /// Whether f(f(n)) = f(n) unless f(n) is 1, so that f(n) represents the numbers with this value.
    pub(super) const fn is_representative(self) -> bool {
        matches!(
            self,
            Feature::OddPart | Feature::Part(_) | Feature::LeastPrime | Feature::GreatestPrime | Feature::Signature
        )
    }
}

/// The exponent of a prime in a number from 1 on.
fn valuation(p: i64, mut n: i64) -> u32 {
    let mut exponent = 0;
    while n % p == 0 {
        n /= p;
        exponent += 1;
    }
    exponent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_at_a_number() {
        let factors = Factors::up_to(400);
        let values: Vec<Option<i64>> = Feature::ALL.iter().map(|feature| feature.value(360, &factors)).collect();
        // 360 = 2^3 3^2 5 = 101101000 in base 2 = 111100 in base 3; 18^2 = 324.
        let wanted = [3, 2, 1, 45, 4, 9, 18, 36, 72, 360, 4, 3, 6, 2, 5, 24, 360, 0];
        assert_eq!(values, wanted.map(Some));
        assert!(Feature::ALL.iter().all(|feature| feature.value(1, &factors).is_none()));
        for n in 2..400 {
            for feature in Feature::ALL.into_iter().filter(|feature| feature.is_representative()) {
                let value = feature.value(n, &factors).expect("known");
                assert!(value == 1 || feature.value(value, &factors) == Some(value), "{feature:?} at {n}");
            }
        }
    }
}
