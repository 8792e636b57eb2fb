//! Counts the zeros by the sum of their coordinates.
//!
//! Idea: replace the count c_i[v] by a polynomial, in which the coefficient of x^n counts the rows of size n
//! with the value v. Then c_i^[w] is a polynomial too, and the product over i adds the sizes. Polynomials are
//! multiplied by number-theoretic transforms (`field.rs`): they are transformed for every w and component,
//! multiplied point by point and added up over all w. Only this sum is transformed back.
//! Cost: for each w and component one transform of N numbers, where N exceeds the largest total.

use super::SizedTerm;
use crate::control::Control;
use crate::error::Error;
use crate::nim_sum::field::{Transform, add, inverse, mul, sub};
use crate::nim_sum::sum::NimSum;
use crate::nim_sum::walsh::is_minus;
use crate::overview::Cost;
use rayon::prelude::*;

/// The longest transform for which the field has roots of unity.
const MOST: u128 = 1 << 32;

/// How many values of w are processed at once; each takes memory.
const AT_ONCE: usize = 4;

impl NimSum<'_> {
    /// The cost of [`NimSum::zeros_by_total`].
    pub(crate) fn cost_by_total(&self, most: u64) -> Cost {
        let (length, parts) = (self.product_length(most), self.parts.len() as u128);
        if length > MOST {
            return Cost { steps: u128::MAX, bytes: u128::MAX };
        }
        let each = length * u128::from(length.max(2).ilog2()) * (parts + 1);
        // For each w in progress: the polynomials of the parts, their product, and a partial sum; in
        // addition, the roots.
        let bytes = 8 * length * (AT_ONCE as u128 * (parts + 2) + 2) + 24 * self.terms();
        // A step of a transform takes as long as two ordinary ones.
        Cost { steps: self.size as u128 * each * 2, bytes }
    }

    /// The length of a transform that can hold the product of all components, each with sizes up to `most`.
    fn product_length(&self, most: u64) -> u128 {
        (u128::from(most) * self.part_of.len() as u128 + 1).next_power_of_two()
    }

    /// For n = 0, ..., `most`: the number of rows of value 0 whose coordinates have the sum n.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub(crate) fn zeros_by_total(&self, most: u64, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        let length = self.product_length(most) as usize;
        let mut terms = self.sized_terms(|label| label.iter().sum());
        terms.iter_mut().for_each(|terms| terms.truncate(terms.partition_point(|term| term.size <= most)));
        let products =
            Products { terms: &terms, part_of: self.part_of, length, transform: Transform::new(length), control };
        let mut all = vec![0; length];
        for begin in (0..self.size).step_by(AT_ONCE) {
            let some = (begin..self.size.min(begin + AT_ONCE)).into_par_iter().map(|w| products.at(w));
            all = added(all, some.try_reduce(|| vec![0; length], |all, one| Ok(added(all, one)))?);
            control.progress(begin as u64);
        }
        products.transform.backward(&mut all, control)?;
        let share = inverse(self.size as u64);
        Ok(all[..=most as usize].iter().map(|&count| mul(count, share)).collect())
    }
}

/// The sum of two vectors modulo the prime.
fn added(mut all: Vec<u64>, more: Vec<u64>) -> Vec<u64> {
    all.iter_mut().zip(&more).for_each(|(all, one)| *all = add(*all, *one));
    all
}

/// Computes the products of the polynomials of all components, in transformed form.
struct Products<'p> {
    /// The terms of each part, without those that are too large.
    terms: &'p [Vec<SizedTerm>],
    part_of: &'p [usize],
    length: usize,
    transform: Transform,
    control: &'p Control<'p>,
}

impl Products<'_> {
    fn at(&self, w: usize) -> Result<Vec<u64>, Error> {
        self.control.check()?;
        let polynomials =
            self.terms.iter().map(|terms| self.polynomial(terms, w)).collect::<Result<Vec<_>, Error>>()?;
        let product = |place: usize| self.part_of.iter().fold(1, |all, &part| mul(all, polynomials[part][place]));
        Ok((0..self.length).map(product).collect())
    }

    /// The transformed polynomial of a part. Its coefficient at n counts the rows of size n, each with the
    /// sign of its value for this w.
    fn polynomial(&self, terms: &[SizedTerm], w: usize) -> Result<Vec<u64>, Error> {
        let mut coefficients = vec![0; self.length];
        for term in terms {
            let own = &mut coefficients[term.size as usize];
            *own = if is_minus(w, term.value) { sub(*own, 1) } else { add(*own, 1) };
        }
        self.transform.forward(&mut coefficients, self.control)?;
        Ok(coefficients)
    }
}
