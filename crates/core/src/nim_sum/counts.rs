//! How many rows of a sum have a value, and how many zeros have a size.
//!
//! Idea: nim-sums become products under the Walsh transform (`walsh.rs`). With c_i^ the transform of how often component i has each value,
//! the rows of value v are (1/V) sum over w of (+-1) prod c_i^[w], and for zeros the sign is +. For zeros up to every size in turn the
//! transforms grow by a term at a time; for zeros of a total the c_i^[w] are polynomials in the size of a position, multiplied by
//! number-theoretic transforms (`field.rs`).
//! Exactness: products and sums are taken modulo 2^128, or modulo a prime above 2^63, and every count is below 2^63.

use super::field::{Transform, add, inverse, mul, sub};
use super::sum::{Cost, NimSum, Part};
use super::terms::Occurrence;
use super::walsh::{is_minus, transform};
use crate::control::Control;
use crate::error::Error;
use crate::simd::{Work, fast};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The most numbers of a transform that the field has roots for.
const MOST: u128 = 1 << 32;

/// Transforms at work at once.
const AT_ONCE: usize = 4;

/// (size, value) of every row of a component, by increasing size.
type Sized = Vec<(u64, u32)>;

impl NimSum<'_> {
    /// What [`NimSum::by_value`] costs.
    pub fn cost_by_value(&self) -> Cost {
        let (size, parts) = (self.size as u128, self.parts.len() as u128 + 1);
        let own = Cost { steps: size * u128::from(1 + self.size.ilog2()) * parts, bytes: 16 * size * parts };
        own.and(self.cost_of_occurrences())
    }

    /// How many rows have the values 0, 1, ...
    pub fn by_value(&self) -> Vec<u64> {
        let transforms: Vec<Vec<i128>> = self.occurrences().iter().map(|part| self.transform_of(part)).collect();
        let product = |w: usize| self.part_of.iter().fold(1i128, |all, &part| all.wrapping_mul(transforms[part][w]));
        let mut all: Vec<i128> = (0..self.size).map(product).collect();
        transform(&mut all);
        let counts = all.iter().map(|&count| (count as u128 / self.size as u128) as u64);
        if !self.outcome {
            return counts.collect();
        }
        let zeros = (all[0] as u128 / self.size as u128) as u64;
        if self.size == 1 { vec![zeros] } else { vec![zeros, counts.skip(1).sum()] }
    }

    /// The transform of how often a component has each value.
    fn transform_of(&self, part: &BTreeMap<u32, Occurrence>) -> Vec<i128> {
        let mut counts = vec![0i128; self.size];
        part.iter().for_each(|(&value, own)| counts[value as usize] = own.count.into());
        transform(&mut counts);
        counts
    }

    /// The rows of all components.
    fn terms(&self) -> u128 {
        self.parts.iter().map(|part| u128::from(part.terms.rows())).sum()
    }

    /// What [`NimSum::zeros_by_largest`] costs.
    pub fn cost_by_largest(&self) -> Cost {
        let ends = u128::from(self.rows.end()) * (self.part_of.len() as u128 + 1);
        let (terms, size) = (self.terms(), self.size as u128);
        Cost { steps: (terms + ends) * size.div_ceil(4), bytes: 24 * terms + 8 * size * self.parts.len() as u128 }
    }

    /// For n = 0, 1, ... how many rows of value 0 have the largest coordinate n.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn zeros_by_largest(&self, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        let sized = self.sized(|label| label.iter().copied().max().unwrap_or(0));
        let mut places = vec![0; self.parts.len()];
        let mut transforms = vec![vec![0i64; self.size]; self.parts.len()];
        // Products that surely fit 64 bits are taken there.
        let narrow = u128::from(self.rows.len()) * self.size as u128 <= i64::MAX as u128;
        let (mut counts, mut before) = (Vec::new(), 0);
        for n in 0..self.rows.end() {
            if n % 256 == 0 {
                control.check()?;
                control.progress(n);
            }
            for ((terms, place), transform) in sized.iter().zip(&mut places).zip(&mut transforms) {
                while let Some(&(_, value)) = terms.get(*place).filter(|(size, _)| *size == n) {
                    fast(Grow { transform, value });
                    *place += 1;
                }
            }
            let factors: Vec<&[i64]> = self.part_of.iter().map(|&part| &transforms[part][..]).collect();
            let sum = if narrow { fast(SmallProducts(&factors)) } else { wide(&factors) };
            let upto = (sum as u128 / self.size as u128) as u64;
            counts.push(upto - before);
            before = upto;
        }
        Ok(counts)
    }

    /// What [`NimSum::zeros_by_total`] costs.
    pub fn cost_by_total(&self, most: u64) -> Cost {
        let (size, parts) = (self.product_size(most), self.parts.len() as u128);
        if size > MOST {
            return Cost { steps: u128::MAX, bytes: u128::MAX };
        }
        let each = size * u128::from(size.max(2).ilog2()) * (parts + 1);
        // A step of a transform takes two others. The parts, their product and what it is joined with, for those at once; and the roots.
        let bytes = 8 * size * (AT_ONCE as u128 * (parts + 2) + 2) + 24 * self.terms();
        Cost { steps: self.size as u128 * each * 2, bytes }
    }

    /// The numbers of a transform that holds the product of all components, each up to `most`.
    fn product_size(&self, most: u64) -> u128 {
        (u128::from(most) * self.part_of.len() as u128 + 1).next_power_of_two()
    }

    /// For n = 0, ..., `most` how many rows of value 0 have coordinates with the sum n.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn zeros_by_total(&self, most: u64, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        let size = self.product_size(most) as usize;
        let transform = Transform::new(size);
        let sized: Vec<Sized> = self.sized(|label| label.iter().sum());
        let product_of = |w: usize| {
            control.check()?;
            let of = |terms| polynomial(terms, w, (most, size), (&transform, control));
            let polynomials = sized.iter().map(of).collect::<Result<Vec<Vec<u64>>, Error>>()?;
            let product = |at: usize| self.part_of.iter().fold(1, |all, &part| mul(all, polynomials[part][at]));
            Ok::<Vec<u64>, Error>((0..size).map(product).collect())
        };
        let join = |mut all: Vec<u64>, one: Vec<u64>| {
            all.iter_mut().zip(&one).for_each(|(all, one)| *all = add(*all, *one));
            all
        };
        // Few at a time, as each takes its memory.
        let nothing = || vec![0; size];
        let mut all = nothing();
        for begin in (0..self.size).step_by(AT_ONCE) {
            let some = (begin..self.size.min(begin + AT_ONCE)).into_par_iter().map(product_of);
            let sum = some.try_reduce(nothing, |all, one| Ok(join(all, one)))?;
            all = join(all, sum);
            control.progress(begin as u64);
        }
        transform.backward(&mut all, control)?;
        let share = inverse(self.size as u64);
        Ok(all[..=most as usize].iter().map(|&count| mul(count, share)).collect())
    }

    /// The sizes and values of every component's rows.
    fn sized(&self, size: impl Fn(&[u64]) -> u64) -> Vec<Sized> {
        let of = |part: &Part| {
            let mut label = Vec::new();
            let sizes = (0..part.terms.rows()).map(|row| {
                part.rows.label(row, &mut label);
                size(&label)
            });
            let mut sized: Sized = sizes.zip(part.terms.iter()).collect();
            sized.sort_by_key(|&(size, _)| size);
            sized
        };
        self.parts.iter().map(of).collect()
    }
}

/// The transform of the polynomial whose coefficient at n counts the rows of size n, each with the sign that w gives its value.
fn polynomial(
    terms: &Sized,
    w: usize,
    (most, size): (u64, usize),
    (transform, control): (&Transform, &Control<'_>),
) -> Result<Vec<u64>, Error> {
    let mut coefficients = vec![0; size];
    for &(n, value) in terms.iter().take_while(|&&(n, _)| n <= most) {
        let own = &mut coefficients[n as usize];
        *own = if is_minus(w, value) { sub(*own, 1) } else { add(*own, 1) };
    }
    transform.forward(&mut coefficients, control)?;
    Ok(coefficients)
}

/// Adds a term to the transform of how often each value came.
struct Grow<'g> {
    transform: &'g mut [i64],
    value: u32,
}

impl Work for Grow<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (w, number) in self.transform.iter_mut().enumerate() {
            *number += 1 - 2 * i64::from((w as u32 & self.value).count_ones() & 1);
        }
    }
}

/// The sum of the products of all factors, where that fits 63 bits.
struct SmallProducts<'n>(&'n [&'n [i64]]);

impl Work for SmallProducts<'_> {
    type Output = i128;

    #[inline(always)]
    fn run(self) -> i128 {
        let Some((first, others)) = self.0.split_first() else { return 0 };
        let mut sum = 0i64;
        for (w, &number) in first.iter().enumerate() {
            let mut product = number;
            for other in others {
                product *= other[w];
            }
            sum += product;
        }
        sum.into()
    }
}

/// The same, modulo 2^128.
fn wide(factors: &[&[i64]]) -> i128 {
    let size = factors.first().map_or(0, |factor| factor.len());
    let product = |w: usize| factors.iter().fold(1i128, |all, factor| all.wrapping_mul(factor[w].into()));
    (0..size).map(product).fold(0, i128::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::Bytes;
    use crate::nim_sum::testing::{rows_of, some};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_are_those_of_all_rows((parts, part_of) in some(), most in 0u64..12, outcome: bool) {
            let rows = rows_of(&parts, &part_of);
            let sum = NimSum::new(&rows, &parts, &part_of, (outcome, Bytes(1 << 30)));
            let mut by_value = vec![0; sum.by_value().len()];
            let (mut by_largest, mut by_total) = (vec![0; rows.end() as usize], vec![0; most as usize + 1]);
            let mut label = Vec::new();
            for row in 0..rows.len() {
                rows.label(row, &mut label);
                by_value[sum.value(row) as usize] += 1;
                if sum.value(row) == 0 {
                    by_largest[label.iter().copied().max().unwrap() as usize] += 1;
                    by_total.get_mut(label.iter().sum::<u64>() as usize).into_iter().for_each(|count| *count += 1);
                }
            }
            let control = Control::free();
            prop_assert_eq!(sum.by_value(), by_value);
            prop_assert_eq!(sum.zeros_by_largest(&control).unwrap(), by_largest);
            prop_assert_eq!(sum.zeros_by_total(most, &control).unwrap(), by_total);
        }
    }
}
