//! Counts the zeros by their largest coordinate.
//!
//! Idea: n grows, and terms of size n are added to their components one by one. With each, the rows that contain it and
//! terms added before are counted. In a sum of two components a term of value v makes as many zeros as the other one
//! has terms of value v. In a sum of three it makes as many as there are pairs of nim-sum v: those of pairs of terms
//! that are *old* are known for all v from a Walsh transform, the pairs with a *new* term are looked at. When there are
//! too many new terms, they become old. (`plain.rs` is shorter to read, and is used for four components and more.)
//! Cost, for three components with T terms in all and B new ones at most: T B lookups, and T / B times six transforms
//! of V log V steps; B is about the square root of V log V. Memory: a few numbers for each value and component.

use super::SizedTerm;
use crate::control::Control;
use crate::error::Error;
use crate::nim_sum::sum::NimSum;
use crate::nim_sum::walsh::transform;
use crate::overview::Cost;

/// The maximum number of components. With more, new terms would have too many combinations.
const MOST: usize = 3;

impl NimSum<'_> {
    /// The cost of [`NimSum::zeros_by_largest`].
    pub(crate) fn cost_by_largest(&self) -> Cost {
        if self.part_of.len() > MOST {
            return self.cost_by_largest_plainly();
        }
        let (terms, size, parts) = (self.terms(), self.size as u128, self.part_of.len() as u128);
        let all: u128 = self.part_of.iter().map(|&part| u128::from(self.parts[part].terms.rows())).sum();
        let most_new = self.most_new() as u128;
        let transforms = (all / most_new + 1) * 2 * parts * size * u128::from(self.size.ilog2() + 1);
        Cost { steps: all * most_new + transforms, bytes: 24 * terms + 48 * size * parts }
    }

    /// How many terms of a component may be new.
    fn most_new(&self) -> usize {
        (self.size * (self.size.ilog2() as usize + 1)).isqrt().max(64)
    }

    /// For n = 0, 1, ...: the number of rows of value 0 whose largest coordinate is n.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub(crate) fn zeros_by_largest(&self, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        match self.part_of.len() > MOST {
            true => self.zeros_by_largest_plainly(control),
            false => self.zeros_with_new_terms(self.most_new(), control),
        }
    }

    /// The same for few components, with at most so many new terms in a component before they become old.
    pub(super) fn zeros_with_new_terms(&self, most_new: usize, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        let terms = self.sized_terms(|label| label.iter().copied().max().unwrap_or(0));
        let mut rest: Vec<&[SizedTerm]> = self.part_of.iter().map(|&part| &terms[part][..]).collect();
        let mut added = Added::new(self.part_of.len(), self.size);
        let mut counts = Vec::new();
        for n in 0..self.rows.end() {
            if n % 256 == 0 {
                control.check()?;
                control.progress(n);
            }
            if added.new.iter().any(|new| new.len() >= most_new) {
                added.make_old();
            }
            let mut zeros = 0;
            for (component, rest) in rest.iter_mut().enumerate() {
                let own = rest.partition_point(|term| term.size <= n);
                zeros += rest[..own].iter().map(|term| added.add(component, term.value)).sum::<u64>();
                *rest = &rest[own..];
            }
            counts.push(zeros);
        }
        Ok(counts)
    }
}

/// The terms added so far.
struct Added {
    /// For each component, how often its old terms have each value.
    old: Vec<Vec<u64>>,
    /// The same for all terms.
    all: Vec<Vec<u64>>,
    /// The values of the new terms.
    new: Vec<Vec<u32>>,
    /// For each of three components, how many pairs of old terms of the others have each nim-sum.
    pairs: Vec<Vec<u64>>,
}

impl Added {
    fn new(components: usize, size: usize) -> Self {
        let none = || vec![vec![0; size]; components];
        Self { old: none(), all: none(), new: vec![Vec::new(); components], pairs: none() }
    }

    /// Adds a term, and counts the zeros that it makes with terms added before.
    fn add(&mut self, component: usize, value: u32) -> u64 {
        let others: Vec<usize> = (0..self.all.len()).filter(|&other| other != component).collect();
        let zeros = match others[..] {
            [] => u64::from(value == 0),
            [other] => self.all[other][value as usize],
            [one, other] => {
                let with =
                    |new: &[u32], counts: &[u64]| new.iter().map(|&own| counts[(value ^ own) as usize]).sum::<u64>();
                let old = self.pairs[component][value as usize];
                old + with(&self.new[one], &self.all[other]) + with(&self.new[other], &self.old[one])
            }
            _ => unreachable!("sums of more components are counted plainly"),
        };
        self.all[component][value as usize] += 1;
        self.new[component].push(value);
        zeros
    }

    /// New terms become old.
    fn make_old(&mut self) {
        self.new.iter_mut().for_each(Vec::clear);
        if self.all.len() < MOST {
            return;
        }
        self.old.clone_from(&self.all);
        let wide = |counts: &Vec<u64>| counts.iter().map(|&count| i128::from(count)).collect::<Vec<i128>>();
        let mut transforms: Vec<Vec<i128>> = self.old.iter().map(wide).collect();
        transforms.iter_mut().for_each(|numbers| transform(numbers));
        for (component, pairs) in self.pairs.iter_mut().enumerate() {
            let (one, other) = (&transforms[(component + 1) % MOST], &transforms[(component + 2) % MOST]);
            let mut product: Vec<i128> = one.iter().zip(other).map(|(a, b)| a * b).collect();
            transform(&mut product);
            let size = product.len() as i128;
            pairs.iter_mut().zip(product).for_each(|(pairs, sum)| *pairs = (sum / size) as u64);
        }
    }
}
