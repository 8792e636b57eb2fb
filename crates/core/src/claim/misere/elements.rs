//! Sets of elements of finite commutative monoids, and the products of a monoid that is given by maps.

use super::refusal::{Ended, refuse};

/// The largest number of elements that is checked: the table of products has this many rows and columns.
const MOST_ELEMENTS: usize = 1 << 14;

/// A set of elements, one bit for each.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Elements(pub Vec<u64>);

impl Elements {
    pub fn none(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    pub fn those(count: usize, is_in: impl Fn(usize) -> bool) -> Self {
        // Word by word without branches: tables of products are made of such sets.
        let word = |first: usize| {
            (first..count.min(first + 64)).rev().fold(0, |word, element| word << 1 | u64::from(is_in(element)))
        };
        Self((0..count).step_by(64).map(word).collect())
    }

    pub fn has(&self, element: usize) -> bool {
        self.0[element / 64] >> (element % 64) & 1 != 0
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    /// Keeps the elements that are in another set (`keep`), or are not.
    pub fn keep(&mut self, other: &Self, keep: bool) {
        let mask = if keep { 0 } else { u64::MAX };
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other ^ mask);
    }

    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

/// The products of the monoid that some commuting maps of the numbers below `count` generate, row by row, if they lead
/// from 0, the identity, to each number.
pub(super) fn products<'a>(count: usize, actions: impl Iterator<Item = &'a Vec<u32>>) -> Result<Vec<u16>, Ended> {
    if !(1..=MOST_ELEMENTS).contains(&count) {
        return refuse(format!("there must be 1 to {MOST_ELEMENTS} elements"));
    }
    let actions: Vec<&Vec<u32>> = actions.collect();
    if actions.iter().any(|action| action.len() != count || action.iter().any(|&to| to as usize >= count)) {
        return refuse("an action is not a map of the elements");
    }
    for (place, f) in actions.iter().enumerate() {
        for g in &actions[..place] {
            if (0..count).any(|x| f[g[x] as usize] != g[f[x] as usize]) {
                return refuse("two actions do not commute");
            }
        }
    }
    // The row of an element x is a word of actions that leads from 0 to x. Since they commute, any word will do.
    let mut table = vec![0; count * count];
    let mut known = vec![false; count];
    (0..count).for_each(|y| table[y] = y as u16);
    known[0] = true;
    let mut open = vec![0];
    while let Some(x) = open.pop() {
        for action in &actions {
            let next = action[x] as usize;
            if !std::mem::replace(&mut known[next], true) {
                (0..count).for_each(|y| table[next * count + y] = action[table[x * count + y] as usize] as u16);
                open.push(next);
            }
        }
    }
    if known.contains(&false) {
        return refuse("the actions do not lead from the identity to every element");
    }
    Ok(table)
}
