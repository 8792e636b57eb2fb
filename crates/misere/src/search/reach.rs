//! Sums that would be lost: reachability on pairs of elements (`docs/theorems.md`, "Misère play", Lemma 1).
//!
//! A pair (x, z) is reached if some non-empty sum of value x has no winning move in the presence of any sum of value z,
//! although the whole is claimed to be an N-position. From (x, z'v), a heap with value v leads to (xv, z') if xz' is in
//! the heap's deficiency. A claim is wrong if some (x, 1) is reached. The empty sum has value 1 as well, but it is no
//! pair that was reached: sums of value 1 must be looked at, too.
//!
//! Heaps are added in increasing order, copy by copy. So pairs are found in layers, in the order of the highest heap of
//! their least words and of its count, and a pair belongs to one layer only.

use super::budget::{Budget, Ended};
use crate::bits::{self, Bits, Table};
use crate::quotient::Quotient;
use crate::word::Word;
use std::collections::HashMap;

/// A heap as the search needs it: its value, and its deficiency, the set of all z such that the sum of the heap and a
/// rest of value z is claimed to be an N-position without a winning move in the heap.
#[derive(Debug, Clone)]
pub(super) struct Type {
    pub heap: u32,
    pub value: u16,
    pub deficiency: Bits,
}

/// The pairs that were reached.
#[derive(Default)]
pub(super) struct Reached {
    seen: Table,
    /// The pairs, layer by layer; those of the empty sum come first.
    pairs: Vec<(u16, u16)>,
    /// The types of the layers, and where they start.
    layers: Vec<(Type, usize)>,
    empty: usize,
    /// For each value of a heap that was added, the elements whose product with it is a given one.
    sources: HashMap<u16, Sources>,
}

/// For each element z, the elements whose product with a fixed one is z.
struct Sources {
    starts: Vec<u32>,
    elements: Vec<u16>,
}

impl Sources {
    fn new(products: &[u16]) -> Self {
        let mut starts = vec![0; products.len() + 1];
        products.iter().for_each(|&z| starts[usize::from(z) + 1] += 1);
        (0..products.len()).for_each(|z| starts[z + 1] += starts[z]);
        let mut next = starts.clone();
        let mut elements = vec![0; products.len()];
        for (element, &z) in products.iter().enumerate() {
            let place = &mut next[usize::from(z)];
            elements[*place as usize] = element as u16;
            *place += 1;
        }
        Self { starts, elements }
    }

    fn of(&self, z: u16) -> &[u16] {
        &self.elements[self.starts[usize::from(z)] as usize..self.starts[usize::from(z) + 1] as usize]
    }
}

impl Reached {
    /// The pairs of the empty sum.
    pub fn start(quotient: &Quotient) -> Self {
        let order = quotient.order as u16;
        let pairs: Vec<(u16, u16)> = (0..order).filter(|&z| !quotient.is_p(z)).map(|z| (0, z)).collect();
        let sources = HashMap::new();
        Self { seen: Table::none(quotient.order), empty: pairs.len(), pairs, layers: Vec::new(), sources }
    }

    /// Adds copies of a heap, at most `copies`. `false` if a pair (x, 1) is reached: then [`Reached::failing`] tells
    /// the least sum.
    pub fn add(
        &mut self,
        quotient: &Quotient,
        new: &Type,
        copies: u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Ended> {
        if new.deficiency.is_empty() {
            return Ok(true);
        }
        let mut from = 0..self.pairs.len();
        for _ in 0..copies {
            let start = self.pairs.len();
            self.layer(quotient, new, from, budget)?;
            if start == self.pairs.len() {
                break;
            }
            self.layers.push((new.clone(), start));
            if self.pairs[start..].iter().any(|&(_, z)| z == 0) {
                return Ok(false);
            }
            from = start..self.pairs.len();
        }
        Ok(true)
    }

    /// The pairs to which one copy of a heap leads.
    fn layer(
        &mut self,
        quotient: &Quotient,
        new: &Type,
        from: std::ops::Range<usize>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Ended> {
        let into_value = quotient.multiples(new.value);
        let sources = self.sources.entry(new.value).or_insert_with(|| Sources::new(into_value));
        let mut looked = 0;
        for at in from {
            let (x, z) = self.pairs[at];
            let (target, products) = (into_value[usize::from(x)], quotient.multiples(x));
            let seen = self.seen.row_mut(target.into());
            let sources = sources.of(z);
            looked += 1 + sources.len();
            if looked >> 20 != 0 {
                budget.take(std::mem::take(&mut looked))?;
            }
            for &rest in sources {
                if new.deficiency.has(products[usize::from(rest)].into()) && !bits::has(seen, rest.into()) {
                    bits::set(seen, rest.into());
                    self.pairs.push((target, rest));
                }
            }
        }
        budget.take(looked)
    }

    /// The least sum whose claim is wrong, after the last layer reached a pair (x, 1).
    pub fn failing(&self, quotient: &Quotient) -> Word {
        let mut layer = self.layers.len() - 1;
        let mut word = Word::default();
        let mut ends: Vec<(u16, u16)> = self.pairs_of(layer).iter().copied().filter(|&(_, z)| z == 0).collect();
        loop {
            let heap = &self.layers[layer].0;
            word = word.with(heap.heap);
            // All pairs from which a copy leads to one of the ends.
            let mut wanted = Table::none(quotient.order);
            for &(target, z) in &ends {
                let rest = quotient.product(z, heap.value);
                for x in 0..quotient.order as u16 {
                    if quotient.product(x, heap.value) == target && heap.deficiency.has(quotient.product(x, z).into()) {
                        wanted.set(x.into(), rest.into());
                    }
                }
            }
            let is_wanted = |&(x, z): &(u16, u16)| wanted.has(x.into(), z.into());
            if self.pairs[..self.empty].iter().any(is_wanted) {
                return word;
            }
            let before = (0..layer).find(|&before| self.pairs_of(before).iter().any(is_wanted));
            // The pairs of a layer were reached from earlier ones.
            let Some(before) = before else { return word };
            layer = before;
            ends = self.pairs_of(layer).iter().copied().filter(is_wanted).collect();
        }
    }

    fn pairs_of(&self, layer: usize) -> &[(u16, u16)] {
        let end = self.layers.get(layer + 1).map_or(self.pairs.len(), |next| next.1);
        &self.pairs[self.layers[layer].1..end]
    }
}

/// The deficiency of a heap, from the set of all z for which a move in the heap wins.
pub(super) fn deficiency(quotient: &Quotient, value: u16, wins: &Bits) -> Bits {
    let mut set = Bits::none(quotient.order);
    for ((word, &win), &own) in set.0.iter_mut().zip(&wins.0).zip(quotient.rows.row(value.into())) {
        *word = !(win | own);
    }
    if let (Some(last), 1..) = (set.0.last_mut(), quotient.order % 64) {
        *last &= (1 << (quotient.order % 64)) - 1;
    }
    set
}

/// The set of all z for which a move to one of the targets wins.
pub(super) fn wins(quotient: &Quotient, targets: &[u16]) -> Bits {
    let mut set = Bits::none(quotient.order);
    targets.iter().for_each(|&target| set.add(quotient.rows.row(target.into())));
    set
}

/// The least element that two sets have in common.
pub(super) fn first_common(a: &[u64], b: &[u64]) -> Option<usize> {
    let both: Vec<u64> = a.iter().zip(b).map(|(a, b)| a & b).collect();
    bits::ones(&both).next()
}
