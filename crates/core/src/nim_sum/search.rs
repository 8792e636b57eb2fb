//! The first and the last row of each value, and all rows of value 0.
//!
//! Idea: which values the coordinates from the i-th on can have is known for every i. The first row of value v has the first x1 such that the others
//! can have v ^ G1(x1), and so on; a component matters only by the first (last) place of each of its values. The rows of value 0
//! are those of each choice of all coordinates but the last one, joined with the places where the last component has the nim-sum
//! of the others. Cost: V^2 for all first rows; a step for each choice and each zero.

use super::sum::{Cost, NimSum, Part};
use super::terms::Frequency;
use crate::control::Control;
use crate::error::Error;
use std::collections::{BTreeMap, HashMap};

/// Choices between two looks at the cancellation flag.
const STRETCH: u64 = 1 << 12;

impl NimSum<'_> {
    /// What [`NimSum::ends`] costs.
    pub fn cost_of_ends(&self) -> Cost {
        let (size, parts) = (self.size as u128, self.part_of.len() as u128);
        Cost { steps: 8 * size * size * parts, bytes: 64 * size * (parts + 1) }.and(self.cost_of_occurrences())
    }

    /// For each value, the first (or the last) row that has it.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn ends(&self, last: bool, control: &Control<'_>) -> Result<&[Option<u64>], Error> {
        let known = &self.ends[usize::from(last)];
        if let Some(ends) = known.get() {
            return Ok(ends);
        }
        let ends = self.find_ends(last, control)?;
        Ok(known.get_or_init(|| ends))
    }

    fn find_ends(&self, last: bool, control: &Control<'_>) -> Result<Vec<Option<u64>>, Error> {
        let choices = |&part: &usize| choices(&self.occurrences()[part], last);
        let choices: Vec<Vec<(u64, u32)>> = self.part_of.iter().map(choices).collect();
        // The values that the components from the i-th on can have.
        let mut can = vec![vec![false; self.size]];
        can[0][0] = true;
        for choices in choices.iter().rev() {
            let mut wider = vec![false; self.size];
            for value in (0..self.size).filter(|&value| can[can.len() - 1][value]) {
                control.check()?;
                choices.iter().for_each(|(_, own)| wider[value ^ *own as usize] = true);
            }
            can.push(wider);
        }
        can.reverse();
        let end_of = |value: usize| {
            let (mut rest, mut row) = (value, 0);
            for (part, (choices, can)) in self.components().zip(choices.iter().zip(&can[1..])) {
                let &(place, own) = choices.iter().find(|(_, own)| can[rest ^ *own as usize])?;
                (rest, row) = (rest ^ own as usize, row * part.terms.rows() + place);
            }
            Some(row)
        };
        let mut all = Vec::new();
        for (value, possible) in can[0].iter().enumerate() {
            control.check()?;
            all.push(possible.then(|| end_of(value)).flatten());
        }
        if !self.outcome || self.size == 1 {
            return Ok(all);
        }
        let others = all[1..].iter().flatten().copied();
        Ok(vec![all[0], if last { others.max() } else { others.min() }])
    }

    /// What [`NimSum::each_zero`] costs, if it goes through all choices of the coordinates but the last ones.
    pub fn cost_of_zeros(&self) -> Cost {
        let choices = self.components().rev().skip(1).map(|part| u128::from(part.terms.rows())).product();
        let last = self.components().next_back().map_or(0, |part| u128::from(part.terms.rows()));
        Cost { steps: choices, bytes: 24 * last + 96 * last.min(self.size as u128) }
    }

    /// Visits the rows of value 0 in order until `visit` says false. With `sorted` only those that are the first of their
    /// rearrangements: for sums of one game with one coordinate.
    ///
    /// # Errors
    /// [`Error::Interrupted`], and those of `visit`.
    pub fn each_zero(
        &self,
        sorted: bool,
        control: &Control<'_>,
        visit: &mut dyn FnMut(u64) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let parts: Vec<&Part> = self.components().collect();
        let Some((last, others)) = parts.split_last() else { return Ok(()) };
        let mut places: HashMap<u32, Vec<u64>> = HashMap::new();
        for (row, value) in (0..).zip(last.terms.iter()) {
            places.entry(value).or_default().push(row);
        }
        let (mut choice, mut steps) = (vec![0u64; others.len()], 0u64);
        loop {
            let line = choice.iter().zip(others).fold(0, |row, (place, part)| row * part.terms.rows() + place);
            if steps % STRETCH == 0 {
                control.check()?;
                control.progress(line * last.terms.rows());
            }
            steps += 1;
            let sum = choice.iter().zip(others).fold(0, |sum, (&place, part)| sum ^ part.terms.get(place));
            let least = choice.last().copied().filter(|_| sorted).unwrap_or(0);
            let fitting =
                places.get(&sum).map_or(&[][..], |places| &places[places.partition_point(|&place| place < least)..]);
            for place in fitting {
                if !visit(line * last.terms.rows() + place)? {
                    return Ok(());
                }
            }
            // The next choice; a sorted one repeats the coordinate that grew.
            let grows = (0..choice.len()).rev().find(|&at| choice[at] + 1 < others[at].terms.rows());
            let Some(at) = grows else { return Ok(()) };
            choice[at] += 1;
            let again = if sorted { choice[at] } else { 0 };
            choice[at + 1..].fill(again);
        }
    }
}

/// Where a component has each of its values first, or last; in this order.
fn choices(part: &BTreeMap<u32, Frequency>, last: bool) -> Vec<(u64, u32)> {
    let place = |own: &Frequency| if last { own.last } else { own.first };
    let mut choices: Vec<(u64, u32)> = part.iter().map(|(&value, own)| (place(own), value)).collect();
    choices.sort_unstable();
    if last {
        choices.reverse();
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::Bytes;
    use crate::nim_sum::testing::{rows_of, some};
    use crate::ruleset::Symmetry;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_of_a_value_are_found_in_order((parts, part_of) in some(), outcome: bool, stop in 1usize..40) {
            let rows = rows_of(&parts, &part_of);
            let sum = NimSum::new(&rows, &parts, &part_of, outcome, Bytes(1 << 30));
            let control = Control::free();
            let (firsts, lasts) = (sum.ends(false, &control).unwrap(), sum.ends(true, &control).unwrap());
            for value in 0..firsts.len() {
                let all: Vec<u64> = (0..rows.len()).filter(|&row| sum.value(row) as usize == value).collect();
                prop_assert_eq!((firsts[value], lasts[value]), (all.first().copied(), all.last().copied()));
            }
            let zeros: Vec<u64> = (0..rows.len()).filter(|&row| sum.value(row) == 0).collect();
            let one_game = part_of.iter().all(|&part| part == part_of[0]) && parts[part_of[0]].rows.dimensions() == 1;
            for sorted in [false, true].into_iter().filter(|&sorted| !sorted || one_game) {
                let mut label = Vec::new();
                let is_first = |row: &u64| {
                    rows.label(*row, &mut label);
                    !sorted || Symmetry::Any.orbit(&label).is_some()
                };
                let expected: Vec<u64> = zeros.iter().copied().filter(is_first).take(stop).collect();
                let mut found = Vec::new();
                let visit = &mut |row| {
                    found.push(row);
                    Ok(found.len() < stop)
                };
                sum.each_zero(sorted, &Control::free(), visit).unwrap();
                prop_assert_eq!(found, expected);
            }
        }
    }
}
