//! The theorem on kinds of heaps whose values rise (`arithmetic-kinds`; `docs/theorems.md`, "Kinds with a saltus").
//!
//! Idea: as for codes (`arithmetic.rs`), values are cut into low bits and the rest, the high part. No option has the
//! value of its position, because its high parts are too small whenever its low parts fit, or because it is a single
//! position whose difference from the value keeps its sign. Every smaller value is the value of an option that can
//! *stay* (its value does not change while n rises by 2P) or *rise* (it rises like the value of n). All this carries
//! over from n to n + P, so finitely many n are enough.
//!
//! Cost: one visit of every option of N + 2P positions. Memory: a few bytes for each value below the largest.

use crate::structure::{Cut, KindRule, Kinds, Order, Part};

/// The numbers of a claim, and the values to test it.
pub(super) struct Rising<'r> {
    pub kinds: &'r Kinds,
    pub values: &'r [Vec<u32>],
    /// n_k.
    pub preperiods: &'r [i64],
    /// S_k: by how much the values of kind k rise from n to n + P.
    pub saltus: &'r [u64],
    /// P.
    pub joint: i64,
    /// How many bits of a value are low.
    pub low_bits: u32,
}

/// A rule as the theorem looks at it: without a cut, n itself is the only coordinate.
struct RuleView<'r> {
    rule: &'r KindRule,
    coordinates: Vec<(i64, Vec<Part>)>,
    joint: &'r [Part],
    order: Option<&'r Order>,
    /// Whether its options are single positions, possibly beside slack.
    is_single: bool,
}

/// A part of an option.
struct OptionPart {
    coordinate: usize,
    kind: usize,
    size: i64,
    value: u32,
}

/// An option: the parts of its coordinates, and those whose sizes n alone determines, with their values.
struct OptionParts {
    parts: Vec<OptionPart>,
    joint: Vec<(Part, u32)>,
    /// The value of the option.
    value: u32,
}

/// The values of options of a position, by what the options can do.
struct CanReach {
    stay: Vec<bool>,
    rise: Vec<bool>,
    both: Vec<bool>,
}

/// The maximum number of options that a test visits.
const MOST_OPTIONS: u64 = 200_000_000;

impl<'r> Rising<'r> {
    /// Condition 0, and that single parts have no order.
    pub fn is_allowed(&self, kind: usize) -> bool {
        let low = (1u64 << self.low_bits) - 1;
        self.saltus[kind] & low == 0
            && self.kinds.kinds[kind].rules.iter().map(|rule| self.view(kind, rule)).all(|view| {
                let total =
                    |parts: &[Part]| parts.iter().chain(view.joint).map(|part| self.saltus[part.kind]).sum::<u64>();
                let is_one = view.coordinates.len() == 1
                    && view.coordinates[0].1.len() + view.joint.len() <= 1
                    && view.rule.fixed.is_empty();
                let rises = view.coordinates.iter().any(|(_, parts)| total(parts) > self.saltus[kind]);
                let is_part = view.rule.fixed.len() + view.rule.parts().count() <= 1;
                (is_one || !rises) && !(view.order.is_some() && is_part)
            })
    }

    /// The least N >= `from` for which conditions 2 and 3 hold, if the values known suffice; `None` if not.
    pub fn from(&self, kind: usize, from: i64) -> Option<i64> {
        let known = self.kinds.kinds[kind].first() + self.values[kind].len() as i64;
        let views: Vec<RuleView<'_>> = self.kinds.kinds[kind].rules.iter().map(|rule| self.view(kind, rule)).collect();
        let mut tested: Vec<Option<(bool, bool)>> = Vec::new();
        let (mut start, mut left) = (from, MOST_OPTIONS);
        while start + 2 * self.joint <= known {
            // The last n that fails: everything up to it is out.
            let failed = (start..start + 2 * self.joint).rev().find(|&n| {
                let place = (n - from) as usize;
                if tested.len() <= place {
                    tested.resize(place + 1, None);
                }
                let (excluded, filled) =
                    *tested[place].get_or_insert_with(|| self.conditions(kind, &views, n, &mut left));
                !filled || (n < start + self.joint && !excluded)
            });
            if left == 0 {
                return None;
            }
            match failed {
                None => return Some(start),
                Some(n) => start = n + 1,
            }
        }
        None
    }

    fn view(&self, kind: usize, rule: &'r KindRule) -> RuleView<'r> {
        let (coordinates, joint, order) = match &rule.cut {
            Some(Cut { coordinates, order, .. }) => {
                let all = coordinates.iter().map(|coordinate| (coordinate.least, coordinate.parts.clone())).collect();
                (all, &rule.joint[..], order.as_ref())
            }
            None => {
                let parts = rule.joint.iter().map(|part| Part { kind: part.kind, offset: -part.offset }).collect();
                (vec![(self.kinds.kinds[kind].first(), parts)], &[][..], None)
            }
        };
        let is_single = rule.fixed.len() + rule.parts().count() <= 1 && coordinates.len() <= 2;
        RuleView { rule, coordinates, joint, order, is_single }
    }

    fn value(&self, kind: usize, size: i64) -> u32 {
        let place = usize::try_from(size - self.kinds.kinds[kind].first()).unwrap_or(usize::MAX);
        self.values[kind].get(place).copied().unwrap_or(0)
    }

    fn high(&self, value: u32) -> u64 {
        u64::from(value >> self.low_bits)
    }

    /// Whether conditions 2 and 3 hold at n.
    fn conditions(&self, kind: usize, views: &[RuleView<'_>], n: i64, left: &mut u64) -> (bool, bool) {
        let own = self.value(kind, n);
        let empty = || vec![false; own as usize];
        let mut reach = CanReach { stay: empty(), rise: empty(), both: empty() };
        let mut excluded = true;
        for view in views.iter().filter(|view| view.rule.applies(n)) {
            let mut look = |at: &[i64]| {
                *left = left.saturating_sub(1);
                if *left > 0 {
                    excluded &= self.look(kind, view, n, at, &mut reach);
                }
            };
            match &view.rule.cut {
                Some(cut) => cut.visit(n, &mut look),
                None => look(&[n]),
            }
        }
        (excluded, self.is_filled(kind, own, &reach))
    }

    /// Condition 3: every smaller value is reached in the right way.
    fn is_filled(&self, kind: usize, own: u32, reach: &CanReach) -> bool {
        if self.saltus[kind] == 0 {
            return reach.stay.iter().all(|&stays| stays);
        }
        let (own, twice) = (u64::from(own), 2 * self.saltus[kind]);
        let stays = reach.stay.iter().take_while(|&&stays| stays).count() as u64;
        let rises = own - reach.rise.iter().rev().take_while(|&&rises| rises).count() as u64;
        // u lies between these two, and the options from u on can do both.
        let mut run = 0;
        (rises..own.min(stays.saturating_add(twice))).any(|value| {
            run = if reach.both[value as usize] { run + 1 } else { 0 };
            run >= twice
        })
    }

    /// Condition 2 for an option, and what the option can do.
    fn look(&self, kind: usize, view: &RuleView<'_>, n: i64, at: &[i64], reach: &mut CanReach) -> bool {
        let (own, mut parts) = (self.value(kind, n), Vec::new());
        for (coordinate, ((_, own), a)) in view.coordinates.iter().zip(at).enumerate() {
            parts.extend(own.iter().map(|part| {
                let size = a + part.offset;
                OptionPart { coordinate, kind: part.kind, size, value: self.value(part.kind, size) }
            }));
        }
        let joint: Vec<(Part, u32)> =
            view.joint.iter().map(|&part| (part, self.value(part.kind, n - part.offset))).collect();
        let fixed = view.rule.fixed.iter().map(|part| self.value(part.kind, part.offset));
        let all = || parts.iter().map(|part| part.value).chain(joint.iter().map(|&(_, value)| value));
        let (mut sum, mut highs) = (0, 0);
        for value in all().chain(fixed) {
            (sum, highs) = (sum ^ value, highs + self.high(value));
        }
        let (low, option) = ((1u32 << self.low_bits) - 1, OptionParts { parts, joint, value: sum });
        let is_excluded = match view.is_single {
            true => self.single_is_excluded(kind, view, own, &option),
            false => sum & low != own & low || highs < self.high(own),
        };
        if sum < own {
            self.add(kind, view, n, at, &option, reach);
        }
        is_excluded
    }

    /// Condition 2 (b): the difference between the value of n and that of a single part keeps its sign.
    fn single_is_excluded(&self, kind: usize, view: &RuleView<'_>, own: u32, option: &OptionParts) -> bool {
        let (saltus, OptionParts { parts, joint, value }) = (self.saltus[kind], option);
        let part = parts.first().map(|part| part.kind).or(joint.first().map(|(part, _)| part.kind));
        let Some(part) = part else { return *value != own && (*value < own || saltus == 0) };
        let has_slack = view.coordinates.len() > 1;
        if *value == own {
            return false;
        }
        match self.saltus[part].cmp(&saltus) {
            std::cmp::Ordering::Greater => *value > own && !has_slack,
            std::cmp::Ordering::Less => *value < own,
            std::cmp::Ordering::Equal => match parts.first().filter(|_| saltus > 0 && has_slack) {
                None => true,
                Some(part) => {
                    let (least, of) = &view.coordinates[part.coordinate];
                    let offset = of.first().map_or(0, |part| part.offset);
                    let least = (least + offset).max(self.preperiods[part.kind]);
                    part.size >= least + self.joint || *value < own
                }
            },
        }
    }

    /// Adds what an option with a smaller value can do.
    fn add(&self, kind: usize, view: &RuleView<'_>, n: i64, at: &[i64], option: &OptionParts, reach: &mut CanReach) {
        let (saltus, &OptionParts { ref parts, ref joint, value }) = (self.saltus[kind], option);
        let is_periodic = |part: &OptionPart| part.size >= self.preperiods[part.kind];
        if !joint.iter().all(|(part, _)| n - part.offset >= self.preperiods[part.kind]) {
            return;
        }
        let rising_joint: Vec<&(Part, u32)> = joint.iter().filter(|(part, _)| self.saltus[part.kind] > 0).collect();
        let rising = |coordinate: usize| -> Vec<&OptionPart> {
            parts.iter().filter(|part| part.coordinate == coordinate && self.saltus[part.kind] > 0).collect()
        };
        let moves = |coordinate: usize| parts.iter().filter(|part| part.coordinate == coordinate).all(is_periodic);
        let (mut stays, mut rises) = (false, Vec::new());
        for coordinate in (0..view.coordinates.len()).filter(|&coordinate| moves(coordinate)) {
            if !self.stays_in_order(view, at, coordinate) {
                continue;
            }
            match (&rising(coordinate)[..], &rising_joint[..]) {
                ([], []) => stays = true,
                ([part], []) if saltus > 0 && self.saltus[part.kind] == saltus => {
                    rises.extend((self.high(value) == self.high(part.value)).then_some(coordinate));
                }
                ([], [(part, of)]) if saltus > 0 && self.saltus[part.kind] == saltus => {
                    rises.extend((self.high(value) == self.high(*of)).then_some(coordinate));
                }
                _ => {}
            }
        }
        let mut pairs = Vec::new();
        for second in 0..view.coordinates.len() {
            for first in 0..second {
                let is_free = rising_joint.is_empty() && moves(first) && moves(second);
                if let ([a], [b]) = (&rising(first)[..], &rising(second)[..])
                    && is_free
                    && self.saltus[a.kind] == self.saltus[b.kind]
                    && self.high(a.value) == self.high(b.value)
                {
                    pairs.push([first, second]);
                }
            }
        }
        let place = value as usize;
        reach.stay[place] |= stays || !pairs.is_empty();
        reach.rise[place] |= !rises.is_empty();
        reach.both[place] |= rises.iter().any(|rise| stays || pairs.iter().any(|pair| !pair.contains(rise)));
    }

    /// Whether the order allows a coordinate to be raised again and again.
    fn stays_in_order(&self, view: &RuleView<'_>, at: &[i64], coordinate: usize) -> bool {
        let (Some(order), &[first, second]) = (view.order, at) else { return true };
        let difference = first - second;
        match order {
            Order::AtMost(_) => coordinate == 1,
            Order::NotIn(excluded) => match (excluded.first(), excluded.last()) {
                (Some(_), Some(most)) if coordinate == 0 => difference > most - self.joint,
                (Some(least), Some(_)) => difference < least + self.joint,
                _ => true,
            },
        }
    }
}
