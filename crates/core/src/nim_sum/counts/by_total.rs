//! How many zeros have each sum of coordinates.
//!
//! Idea: instead of how often component i has a value, let c_i[v] be a polynomial whose coefficient of x^n counts the rows
//! of size n with the value v. Then c_i^[w] is a polynomial, too, and in the product over i sizes are added up. Polynomials are
//! multiplied by number-theoretic transforms (`field.rs`): these are taken for every w and component, multiplied number by
//! number, added up over all w, and only that sum is transformed back.
//! Cost: for each w and component a transform of N numbers, N above the largest total.

use super::SizedTerm;
use crate::control::Control;
use crate::error::Error;
use crate::nim_sum::field::{Transform, add, inverse, mul, sub};
use crate::nim_sum::sum::{Cost, NimSum};
use crate::nim_sum::walsh::is_minus;
use rayon::prelude::*;

/// The most numbers of a transform that the field has roots for.
const MOST: u128 = 1 << 32;

/// Values of w at work at once: each takes memory.
const AT_ONCE: usize = 4;

impl NimSum<'_> {
    /// What [`NimSum::zeros_by_total`] costs.
    pub fn cost_by_total(&self, most: u64) -> Cost {
        let (length, parts) = (self.product_length(most), self.parts.len() as u128);
        if length > MOST {
            return Cost { steps: u128::MAX, bytes: u128::MAX };
        }
        let each = length * u128::from(length.max(2).ilog2()) * (parts + 1);
        // The parts, their product and what it is joined with, for those at once; and the roots.
        let bytes = 8 * length * (AT_ONCE as u128 * (parts + 2) + 2) + 24 * self.terms();
        // A step of a transform takes two others.
        Cost { steps: self.size as u128 * each * 2, bytes }
    }

    /// The numbers of a transform that holds the product of all components, each up to `most`.
    fn product_length(&self, most: u64) -> u128 {
        (u128::from(most) * self.part_of.len() as u128 + 1).next_power_of_two()
    }

    /// For n = 0, ..., `most` how many rows of value 0 have coordinates with the sum n.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn zeros_by_total(&self, most: u64, control: &Control<'_>) -> Result<Vec<u64>, Error> {
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

/// Numbers added one by one.
fn added(mut all: Vec<u64>, more: Vec<u64>) -> Vec<u64> {
    all.iter_mut().zip(&more).for_each(|(all, one)| *all = add(*all, *one));
    all
}

/// The products of the polynomials of all components, transformed.
struct Products<'p> {
    /// The terms of each part, those that are not too large.
    terms: &'p [Vec<SizedTerm>],
    /// Which part each component is.
    part_of: &'p [usize],
    /// The numbers of a transform.
    length: usize,
    transform: Transform,
    control: &'p Control<'p>,
}

impl Products<'_> {
    /// The product for a w.
    fn at(&self, w: usize) -> Result<Vec<u64>, Error> {
        self.control.check()?;
        let polynomials =
            self.terms.iter().map(|terms| self.polynomial(terms, w)).collect::<Result<Vec<_>, Error>>()?;
        let product = |place: usize| self.part_of.iter().fold(1, |all, &part| mul(all, polynomials[part][place]));
        Ok((0..self.length).map(product).collect())
    }

    /// The polynomial of a part, transformed: its coefficient at n counts the rows of size n, each with the sign that w gives
    /// its value.
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
