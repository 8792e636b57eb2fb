//! How many zeros have each largest coordinate.
//!
//! Idea: the rows whose coordinates are all at most n are those of a sum with shorter components. So for n = 0, 1, ... in
//! turn the transforms grow by the terms of size n, and the zeros up to n are counted by them. The zeros of largest
//! coordinate n are those up to n, less those up to n - 1.
//! Cost: V steps for each term, and V products for each n and component, several at a time.

use super::SizedTerm;
use crate::control::Control;
use crate::error::Error;
use crate::nim_sum::sum::{Cost, NimSum};
use crate::simd::{Work, fast};

impl NimSum<'_> {
    /// What [`NimSum::zeros_by_largest`] costs.
    pub fn cost_by_largest(&self) -> Cost {
        let products = u128::from(self.rows.end()) * (self.part_of.len() as u128 + 1);
        let (terms, size) = (self.terms(), self.size as u128);
        let steps = (terms + products) * size.div_ceil(4);
        Cost { steps, bytes: 24 * terms + 8 * size * self.parts.len() as u128 }
    }

    /// For n = 0, 1, ... how many rows of value 0 have the largest coordinate n.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn zeros_by_largest(&self, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        let terms = self.sized_terms(|label| label.iter().copied().max().unwrap_or(0));
        let mut growing: Vec<GrowingTransform> =
            terms.iter().map(|terms| GrowingTransform::new(terms, self.size)).collect();
        // Products that surely fit 64 bits are taken there.
        let narrow = u128::from(self.rows.len()) * self.size as u128 <= i64::MAX as u128;
        let (mut counts, mut before) = (Vec::new(), 0);
        for n in 0..self.rows.end() {
            if n % 256 == 0 {
                control.check()?;
                control.progress(n);
            }
            growing.iter_mut().for_each(|part| part.grow_to(n));
            let factors: Vec<&[i64]> = self.part_of.iter().map(|&part| &growing[part].transform[..]).collect();
            let sum = if narrow { fast(SmallProducts(&factors)) } else { large_products(&factors) };
            let upto = (sum as u128 / self.size as u128) as u64;
            counts.push(upto - before);
            before = upto;
        }
        Ok(counts)
    }
}

/// The transform of how often a component has each value, among its terms up to some size.
struct GrowingTransform<'t> {
    transform: Vec<i64>,
    /// The terms that are larger.
    rest: &'t [SizedTerm],
}

impl<'t> GrowingTransform<'t> {
    /// Of no terms.
    fn new(terms: &'t [SizedTerm], size: usize) -> Self {
        Self { transform: vec![0; size], rest: terms }
    }

    /// Adds the terms up to size n.
    fn grow_to(&mut self, n: u64) {
        while let Some((term, rest)) = self.rest.split_first().filter(|(term, _)| term.size <= n) {
            fast(AddTerm { transform: &mut self.transform, value: term.value });
            self.rest = rest;
        }
    }
}

/// Adds a term to the transform of how often each value came: a sign for each w.
struct AddTerm<'g> {
    transform: &'g mut [i64],
    value: u32,
}

impl Work for AddTerm<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (w, number) in self.transform.iter_mut().enumerate() {
            *number += 1 - 2 * i64::from((w as u32 & self.value).count_ones() & 1);
        }
    }
}

/// The sum over all w of the product of the factors, where that fits 63 bits.
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
fn large_products(factors: &[&[i64]]) -> i128 {
    let size = factors.first().map_or(0, |factor| factor.len());
    let product = |w: usize| factors.iter().fold(1i128, |all, factor| all.wrapping_mul(factor[w].into()));
    (0..size).map(product).fold(0, i128::wrapping_add)
}
