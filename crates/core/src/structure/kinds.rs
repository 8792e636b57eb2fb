//! Games of several kinds of heaps, with rules in normal form (`docs/theorems.md`, "Several kinds of heaps").
//!
//! A *kind* is a sort of position with one size n, as `star(2, 5, n)`; a kind without a size is a single position. An
//! option is the sum of *fixed* parts, which do not depend on n, of *joint* parts q(n - d), and of parts q(a_j + o) of
//! *cut coordinates* a_1 + ... + a_r = n - c. A game of one heap with rules written as text is a game of one kind.

use super::offered::{Structure, work_of_splits};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::Range;

/// The kinds of a game, and which of them the rows are about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kinds {
    /// All kinds.
    pub kinds: Vec<Kind>,
    /// The positions that are the rows.
    pub asked: AskedKinds,
    /// The texts that say the same.
    pub texts: KindTexts,
}

/// The positions that the rows are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedKinds {
    /// Row n is the position of size n + `shift` of one kind.
    One {
        /// The number of the kind.
        kind: usize,
        /// What is added to n.
        shift: i64,
    },
    /// All positions of all kinds.
    All,
}

/// The texts of a game, as in the `[game]` section of a config.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindTexts {
    /// The declared kinds.
    pub kinds: Option<Vec<String>>,
    /// The moves.
    pub moves: Vec<String>,
    /// The condition for positions.
    pub positions: Option<String>,
    /// The position asked for each n.
    pub asked: Option<String>,
    /// The parameters, as in `k=3`, `T=[4,1]`, `S={1,4}`.
    pub parameters: Vec<String>,
}

/// A kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// Its positions in general: `star(2,5,n)`.
    #[serde(rename = "kind")]
    pub label: String,
    /// The least size; none for a kind without a size.
    pub least: Option<i64>,
    /// The moves.
    pub rules: Vec<KindRule>,
}

/// A rule: when it applies, and its options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindRule {
    /// From here on the condition on n is periodic.
    pub from: i64,
    /// The modulus of the condition, at least 1.
    pub modulus: i64,
    /// The residues of n, from `from` on, for which the rule applies.
    pub residues: Vec<i64>,
    /// The n before `from` for which it applies.
    pub before: Vec<i64>,
    /// Parts whose offset is their size.
    pub fixed: Vec<Part>,
    /// Parts of size n - offset.
    pub joint: Vec<Part>,
    /// How n is cut.
    pub cut: Option<Cut>,
    /// Whether equal parts, whose nim-sum is 0, have been left out.
    #[serde(skip)]
    pub is_cancelled: bool,
}

/// A part of an option: a kind, and how far its size is from what it depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "(usize, i64)", into = "(usize, i64)")]
pub struct Part {
    /// The number of the kind.
    pub kind: usize,
    /// The offset.
    pub offset: i64,
}

impl From<(usize, i64)> for Part {
    fn from((kind, offset): (usize, i64)) -> Self {
        Self { kind, offset }
    }
}

impl From<Part> for (usize, i64) {
    fn from(part: Part) -> Self {
        (part.kind, part.offset)
    }
}

/// All a_1 + ... + a_r = n - `sum`, with lower ends, and possibly with an order or with residues.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// c.
    pub sum: i64,
    /// The coordinates, at least one.
    pub coordinates: Vec<Coordinate>,
    /// The modulus of `allowed`.
    pub modulus: i64,
    /// The residues of (n, a_1, ..., a_(r-1)) that are allowed; none if all are. In ascending order.
    pub allowed: Option<Vec<Vec<i64>>>,
    /// A condition on a_1 - a_2; only with two coordinates.
    pub order: Option<Order>,
}

/// A coordinate of a cut. Without parts it is slack: its tokens are removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coordinate {
    /// b: the least value.
    pub least: i64,
    /// The parts of size a + offset.
    pub parts: Vec<Part>,
}

/// Receives an option: the kinds of its parts, with their sizes.
pub type OptionVisitor<'v> = dyn FnMut(&[(usize, i64)]) + 'v;

/// A condition on a_1 - a_2.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// None of these numbers, which are in ascending order.
    NotIn(Vec<i64>),
    /// At most this number.
    AtMost(i64),
}

impl Order {
    /// Whether a difference is allowed.
    pub fn allows(&self, difference: i64) -> bool {
        match self {
            Order::NotIn(excluded) => excluded.binary_search(&difference).is_err(),
            Order::AtMost(most) => difference <= *most,
        }
    }
}

impl Cut {
    /// The least n for which there is an option, if residues and orders allow it.
    pub fn least(&self) -> i64 {
        self.sum + self.coordinates.iter().map(|coordinate| coordinate.least).sum::<i64>()
    }

    /// Visits all (a_1, ..., a_r) for n, in ascending order.
    pub fn visit(&self, n: i64, visit: &mut dyn FnMut(&[i64])) {
        let mut at: Vec<i64> = self.coordinates.iter().map(|coordinate| coordinate.least).collect();
        self.below(n, 0, n - self.least(), &mut at, visit);
    }

    fn below(&self, n: i64, level: usize, left: i64, at: &mut [i64], visit: &mut dyn FnMut(&[i64])) {
        if left < 0 {
            return;
        }
        let least = self.coordinates[level].least;
        if level + 1 == self.coordinates.len() {
            at[level] = least + left;
            if self.allows(n, at) {
                visit(at);
            }
            return;
        }
        for more in 0..=left {
            at[level] = least + more;
            self.below(n, level + 1, left - more, at, visit);
        }
    }

    /// Whether all coordinates are alike, so that only one order of them is needed.
    pub fn is_symmetric(&self) -> bool {
        let order = self.order.as_ref().is_none_or(|order| match order {
            Order::NotIn(excluded) => excluded.iter().all(|difference| excluded.binary_search(&-difference).is_ok()),
            Order::AtMost(_) => false,
        });
        order && self.allowed.is_none() && self.coordinates.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// Visits the values of the last coordinate but one in a range that the order allows, in ranges. `sum` is the sum
    /// of the last two coordinates.
    pub fn each_range(&self, sum: i64, mut range: Range<i64>, visit: &mut dyn FnMut(Range<i64>)) {
        let mut breaks = Vec::new();
        match &self.order {
            Some(Order::AtMost(most)) => range.end = range.end.min((sum + most).div_euclid(2) + 1),
            Some(Order::NotIn(excluded)) => {
                let middles = excluded.iter().map(|difference| sum + difference).filter(|twice| twice % 2 == 0);
                breaks.extend(middles.map(|twice| twice / 2).filter(|middle| range.contains(middle)));
            }
            None => {}
        }
        for end in breaks.into_iter().chain([range.end]) {
            if range.start < end {
                visit(range.start..end);
            }
            range.start = end + 1;
        }
    }

    /// Whether the residues and the order allow these coordinates of n.
    pub fn allows(&self, n: i64, at: &[i64]) -> bool {
        let residues = |allowed: &Vec<Vec<i64>>| {
            let own: Vec<i64> =
                std::iter::once(&n).chain(&at[..at.len() - 1]).map(|number| number.rem_euclid(self.modulus)).collect();
            allowed.binary_search(&own).is_ok()
        };
        let ordered = |order: &Order| at.len() == 2 && order.allows(at[0] - at[1]);
        self.allowed.as_ref().is_none_or(residues) && self.order.as_ref().is_none_or(ordered)
    }
}

impl KindRule {
    /// Whether the rule applies at n.
    pub fn applies(&self, n: i64) -> bool {
        match n < self.from {
            true => self.before.binary_search(&n).is_ok(),
            false => self.residues.binary_search(&n.rem_euclid(self.modulus)).is_ok(),
        }
    }

    /// The least n at which the rule applies, if it ever does.
    pub fn first(&self) -> Option<i64> {
        self.before.first().copied().or_else(|| (self.from..self.from + self.modulus).find(|&n| self.applies(n)))
    }

    /// The parts whose size depends on n.
    pub fn parts(&self) -> impl Iterator<Item = Part> {
        let cut = self.cut.iter().flat_map(|cut| &cut.coordinates).flat_map(|coordinate| &coordinate.parts);
        self.joint.iter().chain(cut).copied()
    }

    /// For each part that depends on n: its kind, and the largest size it can have, minus n.
    pub fn reaches(&self) -> impl Iterator<Item = Part> {
        let joint = self.joint.iter().map(|part| Part { kind: part.kind, offset: -part.offset });
        let cut = self.cut.iter().flat_map(|cut| {
            let least = cut.least();
            cut.coordinates.iter().flat_map(move |coordinate| {
                let largest = coordinate.least - least;
                coordinate.parts.iter().map(move |part| Part { kind: part.kind, offset: largest + part.offset })
            })
        });
        joint.chain(cut)
    }

    /// Whether an option is a single position, or nothing.
    pub fn is_single(&self) -> bool {
        !self.is_cancelled && self.fixed.len() + self.parts().count() <= 1
    }

    /// The options at n, each as a list of kinds with their sizes.
    pub fn options(&self, n: i64, visit: &mut OptionVisitor<'_>) {
        if !self.applies(n) {
            return;
        }
        let fixed = self.fixed.iter().map(|part| (part.kind, part.offset));
        let mut option: Vec<(usize, i64)> =
            fixed.chain(self.joint.iter().map(|part| (part.kind, n - part.offset))).collect();
        let Some(cut) = &self.cut else { return visit(&option) };
        let plain = option.len();
        cut.visit(n, &mut |at| {
            option.truncate(plain);
            for (coordinate, &a) in cut.coordinates.iter().zip(at) {
                option.extend(coordinate.parts.iter().map(|part| (part.kind, a + part.offset)));
            }
            visit(&option);
        });
    }
}

impl Kind {
    /// The least size; 0 for a kind without a size.
    pub fn first(&self) -> i64 {
        self.least.unwrap_or(0)
    }

    /// The kinds to which its moves lead.
    pub fn leads_to(&self) -> impl Iterator<Item = usize> {
        self.rules.iter().flat_map(|rule| rule.fixed.iter().copied().chain(rule.parts()).map(|part| part.kind))
    }
}

impl Kinds {
    /// The kinds that can be reached from the asked ones, in ascending order.
    pub fn reached(&self) -> BTreeSet<usize> {
        let AskedKinds::One { kind, .. } = self.asked else { return (0..self.kinds.len()).collect() };
        let (mut reached, mut open) = (BTreeSet::from([kind]), vec![kind]);
        while let Some(kind) = open.pop() {
            for next in self.kinds[kind].leads_to() {
                if reached.insert(next) {
                    open.push(next);
                }
            }
        }
        reached
    }

    /// The largest part of a set that contains none of the kinds `without`, and no kind that leads out of the part.
    pub fn closed_part(&self, set: &BTreeSet<usize>, without: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut part: BTreeSet<usize> = set.difference(without).copied().collect();
        loop {
            let leads_out = |&kind: &usize| !self.kinds[kind].leads_to().all(|next| part.contains(&next));
            let gone: BTreeSet<usize> = part.iter().copied().filter(leads_out).collect();
            if gone.is_empty() {
                return part;
            }
            part.retain(|kind| !gone.contains(kind));
        }
    }

    /// Whether every option is a single position, so that theorems hold for outcomes, too.
    pub fn is_single(&self) -> bool {
        self.reached().into_iter().all(|kind| self.kinds[kind].rules.iter().all(KindRule::is_single))
    }

    /// A bound on how far the largest size that a row needs exceeds n.
    pub fn most_ahead(&self) -> u64 {
        let rules = || self.kinds.iter().flat_map(|kind| &kind.rules);
        let fixed = rules().flat_map(|rule| &rule.fixed).map(|part| part.offset).max().unwrap_or(0);
        // On the way from a row to any part, every kind is ahead of another one at most once.
        let ahead = rules().flat_map(KindRule::reaches).map(|part| part.offset).max().unwrap_or(0).max(0);
        let shift = if let AskedKinds::One { shift, .. } = self.asked { shift } else { 0 };
        let all = ahead.saturating_mul(self.kinds.len() as i64).saturating_add(shift.max(0));
        all.saturating_add(fixed.max(0)).unsigned_abs()
    }

    /// Whether every play ends, as far as its parts depend on n: a number for each kind, so that (K + 1) n + number
    /// falls with every move, for K kinds. `None` if there may be an endless play.
    pub fn potentials(&self) -> Option<Vec<i64>> {
        let count = self.kinds.len() as i64;
        let mut potentials = vec![0i64; self.kinds.len()];
        let edges: BTreeSet<(usize, Part)> = self
            .kinds
            .iter()
            .enumerate()
            .flat_map(|(kind, of)| of.rules.iter().flat_map(KindRule::reaches).map(move |part| (kind, part)))
            .collect();
        for _ in 0..=count {
            let mut is_settled = true;
            for &(from, part) in &edges {
                let least = part.offset.checked_mul(count + 1)?.checked_add(potentials[part.kind] + 1)?;
                if potentials[from] < least {
                    (potentials[from], is_settled) = (least, false);
                }
            }
            if is_settled {
                return Some(potentials);
            }
        }
        None
    }
}

impl Structure for Kinds {
    fn work_per_row(&self, rows: u64) -> u64 {
        let rules = self.kinds.iter().flat_map(|kind| &kind.rules);
        rules.map(|rule| if rule.cut.is_some() { work_of_splits(rows) } else { 1 }).sum::<u64>().max(1)
    }
}
