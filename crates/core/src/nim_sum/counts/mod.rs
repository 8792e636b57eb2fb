//! Counts the rows of a sum by value, and its zeros by size, without visiting the rows.
//!
//! Idea: let c_i[v] be how often component i takes the value v. The number of rows with nim-sum v is a convolution of
//! the c_i, which the Walsh transform (`walsh.rs`) turns into a product. With a power of two V above all values,
//!
//! > rows of value v = (1/V) * sum over w < V of (+-1) * product over i of c_i^[w],
//!
//! where the sign is minus if v and w have an odd number of bits in common. For v = 0 every sign is plus.
//!
//! Example: one component has the values 0, 1, another one 0, 1, 2, so V = 4. From c = 1,1,0,0 and 1,1,1,0
//! the transforms are 2,0,2,0 and 3,1,1,-1, with the product 6,0,2,0. So (6 + 0 + 2 + 0) / 4 = 2 rows have
//! the value 0: 0 ^ 0 and 1 ^ 1. And (6 - 0 - 2 + 0) / 4 = 1 row has the value 3: 1 ^ 2.
//!
//! Each file answers one question. `by_value.rs` evaluates this formula. `by_largest.rs` (with the plain version
//! `plain.rs`) and `by_total.rs` count the zeros of every size, where the size of a row is its largest coordinate or
//! the sum of its coordinates.
//!
//! Results are exact: products and sums are taken modulo 2^128, or modulo a prime above 2^63, and every count
//! is below 2^63.

mod by_largest;
mod by_total;
mod by_value;
mod plain;

use super::sum::NimSum;

#[derive(Clone, Copy)]
struct SizedTerm {
    size: u64,
    value: u32,
}

impl NimSum<'_> {
    fn terms(&self) -> u128 {
        self.parts.iter().map(|part| u128::from(part.terms.rows())).sum()
    }

    /// The rows of each part, in order of increasing size; `size` gives the size of a label.
    fn sized_terms(&self, size: impl Fn(&[u64]) -> u64) -> Vec<Vec<SizedTerm>> {
        let mut all = Vec::with_capacity(self.parts.len());
        let mut label = Vec::new();
        for part in self.parts {
            let mut terms = Vec::with_capacity(part.terms.rows() as usize);
            for (row, value) in (0..).zip(part.terms.iter()) {
                part.rows.label(row, &mut label);
                terms.push(SizedTerm { size: size(&label), value });
            }
            terms.sort_by_key(|term| term.size);
            all.push(terms);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use crate::bytes::Bytes;
    use crate::control::Control;
    use crate::nim_sum::sum::NimSum;
    use crate::nim_sum::testing::{rows_of, some};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_are_those_of_all_rows((parts, part_of) in some(), most in 0u64..12, new in 1usize..9, outcome: bool) {
            let rows = rows_of(&parts, &part_of);
            let sum = NimSum::new(&rows, &parts, &part_of, outcome, Bytes(1 << 30));
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
            prop_assert_eq!(sum.zeros_by_largest(&control).unwrap(), by_largest.clone());
            prop_assert_eq!(sum.zeros_by_largest_plainly(&control).unwrap(), by_largest.clone());
            if part_of.len() <= 3 {
                prop_assert_eq!(sum.zeros_with_new_terms(new, &control).unwrap(), by_largest);
            }
            prop_assert_eq!(sum.zeros_by_total(most, &control).unwrap(), by_total);
        }
    }
}
