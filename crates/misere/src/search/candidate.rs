//! Candidates for the next quotient: a part of the last one, times cyclic monoids of a few heaps.

use super::budget::{Budget, Ended, Why, give_up};
use crate::bits::Bits;
use crate::quotient::Quotient;
use crate::word::Word;
use foldhash::fast::RandomState;
use grundy_core::claim::Heaps;
use std::collections::HashMap;

/// A heap that gets a cyclic monoid of its own: its powers up to `index + period` are different, and then they repeat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cycle {
    pub heap: u32,
    pub index: u32,
    pub period: u32,
}

impl Cycle {
    fn len(self) -> u32 {
        self.index + self.period
    }
}

/// What is known about the heaps 0, 1, ..., n.
#[derive(Debug, Clone)]
pub(crate) struct Values {
    /// Φ of each heap.
    pub phi: Vec<u16>,
    /// The values of the options of each heap, sorted; none if the heap has no option.
    pub targets: Vec<Vec<u16>>,
}

/// The part of a quotient that some heaps generate.
pub(crate) struct Part {
    /// For each element of the quotient its number in the part, or `u16::MAX`.
    pub place: Vec<u16>,
    /// The elements of the part. The first one is the identity.
    pub elements: Vec<u16>,
    /// Those of the heaps whose values are not products of those of the heaps before.
    pub generators: Vec<u32>,
}

impl Part {
    pub fn of(quotient: &Quotient, phi: &[u16], heaps: impl Iterator<Item = u32>) -> Self {
        let mut place = vec![u16::MAX; quotient.order];
        let (mut elements, mut generators) = (vec![0u16], Vec::new());
        place[0] = 0;
        for heap in heaps {
            let value = phi[heap as usize];
            if place[usize::from(value)] != u16::MAX {
                continue;
            }
            generators.push(heap);
            let mut next = 0;
            // With each new element also its multiples; those of the elements before this generator, too.
            while next < elements.len() {
                let product = quotient.product(elements[next], value);
                if place[usize::from(product)] == u16::MAX {
                    place[usize::from(product)] = elements.len() as u16;
                    elements.push(product);
                }
                next += 1;
            }
        }
        Self { place, elements, generators }
    }
}

/// The products of a candidate. An element is a number q K + c: the element q of the part, and the exponents c.
pub(crate) struct Products {
    part: Vec<u16>,
    size: usize,
    exponents: usize,
    /// For each cycle: its stride in c, its length, and the table of its sums.
    cycles: Vec<(usize, usize, Vec<u32>)>,
    /// The exponents of c, cycle by cycle.
    digits: Vec<u32>,
}

impl Products {
    /// The products of a monoid with `size` elements, given by its table, times some cyclic monoids.
    pub fn new(part: Vec<u16>, size: usize, cycles: &[Cycle]) -> Self {
        let mut exponents = 1;
        let mut tables = Vec::new();
        for cycle in cycles {
            let length = cycle.len() as usize;
            let reduced =
                |sum: u32| if sum < cycle.len() { sum } else { cycle.index + (sum - cycle.index) % cycle.period };
            let sums = (0..cycle.len()).flat_map(|a| (0..cycle.len()).map(move |b| a + b));
            tables.push((exponents, length, sums.map(reduced).collect()));
            exponents *= length;
        }
        let digits =
            (0..exponents).flat_map(|c| tables.iter().map(move |(stride, length, _)| (c / stride % length) as u32));
        let digits = digits.collect();
        Self { part, size, exponents, cycles: tables, digits }
    }

    /// The number of an element, from its exponents, which are smaller than the lengths of the cycles.
    pub fn element(&self, q: u16, exponents: &[u32]) -> u32 {
        let strides = self.cycles.iter().zip(exponents).map(|((stride, ..), &exponent)| stride * exponent as usize);
        (usize::from(q) * self.exponents + strides.sum::<usize>()) as u32
    }

    fn product(&self, a: u32, b: u32) -> u32 {
        if self.exponents == 1 {
            return self.part[a as usize * self.size + b as usize].into();
        }
        // Divisions of 32 bits are faster than those of 64.
        let split = |x: u32| (x / self.exponents as u32, x % self.exponents as u32);
        let ((qa, ca), (qb, cb)) = (split(a), split(b));
        let (qa, ca, qb, cb) = (qa as usize, ca as usize, qb as usize, cb as usize);
        let q = usize::from(self.part[qa * self.size + qb]);
        let c = match (ca, cb) {
            (_, 0) => ca,
            (0, _) => cb,
            _ => {
                let count = self.cycles.len();
                let (da, db) = (&self.digits[ca * count..][..count], &self.digits[cb * count..][..count]);
                let sums = self.cycles.iter().zip(da.iter().zip(db));
                sums.map(|((stride, length, sums), (&a, &b))| stride * sums[a as usize * length + b as usize] as usize)
                    .sum()
            }
        };
        (q * self.exponents + c) as u32
    }
}

/// A candidate whose elements are marked as P or N.
pub(crate) struct Candidate {
    pub products: Products,
    /// Φ of each heap, and the values of its options.
    pub phi: Vec<u32>,
    targets: Vec<Vec<u32>>,
    /// The elements in the order of their least words, with the least word of each as a tree.
    order: Vec<u32>,
    tree: Vec<(u32, u32)>,
    /// The elements that are marked as P.
    pub p: Bits,
    /// Heaps that generate the candidate.
    generators: Vec<u32>,
}

impl Candidate {
    /// The candidate in which some heaps get cycles. The other heaps keep their values; `free` are heaps that are not
    /// tied to their least words.
    pub fn new(
        heaps: &dyn Heaps,
        quotient: &Quotient,
        values: &Values,
        cycles: &[Cycle],
        free: &Word,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Ended> {
        let count = values.phi.len() as u32;
        let is_cycle = |heap: u32| cycles.iter().any(|cycle| cycle.heap == heap);
        let has_options = |heap: u32| !values.targets[heap as usize].is_empty();
        let is_tied = |heap: u32| {
            let x = values.phi[heap as usize];
            let own = quotient.tree[usize::from(x)];
            !is_cycle(heap) && has_options(heap) && free.count(heap) == 0 && (x == 0 || own != (0, heap))
        };
        let tied: Vec<bool> = (0..count).map(is_tied).collect();
        let others = (0..count).filter(|&heap| !is_cycle(heap) && has_options(heap) && !tied[heap as usize]);
        let Part { place, elements: part, mut generators } = Part::of(quotient, &values.phi, others);
        let elements = cycles.iter().fold(part.len() as u64, |all, cycle| all.saturating_mul(cycle.len().into()));
        if elements > budget.limits.candidate {
            return give_up(Why::Candidate(elements));
        }
        budget.take(part.len() * part.len())?;
        let table = part.iter().flat_map(|&a| part.iter().map(move |&b| (a, b)));
        let table = table.map(|(a, b)| place[usize::from(quotient.product(a, b))]).collect();
        let products = Products::new(table, part.len(), cycles);
        let mut phi = vec![0; count as usize];
        for heap in (0..count).filter(|&heap| has_options(heap) && !tied[heap as usize]) {
            phi[heap as usize] = match cycles.iter().position(|cycle| cycle.heap == heap) {
                Some(cycle) => products.cycles[cycle].0 as u32,
                None => u32::from(place[usize::from(values.phi[heap as usize])]) * products.exponents as u32,
            };
        }
        for heap in (0..count as usize).filter(|&heap| tied[heap]) {
            let mut x = values.phi[heap];
            while x != 0 {
                let (rest, letter) = quotient.tree[usize::from(x)];
                phi[heap] = products.product(phi[heap], phi[letter as usize]);
                x = rest;
            }
        }
        generators.extend(cycles.iter().map(|cycle| cycle.heap));
        let has_options: Vec<bool> = values.targets.iter().map(|targets| !targets.is_empty()).collect();
        Self::marked(heaps, products, phi, &has_options, generators, budget)
    }

    /// A candidate with these products and values of heaps. Heaps without options have the value 0.
    pub fn marked(
        heaps: &dyn Heaps,
        products: Products,
        phi: Vec<u32>,
        has_options: &[bool],
        generators: Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Ended> {
        let elements = products.size * products.exponents;
        let mut candidate = Self {
            targets: Vec::new(),
            order: Vec::with_capacity(elements),
            tree: vec![(0, 0); elements],
            p: Bits::none(elements),
            products,
            phi,
            generators,
        };
        candidate.find_targets(heaps, has_options, elements);
        candidate.mark(budget)?;
        Ok(candidate)
    }

    fn find_targets(&mut self, heaps: &dyn Heaps, has_options: &[bool], elements: usize) {
        let mut seen = Bits::none(elements);
        for (heap, &has_options) in has_options.iter().enumerate() {
            let mut targets: Vec<u32> = Vec::new();
            if has_options {
                heaps.options(heap as u64, &mut |parts| {
                    let value = parts.iter().fold(0, |sum, &part| self.products.product(sum, self.phi[part as usize]));
                    if !seen.has(value as usize) {
                        seen.set(value as usize);
                        targets.push(value);
                    }
                });
                targets.iter().for_each(|&value| seen.0[value as usize / 64] = 0);
            }
            self.targets.push(targets);
        }
    }

    /// Goes through the elements in the order of their least words, and marks those as P that have no option in P. The
    /// identity is N.
    fn mark(&mut self, budget: &mut Budget<'_>) -> Result<(), Ended> {
        let mut known = Bits::none(self.tree.len());
        known.set(0);
        self.order.push(0);
        for heap in 0..self.phi.len() as u32 {
            let value = self.phi[heap as usize];
            if self.targets[heap as usize].is_empty() || known.has(value as usize) {
                continue;
            }
            let mut next = 0;
            while next < self.order.len() {
                let from = self.order[next];
                next += 1;
                let element = self.products.product(from, value);
                if known.has(element as usize) {
                    continue;
                }
                known.set(element as usize);
                self.order.push(element);
                self.tree[element as usize] = (from, heap);
                if !self.wins(element, budget)? {
                    self.p.set(element as usize);
                }
            }
        }
        assert_eq!(self.order.len(), self.tree.len());
        Ok(())
    }

    /// Whether the least word of an element has an option that is marked as P.
    fn wins(&self, element: u32, budget: &mut Budget<'_>) -> Result<bool, Ended> {
        // The heaps of the word come from the highest down: `above` is the product of those that were passed.
        let (mut above, mut at, mut last, mut looked) = (0, element, u32::MAX, 1);
        while at != 0 {
            let (below, heap) = self.tree[at as usize];
            if heap != last {
                last = heap;
                let rest = self.products.product(above, below);
                let targets = &self.targets[heap as usize];
                looked += targets.len();
                if targets.iter().any(|&target| self.p.has(self.products.product(rest, target) as usize)) {
                    budget.take(looked)?;
                    return Ok(true);
                }
            }
            above = self.products.product(above, self.phi[heap as usize]);
            at = below;
        }
        budget.take(looked)?;
        Ok(false)
    }

    /// Whether a sum is claimed to be a P-position.
    pub fn is_p(&self, word: &Word) -> bool {
        let heaps = word.parts().iter().flat_map(|&(heap, count)| std::iter::repeat_n(heap, count as usize));
        let value = heaps.fold(0, |product, heap| self.products.product(product, self.phi[heap as usize]));
        self.p.has(value as usize)
    }

    /// Merges the elements that no sum distinguishes (Moore's algorithm). The new elements are numbered in the order of
    /// their least words.
    pub(super) fn reduced(self, pairs: &mut Pairs, budget: &mut Budget<'_>) -> Result<(Quotient, Vec<u16>), Ended> {
        let classes = self.classes(pairs, budget)?;
        let mut number = vec![u32::MAX; self.tree.len()];
        let mut first = Vec::new();
        for &element in &self.order {
            let class = classes[element as usize] as usize;
            if number[class] == u32::MAX {
                number[class] = first.len() as u32;
                first.push(element);
            }
        }
        let order = first.len();
        budget.take(order * order)?;
        let number_of = |element: u32| number[classes[element as usize] as usize] as u16;
        let mut p = Bits::none(order);
        let mut tree = vec![(0, 0); order];
        let mut products: Vec<u16> = vec![0; order * order];
        let mut actions: Vec<Option<Vec<u16>>> = vec![None; self.phi.len()];
        (0..order).for_each(|y| products[y] = y as u16);
        for (x, &element) in first.iter().enumerate().skip(1) {
            let (below, heap) = self.tree[element as usize];
            let action = actions[heap as usize].get_or_insert_with(|| {
                first.iter().map(|&y| number_of(self.products.product(y, self.phi[heap as usize]))).collect()
            });
            // The least word without a copy of its highest heap is a least word, too, and smaller.
            let below = number_of(below);
            tree[x] = (below, heap);
            let (known, new) = products.split_at_mut(x * order);
            let row = &known[usize::from(below) * order..][..order];
            new[..order].iter_mut().zip(row).for_each(|(new, &y)| *new = action[usize::from(y)]);
            if self.p.has(element as usize) {
                p.set(x);
            }
        }
        let phi = self.phi.iter().map(|&value| number_of(value)).collect();
        Ok((Quotient::new(products, p, tree), phi))
    }

    /// For each element the number of its class.
    fn classes(&self, pairs: &mut Pairs, budget: &mut Budget<'_>) -> Result<Vec<u32>, Ended> {
        let elements = self.tree.len();
        let actions = self.generators.iter().map(|&heap| {
            let value = self.phi[heap as usize];
            (0..elements as u32).map(|element| self.products.product(element, value)).collect()
        });
        let actions: Vec<Vec<u32>> = actions.collect();
        let mut classes: Vec<u32> = (0..elements).map(|element| self.p.has(element).into()).collect();
        let mut count = 1 + usize::from(!self.p.is_empty());
        loop {
            let before = count;
            for action in &actions {
                budget.take(elements)?;
                pairs.clear(count);
                let of = |(&class, &next): (&u32, &u32)| pairs.number(class, classes[next as usize]);
                let finer: Vec<u32> = classes.iter().zip(action).map(of).collect();
                classes = finer;
                count = pairs.count as usize;
            }
            if count == before {
                break;
            }
        }
        if count > budget.limits.elements {
            return give_up(Why::Elements(budget.limits.elements));
        }
        Ok(classes)
    }
}

/// Numbers for pairs of classes, in the order in which they are met.
#[derive(Default)]
pub(crate) struct Pairs {
    count: u32,
    /// For each pair of few classes, its number plus `base`; smaller numbers are old ones.
    table: Vec<u32>,
    base: u32,
    map: HashMap<(u32, u32), u32, RandomState>,
}

impl Pairs {
    /// The largest number of classes for which the numbers of all pairs are in a table.
    const FEW: usize = 1 << 11;

    fn clear(&mut self, classes: usize) {
        self.map.clear();
        self.base = match self.base.checked_add(self.count).filter(|base| base.checked_add(1 << 30).is_some()) {
            Some(base) if classes <= Self::FEW => base,
            _ => {
                self.table.clear();
                0
            }
        };
        if classes <= Self::FEW {
            self.table.resize(Self::FEW * Self::FEW, 0);
        }
        self.count = 0;
    }

    fn number(&mut self, a: u32, b: u32) -> u32 {
        let known = match self.table.get_mut(a as usize * Self::FEW + b as usize) {
            Some(place) => place,
            None => self.map.entry((a, b)).or_insert(0),
        };
        if *known <= self.base {
            self.count += 1;
            *known = self.base + self.count;
        }
        *known - self.base - 1
    }
}
