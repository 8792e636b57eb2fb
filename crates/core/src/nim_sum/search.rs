//! The first and the last row of each value, and all rows of value 0.
//!
//! Idea: for every i, find the set of values that the coordinates from the i-th on can take together. The first row of
//! value v has the least x1 such that the other coordinates can take v ^ G1(x1), and so on. Only the first (last)
//! place of each value of a component matters here. The rows of value 0 are found by choosing all coordinates but the
//! last one; the last component must then have the nim-sum of the others, and the places where it does are known.
//! Cost: for the first rows O(V log V) steps per component for the sets, where V is a power of two above all values,
//! and at most V for each row that is found, mostly far fewer; for the zeros, one step for each choice and one for each
//! zero.

use super::sum::{NimSum, Part};
use super::terms::Frequency;
use super::walsh::transform;
use crate::control::Control;
use crate::error::Error;
use crate::overview::Cost;
use std::collections::{BTreeMap, HashMap};

/// How many choices are tried between two checks for cancellation.
const STRETCH: u64 = 1 << 12;

impl NimSum<'_> {
    /// The cost of [`NimSum::ends`].
    pub(crate) fn cost_of_ends(&self) -> Cost {
        let (size, parts) = (self.size as u128, self.part_of.len() as u128);
        let transforms = 4 * size * u128::from(self.size.ilog2() + 1) * parts;
        // If each row is found as late as possible. Such a look takes a quarter of a step.
        let looks = size * size / 4 * parts.saturating_sub(1);
        Cost { steps: transforms + looks, bytes: 64 * size * (parts + 1) }.and(self.cost_of_occurrences())
    }

    /// For each value, the first row (or the last one, if `last`) that has it; `None` if there is none.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub(crate) fn ends(&self, last: bool, control: &Control<'_>) -> Result<&[Option<u64>], Error> {
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
        // The values that the components from the i-th on can take together.
        let mut can = vec![vec![false; self.size]];
        can[0][0] = true;
        for choices in choices.iter().rev() {
            control.check()?;
            can.push(sums(&can[can.len() - 1], choices));
        }
        can.reverse();
        // The last component must have what the others leave.
        let mut last_places = vec![None; self.size];
        choices.last().into_iter().flatten().for_each(|&(place, own)| last_places[own as usize] = Some(place));
        let end_of = |value: usize| {
            let (mut rest, mut row) = (value, 0);
            for (number, (part, choices)) in self.components().zip(&choices).enumerate() {
                let place = match number + 1 == self.part_of.len() {
                    true => last_places[rest]?,
                    false => {
                        let can = &can[number + 1];
                        let &(place, own) = choices.iter().find(|(_, own)| can[rest ^ *own as usize])?;
                        rest ^= own as usize;
                        place
                    }
                };
                row = row * part.terms.rows() + place;
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

    /// The cost of [`NimSum::each_zero`] without `sorted`: it tries every choice of all coordinates but the
    /// last component's.
    pub(crate) fn cost_of_zeros(&self) -> Cost {
        let choices = self.components().rev().skip(1).map(|part| u128::from(part.terms.rows())).product();
        let last = self.components().next_back().map_or(0, |part| u128::from(part.terms.rows()));
        Cost { steps: choices, bytes: 24 * last + 96 * last.min(self.size as u128) }
    }

    /// Visits the rows of value 0 in order, until `visit` returns false. With `sorted`, it visits only the
    /// rows that are lexicographically first among their rearrangements. This is allowed only for a sum of
    /// copies of one game with one coordinate.
    ///
    /// # Errors
    /// [`Error::Interrupted`], and those of `visit`.
    pub(crate) fn each_zero(
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
            // The next choice. If `sorted`, the coordinates after the one that grew start at its value.
            let grows = (0..choice.len()).rev().find(|&at| choice[at] + 1 < others[at].terms.rows());
            let Some(at) = grows else { return Ok(()) };
            choice[at] += 1;
            let again = if sorted { choice[at] } else { 0 };
            choice[at + 1..].fill(again);
        }
    }
}

/// The nim-sums of the numbers of a set and the values of a component: those that occur in the product of two Walsh
/// transforms.
fn sums(set: &[bool], choices: &[(u64, u32)]) -> Vec<bool> {
    let mut numbers: Vec<i128> = set.iter().map(|&is| is.into()).collect();
    let mut own = vec![0; set.len()];
    choices.iter().for_each(|&(_, value)| own[value as usize] = 1);
    transform(&mut numbers);
    transform(&mut own);
    numbers.iter_mut().zip(own).for_each(|(number, own)| *number *= own);
    transform(&mut numbers);
    numbers.into_iter().map(|count| count > 0).collect()
}

/// For each value of a component, its first place (or its last one), and the value; in the order in which
/// they are tried.
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
