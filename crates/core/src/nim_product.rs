//! Nim multiplication: the product of a field whose sum is the nim-sum.
//!
//! The product of a and b is the least number that is no a' b + a b' + a' b' with a' < a and b' < b (sums are
//! nim-sums). The numbers below F = 2^(2^k) are a field, in which F is adjoined by F^2 = F + F/2. So (a1 F + a0)(b1 F +
//! b0) = (a1 b1 + a1 b0 + a0 b1) F + a0 b0 + a1 b1 F/2, where a1, a0, b1, b0 < F. As in Karatsuba's method three
//! products of half the length are enough, and one with the constant F/2, which is linear. The recursion ends at 16
//! bits, where numbers are multiplied by their logarithms to the base of a generator of the field. Cost: 27 look-ups
//! for the products of 16 bits and 10 others for 64 bits. Memory: 0.4 MiB. References: J. H. Conway, On Numbers and
//! Games, ch. 6; H. W. Lenstra, Nim multiplication (1978).

use std::sync::LazyLock;

/// The number of powers of a generator of the field of 16 bits.
const ORDER: usize = 0xFFFF;

/// The least generator of this field: its powers are all numbers from 1 to 0xFFFF.
const GENERATOR: u64 = 258;

/// What is looked up.
struct Tables {
    /// The exponents of the powers of the generator; 0 has none.
    exponents: [u16; 1 << 16],
    /// The powers, twice one after the other, so that a sum of two exponents has its power here.
    powers: [u16; 1 << 17],
    /// The products of 2^15 and a number of 16 bits that has only its lower, or its upper byte.
    raise_16: [[u16; 256]; 2],
    /// The products of 2^31 and a number of 32 bits with a single byte, for each place of the byte.
    raise_32: [[u32; 256]; 4],
}

static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| {
    let times = |place: usize, by: u64, half: u32| {
        std::array::from_fn::<u64, 256, _>(|byte| plain((byte as u64) << (8 * place), by, half))
    };
    let mut tables = Box::new(Tables {
        exponents: [0; 1 << 16],
        powers: [0; 1 << 17],
        raise_16: std::array::from_fn(|place| times(place, 1 << 15, 8).map(|product| product as u16)),
        raise_32: std::array::from_fn(|place| times(place, 1 << 31, 16).map(|product| product as u32)),
    });
    let (steps, mut power) = ([times(0, GENERATOR, 8), times(1, GENERATOR, 8)], 1);
    for exponent in 0..ORDER {
        tables.exponents[power] = exponent as u16;
        tables.powers[exponent] = power as u16;
        tables.powers[exponent + ORDER] = power as u16;
        power = (steps[0][power & 255] ^ steps[1][power >> 8]) as usize;
    }
    tables
});

/// The product of two numbers of 2 `half` bits, from those of their halves; `raise` multiplies by F/2 for F = 2^`half`.
#[inline(always)]
fn joined(half: u32, a: u64, b: u64, product: impl Fn(u64, u64) -> u64, raise: impl Fn(u64) -> u64) -> u64 {
    let split = |number: u64| (number >> half, number & ((1 << half) - 1));
    let ((a1, a0), (b1, b0)) = (split(a), split(b));
    let (high, low) = (product(a1, b1), product(a0, b0));
    (product(a1 ^ a0, b1 ^ b0) ^ low) << half ^ low ^ raise(high)
}

/// The product of two numbers of 2 `half` bits, or of one bit if `half` is 0, without tables.
fn plain(a: u64, b: u64, half: u32) -> u64 {
    match half {
        0 => a & b,
        _ => joined(half, a, b, |a, b| plain(a, b, half / 2), |high| plain(high, 1 << (half - 1), half / 2)),
    }
}

impl Tables {
    #[inline(always)]
    fn product_16(&self, a: u64, b: u64) -> u64 {
        let exponent = |number: u64| usize::from(self.exponents[(number & 0xFFFF) as usize]);
        // The mask spares a comparison with the length.
        let power = self.powers[(exponent(a) + exponent(b)) & (self.powers.len() - 1)];
        if a == 0 || b == 0 { 0 } else { power.into() }
    }

    #[inline(always)]
    fn product_32(&self, a: u64, b: u64) -> u64 {
        let at = |high: u64, place: usize| u64::from(self.raise_16[place][(high >> (8 * place) & 255) as usize]);
        joined(16, a, b, |a, b| self.product_16(a, b), |high| at(high, 0) ^ at(high, 1))
    }

    #[inline(always)]
    fn product_64(&self, a: u64, b: u64) -> u64 {
        let at = |high: u64, place: usize| u64::from(self.raise_32[place][(high >> (8 * place) & 255) as usize]);
        let raise = |high: u64| at(high, 0) ^ at(high, 1) ^ at(high, 2) ^ at(high, 3);
        joined(32, a, b, |a, b| self.product_32(a, b), raise)
    }
}

/// The nim-product of two numbers. That of numbers below 2^(2^k) is below 2^(2^k).
#[inline]
pub fn nim_product(a: u64, b: u64) -> u64 {
    let tables = &*TABLES;
    match a | b {
        0..=0xFFFF => tables.product_16(a, b),
        0x1_0000..=0xFFFF_FFFF => tables.product_32(a, b),
        _ => tables.product_64(a, b),
    }
}

/// The nim-product of k factors a; 1 for k = 0.
pub fn nim_power(a: u64, k: u64) -> u64 {
    let (mut power, mut square, mut rest) = (1, a, k);
    while rest > 0 {
        if rest & 1 == 1 {
            power = nim_product(power, square);
        }
        square = nim_product(square, square);
        rest >>= 1;
    }
    power
}

/// The number whose nim-product with a is 1; none for 0.
pub fn nim_inverse(a: u64) -> Option<u64> {
    // The group of the numbers other than 0 has 2^64 - 1 elements.
    (a > 0).then(|| nim_power(a, u64::MAX - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::NimberSet;
    use proptest::prelude::*;

    #[test]
    fn products_are_those_of_the_definition() {
        let mut table = [[0u64; 64]; 64];
        for a in 0..64 {
            for b in 0..64 {
                let mut taken = NimberSet::new();
                let of = |x: usize, y: usize| table[x][y];
                for (x, y) in (0..a).flat_map(|x| (0..b).map(move |y| (x, y))) {
                    taken.insert((of(x, b) ^ of(a, y) ^ of(x, y)) as u32);
                }
                table[a][b] = taken.mex().into();
                assert_eq!(nim_product(a as u64, b as u64), table[a][b], "{a} {b}");
            }
        }
    }

    #[test]
    fn tables_and_shorter_methods_change_nothing() {
        let mut random = crate::random::Random(7);
        for _ in 0..300 {
            let mut number = || random.step() >> (random.below(16) * 4);
            let (a, b) = (number(), number());
            assert_eq!(nim_product(a, b), plain(a, b, 32), "{a} {b}");
        }
    }

    #[test]
    fn powers_of_two_by_the_rules_of_conway() {
        // The product of different F = 2^(2^k) is the usual one, and the square of F is 3/2 F.
        for k in 0..6 {
            let f = 1u64 << (1 << k);
            assert_eq!(nim_product(f, f), f / 2 * 3);
            (0..k).for_each(|less| assert_eq!(nim_product(f, 1 << (1 << less)), f << (1 << less)));
        }
        assert_eq!((nim_power(0, 0), nim_power(0, 5), nim_power(2, 3), nim_power(4, 15)), (1, 0, 1, 1));
        assert_eq!((nim_inverse(0), nim_inverse(1), nim_inverse(2)), (None, Some(1), Some(3)));
    }

    proptest! {
        #[test]
        fn numbers_of_64_bits_are_a_field(a: u64, b: u64, c: u64, k in 0u64..1000, bits in 0u32..64) {
            let (a, b) = (a >> bits, b >> (bits / 2));
            prop_assert_eq!(nim_product(a, b), nim_product(b, a));
            prop_assert_eq!(nim_product(nim_product(a, b), c), nim_product(a, nim_product(b, c)));
            prop_assert_eq!(nim_product(a, b ^ c), nim_product(a, b) ^ nim_product(a, c));
            prop_assert_eq!((nim_product(a, 1), nim_product(a, 0)), (a, 0));
            prop_assert_eq!(nim_inverse(a).map(|inverse| nim_product(a, inverse)), (a > 0).then_some(1));
            prop_assert_eq!(nim_power(a, k + 1), nim_product(nim_power(a, k), a));
            // The numbers below 2^(2^k) are a field of their own.
            let field = (a | b | 1).ilog2().checked_ilog2().map_or(1, |k| 2 << k);
            prop_assert!(field == 64 || nim_product(a, b) >> field == 0);
            prop_assert!(field == 64 || nim_inverse(a).is_none_or(|inverse| inverse >> field == 0));
        }
    }
}
