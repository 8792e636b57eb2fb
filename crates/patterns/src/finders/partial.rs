//! Classes of positions, by the remainders of their coordinates modulo 2, 3 or 4, in which all are P, or all are N.
//!
//! Where the order of the coordinates does not matter, a class is a multiset of remainders. That a class of k
//! independent positions is all N by chance has the probability q^k, where q is the share of N-positions; each class
//! must save 24 bits. Looks at each position three times.

use super::writing::new_name;
use crate::bits::{self, Bits};
use crate::budget::Budget;
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Class, Demand, Kind, Rule, Said, Subject};
use crate::symmetry::Symmetry;
use crate::table::Table;
use std::collections::BTreeMap;
use std::sync::Arc;

const PARTIAL: Kind = Kind {
    class: Class::Partial,
    closes: false,
    ..Kind::complete("partial", "in some classes of positions modulo 2, 3 or 4, all are P or all are N")
};

/// Finds classes of positions that are all P or all N.
pub const FINDER: Finder =
    Finder { kinds: &[&PARTIAL], least: 64, is_linear: true, looks_at: LooksAt::Outcomes, find: Find::Table(find) };

/// The positions of a class.
#[derive(Default)]
struct Members {
    all: u64,
    p: u64,
    /// Positions that differ by a symmetry count once.
    independent: u64,
}

fn find(fit: &Fit<Table>, budget: &mut Budget) -> Found {
    let table = &fit.data;
    let all = table.len() as u64;
    let p = table.values().iter().filter(|&&value| value == 0).count() as u64;
    if 50 * p < all || 50 * (all - p) < all {
        return Ok(Vec::new());
    }
    let is_ordered = *table.symmetry() == Symmetry::AnyOrder;
    let counted = table.representatives();
    let saved = |outcome: i64| bits::log2(all) - bits::log2(if outcome == 0 { p } else { all - p });
    let mut best: Option<Candidate> = None;
    for modulus in 2..=4 {
        budget.spend(table.len())?;
        let mut classes: BTreeMap<Vec<i64>, Members> = BTreeMap::new();
        for (row, point) in table.points().enumerate() {
            let members = classes.entry(class(point, modulus, is_ordered)).or_default();
            members.all += 1;
            members.p += u64::from(table.values()[row] == 0);
            members.independent += u64::from(counted[row]);
        }
        let count = classes.len();
        let good = |(class, members): (Vec<i64>, Members)| {
            let outcome = i64::from(members.p == 0);
            let evidence = saved(outcome).times(members.independent as i64);
            let is_uniform = members.all >= 8 && (members.p == 0 || members.p == members.all);
            (is_uniform && evidence >= Bits::whole(24)).then_some((class, outcome, evidence))
        };
        let good: Vec<(Vec<i64>, i64, Bits)> = classes.into_iter().filter_map(good).collect();
        let null = good.iter().map(|(_, _, evidence)| *evidence).sum();
        if good.is_empty() || good.len() == count {
            continue;
        }
        let candidate = Candidate {
            kind: &PARTIAL,
            null,
            // A bit and 0.6 for each class: whether it is all P, all N or neither.
            cost: Bits::whole(8) + Bits::of_256ths(410 * count as i64),
            fitted: good.len(),
            confirmed: table.len(),
            exceptions: Vec::new(),
            demand: Demand::USUAL,
            rule: Arc::new(Partial {
                names: table.names().to_vec(),
                modulus,
                is_ordered,
                classes: good.into_iter().map(|(class, outcome, _)| (class, outcome)).collect(),
            }),
        };
        let is_better = best.as_ref().is_none_or(|best| candidate.gain() > best.gain());
        if candidate.refusal().is_none() && is_better {
            best = Some(candidate);
        }
    }
    Ok(best.into_iter().collect())
}

fn class(point: &[i64], modulus: i64, is_ordered: bool) -> Vec<i64> {
    let mut class: Vec<i64> = point.iter().map(|x| x.rem_euclid(modulus)).collect();
    if is_ordered {
        class.sort_unstable();
    }
    class
}

/// The rule.
#[derive(Debug)]
struct Partial {
    names: Vec<String>,
    modulus: i64,
    /// Whether the order of the coordinates does not matter.
    is_ordered: bool,
    /// The remainders, and the outcome of all their positions.
    classes: BTreeMap<Vec<i64>, i64>,
}

impl Partial {
    fn of_outcome(&self, outcome: i64) -> Vec<&[i64]> {
        self.classes.iter().filter(|(_, of)| **of == outcome).map(|(class, _)| class.as_slice()).collect()
    }

    /// That a position belongs to a class.
    fn condition(&self, class: &[i64]) -> String {
        let m = self.modulus;
        let is_uniform = class.iter().all(|rest| *rest == class[0]);
        let one = |(name, rest): (&String, &i64)| format!("{name} % {m} == {rest}");
        if !self.is_ordered || is_uniform {
            return self.names.iter().zip(class).map(one).collect::<Vec<_>>().join(" and ");
        }
        let i = new_name(&self.names, "i");
        let count = self.names.len();
        let mut different = class.to_vec();
        different.dedup();
        let number = |rest: &i64| {
            let times = class.iter().filter(|other| *other == rest).count();
            format!("count(h[{i}] % {m} == {rest} for {i} in 0..{count}) == {times}")
        };
        different.iter().map(number).collect::<Vec<_>>().join(" and ")
    }
}

impl Rule for Partial {
    fn words(&self) -> String {
        let list = |classes: &[&[i64]]| {
            let one = |class: &&[i64]| format!("({})", class.iter().map(i64::to_string).collect::<Vec<_>>().join(", "));
            classes.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        let parts: Vec<String> = [(0, "P"), (1, "N")]
            .into_iter()
            .map(|(outcome, name)| (self.of_outcome(outcome), name))
            .filter(|(classes, _)| !classes.is_empty())
            .map(|(classes, name)| format!("all are {name} for {}", list(&classes)))
            .collect();
        let order = if self.is_ordered { ", in any order" } else { "" };
        format!("of the positions whose coordinates are modulo {}{order}, {}", self.modulus, parts.join("; "))
    }

    fn claim(&self, _: Subject) -> Result<String, &'static str> {
        let one = |(class, outcome): (&Vec<i64>, &i64)| {
            let name = if *outcome == 0 { "P" } else { "N" };
            format!("(({}) implies outcome == {name})", self.condition(class))
        };
        let text = self.classes.iter().map(one).collect::<Vec<_>>().join(" and ");
        // The language has a limit of 1000 symbols.
        let symbols = text.split([' ', '(']).count();
        if symbols < 700 { Ok(text) } else { Err("a table of classes") }
    }

    fn positions(&self, table: &Table) -> Said {
        let said = |point: &[i64]| self.classes.get(&class(point, self.modulus, self.is_ordered)).copied();
        table.points().map(said).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, found, steps, table_of};

    #[test]
    fn even_heaps_of_a_slow_game() {
        let four_of_three = |p: &[i64], out: &mut Vec<i64>| {
            steps(p, &[&[1, 1, 1, 0], &[1, 1, 0, 1], &[1, 0, 1, 1], &[0, 1, 1, 1]], out);
        };
        let guess = Game::outcomes(4, 9, four_of_three).guess();
        let best = &guess.patterns[0];
        assert_eq!(best.kind, "partial");
        let claim = best.rule.claim(Subject::Outcomes).expect("a claim");
        let even = "((h1 % 2 == 0 and h2 % 2 == 0 and h3 % 2 == 0 and h4 % 2 == 0) implies outcome == P)";
        assert!(claim.contains(even), "{claim}");
        assert!(best.rule.words().contains("all are P for (0, 0, 0, 0)"), "{}", best.rule.words());
    }

    #[test]
    fn classes_without_a_rule_for_the_rest_and_near_misses() {
        let noise = |p: &[i64]| (p[0] * 7919 + p[1] * 104_729 + p[0] * p[1] * 13) % 1009 % 2;
        let value = |p: &[i64]| if p[0] % 3 == 1 && p[1] % 3 == 2 { 0 } else { noise(p) };
        let guess = found(table_of(2, 40, value), Subject::Outcomes);
        assert_eq!(guess.patterns[0].kind, "partial");
        assert_eq!(
            guess.patterns[0].rule.claim(Subject::Outcomes).as_deref(),
            Ok("((h1 % 3 == 1 and h2 % 3 == 2) implies outcome == P)")
        );
        let broken = |p: &[i64]| if (p[0] * 31 + p[1] * 17) % 101 == 5 { 1 } else { value(p) };
        assert!(found(table_of(2, 40, broken), Subject::Outcomes).patterns.is_empty());
    }
}
