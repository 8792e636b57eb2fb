//! Games of one kind of heaps that are those of a code.
//!
//! A rule says "remove c tokens and leave exactly r heaps" for some r: a coordinate that may leave nothing gives two of
//! them. These are the bits of digit c. Splits into unequal heaps alone are Grundy's game, all smaller heaps are an
//! all-but game. The options are those of the code, except that heaps of 0 tokens are nothing.

use super::heap::{AllBut, Subtraction, UnequalSplit};
use super::kinds::{AskedKinds, Cut, KindRule, Kinds, Order, Part};
use super::offered::Structure;
use crate::ruleset::TakeAndBreak;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A game that is also given by a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recognised {
    /// A take-and-break code.
    Code(TakeAndBreak),
    /// A finite subtraction set.
    Subtraction(Subtraction),
    /// Any number outside a finite set may be taken.
    AllBut(AllBut),
    /// Grundy's game.
    UnequalSplit(UnequalSplit),
}

impl fmt::Display for Recognised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |set: &[u64]| set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        match self {
            Recognised::Code(code) => write!(f, "octal:{code}"),
            Recognised::Subtraction(Subtraction(set)) => write!(f, "subtraction:{}", list(set)),
            Recognised::AllBut(AllBut(set)) if set.is_empty() => f.write_str("nim:1"),
            Recognised::AllBut(AllBut(set)) => write!(f, "all-but:{}", list(set)),
            Recognised::UnequalSplit(_) => f.write_str("grundys-game"),
        }
    }
}

/// What the rules of one kind say about each number of tokens removed.
#[derive(Default)]
struct Digits {
    /// The numbers of heaps that may be left.
    heaps: BTreeMap<i64, BTreeSet<usize>>,
    /// The numbers of tokens removed before a split into unequal heaps.
    unequal: BTreeSet<i64>,
    /// All numbers of tokens from here on may be removed.
    far: Option<i64>,
}

/// The largest place of a code.
const LAST_PLACE: i64 = 10_000;

impl Recognised {
    /// The code of a game, if it has one.
    pub fn of(kinds: &Kinds) -> Option<Self> {
        let [kind] = &kinds.kinds[..] else { return None };
        let is_shifted = matches!(kinds.asked, AskedKinds::One { shift, .. } if shift != 0);
        if kind.least != Some(0) || is_shifted {
            return None;
        }
        let mut digits = Digits::default();
        kind.rules.iter().try_for_each(|rule| digits.add(rule))?;
        digits.game()
    }

    /// The structure for kernels and theorems. Nim on one heap has none: its code has no certificates, its rules have.
    pub fn structure(&self) -> Option<&dyn Structure> {
        Some(match self {
            Recognised::Code(code) => code,
            Recognised::Subtraction(set) => set,
            Recognised::AllBut(AllBut(set)) if set.is_empty() => return None,
            Recognised::AllBut(set) => set,
            Recognised::UnequalSplit(split) => split,
        })
    }
}

impl Digits {
    fn add(&mut self, rule: &KindRule) -> Option<()> {
        let empty = Part { kind: 0, offset: 0 };
        let modulus = rule.modulus.max(rule.cut.as_ref().map_or(1, |cut| cut.modulus));
        if rule.is_cancelled || modulus > 1 || rule.fixed.iter().any(|part| *part != empty) {
            return None;
        }
        match (&rule.cut, &rule.joint[..]) {
            (None, []) if rule.residues.is_empty() => {
                rule.before.iter().for_each(|&n| self.leave(n, [0]));
                Some(())
            }
            (None, &[Part { offset, .. }]) => self.add_single(rule, offset),
            (Some(cut), []) => self.add_cut(rule, cut),
            _ => None,
        }
    }

    fn leave(&mut self, removed: i64, heaps: impl IntoIterator<Item = usize>) {
        self.heaps.entry(removed).or_default().extend(heaps);
    }

    /// n -> n - removed.
    fn add_single(&mut self, rule: &KindRule, removed: i64) -> Option<()> {
        let is_always = !rule.residues.is_empty();
        match (is_always, &rule.before[..]) {
            _ if removed <= 0 => return None,
            (true, []) if rule.from == removed => self.leave(removed, [0, 1]),
            (true, []) if rule.from == removed + 1 => self.leave(removed, [1]),
            (false, &[only]) if only == removed => self.leave(removed, [0]),
            _ => return None,
        }
        Some(())
    }

    fn add_cut(&mut self, rule: &KindRule, cut: &Cut) -> Option<()> {
        if rule.residues.is_empty() || (cut.least().max(0)..=rule.from).any(|n| !rule.applies(n)) {
            return None;
        }
        let (mut removed, mut least, mut slack) = (cut.sum, Vec::new(), Vec::new());
        for coordinate in &cut.coordinates {
            match coordinate.parts[..] {
                [] => slack.push(coordinate.least),
                [part] => {
                    removed -= part.offset;
                    least.push(coordinate.least + part.offset);
                }
                _ => return None,
            }
        }
        if !slack.is_empty() {
            let (&[own], &[more]) = (&least[..], &slack[..]) else { return None };
            let far = removed + more;
            if own != 0 || far <= 0 || cut.order.is_some() {
                return None;
            }
            self.far = Some(self.far.map_or(far, |known| known.min(far)));
            return Some(());
        }
        if least.iter().any(|&least| least > 1) {
            return None;
        }
        match &cut.order {
            None => {
                let may_vanish = least.iter().filter(|&&least| least == 0).count();
                self.leave(removed, least.len() - may_vanish..=least.len());
            }
            Some(Order::NotIn(excluded)) => {
                let [first, second] = &cut.coordinates[..] else { return None };
                let equal = second.parts.first()?.offset - first.parts.first()?.offset;
                if excluded[..] != [equal] || least.iter().any(|&least| least != 1) {
                    return None;
                }
                self.unequal.insert(removed);
            }
            Some(Order::AtMost(_)) => return None,
        }
        Some(())
    }

    fn game(self) -> Option<Recognised> {
        let Self { heaps, unequal, far } = self;
        if !unequal.is_empty() {
            let is_alone = heaps.is_empty() && far.is_none() && unequal == BTreeSet::from([0]);
            return is_alone.then_some(Recognised::UnequalSplit(UnequalSplit));
        }
        let both = BTreeSet::from([0, 1]);
        if let Some(far) = far {
            let fits = |(&removed, heaps): (&i64, &BTreeSet<usize>)| {
                heaps.is_subset(&both) && (removed >= far || *heaps == both)
            };
            let free = (1..far.min(LAST_PLACE)).filter(|removed| !heaps.contains_key(removed));
            let free: Vec<u64> = free.map(|removed| removed as u64).collect();
            return (far <= LAST_PLACE && heaps.iter().all(fits)).then_some(Recognised::AllBut(AllBut(free)));
        }
        let (first, last) = (*heaps.first_key_value()?.0, *heaps.last_key_value()?.0);
        let digit =
            |removed: i64| heaps.get(&removed).map_or(0u8, |heaps| heaps.iter().map(|&heaps| 1 << heaps.min(7)).sum());
        let is_code = first >= 0 && last <= LAST_PLACE && heaps.values().flatten().all(|&heaps| heaps <= 3);
        if !is_code || digit(0) & 3 != 0 {
            return None;
        }
        let digits: Vec<u8> = (1..=last).map(digit).collect();
        Some(match digit(0) == 0 && digits.iter().all(|digit| [0, 3].contains(digit)) {
            true => {
                let set = (1..=last).filter(|&removed| digit(removed) == 3).map(|removed| removed as u64);
                Recognised::Subtraction(Subtraction(set.collect()))
            }
            false => Recognised::Code(TakeAndBreak::of_digits(digit(0), digits)),
        })
    }
}
