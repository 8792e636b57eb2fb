//! Counts the rows by value.
//!
//! Cost: one Walsh transform of V numbers per component, and one for the product.

use crate::nim_sum::sum::NimSum;
use crate::nim_sum::terms::Frequency;
use crate::nim_sum::walsh::transform;
use crate::overview::Cost;
use std::collections::BTreeMap;

impl NimSum<'_> {
    /// The cost of [`NimSum::by_value`].
    pub(crate) fn cost_by_value(&self) -> Cost {
        let (size, transforms) = (self.size as u128, self.parts.len() as u128 + 1);
        let steps = size * u128::from(1 + self.size.ilog2()) * transforms;
        Cost { steps, bytes: 16 * size * transforms }.and(self.cost_of_occurrences())
    }

    /// The number of rows of value 0, 1, ...
    pub(crate) fn by_value(&self) -> Vec<u64> {
        let transforms: Vec<Vec<i128>> = self.occurrences().iter().map(|values| self.transform_of(values)).collect();
        let product = |w: usize| self.part_of.iter().fold(1i128, |all, &part| all.wrapping_mul(transforms[part][w]));
        let mut all: Vec<i128> = (0..self.size).map(product).collect();
        // Transforming twice multiplies by the number of values.
        transform(&mut all);
        let mut counts = all.iter().map(|&count| (count as u128 / self.size as u128) as u64);
        if !self.outcome {
            return counts.collect();
        }
        let zeros = counts.next().unwrap_or(0);
        if self.size == 1 { vec![zeros] } else { vec![zeros, counts.sum()] }
    }

    fn transform_of(&self, values: &BTreeMap<u32, Frequency>) -> Vec<i128> {
        let mut counts = vec![0i128; self.size];
        for (&value, own) in values {
            counts[value as usize] = own.count.into();
        }
        transform(&mut counts);
        counts
    }
}
