//! Sets of P-positions: conjunctions of equations and inequalities, and unions of a few of them.
//!
//! The search sees a position in several ways ([`views`]), looks for one conjunction first ([`conjunction`]), and for a
//! union only if there is none ([`union`]). Rules are learned from a small sample and corrected at the positions of the
//! whole fit part where they are wrong.
//!
//! False friends: a piece for each P-position that is left over. The cost of the pieces, and the 8 bits that the
//! P-positions must cost in the part that is checked, are what refuses them.

mod conjunction;
mod samples;
mod set;
mod union;
mod views;

use crate::bits::Bits;
use crate::budget::{Budget, Stop};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind};
use crate::table::Table;
use conjunction::{conjunction, large_conjunction};
use set::Set;
use std::sync::Arc;
use union::union;
use views::{Sight, View};

const CONJUNCTION: Kind = Kind {
    closes: false,
    once: true,
    ..Kind::set("P-conj", "P-positions are those that satisfy a few equations and inequalities")
};
const UNION: Kind = Kind {
    closes: false,
    once: true,
    ..Kind::set("P-dnf", "P-positions are those that satisfy one of a few lists of equations and inequalities")
};

/// Finds sets of P-positions.
pub const FINDER: Finder = Finder {
    kinds: &[&CONJUNCTION, &UNION],
    least: 16,
    is_linear: false,
    looks_at: LooksAt::Outcomes,
    find: Find::Table(find),
};

/// A rule that costs at most this is simple, and no other view is tried.
const SIMPLE: Bits = Bits::whole(40);

type Search = fn(&Table, &View, &mut Budget) -> Result<Option<Set>, Stop>;

/// Finds conjunctions that tell the rows with value 0 from the others, of smaller and of larger expressions, the
/// cheapest first.
pub(super) fn conjunctions(fit: &Fit<Table>, budget: &mut Budget) -> Found {
    let mut found = search(fit, &[(&CONJUNCTION, conjunction as Search)], budget)?;
    found.extend(search(fit, &[(&CONJUNCTION, large_conjunction as Search)], budget)?);
    found.sort_by_key(|candidate| candidate.cost);
    Ok(found)
}

fn find(fit: &Fit<Table>, budget: &mut Budget) -> Found {
    search(fit, &[(&CONJUNCTION, conjunction as Search), (&UNION, union as Search)], budget)
}

/// Tries one sort of rules after the other, until one is found.
fn search(fit: &Fit<Table>, sorts: &[(&'static Kind, Search)], budget: &mut Budget) -> Found {
    let count = fit.data.values().iter().filter(|&&value| value == 0).count();
    if count < 8 || count + 8 > fit.data.len() {
        return Ok(Vec::new());
    }
    for &(kind, search) in sorts {
        let mut found = Vec::new();
        match in_all_views(fit, kind, search, &mut found, budget) {
            // What was found before the steps were used up counts.
            Err(Stop::Spent) if !found.is_empty() => {}
            other => other?,
        }
        if !found.is_empty() {
            found.sort_by_key(|candidate| candidate.cost);
            found.truncate(2);
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

fn in_all_views(
    fit: &Fit<Table>,
    kind: &'static Kind,
    search: Search,
    found: &mut Vec<Candidate>,
    budget: &mut Budget,
) -> Result<(), Stop> {
    for view in View::all(&fit.data) {
        let is_needed = found.last().is_none_or(|last| last.cost > SIMPLE && view.sight != Sight::First);
        if is_needed && let Some(set) = search(&fit.data, &view, budget)? {
            let candidate = candidate(fit, kind, set);
            if candidate.refusal().is_none() {
                found.push(candidate);
            }
        }
    }
    Ok(())
}

fn candidate(fit: &Fit<Table>, kind: &'static Kind, set: Set) -> Candidate {
    Candidate {
        kind,
        null: fit.null,
        cost: Bits::whole(8 + set.bits + 3 * set.pieces.len() as i64),
        fitted: set.atoms(),
        confirmed: fit.data.len(),
        exceptions: Vec::new(),
        demand: Demand::USUAL,
        rule: Arc::new(set),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{found, table_of};
    use crate::pattern::Subject;
    use grundy_core::control::FREE;
    use grundy_core::random::Random;

    /// The kind, the words and the claim of the best set.
    fn best(table: Table) -> Option<(&'static str, String, Result<String, &'static str>)> {
        let fit = Fit::table(table, Subject::Outcomes);
        let found = find(&fit, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget");
        let best = found.first()?;
        let said = best.rule.positions(&fit.data);
        assert!(said.iter().zip(fit.data.values()).all(|(said, value)| *said == Some(*value)));
        Some((best.kind.name, best.rule.words(), best.rule.claim(Subject::Outcomes)))
    }

    const fn outcome(is_p: bool) -> i64 {
        if is_p { 0 } else { 1 }
    }

    #[test]
    fn words_and_claims_of_the_views() {
        let raw = best(table_of(3, 9, |p| outcome(p[0] == p[1] + p[2]))).expect("a rule");
        assert_eq!(raw, ("P-conj", "P iff h1 == h2 + h3".to_owned(), Ok("outcome == P iff h1 == h2 + h3".to_owned())));
        let sorted = best(table_of(3, 9, |p| {
            let mut s = p.to_vec();
            s.sort_unstable();
            outcome(s[2] == s[0] + s[1])
        }));
        let (_, words, claim) = sorted.expect("a rule");
        assert!(words.starts_with("P iff ") && claim.expect("a claim").starts_with("outcome == P iff "), "{words}");
        let largest = |p: &[i64]| {
            (0..4).any(|i| {
                let t = |j: usize| p[(i + j) % 4];
                t(0) == *p.iter().max().expect("a heap") && t(0) == t(1) + t(3) && t(2) == 0
            })
        };
        let (kind, words, claim) = best(table_of(4, 6, |p| outcome(largest(p)))).expect("a rule");
        assert_eq!(kind, "P-conj", "{words}");
        assert!(claim.is_ok(), "{words}");
    }

    #[test]
    fn generated_unions_are_found_and_spoiled_ones_are_not() {
        let seed = 31;
        println!("seed {seed}");
        let mut random = Random(seed);
        for instance in 0..12 {
            let (a, b, c) = (random.below(3) as i64, 1 + random.below(2) as i64, random.below(3) as i64);
            let is_p = |p: &[i64]| (p[0] == b * p[1] + a && p[2] >= c) || (p[1] == 0 && p[2] == p[0]);
            let (kind, words, _) = best(table_of(3, 11, |p| outcome(is_p(p)))).unwrap_or_else(|| panic!("{instance}"));
            assert!(["P-dnf", "P-conj"].contains(&kind), "{words}");
            let spoiled = table_of(3, 11, |p| outcome(is_p(p)) ^ i64::from(random.below(100) == 0));
            let guess = found(spoiled, Subject::Outcomes);
            assert!(
                guess.patterns.iter().all(|found| !found.kind.starts_with("P-")),
                "{instance}: {:?}",
                guess.patterns
            );
        }
    }

    #[test]
    fn a_circle_of_six_is_seen_from_a_least_heap() {
        // Circular Nim with 4 of 6 heaps: M. Dufour and S. Heubach, Electron. J. Combin. 20(2) (2013) P22.
        let is_p = |p: &[i64]| {
            let is_one = |t: [i64; 6]| {
                let is_balanced = t[0] + t[1] == t[3] + t[4] && t[1] + t[2] == t[4] + t[5];
                p.iter().min() == Some(&t[0]) && is_balanced && t[0] ^ t[2] ^ t[4] == 0
            };
            (0..6).any(|i| is_one([0, 1, 2, 3, 4, 5].map(|j| p[(i + j) % 6])))
        };
        let (small, large) = (table_of(6, 4, |p| outcome(is_p(p))), table_of(6, 6, |p| outcome(is_p(p))));
        let views = View::all(&small);
        let view = views.iter().find(|view| view.sight == Sight::Min).expect("turns");
        let mut budget = Budget::new(Budget::STEPS, &FREE);
        let set = conjunction(&small, view, &mut budget).expect("within the budget").expect("a rule");
        assert!(large.points().zip(large.values()).all(|(p, &value)| set.contains(p) == Some(value == 0)));
    }
}
