//! Prime factors of 64-bit numbers, and the functions that depend on them. All of them are exact.
//!
//! Idea: a table has the least prime factor of each number below 2^20, which gives all factors of such a number at
//! once. A larger number is divided by the primes below 2^10. What is left is split by Pollard's rho method (BIT 15
//! (1975)) until all parts are primes. The number of primes up to p, beyond the table, is found without listing them.

use super::arithmetic::natural;
use super::fault::What;
use num_integer::gcd;
use std::sync::LazyLock;

/// The numbers that the table contains, and the root of their number.
const TABLE: u64 = ROOT * ROOT;
const ROOT: u64 = 1 << 10;

/// The least prime factor of each number below [`TABLE`]; 0 for 0, 1 and the primes. Others have one below [`ROOT`].
static LEAST: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut least = vec![0; TABLE as usize];
    for prime in 2..ROOT as usize {
        if least[prime] == 0 {
            let multiples = least[prime * prime..].iter_mut().step_by(prime);
            multiples.filter(|least| **least == 0).for_each(|least| *least = prime as u16);
        }
    }
    least
});

/// The primes below [`TABLE`].
static PRIMES: LazyLock<Vec<u64>> =
    LazyLock::new(|| (2..TABLE).filter(|&number| LEAST[number as usize] == 0).collect());

/// The first primes. The product of all of them exceeds 64 bits.
const FIRST: [u64; 16] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];

/// The prime factors of a number in ascending order, each as often as it divides the number; none of 0 and 1.
fn prime_factors(n: u64) -> Vec<u64> {
    let (mut rest, mut primes) = (n, Vec::new());
    if rest >= TABLE {
        for &prime in PRIMES.iter().take_while(|&&prime| prime < ROOT) {
            while rest.is_multiple_of(prime) {
                rest /= prime;
                primes.push(prime);
            }
        }
        split(rest, &mut primes);
    } else {
        while rest > 1 {
            let prime = Some(LEAST[rest as usize]).filter(|&least| least > 0).map_or(rest, u64::from);
            rest /= prime;
            primes.push(prime);
        }
    }
    primes.sort_unstable();
    primes
}

/// Adds the prime factors of a number that has none below [`ROOT`].
fn split(n: u64, primes: &mut Vec<u64>) {
    match if n < TABLE || is_prime_number(n) { None } else { proper_factor(n) } {
        Some(factor) => {
            split(factor, primes);
            split(n / factor, primes);
        }
        None => primes.extend((n > 1).then_some(n)),
    }
}

/// A proper factor of a composite number.
///
/// Among the numbers x, x^2 + c, (x^2 + c)^2 + c, ... modulo n, two soon agree modulo a prime factor of n. One runner
/// takes single steps and one double steps, so at some time both stand on such numbers.
fn proper_factor(n: u64) -> Option<u64> {
    let root = n.isqrt();
    if root * root == n {
        return Some(root);
    }
    let by_trial = || (2..n).find(|&factor| n.is_multiple_of(factor));
    (1..n).take(100).find_map(|c| rho(n, c)).or_else(by_trial)
}

/// Pollard's rho method for one c; `None` if all factors are found at the same time.
fn rho(n: u64, c: u64) -> Option<u64> {
    let step = |x: u64| (times(x, x, n) + c) % n;
    // The runners after some steps, and the product of their differences. It has a factor of n if one of them has.
    let lap = |runners: (u64, u64), steps: u32| {
        (0..steps).fold((runners, 1), |((slow, fast), product), _| {
            let (slow, fast) = (step(slow), step(step(fast)));
            ((slow, fast), times(product, slow.abs_diff(fast), n))
        })
    };
    let (mut runners, mut steps) = ((2, 2), 64);
    loop {
        let (next, product) = lap(runners, steps);
        match gcd(product, n) {
            1 => runners = next,
            factor if factor < n => return Some(factor),
            // This lap has several factors: once more, slowly.
            _ if steps > 1 => steps = 1,
            _ => return None,
        }
    }
}

/// a b modulo n.
fn times(a: u64, b: u64, n: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(n)) as u64
}

/// How often each prime divides a number.
fn exponents(n: u64) -> Vec<usize> {
    prime_factors(n).chunk_by(|one, next| one == next).map(<[u64]>::len).collect()
}

/// A number of which factors are asked.
fn positive(n: i64) -> Result<u64, What> {
    if n == 0 { Err(What::Undefined) } else { natural(n) }
}

pub(super) fn omega(n: i64) -> Result<i64, What> {
    Ok(exponents(positive(n)?).len() as i64)
}

pub(super) fn big_omega(n: i64) -> Result<i64, What> {
    Ok(prime_factors(positive(n)?).len() as i64)
}

pub(super) fn num_divisors(n: i64) -> Result<i64, What> {
    Ok(exponents(positive(n)?).iter().map(|exponent| *exponent as i64 + 1).product())
}

pub(super) fn xor_exponents(n: i64) -> Result<i64, What> {
    Ok(exponents(positive(n)?).iter().fold(0, |all, exponent| all ^ *exponent as i64))
}

/// The largest exponent goes to the least prime. The result is at most n.
pub(super) fn signature(n: i64) -> Result<i64, What> {
    let mut exponents = exponents(positive(n)?);
    exponents.sort_unstable_by(|one, other| other.cmp(one));
    let powers = FIRST.iter().zip(exponents).map(|(prime, exponent)| prime.pow(exponent as u32));
    Ok(powers.product::<u64>() as i64)
}

pub(super) fn least_prime(n: i64) -> Result<i64, What> {
    Ok(prime_factors(positive(n)?).first().map_or(0, |&prime| prime as i64))
}

pub(super) fn greatest_prime(n: i64) -> Result<i64, What> {
    Ok(prime_factors(positive(n)?).last().map_or(0, |&prime| prime as i64))
}

pub(super) fn prime_index(p: i64) -> Result<i64, What> {
    let number = natural(p)?;
    Ok(if is_prime_number(number) { primes_up_to(number) as i64 } else { 0 })
}

/// The number of primes up to n.
fn primes_up_to(n: u64) -> u64 {
    if n < TABLE { PRIMES.partition_point(|&prime| prime <= n) as u64 } else { primes_counted(n) }
}

/// The number of primes up to n > 0, without a list of them.
///
/// Among the numbers 2, ..., v count those that are left when the multiples of the first primes are
/// deleted, for all v = n / i at once (Legendre's formula as a recurrence). Deleting the multiples of p, except for p,
/// takes away the numbers p m where m has no smaller prime factor. About n^(3/4) steps, 16 sqrt(n) bytes.
fn primes_counted(n: u64) -> u64 {
    let root = n.isqrt();
    // The counts for v = 0, ..., root, and for v = n / i, i = 1, ..., root.
    let mut small: Vec<u64> = (0..=root).map(|v| v.saturating_sub(1)).collect();
    let mut large: Vec<u64> = (0..=root).map(|i| n / i.max(1) - 1).collect();
    for p in 2..=root {
        let smaller = small[p as usize - 1];
        if small[p as usize] == smaller {
            continue;
        }
        for i in 1..=root.min(n / (p * p)) {
            let v = i * p;
            let count = if v <= root { large[v as usize] } else { small[(n / v) as usize] };
            large[i as usize] -= count - smaller;
        }
        for v in (p * p..=root).rev() {
            small[v as usize] -= small[(v / p) as usize] - smaller;
        }
    }
    large[1]
}

pub(super) fn is_prime(n: i64) -> bool {
    u64::try_from(n).is_ok_and(is_prime_number)
}

/// The Miller-Rabin test with the first twelve primes, which is correct for all 64-bit numbers (Sorenson and
/// Webster, Math. Comp. 86 (2017)).
fn is_prime_number(n: u64) -> bool {
    let bases = &FIRST[..12];
    // The smallest composite number that passes the test with the first four primes (Jaeschke, Math. Comp. 61 (1993)).
    const FOUR: u64 = 3_215_031_751;
    if n < 2 || bases.iter().any(|&p| n.is_multiple_of(p)) {
        return bases.contains(&n);
    }
    let power = |mut base: u64, mut exponent: u64| {
        let mut result = 1;
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = times(result, base, n);
            }
            (base, exponent) = (times(base, base, n), exponent >> 1);
        }
        result
    };
    let twos = (n - 1).trailing_zeros();
    let bases = if n < FOUR { &bases[..4] } else { bases };
    bases.iter().all(|&base| {
        let mut x = power(base, (n - 1) >> twos);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = times(x, x, n);
            x == n - 1
        })
    })
}

/// A test of a 64-bit number takes up to 30 microseconds.
pub(super) fn turns_of_prime(n: i64) -> u64 {
    match n {
        ..65_536 => 1,
        65_536..=0xFFFF_FFFF => 20,
        _ => 1000,
    }
}

/// In turns: a product of two primes near 2^30 takes 3 milliseconds.
pub(super) fn turns_of_factors(n: i64) -> u64 {
    match n.unsigned_abs() {
        ..TABLE => 1,
        TABLE..=0xFFFF_FFFF => 100,
        n => 1000 + 3 * n.isqrt().isqrt(),
    }
}

/// In turns: up to 10^9 they take 30 milliseconds, and from 3 10^10 on too long.
pub(super) fn turns_of_index(p: i64) -> u64 {
    match p.unsigned_abs() {
        ..TABLE => 1,
        n if !is_prime_number(n) => turns_of_prime(p),
        n => 1000 + n.isqrt() * n.isqrt().isqrt() / 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_those_of_trial_division() {
        let slow = |n: i64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0);
        assert!((-5..5000).all(|n| is_prime(n) == slow(n)));
        // The largest prime below 2^63, and two strong pseudoprimes.
        assert!(is_prime(9_223_372_036_854_775_783));
        assert!(!is_prime(3_825_123_056_546_413_051) && !is_prime(3_215_031_751) && !is_prime(i64::MAX));
    }

    /// The prime factors by trial division.
    fn divided(mut n: i64) -> Vec<i64> {
        let mut primes = Vec::new();
        for d in 2.. {
            if d * d > n {
                break;
            }
            while n % d == 0 {
                (n, primes) = (n / d, [&primes[..], &[d]].concat());
            }
        }
        primes.extend((n > 1).then_some(n));
        primes
    }

    #[test]
    fn functions_of_factors_are_those_of_trial_division() {
        for n in (1..3000).chain((1 << 20) - 30..(1 << 20) + 30).chain([2 * 3 * 5 * 7 * 11 * 13 * 17 * 19 * 23]) {
            let primes = divided(n);
            let mut different = primes.clone();
            different.dedup();
            let exponent = |p: &i64| primes.iter().filter(|&q| q == p).count() as i64;
            let mut exponents: Vec<i64> = different.iter().map(exponent).collect();
            assert_eq!(omega(n), Ok(different.len() as i64), "{n}");
            assert_eq!(big_omega(n), Ok(primes.len() as i64), "{n}");
            assert_eq!(xor_exponents(n), Ok(exponents.iter().fold(0, |all, e| all ^ e)), "{n}");
            assert_eq!(least_prime(n), Ok(primes.first().copied().unwrap_or(0)), "{n}");
            assert_eq!(greatest_prime(n), Ok(primes.last().copied().unwrap_or(0)), "{n}");
            if n < 3000 {
                assert_eq!(num_divisors(n), Ok((1..=n).filter(|d| n % d == 0).count() as i64), "{n}");
                exponents.sort_unstable();
                let same = |m: &i64| {
                    let mut others: Vec<i64> =
                        divided(*m).chunk_by(|p, q| p == q).map(|power| power.len() as i64).collect();
                    others.sort_unstable();
                    others == exponents
                };
                assert_eq!(signature(n).ok(), (1..=n).find(same), "{n}");
            }
        }
        let all = [omega, big_omega, num_divisors, xor_exponents, signature, least_prime, greatest_prime];
        assert!(all.iter().all(|of| of(0) == Err(What::Undefined) && of(-6) == Err(What::Negative)));
    }

    #[test]
    fn large_numbers_are_split_completely() {
        // Primes beyond the table, the largest one below 2^31 and below 2^63 among them.
        let primes = [1009, 1031, 65_537, 1_048_583, 1_048_589, 16_777_259, 2_147_483_629, 2_147_483_647];
        let pairs = primes.iter().flat_map(|p| primes.iter().map(move |q| vec![*p, *q]));
        let more = [
            vec![9_223_372_036_854_775_783],
            vec![1_048_583, 1_048_583, 1_048_583],
            vec![2, 2, 3, 1009, 1009, 1013, 65_537],
            vec![2_097_143, 2_097_143, 2_097_143],
            vec![1021; 6],
            vec![3; 39],
            vec![3_037_000_493, 3_037_000_493],
            vec![3_037_000_453, 3_037_000_493],
        ];
        for mut factors in pairs.chain(more) {
            factors.sort_unstable();
            assert_eq!(prime_factors(factors.iter().product()), factors);
        }
        assert_eq!((num_divisors(i64::MAX), omega(i64::MAX), big_omega(1 << 62)), (Ok(96), Ok(6), Ok(62)));
        assert_eq!(signature(1_048_583 * 1_048_589 * 4), Ok(4 * 3 * 5));
    }

    #[test]
    fn primes_have_numbers() {
        let mut count = 0;
        for n in 0..20_000 {
            let prime = n > 1 && divided(n).len() == 1;
            count += i64::from(prime);
            assert_eq!(prime_index(n), Ok(if prime { count } else { 0 }), "{n}");
        }
        assert_eq!(prime_index(-1), Err(What::Negative));
        for n in (1..2000).chain([1_000_003, TABLE - 1]) {
            assert_eq!(primes_counted(n), primes_up_to(n), "{n}");
        }
        // The next prime after the table, and the numbers of primes up to powers of ten (OEIS A006880).
        assert_eq!((PRIMES.len(), prime_index(1_048_573), prime_index(1_048_583)), (82_025, Ok(82_025), Ok(82_026)));
        assert_eq!((primes_up_to(10_u64.pow(7)), primes_up_to(10_u64.pow(9))), (664_579, 50_847_534));
    }
}
