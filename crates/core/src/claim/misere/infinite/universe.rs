//! The sums that a claim with two counters is about, and conditions on single moves.

use super::super::elements::{Elements, products};
use super::super::heaps::Heaps;
use super::super::refusal::{Ended, refuse};
use super::certificate::InfiniteCertificate;
use super::rule::Rule;
use crate::control::Control;
use std::collections::{BTreeMap, BTreeSet};

/// The largest counter in the value of a heap.
const LARGEST: u32 = 1000;

/// A value (q, i, j).
type Value = (usize, i64, i64);

/// Heaps with options whose values are equal, and whose options have the same values. In a sum they may be exchanged.
pub(super) struct Kind {
    /// The first such heap.
    pub heap: u64,
    pub value: Value,
    targets: Vec<Value>,
    /// All q such that a rest with q and a heap of this kind are a sum of the universe.
    inside: Elements,
}

/// The monoid, and the kinds of heaps. All sums of these heaps belong to the universe except those of the value
/// `overflow`.
pub(super) struct Universe {
    pub count: usize,
    table: Vec<u16>,
    pub overflow: Option<usize>,
    pub kinds: Vec<Kind>,
    /// The kinds of a and b.
    pub counters: [usize; 2],
}

impl Universe {
    pub fn of(heaps: &dyn Heaps, certificate: &InfiniteCertificate, control: &Control<'_>) -> Result<Self, Ended> {
        let count = certificate.elements as usize;
        let table = products(count, certificate.actions.values())?;
        let values = values(heaps, certificate)?;
        let overflow = usize::try_from(certificate.overflow).ok();
        let absorbs =
            |element| certificate.actions.values().all(|action| action.get(element) == Some(&(element as u32)));
        if certificate.overflow < -1
            || overflow.is_some_and(|element| !(1..count).contains(&element) || !absorbs(element))
        {
            return refuse("the overflow is no element that absorbs all others");
        }
        let mut universe = Self { count, table, overflow, kinds: Vec::new(), counters: [0; 2] };
        let mut known: BTreeMap<(Value, Vec<Value>), usize> = BTreeMap::new();
        let (a, b) = certificate.counters;
        for (heap, &value) in values.iter().enumerate() {
            control.check()?;
            let Some(value) = value else { continue };
            let targets = universe.targets(heaps, heap, &values)?;
            if targets.is_empty() {
                if value != (0, 0, 0) {
                    return refuse(format!("heap {heap} has no option, but its value is not 1"));
                }
                if [a, b].contains(&(heap as u64)) {
                    return refuse("a counter has no option");
                }
                continue;
            }
            let new = universe.kinds.len();
            let place = *known.entry((value, targets.clone())).or_insert(new);
            if place == new {
                let kind = universe.kind(heap as u64, value, targets)?;
                universe.kinds.push(kind);
            }
            for (counter, wanted) in universe.counters.iter_mut().zip([a, b]) {
                if wanted == heap as u64 {
                    *counter = place;
                }
            }
        }
        Ok(universe)
    }

    /// The values of the options of a heap.
    fn targets(&self, heaps: &dyn Heaps, heap: usize, values: &[Option<Value>]) -> Result<Vec<Value>, Ended> {
        let mut targets = BTreeSet::new();
        let mut is_closed = true;
        heaps.options(heap as u64, &mut |parts| {
            let mut sum = (0, 0, 0);
            for &part in parts {
                let value = usize::try_from(part).ok().filter(|&part| part < heap).and_then(|part| values[part]);
                match value {
                    Some((q, i, j)) => sum = (self.product(sum.0, q), sum.1 + i, sum.2 + j),
                    None => is_closed = false,
                }
            }
            targets.insert(sum);
        });
        if !is_closed {
            return refuse(format!("a move of heap {heap} leaves a heap that has no value"));
        }
        Ok(targets.into_iter().collect())
    }

    /// A kind whose moves stay in the universe.
    fn kind(&self, heap: u64, value: Value, targets: Vec<Value>) -> Result<Kind, Ended> {
        let is_inside = |x: usize, q: usize| Some(self.product(x, q)) != self.overflow;
        let inside = Elements::those(self.count, |x| is_inside(x, value.0));
        let leaves = |&(q, ..): &Value| (0..self.count).any(|x| inside.has(x) && !is_inside(x, q));
        if targets.iter().any(leaves) {
            return refuse(format!("a move of heap {heap} leaves the universe"));
        }
        Ok(Kind { heap, value, targets, inside })
    }

    pub fn product(&self, x: usize, y: usize) -> usize {
        self.table[x * self.count + y] as usize
    }

    /// The set of all z for which xz is in a set.
    pub fn pull(&self, x: usize, set: &Elements) -> Elements {
        let row = &self.table[x * self.count..][..self.count];
        Elements::those(self.count, |z| set.has(row[z] as usize))
    }

    /// δ: the largest counter of a heap. A move takes no more from a counter.
    pub fn drop(&self) -> i64 {
        self.kinds.iter().map(|kind| kind.value.1.max(kind.value.2)).max().unwrap_or(0)
    }

    /// λ: by how much a move changes the difference at most.
    pub fn shift(&self, rule: &Rule) -> i64 {
        let change = |kind: &Kind| {
            let (_, i, j) = kind.value;
            kind.targets.iter().map(|target| rule.difference(target.1 - i, target.2 - j).abs()).max()
        };
        self.kinds.iter().filter_map(change).max().unwrap_or(0)
    }

    /// Checks the moves from sums with the counters i and j: none leads from P to P, and all outcomes are known.
    /// Returns for each kind the deficiency: the set of all z such that a rest with z and a heap of this kind are
    /// claimed to be an N-position, but no move in the heap wins.
    pub fn deficiencies(&self, rule: &Rule, i: i64, j: i64) -> Result<Vec<Elements>, Ended> {
        self.kinds.iter().map(|kind| self.deficiency(kind, rule, i, j)).collect()
    }

    fn deficiency(&self, kind: &Kind, rule: &Rule, i: i64, j: i64) -> Result<Elements, Ended> {
        let (_, di, dj) = kind.value;
        let (i, j) = (i - di, j - dj);
        if i < 0 || j < 0 {
            return Ok(Elements::none(self.count));
        }
        let outcomes = |(q, more_i, more_j): Value| {
            let at = (i + more_i, j + more_j);
            if self.pull(q, rule.unknown(at.0, at.1)).meets(&kind.inside) {
                return refuse(format!(
                    "an outcome with heap {} and the counters {}, {} is unknown",
                    kind.heap, at.0, at.1
                ));
            }
            Ok(self.pull(q, rule.p(at.0, at.1)))
        };
        let own = outcomes(kind.value)?;
        let mut wins = Elements::none(self.count);
        for &target in &kind.targets {
            wins.add(&outcomes(target)?);
        }
        let mut both = own.clone();
        both.keep(&wins, true);
        if both.meets(&kind.inside) {
            let counters = (i + di, j + dj);
            return refuse(format!("a move of heap {} leads from P to P at the counters {counters:?}", kind.heap));
        }
        let mut deficiency = kind.inside.clone();
        deficiency.keep(&own, false);
        deficiency.keep(&wins, false);
        Ok(deficiency)
    }
}

/// The values of the heaps 0 to n.
fn values(heaps: &dyn Heaps, certificate: &InfiniteCertificate) -> Result<Vec<Option<Value>>, Ended> {
    if certificate.phi.len() as u64 != certificate.heaps {
        return refuse("the values are not those of the heaps 1 to n");
    }
    if heaps.count().is_some_and(|count| certificate.heaps >= count) {
        return refuse("there are values of heaps that the game does not have");
    }
    let is_value = |&(q, i, j): &(u32, u32, u32)| q < certificate.elements && i <= LARGEST && j <= LARGEST;
    if !certificate.phi.iter().flatten().all(is_value) {
        return refuse(format!("the value of a heap is no element with two counters of at most {LARGEST}"));
    }
    let value = |value: &Option<(u32, u32, u32)>| value.map(|(q, i, j)| (q as usize, i.into(), j.into()));
    let values: Vec<Option<Value>> =
        std::iter::once(Some((0, 0, 0))).chain(certificate.phi.iter().map(value)).collect();
    let of_heap = |heap: u64| usize::try_from(heap).ok().filter(|_| heap > 0).and_then(|heap| *values.get(heap)?);
    let (a, b) = certificate.counters;
    if of_heap(a) != Some((0, 1, 0)) || of_heap(b) != Some((0, 0, 1)) {
        return refuse("the values of the counters are not (0, 1, 0) and (0, 0, 1)");
    }
    for (&heap, action) in &certificate.actions {
        if of_heap(heap) != Some((action[0] as usize, 0, 0)) {
            return refuse(format!("the action of heap {heap} is not that of its value"));
        }
    }
    Ok(values)
}
