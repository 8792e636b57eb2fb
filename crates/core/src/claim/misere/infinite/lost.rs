//! Sums with given counters that are claimed to be N-positions and have no winning move.
//!
//! Such a sum consists of copies of a and b, and of a word of other heaps. The word is followed heap by heap, by the
//! element x of its heaps so far and the element z of those that are to come, as for finite quotients; and by how many
//! of the counters i and j its heaps contribute. From the threshold on only whether they contribute any is noted: then
//! a sum may have copies of a or not, if the heaps contribute some; and must have them, if they contribute none.

use super::super::elements::Elements;
use super::super::refusal::{Ended, refuse};
use super::rule::{Area, Rule};
use super::universe::{Kind, Universe};
use crate::control::Control;
use std::collections::HashMap;

/// An element, and what the heaps so far contribute to i and j.
type State = (usize, i64, i64);

/// The search at one pair of counters.
pub(super) struct Lost<'u> {
    pub universe: &'u Universe,
    pub rule: &'u Rule,
    pub area: Area,
    pub i: i64,
    pub j: i64,
    /// The deficiencies of the kinds.
    pub deficiencies: &'u [Elements],
}

impl Lost<'_> {
    /// Refuses a certificate if a lost sum may exist.
    pub fn none(&self, control: &Control<'_>) -> Result<(), Ended> {
        if (self.i, self.j) != (0, 0) && self.is_lost((0, 0, 0)) {
            return refuse(format!("copies of the counters, {} and {}, have no winning move", self.i, self.j));
        }
        let is_other = |place: &usize| !self.universe.counters.contains(place);
        let others =
            (0..self.deficiencies.len()).filter(|place| is_other(place) && !self.deficiencies[*place].is_empty());
        let others: Vec<usize> = others.collect();
        // For each state, all z with which it was reached by a word that is not empty.
        let mut seen: HashMap<State, Elements> = HashMap::new();
        let mut before: HashMap<(usize, usize), Elements> = HashMap::new();
        let mut open = vec![((0, 0, 0), Elements::those(self.universe.count, |_| true))];
        while let Some((state, rests)) = open.pop() {
            control.check()?;
            for &place in &others {
                let kind = &self.universe.kinds[place];
                let Some(next) = self.step(state, kind) else { continue };
                let lacks = before
                    .entry((state.0, place))
                    .or_insert_with(|| self.universe.pull(state.0, &self.deficiencies[place]));
                let seen = seen.entry(next).or_insert_with(|| Elements::none(self.universe.count));
                let is_new = |z| lacks.has(z) && !seen.has(z) && rests.has(self.universe.product(z, kind.value.0));
                let found = Elements::those(self.universe.count, is_new);
                if found.is_empty() {
                    continue;
                }
                if found.has(0) && self.is_lost(next) {
                    let (heap, i, j) = (kind.heap, self.i, self.j);
                    return refuse(format!("a sum with heap {heap} and the counters {i}, {j} has no winning move"));
                }
                seen.add(&found);
                open.push((next, found));
            }
        }
        Ok(())
    }

    /// What a heap of a kind leads to, if the counters allow it.
    fn step(&self, (x, i, j): State, kind: &Kind) -> Option<State> {
        let (q, more_i, more_j) = kind.value;
        let i = self.counted(i + more_i, self.i)?;
        let j = self.counted(j + more_j, self.j)?;
        Some((self.universe.product(x, q), i, j))
    }

    /// What is noted about the part of a counter that the heaps contribute. `None` if it exceeds the counter.
    fn counted(&self, part: i64, whole: i64) -> Option<i64> {
        if whole < self.area.threshold { (part <= whole).then_some(part) } else { Some(part.min(1)) }
    }

    /// Whether a sum of heaps may be lost, with as many copies of the counters as are missing.
    fn is_lost(&self, (q, i, j): State) -> bool {
        let needs = |part: i64, whole: i64| if whole < self.area.threshold { part < whole } else { part == 0 };
        let [a, b] = self.universe.counters;
        Some(q) != self.universe.overflow
            && !self.rule.p(self.i, self.j).has(q)
            && (!needs(i, self.i) || self.deficiencies[a].has(q))
            && (!needs(j, self.j) || self.deficiencies[b].has(q))
    }
}
