//! Sparse spaces of several kinds of heaps (the theorem `sparse-kinds` of `docs/theorems.md`).
//!
//! The values of each kind are divided into common and rare ones, so that a split into two common parts, or into two
//! rare ones, has a rare value. So a common value is that of a split with exactly one rare part. If rare parts have
//! ended before n0, values from there on follow from few splits, and a period needs far fewer values than `kinds` asks
//! for.

use super::kinds::KindValues;
use crate::control::Control;
use crate::error::Error;
use crate::structure::{Cut, KindRule, Kinds, Order};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A division of values into common and rare ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SparseKinds {
    /// The mask: the number of its digits that a value has counts.
    pub mask: u32,
    /// Whether the parity of n counts as well.
    pub position: bool,
    /// For each kind 0 or 1, which is added.
    pub classes: Vec<u32>,
}

/// How far values must agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SparseWindow {
    /// N: a period that holds for n0 <= n < N and all kinds, where all of N <= n < N + P were looked at, holds for
    /// ever.
    Ends(i64),
    /// The values before this size would have to be known.
    Needs(i64),
    /// The theorem does not apply.
    Refused,
}

/// A rule as the theorem sees it.
enum Shape<'r> {
    /// At most one coordinate, whose parts look back a bounded way.
    Plain,
    /// Two coordinates with one part each.
    Split(&'r Cut),
}

fn shape(rule: &KindRule) -> Option<Shape<'_>> {
    let Some(cut) = &rule.cut else { return Some(Shape::Plain) };
    match &cut.coordinates[..] {
        [_] => Some(Shape::Plain),
        [first, second] if first.parts.len() == 1 && second.parts.len() == 1 && rule.joint.is_empty() => {
            Some(Shape::Split(cut))
        }
        _ => None,
    }
}

/// What a split asks of a division: the class of an option is that of its parts together, and 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SplitEquation {
    /// The kinds of both parts, and the kind that is split. A kind that stands here twice cancels.
    pub kinds: [usize; 3],
    /// The nim-sum of the fixed parts.
    pub fixed: u32,
    /// By how much the sizes of the parts together differ from n, modulo 2.
    pub moved: u32,
}

impl SplitEquation {
    /// Those of all splits of some kinds. None if some rule is neither plain nor a split, or a fixed part is not known.
    pub fn all(kinds: &Kinds, set: &BTreeSet<usize>, values: &[KindValues]) -> Option<Vec<Self>> {
        let mut equations = Vec::new();
        for &kind in set {
            for rule in &kinds.kinds[kind].rules {
                let Shape::Split(cut) = shape(rule)? else { continue };
                let [one, other] = [0, 1].map(|at| cut.coordinates[at].parts[0]);
                let moved = (cut.sum - one.offset - other.offset).rem_euclid(2) as u32;
                equations.push(Self { kinds: [one.kind, other.kind, kind], fixed: fixed(kinds, values, rule)?, moved });
            }
        }
        Some(equations)
    }

    /// Whether a division is as this split asks.
    pub fn holds(&self, space: &SparseKinds) -> bool {
        let classes = self.kinds.iter().map(|&kind| space.classes[kind]).sum::<u32>();
        let moved = if space.position { self.moved } else { 0 };
        (classes + (self.fixed & space.mask).count_ones() + moved) % 2 == 1
    }
}

impl SparseKinds {
    /// Whether a value of a kind at n is rare.
    pub fn is_rare(&self, kind: usize, n: i64, value: u32) -> bool {
        let at = if self.position { n.rem_euclid(2) as u32 } else { 0 };
        ((value & self.mask).count_ones() + at + self.classes[kind]) % 2 == 1
    }

    /// Whether the splits of some kinds fit ([`SplitEquation`]). `values[k]` are those of kind k from its least size
    /// on; those of the fixed parts must be known.
    pub fn fits(&self, kinds: &Kinds, set: &BTreeSet<usize>, values: &[KindValues]) -> bool {
        let equations = SplitEquation::all(kinds, set, values);
        self.classes.len() == kinds.kinds.len()
            && equations.is_some_and(|equations| equations.iter().all(|equation| equation.holds(self)))
    }

    /// The end N of the range of agreement that the theorem asks for, from n0 on and for the period P: `joint`, a
    /// multiple of all moduli. Of the splits that exclude a rare value, those with the smallest parts are used.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the control cancels the work.
    pub fn window(
        &self,
        kinds: &Kinds,
        from: i64,
        joint: i64,
        values: &[KindValues],
        control: &Control<'_>,
    ) -> Result<SparseWindow, Error> {
        let is_multiple =
            |rule: &KindRule| joint % rule.modulus == 0 && rule.cut.as_ref().is_none_or(|cut| joint % cut.modulus == 0);
        let mut rules = kinds.kinds.iter().flat_map(|kind| &kind.rules);
        let mut parts = kinds.kinds.iter().flat_map(|kind| &kind.rules).flat_map(KindRule::reaches);
        let all = (0..kinds.kinds.len()).collect();
        let applies = self.fits(kinds, &all, values)
            && rules.all(is_multiple)
            && parts.all(|part| part.offset <= 0)
            && (!self.position || joint % 2 == 0);
        if !applies || joint < 1 || kinds.kinds.iter().any(|kind| kind.first() > from) {
            return Ok(SparseWindow::Refused);
        }
        let mut end = self.of_rare_parts(kinds, from, values);
        let (mut looked, sized) = (from, || (0..kinds.kinds.len()).filter(|&kind| kinds.kinds[kind].least.is_some()));
        // Ascending n: what excluded rare values at some n stays where it is when the end moves on.
        while looked < end + joint {
            control.check()?;
            for kind in sized() {
                let Some(value) = at(kinds, values, kind, looked) else { return Ok(SparseWindow::Needs(end + joint)) };
                if self.is_rare(kind, looked, value) {
                    return Ok(SparseWindow::Refused);
                }
                if looked >= end {
                    let Some(later) = self.excluded_from(kinds, kind, looked, value, from, values) else {
                        return Ok(SparseWindow::Refused);
                    };
                    end = end.max(later);
                }
            }
            looked += 1;
        }
        Ok(SparseWindow::Ends(end))
    }

    /// From where on plain moves, and splits with a rare part, are the same for n and n + P.
    fn of_rare_parts(&self, kinds: &Kinds, from: i64, values: &[KindValues]) -> i64 {
        let mut end = from;
        for rule in kinds.kinds.iter().flat_map(|kind| &kind.rules) {
            end = end.max(rule.from);
            end = rule.joint.iter().map(|part| from + part.offset).fold(end, i64::max);
            match (shape(rule), &rule.cut) {
                (Some(Shape::Split(cut)), _) => {
                    for (coordinate, of) in cut.coordinates.iter().enumerate() {
                        let part = of.parts[0];
                        let rare = (kinds.kinds[part.kind].first()..from).filter(|&size| {
                            at(kinds, values, part.kind, size).is_some_and(|value| self.is_rare(part.kind, size, value))
                        });
                        let cuts = rare.map(|size| size - part.offset).filter(|&a| a >= of.least);
                        end = cuts.map(|a| same_from(cut, coordinate, a, from)).fold(end, i64::max);
                    }
                }
                (_, Some(cut)) => {
                    let of = &cut.coordinates[0];
                    let parts = of.parts.iter().map(|part| from - part.offset);
                    end = end.max(cut.sum + parts.fold(of.least, i64::max));
                }
                _ => {}
            }
        }
        end
    }

    /// From where on the options that exclude the rare values below a common one are the same for n and n + P. None if
    /// some rare value is excluded by none.
    fn excluded_from(
        &self,
        kinds: &Kinds,
        kind: usize,
        n: i64,
        value: u32,
        from: i64,
        values: &[KindValues],
    ) -> Option<i64> {
        let mut least = vec![i64::MAX; value as usize];
        for rule in kinds.kinds[kind].rules.iter().filter(|rule| rule.applies(n)) {
            let split = if let Shape::Split(cut) = shape(rule)? { Some(cut) } else { None };
            rule.options(n, &mut |option| {
                let Some(sum) = nim_sum(option.iter().map(|&(kind, size)| at(kinds, values, kind, size))) else {
                    return;
                };
                let Some(known) = least.get_mut(sum as usize) else { return };
                let start = split.map_or(i64::MIN, |cut| {
                    // The parts of the cut come last.
                    let sizes = [option[option.len() - 2].1, option[option.len() - 1].1];
                    let uses = [0, 1].map(|coordinate| {
                        let a = sizes[coordinate] - cut.coordinates[coordinate].parts[0].offset;
                        let ends = coordinate == 1 && matches!(cut.order, Some(Order::AtMost(_)));
                        if ends { i64::MAX } else { same_from(cut, coordinate, a, from) }
                    });
                    uses[0].min(uses[1])
                });
                *known = start.min(*known);
            });
        }
        let rare = (0..value).filter(|&other| self.is_rare(kind, n, other)).map(|other| least[other as usize]);
        Some(rare.fold(i64::MIN, i64::max)).filter(|&start| start < i64::MAX)
    }
}

/// The nim-sum of values, if all are known.
fn nim_sum(mut values: impl Iterator<Item = Option<u32>>) -> Option<u32> {
    values.try_fold(0, |sum, value| Some(sum ^ value?))
}

/// The value of a position, if it is known.
fn at(kinds: &Kinds, values: &[KindValues], kind: usize, n: i64) -> Option<u32> {
    let place = usize::try_from(n - kinds.kinds[kind].first()).ok()?;
    values[kind].get(place).copied()
}

/// The nim-sum of the fixed parts.
fn fixed(kinds: &Kinds, values: &[KindValues], rule: &KindRule) -> Option<u32> {
    nim_sum(rule.fixed.iter().map(|part| at(kinds, values, part.kind, part.offset)))
}

/// From which n on the options in which a coordinate is `a` are the same for n and n + P: the other coordinate is large
/// enough, its part is at n0 or later, and the order allows the option at both or at none.
fn same_from(cut: &Cut, coordinate: usize, a: i64, from: i64) -> i64 {
    let other = &cut.coordinates[1 - coordinate];
    let start = cut.sum + a + other.least.max(from - other.parts[0].offset);
    match (&cut.order, coordinate) {
        (None, _) => start,
        (Some(Order::NotIn(excluded)), 0) => start.max(cut.sum + 2 * a + 1 - excluded.first().copied().unwrap_or(0)),
        (Some(Order::NotIn(excluded)), _) => start.max(cut.sum + 2 * a + 1 + excluded.last().copied().unwrap_or(0)),
        (Some(Order::AtMost(most)), 0) => start.max(cut.sum + 2 * a - most),
        // It allows none.
        (Some(Order::AtMost(most)), _) => cut.sum + 2 * a + most + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::structure::{AskedKinds, Coordinate, Kind, KindTexts, Part};

    fn below(random: &mut Random, end: i64) -> i64 {
        random.below(end as u64) as i64
    }

    /// A split or a plain rule of a kind; none if a move may lead to a position that comes later, or to none.
    fn rule(random: &mut Random, count: i64, own: usize) -> Option<KindRule> {
        let any = |random: &mut Random| below(random, count) as usize;
        let modulus = if below(random, 6) > 0 { 1 } else { 2 + below(random, 2) };
        let residues: Vec<i64> = (0..modulus).filter(|&r| r == 0 || below(random, 2) == 0).collect();
        let mut from = if below(random, 3) > 0 { 0 } else { below(random, 8) };
        let (mut joint, mut cut) = (Vec::new(), None);
        if below(random, 3) == 0 {
            joint = vec![Part { kind: any(random), offset: below(random, 7) }];
            from = from.max(below(random, 7));
        } else {
            let mut coordinate = || Coordinate {
                least: below(random, 3),
                parts: vec![Part { kind: any(random), offset: (below(random, 8) - 5).max(0) }],
            };
            let coordinates = vec![coordinate(), coordinate()];
            let order = match below(random, 12) {
                0 => Some(Order::AtMost(below(random, 7) - 3)),
                1 | 2 => Some(Order::NotIn(vec![[0, below(random, 5) - 2][random.below(2) as usize]])),
                _ => None,
            };
            let allowed = (below(random, 8) == 0).then(|| vec![vec![0, 1], vec![1, 0], vec![1, 1]]);
            let modulus = if allowed.is_some() { 2 } else { 1 };
            cut = Some(Cut { sum: below(random, 5), coordinates, modulus, allowed, order });
        }
        let fixed =
            if below(random, 6) > 0 { vec![] } else { vec![Part { kind: any(random), offset: below(random, 6) }] };
        let rule = KindRule { from, modulus, residues, before: vec![], fixed, joint, cut, is_cancelled: false };
        let first = rule.cut.as_ref().map_or(from, |cut| cut.least().max(from));
        let ends = rule.reaches().all(|part| part.offset < 0 || (part.offset == 0 && part.kind < own));
        let exist = rule.joint.iter().all(|part| first >= part.offset);
        (ends && exist && rule.fixed.iter().all(|part| part.offset < first)).then_some(rule)
    }

    fn game(random: &mut Random) -> Kinds {
        let count = 1 + below(random, 3);
        let kind = |own: usize| {
            let rules = (0..1 + random.below(4)).map(|_| {
                loop {
                    if let Some(rule) = rule(random, count, own) {
                        break rule;
                    }
                }
            });
            Kind { label: own.to_string(), least: Some(0), rules: rules.collect() }
        };
        let kinds = (0..count as usize).map(kind).collect();
        Kinds { kinds, asked: AskedKinds::All, texts: KindTexts::default() }
    }

    fn all_values(kinds: &Kinds, end: i64) -> Vec<KindValues> {
        let mut values = vec![Vec::new(); kinds.kinds.len()];
        for n in 0..end {
            for kind in 0..values.len() {
                let mut seen = BTreeSet::new();
                for rule in &kinds.kinds[kind].rules {
                    rule.options(n, &mut |option| {
                        seen.extend(nim_sum(option.iter().map(|&(kind, size)| at(kinds, &values, kind, size))));
                    });
                }
                values[kind].push((0..).find(|value| !seen.contains(value)).unwrap());
            }
        }
        values
    }

    /// All sparse spaces of a game with few rare values.
    fn spaces(kinds: &Kinds, values: &[KindValues]) -> Vec<SparseKinds> {
        let largest = values.iter().flatten().copied().max().unwrap_or(0);
        let masks = 1..(largest + 1).next_power_of_two().max(2);
        let all = masks.flat_map(|mask| (0..2 << kinds.kinds.len()).map(move |more: u32| (mask, more)));
        let space = |(mask, more): (u32, u32)| SparseKinds {
            mask,
            position: more % 2 == 1,
            classes: (1..=kinds.kinds.len()).map(|kind| more >> kind & 1).collect(),
        };
        let rares = |space: &SparseKinds| {
            let of = |(kind, own): (usize, &KindValues)| {
                own.iter().enumerate().filter(|&(n, &value)| space.is_rare(kind, n as i64, value)).count()
            };
            values.iter().enumerate().map(of).sum::<usize>()
        };
        let known: usize = values.iter().map(Vec::len).sum();
        all.map(space)
            .filter(|space| space.fits(kinds, &(0..values.len()).collect(), values) && rares(space) * 12 <= known)
            .collect()
    }

    /// How often the theorem claims a period, how often the claim fails later, and how often a bound smaller by 1 would
    /// be wrong.
    fn attack(seed: u64, games: u32) -> [u32; 3] {
        let (mut random, end) = (Random(seed), 120);
        let [mut claims, mut wrong, mut near] = [0; 3];
        for _ in 0..games {
            let kinds = game(&mut random);
            let values = all_values(&kinds, end);
            let largest = values.iter().flatten().copied().max().unwrap_or(0);
            let has_split = kinds.kinds.iter().flat_map(|kind| &kind.rules).any(|rule| rule.cut.is_some());
            if largest > 63 || !has_split {
                continue;
            }
            for space in spaces(&kinds, &values) {
                for joint in 1..=12 {
                    let agrees = |n: i64| values.iter().all(|own| own[n as usize] == own[(n + joint) as usize]);
                    let mut from = 0;
                    while from < end - joint {
                        let stop = (from..end - joint).find(|&n| !agrees(n)).unwrap_or(end - joint);
                        let window = space.window(&kinds, from, joint, &values, &Control::free()).unwrap();
                        if let SparseWindow::Ends(needed) = window {
                            let rare =
                                |n: i64| (0..values.len()).any(|kind| space.is_rare(kind, n, values[kind][n as usize]));
                            let fails = stop < end - joint || (from..end).any(rare);
                            claims += u32::from(needed <= stop);
                            wrong += u32::from(needed <= stop && fails);
                            near += u32::from(needed == stop + 1 && fails && stop > from);
                        }
                        // Also after a rare position inside a run of agreement.
                        let rare =
                            |n: &i64| (0..values.len()).any(|kind| space.is_rare(kind, *n, values[kind][*n as usize]));
                        from = (from..stop).find(rare).map_or(stop + 1, |n| n + 1);
                    }
                }
            }
        }
        [claims, wrong, near]
    }

    /// The proof orders positions by their sizes.
    #[test]
    fn parts_that_are_larger_than_their_position_are_refused() {
        let kind = |rules: Vec<KindRule>| Kind { label: "n".to_string(), least: Some(0), rules };
        let window = |offset: i64| {
            let part = Part { kind: 1, offset };
            let (before, fixed, residues) = (vec![], vec![], vec![0]);
            let rule = KindRule {
                from: 0,
                modulus: 1,
                residues,
                before,
                fixed,
                joint: vec![part],
                cut: None,
                is_cancelled: false,
            };
            let kinds = Kinds {
                kinds: vec![kind(vec![rule]), kind(vec![])],
                asked: AskedKinds::All,
                texts: KindTexts::default(),
            };
            let space = SparseKinds { mask: 2, position: false, classes: vec![0, 0] };
            space.window(&kinds, 0, 1, &[vec![1; 50], vec![0; 50]], &Control::free()).unwrap()
        };
        assert_eq!((window(0), window(-1)), (SparseWindow::Ends(0), SparseWindow::Refused));
    }

    #[test]
    fn claims_about_random_games_hold() {
        let [claims, wrong, near] = attack(3, 800);
        assert!(claims > 20 && wrong == 0 && near > 0, "{claims} {wrong} {near}");
    }

    #[test]
    #[ignore = "a slow check"]
    fn claims_about_many_random_games_hold() {
        let all: Vec<[u32; 3]> = (10..30).map(|seed| attack(seed, 1000)).collect();
        let [claims, wrong, near] = [0, 1, 2].map(|at| all.iter().map(|counts| counts[at]).sum::<u32>());
        assert!(claims > 2000 && wrong == 0 && near > 200, "{claims} {wrong} {near}");
    }
}
