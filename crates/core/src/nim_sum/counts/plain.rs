//! Counts the zeros by their largest coordinate, the plain version of `by_largest.rs`, for any number of components.
//!
//! Idea: the rows whose coordinates are all at most n form a sum of shorter components. For n = 0, 1, ... in
//! turn, the terms of size n are added to the transforms, and these give the number of zeros up to n. The
//! zeros with largest coordinate n are those up to n, minus those up to n - 1.
//! Cost: V steps per term, and V products for each n and component; vector instructions do several at a time.

use super::SizedTerm;
use crate::control::Control;
use crate::error::Error;
use crate::nim_sum::sum::NimSum;
use crate::overview::Cost;
use crate::simd::{Work, fast};

impl NimSum<'_> {
    /// The cost of [`NimSum::zeros_by_largest_plainly`].
    pub(super) fn cost_by_largest_plainly(&self) -> Cost {
        let products = u128::from(self.rows.end()) * (self.part_of.len() as u128 + 1);
        let (terms, size) = (self.terms(), self.size as u128);
        let steps = (terms + products) * size.div_ceil(4);
        Cost { steps, bytes: 24 * terms + 8 * size * self.parts.len() as u128 }
    }

    /// For n = 0, 1, ...: the number of rows of value 0 whose largest coordinate is n.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub(super) fn zeros_by_largest_plainly(&self, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        let terms = self.sized_terms(|label| label.iter().copied().max().unwrap_or(0));
        let mut growing: Vec<GrowingTransform> =
            terms.iter().map(|terms| GrowingTransform::new(terms, self.size)).collect();
        // If the sum of products surely fits into 64 bits, it is computed there.
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

/// The transform of how often a component takes each value, over its terms up to some size.
struct GrowingTransform<'t> {
    transform: Vec<i64>,
    /// The terms not added yet, in order of size.
    rest: &'t [SizedTerm],
}

impl<'t> GrowingTransform<'t> {
    fn new(terms: &'t [SizedTerm], size: usize) -> Self {
        Self { transform: vec![0; size], rest: terms }
    }

    fn grow_to(&mut self, n: u64) {
        while let Some((term, rest)) = self.rest.split_first().filter(|(term, _)| term.size <= n) {
            fast(AddTerm { transform: &mut self.transform, value: term.value });
            self.rest = rest;
        }
    }
}

/// Adds one term to a transform: +1 or -1 for each w.
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

/// The sum over all w of the product of the factors, for sums that fit into 63 bits.
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

/// The same modulo 2^128.
fn large_products(factors: &[&[i64]]) -> i128 {
    let size = factors.first().map_or(0, |factor| factor.len());
    let product = |w: usize| factors.iter().fold(1i128, |all, factor| all.wrapping_mul(factor[w].into()));
    (0..size).map(product).fold(0, i128::wrapping_add)
}
