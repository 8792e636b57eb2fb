//! Nim multiplication: the product of a field whose sum is the nim-sum.
//!
//! The product of a and b is the least number that is no a' b + a b' + a' b' with a' < a and b' < b (sums are nim-sums).
//! The numbers below F = 2^(2^k) are a field, in which F is adjoined by F^2 = F + F/2. So
//! (a1 F + a0)(b1 F + b0) = (a1 b1 + a1 b0 + a0 b1) F + a0 b0 + a1 b1 F/2, where a1, a0, b1, b0 < F. As in Karatsuba's
//! method three products of half the length are enough, and one with the constant F/2, which is linear. The recursion
//! ends at bytes, whose products are in a table of 256 x 256.
//! Cost: 27 products of bytes and 19 other look-ups for 64 bits, 3 and 1 for 16 bits. Memory: 70 KiB.
//! References: J. H. Conway, On Numbers and Games, ch. 6; H. W. Lenstra, Nim multiplication (1978).

use std::sync::LazyLock;

/// What is looked up.
struct Tables {
    /// The products of bytes.
    bytes: [[u8; 256]; 256],
    /// The products of a byte and 2^7.
    raise_8: [u8; 256],
    /// The products of 2^15 and a number of 16 bits that has only its lower, or its upper byte.
    raise_16: [[u16; 256]; 2],
    /// The products of 2^31 and a number of 32 bits with a single byte, for each place of the byte.
    raise_32: [[u32; 256]; 4],
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let each = |of: &dyn Fn(u64) -> u64| std::array::from_fn::<u64, 256, _>(|byte| of(byte as u64));
    Tables {
        bytes: std::array::from_fn(|a| each(&|b| plain(a as u64, b, 4)).map(|product| product as u8)),
        raise_8: each(&|byte| plain(byte, 1 << 7, 4)).map(|product| product as u8),
        raise_16: std::array::from_fn(|place| {
            each(&|byte| plain(byte << (8 * place), 1 << 15, 8)).map(|product| product as u16)
        }),
        raise_32: std::array::from_fn(|place| {
            each(&|byte| plain(byte << (8 * place), 1 << 31, 16)).map(|product| product as u32)
        }),
    }
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
    fn product_8(&self, a: u64, b: u64) -> u64 {
        self.bytes[(a & 255) as usize][(b & 255) as usize].into()
    }

    #[inline(always)]
    fn product_16(&self, a: u64, b: u64) -> u64 {
        let raise = |high: u64| self.raise_8[(high & 255) as usize].into();
        joined(8, a, b, |a, b| self.product_8(a, b), raise)
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
