//! Products of polynomials modulo the prime p = 2^64 - 2^32 + 1, by number-theoretic transforms.
//!
//! 2^32 divides p - 1, so there are roots of unity of every order 2^k with k <= 32. Since 2^64 = 2^32 - 1 and
//! 2^96 = -1 modulo p, the product of two numbers is cheap to reduce. Counts below p are exact. Cost:
//! O(N log N) products for N coefficients.
//! Reference: J. M. Pollard, Math. Comp. 25 (1971).

use crate::control::Control;
use crate::error::Error;

/// The prime p = 2^64 - 2^32 + 1.
pub const PRIME: u64 = 0xffff_ffff_0000_0001;

/// 2^64 modulo p.
const EPSILON: u64 = 0xffff_ffff;

/// A generator of the multiplicative group modulo p.
const GENERATOR: u64 = 7;

#[inline(always)]
pub fn add(a: u64, b: u64) -> u64 {
    let (sum, over) = a.overflowing_add(b);
    let (less, under) = sum.overflowing_sub(PRIME);
    if over || !under { less } else { sum }
}

#[inline(always)]
pub fn sub(a: u64, b: u64) -> u64 {
    let (less, under) = a.overflowing_sub(b);
    if under { less.wrapping_add(PRIME) } else { less }
}

#[inline(always)]
pub fn mul(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let (low, high) = (product as u64, (product >> 64) as u64);
    // low + 2^64 (high % 2^32) + 2^96 (high / 2^32).
    let (mut rest, under) = low.overflowing_sub(high >> 32);
    if under {
        rest = rest.wrapping_sub(EPSILON);
    }
    let (sum, over) = rest.overflowing_add((high & EPSILON) * EPSILON);
    let sum = if over { sum.wrapping_add(EPSILON) } else { sum };
    if sum >= PRIME { sum - PRIME } else { sum }
}

fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut result, mut square) = (1, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = mul(result, square);
        }
        square = mul(square, square);
        exponent >>= 1;
    }
    result
}

pub fn inverse(a: u64) -> u64 {
    power(a, PRIME - 2)
}

/// Transforms of a fixed number of coefficients, a power of two.
pub struct Transform {
    /// The powers of a root of unity of this order; `back` has those of its inverse.
    roots: Vec<u64>,
    back: Vec<u64>,
    size: usize,
}

impl Transform {
    /// Transforms of `size` numbers; `size` is a power of two and at most 2^32.
    pub fn new(size: usize) -> Self {
        let root = power(GENERATOR, (PRIME - 1) / size as u64);
        let powers = |root: u64| {
            let next = |power: &u64| Some(mul(*power, root));
            std::iter::successors(Some(1), next).take((size / 2).max(1)).collect::<Vec<_>>()
        };
        Self { roots: powers(root), back: powers(inverse(root)), size }
    }

    /// Evaluates the polynomial at all powers of the root. The order of the results is fixed, but not that of
    /// the powers.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn forward(&self, numbers: &mut [u64], control: &Control<'_>) -> Result<(), Error> {
        let mut half = self.size / 2;
        while half > 0 {
            control.check()?;
            let stride = self.size / 2 / half;
            for block in numbers.chunks_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for ((a, b), root) in low.iter_mut().zip(high).zip(self.roots.iter().step_by(stride)) {
                    (*a, *b) = (add(*a, *b), mul(sub(*a, *b), *root));
                }
            }
            half /= 2;
        }
        Ok(())
    }

    /// The inverse of [`Transform::forward`].
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn backward(&self, numbers: &mut [u64], control: &Control<'_>) -> Result<(), Error> {
        let mut half = 1;
        while half < self.size {
            control.check()?;
            let stride = self.size / 2 / half;
            for block in numbers.chunks_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for ((a, b), root) in low.iter_mut().zip(high).zip(self.back.iter().step_by(stride)) {
                    let moved = mul(*b, *root);
                    (*a, *b) = (add(*a, moved), sub(*a, moved));
                }
            }
            half *= 2;
        }
        let scale = inverse(self.size as u64);
        numbers.iter_mut().for_each(|number| *number = mul(*number, scale));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wide(a: u64, b: u64, f: impl Fn(u128, u128) -> u128) -> u64 {
        (f(a.into(), b.into()) % u128::from(PRIME)) as u64
    }

    proptest! {
        #[test]
        fn arithmetic_is_exact(a in 0..PRIME, b in 0..PRIME) {
            for (a, b) in [(a, b), (PRIME - 1, b), (PRIME - 1, PRIME - 1), (a, 1 << 32), (0, b), (a, EPSILON)] {
                prop_assert_eq!(add(a, b), wide(a, b, |a, b| a + b));
                prop_assert_eq!(sub(a, b), wide(a, b, |a, b| a + u128::from(PRIME) - b));
                prop_assert_eq!(mul(a, b), wide(a, b, |a, b| a * b));
            }
            if a != 0 {
                prop_assert_eq!(mul(a, inverse(a)), 1);
            }
        }

        #[test]
        fn products_of_polynomials(a in prop::collection::vec(0..PRIME, 1..20), b in prop::collection::vec(0..PRIME, 1..20)) {
            let size = (a.len() + b.len()).next_power_of_two();
            let mut slow = vec![0; size];
            for (i, a) in a.iter().enumerate() {
                for (j, b) in b.iter().enumerate() {
                    slow[i + j] = add(slow[i + j], mul(*a, *b));
                }
            }
            let transform = Transform::new(size);
            let of = |numbers: &[u64]| {
                let mut all = numbers.to_vec();
                all.resize(size, 0);
                transform.forward(&mut all, &Control::free()).unwrap();
                all
            };
            let mut product: Vec<u64> = of(&a).into_iter().zip(of(&b)).map(|(a, b)| mul(a, b)).collect();
            transform.backward(&mut product, &Control::free()).unwrap();
            prop_assert_eq!(product, slow);
        }
    }
}
