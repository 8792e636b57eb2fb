//! The outcomes of sums with few copies of the counters, and the elements that they tell apart.

use super::counters::Plan;
use super::finite::Finite;
use crate::bits::Bits;
use crate::search::budget::{Budget, Ended, Why, give_up};
use crate::search::candidate::{Candidate, Cycle, Products};
use foldhash::fast::RandomState;
use grundy_core::claim::Heaps;
use std::collections::HashMap;
use std::hash::Hash;

/// So many copies of a counter are different; then the outcomes that are marked are those of two copies less.
const MARKED: u32 = 24;

/// Outcomes of sums with fewer copies are used. They hardly depend on what was marked beyond.
pub(super) const USED: u32 = 16;

/// The elements that outcomes tell apart.
pub(super) struct Outcomes {
    /// The number of classes of elements.
    pub count: usize,
    /// The class of each element of the monoid. That of the identity is 0.
    pub class_of: Vec<u16>,
    /// The first element of each class.
    pub first: Vec<u16>,
    /// For each class the pairs (i, j), as i [`USED`] + j, for which its sums with i and j copies of the counters are
    /// P-positions. Sums outside of the universe have none.
    rows: Vec<Option<Bits>>,
}

impl Outcomes {
    pub fn of(heaps: &dyn Heaps, finite: &Finite, plan: &Plan, budget: &mut Budget<'_>) -> Result<Self, Ended> {
        let candidate = marked(heaps, finite, plan, budget)?;
        let row = |q: u16| {
            (Some(q) != finite.overflow).then(|| {
                let mut row = Bits::none((USED * USED) as usize);
                for pair in 0..USED * USED {
                    if candidate.p.has(candidate.products.element(q, &[pair / USED, pair % USED]) as usize) {
                        row.set(pair as usize);
                    }
                }
                row
            })
        };
        budget.take(finite.size * (USED * USED) as usize)?;
        let rows: Vec<Option<Bits>> = (0..finite.size as u16).map(row).collect();
        let class_of = classes(finite, &rows, budget)?;
        let mut first = Vec::new();
        for (q, &class) in class_of.iter().enumerate() {
            if usize::from(class) == first.len() {
                first.push(q as u16);
            }
        }
        let rows = first.iter().map(|&q| rows[usize::from(q)].clone()).collect();
        if first.len() > budget.limits.elements {
            return give_up(Why::Elements(budget.limits.elements));
        }
        Ok(Self { count: first.len(), class_of, first, rows })
    }

    /// Whether the sums of a class with some copies of the counters are P-positions; `None` outside of the universe.
    pub fn is_p(&self, class: usize, i: u32, j: u32) -> Option<bool> {
        self.rows[class].as_ref().map(|row| row.has((i * USED + j) as usize))
    }
}

/// Marks the outcomes of all elements, with up to [`MARKED`] copies of each counter.
fn marked(heaps: &dyn Heaps, finite: &Finite, plan: &Plan, budget: &mut Budget<'_>) -> Result<Candidate, Ended> {
    let elements = finite.size as u64 * u64::from(MARKED + 2).pow(2);
    let is_small = |&(_, i, j): &(u16, u32, u32)| i < MARKED && j < MARKED;
    if elements > budget.limits.candidate || !finite.values.iter().flatten().all(is_small) {
        return give_up(Why::Candidate(elements));
    }
    let cycle = |heap| Cycle { heap, index: MARKED, period: 2 };
    let products = Products::new(finite.table.clone(), finite.size, &[cycle(plan.a), cycle(plan.b)]);
    let belongs: Vec<bool> =
        finite.values.iter().zip(&finite.has_options).map(|(value, &has)| value.is_some() && has).collect();
    let element = |value: &Option<(u16, u32, u32)>| value.map_or(0, |(q, i, j)| products.element(q, &[i, j]));
    let phi = finite.values.iter().map(element).collect();
    Candidate::marked(heaps, products, phi, &belongs, Vec::new(), budget)
}

/// Merges elements whose rows are equal and stay so beside all other elements (Moore's algorithm). Classes are numbered
/// in the order of their first elements.
fn classes(finite: &Finite, rows: &[Option<Bits>], budget: &mut Budget<'_>) -> Result<Vec<u16>, Ended> {
    let (mut classes, mut count) = numbered(rows.iter());
    let values: Vec<u16> =
        finite.generators.iter().filter_map(|&heap| finite.values[heap as usize]).map(|value| value.0).collect();
    loop {
        let before = count;
        for &value in &values {
            budget.take(finite.size)?;
            let next = |q: usize| classes[usize::from(finite.product(q as u16, value))];
            let pairs: Vec<(u16, u16)> = (0..finite.size).map(|q| (classes[q], next(q))).collect();
            (classes, count) = numbered(pairs.iter());
        }
        if count == before {
            return Ok(classes);
        }
    }
}

/// Numbers for equal things, in the order in which they occur.
fn numbered<'t, T: Hash + Eq + 't>(things: impl Iterator<Item = &'t T>) -> (Vec<u16>, usize) {
    let mut numbers: HashMap<&T, u16, RandomState> = HashMap::default();
    let all = things.map(|thing| {
        let new = numbers.len() as u16;
        *numbers.entry(thing).or_insert(new)
    });
    let all = all.collect();
    (all, numbers.len())
}
