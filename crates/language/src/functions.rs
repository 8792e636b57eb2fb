//! The functions of the language. They are exact, on 64-bit whole numbers.

use super::arithmetic::{bit_and, bit_or, gcd, lcm, natural, nim_sum};
use super::factors::{
    big_omega, greatest_prime, is_prime, least_prime, num_divisors, omega, prime_index, signature, turns_of_factors,
    turns_of_index, turns_of_prime, xor_exponents,
};
use super::fault::What;
use super::mex_pairs::{mex_pair, turns_of_mex_pair};
use grundy_core::nim_product::{nim_inverse, nim_power, nim_product};

/// A function of numbers.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// The number and kind of its arguments.
    pub arguments: Arguments,
    /// Whether the result is a condition; otherwise it is a number.
    pub is_truth: bool,
    /// Computes the result; a condition yields 0 or 1.
    pub(super) apply: fn(&[i64]) -> Result<i64, What>,
    /// The cost of a call, in turns of a loop.
    pub(super) turns: fn(&[i64]) -> u64,
    /// Its meaning and its errors.
    pub help: &'static str,
}

/// The number and kind of a function's arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arguments {
    /// This many numbers.
    Numbers(usize),
    /// One or more numbers; or a single set or list.
    SomeOrSet,
    /// A single set or list.
    Set,
    /// A set or list, and then this many numbers. Its elements come last when the result is computed.
    SetThen(usize),
    /// This many numbers, and then a set or list.
    ThenSet(usize),
}

impl Arguments {
    /// Whether there may be this many arguments.
    pub(super) fn allows(self, count: usize) -> bool {
        match self {
            Numbers(wanted) => count == wanted,
            SomeOrSet => count > 0,
            Set => count == 1,
            SetThen(numbers) | ThenSet(numbers) => count == numbers + 1,
        }
    }
}

use Arguments::{Numbers, Set, SetThen, SomeOrSet, ThenSet};

const fn number(
    name: &'static str,
    arguments: Arguments,
    apply: fn(&[i64]) -> Result<i64, What>,
    help: &'static str,
) -> Function {
    Function { name, arguments, is_truth: false, apply, turns: turns_of_elements, help }
}

const fn truth(
    name: &'static str,
    arguments: Arguments,
    apply: fn(&[i64]) -> Result<i64, What>,
    help: &'static str,
) -> Function {
    Function { name, arguments, is_truth: true, apply, turns: turns_of_elements, help }
}

const fn of_factors(name: &'static str, apply: fn(&[i64]) -> Result<i64, What>, help: &'static str) -> Function {
    Function { turns: |n| turns_of_factors(n[0]), ..number(name, Numbers(1), apply, help) }
}

/// All functions.
pub const FUNCTIONS: &[Function] = &[
    number("gcd", SomeOrSet, |n| fold(n, 0, gcd), "the greatest common divisor; |n| for 0 and n"),
    number("lcm", SomeOrSet, |n| fold(n, 1, lcm), "the least common multiple; 0 if one of the numbers is 0"),
    number(
        "min",
        SomeOrSet,
        |n| n.iter().min().copied().ok_or(What::Empty),
        "the least element; an error for an empty set or list",
    ),
    number(
        "max",
        SomeOrSet,
        |n| n.iter().max().copied().ok_or(What::Empty),
        "the largest element; an error for an empty set or list",
    ),
    number(
        "nimsum",
        SomeOrSet,
        |n| fold(n, 0, nim_sum),
        "the nim-sum of non-negative numbers; equal elements of a list are not merged",
    ),
    number(
        "nimproduct",
        Numbers(2),
        |n| whole(nim_product(natural(n[0])?, natural(n[1])?)),
        "the nim-product of two non-negative numbers",
    ),
    Function {
        turns: |_| TURNS_OF_POWER,
        ..number(
            "nimpower",
            Numbers(2),
            |n| whole(nim_power(natural(n[0])?, natural(n[1])?)),
            "nimpower(a, k): the nim-product of k factors a >= 0, for k >= 0; 1 for k = 0",
        )
    },
    Function {
        turns: |_| TURNS_OF_POWER,
        ..number(
            "niminverse",
            Numbers(1),
            |n| nim_inverse(natural(n[0])?).map_or(Err(What::Undefined), whole),
            "the number whose nim-product with a >= 1 is 1",
        )
    },
    number("bitor", SomeOrSet, |n| fold(n, 0, bit_or), "the binary digits that are 1 in one or more of the numbers"),
    number(
        "bitand",
        SomeOrSet,
        |n| n.split_first().map_or(Err(What::Undefined), |(&first, rest)| fold(rest, natural(first)? as i64, bit_and)),
        "the binary digits that are 1 in all of the numbers; an error for an empty set or list",
    ),
    number("abs", Numbers(1), |n| n[0].checked_abs().ok_or(What::Overflow), "|n|"),
    number(
        "popcount",
        Numbers(1),
        |n| Ok(natural(n[0])?.count_ones().into()),
        "the number of ones in the binary expansion of n >= 0",
    ),
    number(
        "bit_length",
        Numbers(1),
        |n| Ok((u64::BITS - natural(n[0])?.leading_zeros()).into()),
        "the number of binary digits of n >= 0; 0 for 0",
    ),
    number("bit", Numbers(2), bit, "bit(n, i): the binary digit of n >= 0 at place i >= 0"),
    truth("divides", Numbers(2), divides, "divides(d, n): whether d divides n; divides(0, n) is n == 0"),
    number("isqrt", Numbers(1), |n| Ok(natural(n[0])?.isqrt() as i64), "the integer part of the square root of n >= 0"),
    truth("is_square", Numbers(1), |n| Ok(is_square(n[0]).into()), "whether n is a perfect square"),
    Function {
        turns: |n| turns_of_prime(n[0]),
        ..truth("is_prime", Numbers(1), |n| Ok(is_prime(n[0]).into()), "whether n is prime")
    },
    of_factors("omega", |n| omega(n[0]), "the number of different primes that divide n >= 1"),
    of_factors("big_omega", |n| big_omega(n[0]), "the number of prime factors of n >= 1, counted with multiplicity"),
    of_factors("num_divisors", |n| num_divisors(n[0]), "the number of divisors of n >= 1"),
    of_factors("least_prime", |n| least_prime(n[0]), "the least prime that divides n >= 1; 0 for 1"),
    of_factors("greatest_prime", |n| greatest_prime(n[0]), "the greatest prime that divides n >= 1; 0 for 1"),
    of_factors("xor_exponents", |n| xor_exponents(n[0]), "the nim-sum of the exponents of the primes in n >= 1"),
    of_factors(
        "signature",
        |n| signature(n[0]),
        "the least number whose prime factorisation has the same exponents as that of n >= 1, in any order",
    ),
    Function {
        turns: |n| turns_of_index(n[0]),
        ..number(
            "prime_index",
            Numbers(1),
            |n| prime_index(n[0]),
            "the k such that n >= 0 is the k-th prime, as in prime_index(5) == 3; 0 if n is not prime",
        )
    },
    number(
        "valuation",
        Numbers(2),
        valuation,
        "valuation(p, n): the largest k such that p**k divides n, for p >= 2 and n not 0",
    ),
    number("fib", Numbers(1), fib, "the n-th Fibonacci number, with fib(0) = 0 and fib(1) = 1; n <= 92"),
    number(
        "floor_phi",
        Numbers(1),
        |n| floor_phi(n[0]),
        "floor(n phi), phi = (1 + sqrt(5)) / 2, for n >= 0: the lower Wythoff sequence",
    ),
    number(
        "floor_phi2",
        Numbers(1),
        floor_phi2,
        "floor(n phi**2) = floor(n phi) + n, for n >= 0: the upper Wythoff sequence",
    ),
    number("len", Set, |n| Ok(n.len() as i64), "the number of elements of a set or list"),
    Function {
        turns: |n| n.len() as u64,
        ..number(
            "moore",
            SetThen(1),
            moore,
            "moore(S, k): the binary digits of the elements added modulo k + 1 without carry, read in base k + 1; k >= 1",
        )
    },
    Function {
        turns: turns_of_mex_pair,
        ..truth(
            "mex_pair",
            ThenSet(3),
            mex_pair,
            "mex_pair(r, s, t, S): whether the least and the largest element are a pair (a, r*a + s*k + t), where a is \
             the least number in none of the k earlier pairs",
        )
    },
];

/// A function that yields a set or list.
#[derive(Debug)]
pub struct SetFunction {
    /// Its name.
    pub name: &'static str,
    /// Whether it yields a list, of a set or of a list. Otherwise it yields a set, of a set only.
    pub is_list: bool,
    /// How many numbers follow the set or list.
    pub numbers: usize,
    /// Computes the result from the elements and the numbers.
    pub(super) apply: fn(&[i64], &[i64]) -> Vec<i64>,
    /// Its meaning.
    pub help: &'static str,
}

/// All functions that yield sets or lists.
pub const SET_FUNCTIONS: &[SetFunction] = &[
    SetFunction {
        name: "with",
        is_list: false,
        numbers: 1,
        apply: |set, numbers| {
            let [number] = *numbers else { return Vec::new() };
            let place = set.partition_point(|&element| element < number);
            let behind = &set[place..];
            let rest = behind.strip_prefix(&[number]).unwrap_or(behind);
            [&set[..place], &[number], rest].concat()
        },
        help: "with(S, n): the set S and the number n",
    },
    SetFunction {
        name: "without",
        is_list: false,
        numbers: 1,
        apply: |set, numbers| set.iter().copied().filter(|element| !numbers.contains(element)).collect(),
        help: "without(S, n): the set S except the number n, if it is an element",
    },
    SetFunction {
        name: "sorted",
        is_list: true,
        numbers: 0,
        apply: |elements, _| {
            let mut list = elements.to_vec();
            list.sort_unstable();
            list
        },
        help: "the list of all elements of a set or list in ascending order; equal elements of a list are kept",
    },
];

/// One turn for every 16 elements.
pub(super) fn turns_of_elements(elements: &[i64]) -> u64 {
    elements.len() as u64 / 16
}

/// A nim-power takes up to 128 products of 64 bits, or 3 microseconds.
const TURNS_OF_POWER: u64 = 100;

/// A result that must fit into 63 bits.
fn whole(number: u64) -> Result<i64, What> {
    i64::try_from(number).map_err(|_| What::Overflow)
}

fn fold(numbers: &[i64], first: i64, join: fn(i64, i64) -> Result<i64, What>) -> Result<i64, What> {
    numbers.iter().try_fold(first, |all, &number| join(all, number))
}

fn bit(arguments: &[i64]) -> Result<i64, What> {
    let (n, place) = (natural(arguments[0])?, natural(arguments[1])?);
    Ok(if place < 64 { (n >> place & 1) as i64 } else { 0 })
}

/// The arguments are k and the elements.
fn moore(arguments: &[i64]) -> Result<i64, What> {
    let Some((&k, elements)) = arguments.split_first() else { return Err(What::Empty) };
    if k < 1 {
        return Err(What::Undefined);
    }
    let length = u64::BITS - natural(fold(elements, 0, bit_or)?)?.leading_zeros();
    (0..length)
        .rev()
        .try_fold(0, |read: i64, place| {
            let ones = elements.iter().filter(|&element| element >> place & 1 == 1).count() as i64;
            let base = k.checked_add(1)?;
            read.checked_mul(base)?.checked_add(ones % base)
        })
        .ok_or(What::Overflow)
}

fn divides(arguments: &[i64]) -> Result<i64, What> {
    let &[d, n] = arguments else { return Err(What::Empty) };
    // i64::MIN is a multiple of -1, but the plain remainder would overflow.
    Ok(i64::from(if d == 0 { n == 0 } else { n.wrapping_rem(d) == 0 }))
}

fn is_square(n: i64) -> bool {
    u64::try_from(n).is_ok_and(|n| n.isqrt().pow(2) == n)
}

fn valuation(arguments: &[i64]) -> Result<i64, What> {
    let &[p, n] = arguments else { return Err(What::Empty) };
    if p < 2 || n == 0 {
        return Err(What::Undefined);
    }
    let (mut n, mut count) = (n, 0);
    while n % p == 0 {
        (n, count) = (n / p, count + 1);
    }
    Ok(count)
}

fn fib(arguments: &[i64]) -> Result<i64, What> {
    let n = natural(arguments[0])?;
    if n > 92 {
        return Err(What::Overflow);
    }
    // The fold computes one number more than needed, which may overflow.
    Ok((0..n).fold((0i64, 1i64), |(a, b), _| (b, a.wrapping_add(b))).0)
}

/// floor(n phi), where n phi = (n + sqrt(5 n^2)) / 2. The root may be rounded down before the division.
fn floor_phi(n: i64) -> Result<i64, What> {
    let n = u128::from(natural(n)?);
    // If this square is too large, so is n phi.
    let square = (5 * n).checked_mul(n).ok_or(What::Overflow)?;
    i64::try_from((n + square.isqrt()) / 2).map_err(|_| What::Overflow)
}

fn floor_phi2(arguments: &[i64]) -> Result<i64, What> {
    floor_phi(arguments[0])?.checked_add(arguments[0]).ok_or(What::Overflow)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_ratio_by_fibonacci_numbers() {
        // floor(n phi) and floor(n phi^2) are disjoint and together contain all positive integers (Beatty).
        let mut all: Vec<i64> = (1..1000).flat_map(|n| [floor_phi(n).unwrap(), floor_phi2(&[n]).unwrap()]).collect();
        all.sort_unstable();
        assert!(all.iter().zip(1..1600).all(|(found, n)| *found == n));
        assert_eq!(fib(&[92]), Ok(7_540_113_804_746_346_429));
        // fib(90) phi is slightly less than fib(91).
        assert_eq!(floor_phi(fib(&[90]).unwrap()).map(|n| n - fib(&[91]).unwrap()), Ok(-1));
        assert_eq!(floor_phi(i64::MAX), Err(What::Overflow));
    }

    #[test]
    fn edges() {
        assert_eq!(gcd(i64::MIN, 0), Err(What::Overflow));
        assert_eq!((gcd(-12, 18), lcm(-4, 6), lcm(i64::MAX, 2)), (Ok(6), Ok(12), Err(What::Overflow)));
        assert_eq!((divides(&[-1, i64::MIN]), divides(&[0, 0]), divides(&[0, 3])), (Ok(1), Ok(1), Ok(0)));
        assert_eq!((bit(&[5, 2]), bit(&[5, 99]), bit(&[-1, 0])), (Ok(1), Ok(0), Err(What::Negative)));
        assert_eq!((valuation(&[2, 24]), valuation(&[2, 0])), (Ok(3), Err(What::Undefined)));
        let of = |name: &str, numbers: &[i64]| {
            let function = FUNCTIONS.iter().find(|function| function.name == name).unwrap();
            (function.apply)(numbers)
        };
        assert_eq!((of("bitor", &[]), of("bitor", &[6]), of("bitor", &[1, 6, 4])), (Ok(0), Ok(6), Ok(7)));
        assert_eq!((of("bitand", &[7, 6, 12]), of("bitand", &[5])), (Ok(4), Ok(5)));
        assert_eq!((of("bitand", &[]), of("bitand", &[-1])), (Err(What::Undefined), Err(What::Negative)));
        assert_eq!((of("bitor", &[-1]), of("bitand", &[3, -1])), (Err(What::Negative), Err(What::Negative)));
        for n in (0..2000).chain([i64::MAX]) {
            let naive = (0..63).filter(|place| n >> place > 0).count() as i64;
            assert_eq!(of("bit_length", &[n]), Ok(naive), "{n}");
        }
        assert_eq!(of("bit_length", &[-1]), Err(What::Negative));
        for k in 1..5 {
            for h in [[0, 0, 0], [1, 2, 3], [7, 7, 7], [12, 10, 9], [100, 29, 1]] {
                let digit = |place: u32| h.iter().map(|x| x >> place & 1).sum::<i64>() % (k + 1);
                let naive = (0..7).map(|place| digit(place) * (k + 1).pow(place)).sum();
                assert_eq!(of("moore", &[k, h[0], h[1], h[2]]), Ok(naive), "{h:?} {k}");
            }
        }
        assert_eq!((of("moore", &[2]), of("moore", &[0, 1])), (Ok(0), Err(What::Undefined)));
        assert_eq!((of("moore", &[2, 1 << 62]), of("moore", &[2, -1])), (Err(What::Overflow), Err(What::Negative)));
        assert_eq!((of("moore", &[1, i64::MAX]), of("moore", &[i64::MAX, 1])), (Ok(i64::MAX), Err(What::Overflow)));
        let (product, power, inverse) =
            (|n: &[i64]| of("nimproduct", n), |n: &[i64]| of("nimpower", n), |n: &[i64]| of("niminverse", n));
        assert_eq!((product(&[4, 4]), product(&[16, 5]), product(&[0, i64::MAX])), (Ok(6), Ok(80), Ok(0)));
        // 2^31 2^32 = 2^63, as 2^32 is 2^(2^5).
        assert_eq!((product(&[1 << 31, 1 << 32]), product(&[1 << 30, 1 << 32])), (Err(What::Overflow), Ok(1 << 62)));
        assert_eq!((product(&[-1, 0]), product(&[0, -1])), (Err(What::Negative), Err(What::Negative)));
        assert_eq!((power(&[0, 0]), power(&[2, 2]), power(&[4, i64::MAX])), (Ok(1), Ok(3), power(&[4, i64::MAX % 15])));
        assert_eq!((power(&[2, -1]), power(&[-2, 2])), (Err(What::Negative), Err(What::Negative)));
        assert_eq!((inverse(&[0]), inverse(&[-1]), inverse(&[4])), (Err(What::Undefined), Err(What::Negative), Ok(15)));
        let large = (1i64 << 40..).find(|&n| nim_inverse(n as u64).is_some_and(|inverse| inverse >> 63 == 1)).unwrap();
        assert_eq!(inverse(&[large]), Err(What::Overflow));
        assert!(is_square(0) && is_square(49) && !is_square(-4) && !is_square(i64::MAX));
    }
}
