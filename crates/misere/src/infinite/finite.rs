//! The monoid of the heaps other than the counters, before elements are merged.

use super::configurations::Configurations;
use super::counters::Plan;
use crate::quotient::Quotient;
use crate::search::budget::{Budget, Ended};
use crate::search::candidate::Part;
use crate::search::found::FailedCandidate;
use grundy_core::claim::Heaps;

/// The largest number of elements.
const MOST: usize = 4096;

/// The value of a heap: an element, and how many copies of the counters it is worth.
pub(super) type Value = (u16, u32, u32);

/// A finite commutative monoid: the part of a candidate that the heaps below the counters and beside them generate,
/// times the sums of the heaps above, if the universe is restricted to some of these. All other sums have one value
/// then.
pub(super) struct Finite {
    pub size: usize,
    /// The products, row by row.
    pub table: Vec<u16>,
    /// The value of sums that do not belong to the universe.
    pub overflow: Option<u16>,
    /// The values of all heaps that belong to the universe.
    pub values: Vec<Option<Value>>,
    pub has_options: Vec<bool>,
    /// Heaps that generate the monoid.
    pub generators: Vec<u32>,
}

impl Finite {
    /// `None` if it is too large.
    pub fn of(
        heaps: &dyn Heaps,
        candidate: &FailedCandidate,
        plan: &Plan,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Ended> {
        let FailedCandidate { quotient, phi } = candidate;
        let has_options: Vec<bool> = (0..phi.len() as u64).map(|heap| has_options(heaps, heap)).collect();
        let (top, above) = match &plan.above {
            Some(start) => (plan.b, Configurations::from(heaps, start, plan.b, &has_options)),
            None => (phi.len() as u32 - 1, Some(Configurations::none())),
        };
        let Some(above) = above else { return Ok(None) };
        let is_free = |heap: u32| {
            let value = phi[heap as usize];
            value != 0 && quotient.tree[usize::from(value)] == (0, heap)
        };
        let is_own = |&heap: &u32| heap != plan.a && heap != plan.b && has_options[heap as usize] && is_free(heap);
        let part = Part::of(quotient, phi, (0..=top).filter(is_own));
        let size = part.elements.len() * above.len() + usize::from(plan.above.is_some());
        if size > MOST {
            return Ok(None);
        }
        budget.take(size * size)?;
        let overflow = plan.above.as_ref().map(|_| size as u16 - 1);
        let table = table(quotient, &part, &above, size);
        let mut finite =
            Self { size, table, overflow, values: Vec::new(), has_options, generators: part.generators.clone() };
        for heap in 0..phi.len() as u32 {
            let value = finite.value(heap, top, plan, candidate, &part, &above);
            finite.values.push(value);
        }
        let is_above = |&heap: &u32| heap > top && finite.values[heap as usize].is_some_and(|value| value.0 != 0);
        let above: Vec<u32> = (0..phi.len() as u32).filter(is_above).collect();
        finite.generators.extend(above);
        Ok(Some(finite))
    }

    /// The value of a heap, from those of the heaps below.
    fn value(
        &self,
        heap: u32,
        top: u32,
        plan: &Plan,
        FailedCandidate { quotient, phi }: &FailedCandidate,
        part: &Part,
        above: &Configurations,
    ) -> Option<Value> {
        if !self.has_options[heap as usize] {
            return Some((0, 0, 0));
        }
        if heap == plan.a || heap == plan.b {
            return Some((0, (heap == plan.a).into(), (heap == plan.b).into()));
        }
        if heap > top {
            return above.of_heap(heap).map(|number| (number as u16, 0, 0));
        }
        let mut x = phi[heap as usize];
        if x != 0 && quotient.tree[usize::from(x)] == (0, heap) {
            return Some((part.place[usize::from(x)] * above.len() as u16, 0, 0));
        }
        // A heap that is worth the heaps of its least word, which are smaller.
        let mut value = (0, 0, 0);
        while x != 0 {
            let (rest, letter) = quotient.tree[usize::from(x)];
            let (q, i, j) = (*self.values.get(letter as usize)?)?;
            value = (self.product(value.0, q), value.1 + i, value.2 + j);
            x = rest;
        }
        Some(value)
    }

    pub fn product(&self, x: u16, y: u16) -> u16 {
        self.table[usize::from(x) * self.size + usize::from(y)]
    }
}

fn has_options(heaps: &dyn Heaps, heap: u64) -> bool {
    let mut found = false;
    heaps.options(heap, &mut |_| found = true);
    found
}

/// The products. An element is q K + s: an element of the part, and one of K sums of the heaps above.
fn table(quotient: &Quotient, part: &Part, above: &Configurations, size: usize) -> Vec<u16> {
    let (count, sums) = (part.elements.len(), above.len());
    let of_part = |x: usize, y: usize| part.place[usize::from(quotient.product(part.elements[x], part.elements[y]))];
    let overflow = (size - 1) as u16;
    let mut table = vec![overflow; size * size];
    for s in 0..sums {
        for t in 0..sums {
            let Some(sum) = above.sum(s, t) else { continue };
            for x in 0..count {
                for y in 0..count {
                    table[(x * sums + s) * size + y * sums + t] = of_part(x, y) * sums as u16 + sum as u16;
                }
            }
        }
    }
    table
}
