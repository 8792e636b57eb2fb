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
use conjunction::conjunction;
use set::Set;
use std::sync::Arc;
use union::union;
use views::{Sight, View};

static CONJUNCTION: Kind = Kind {
    closes: false,
    once: true,
    ..Kind::set("P-conj", "P-positions are those that satisfy a few equations and inequalities")
};
static UNION: Kind = Kind {
    closes: false,
    once: true,
    ..Kind::set("P-dnf", "P-positions are those that satisfy one of a few lists of equations and inequalities")
};

/// Finds sets of P-positions.
pub static FINDER: Finder = Finder {
    kinds: &[&CONJUNCTION, &UNION],
    least: 16,
    is_linear: false,
    looks_at: LooksAt::Outcomes,
    find: Find::Table(find),
};

/// A rule that costs at most this is simple, and no other view is tried.
const SIMPLE: Bits = Bits::whole(40);

type Search = fn(&Table, &View, &mut Budget) -> Result<Option<Set>, Stop>;

/// Finds conjunctions that tell the rows with value 0 from the others, the cheapest first.
pub(super) fn conjunctions(fit: &Fit<Table>, budget: &mut Budget) -> Found {
    search(fit, &[(&CONJUNCTION, conjunction as Search)], budget)
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
