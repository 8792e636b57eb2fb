//! Automatic tables: the value of a position is the output of an automaton that reads all its coordinates in parallel.
//!
//! Idea and false friends: as for automatic sequences. At most 12 values and 60 states, at most 300 combinations of
//! digits; Zeckendorf and Pell for two coordinates. Cost: 8 bits, and the cheaper of two codings of the transitions.
//! Needs a whole box from 0 on, and all of the fit part: Wythoff's game with t = 2 has 23 states, which close when
//! coordinates up to 420 are seen; of unequal sides the least one counts for the search, and all positions for the
//! comparison.

use super::automatic::{Cube, VALUES, described, infer};
use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::table::Table;
use grundy_core::automaton::{Automaton, Numeration};
use std::collections::BTreeSet;
use std::sync::Arc;

const AUTOMATIC_TABLE: Kind = Kind {
    closes: false,
    ..Kind::complete(
        "automatic-table",
        "the value is the output of an automaton that reads all coordinates in parallel",
    )
};

/// Finds automatic tables.
pub const FINDER: Finder = Finder {
    kinds: &[&AUTOMATIC_TABLE],
    least: 130,
    is_linear: true,
    looks_at: LooksAt::Both,
    find: Find::Table(find),
};

/// The largest number of states.
const STATES: usize = 60;

/// Every merge of states rests on so many values.
const MERGE: usize = 16;

fn find(fit: &Fit<Table>, budget: &mut Budget) -> Found {
    let table = &fit.data;
    let different: BTreeSet<i64> = table.values().iter().copied().collect();
    if !table.is_whole_box() || table.dimensions() < 2 || !(2..=VALUES).contains(&different.len()) {
        return Ok(Vec::new());
    }
    let cube = cube(table);
    let mut best: Option<Candidate> = None;
    for numeration in numerations(table.dimensions()) {
        let Some(candidate) = candidate(fit, &cube, numeration, budget)? else { continue };
        if best.as_ref().is_none_or(|best| candidate.cost < best.cost) {
            best = Some(candidate);
        }
    }
    Ok(best.into_iter().collect())
}

fn numerations(dimensions: usize) -> Vec<Numeration> {
    let is_small = |base: &u8| u32::try_from(dimensions).ok().and_then(|d| u32::from(*base).checked_pow(d));
    let bases = (2..=5).filter(|base| is_small(base).is_some_and(|digits| digits <= 300)).filter_map(Numeration::base);
    let others = [Numeration::ZECKENDORF, Numeration::PELL];
    bases.chain(others.into_iter().filter(|_| dimensions == 2)).collect()
}

/// The largest cube from 0 on.
fn cube(table: &Table) -> Cube {
    let side = table.high().iter().copied().min().unwrap_or(0) as usize + 1;
    let dimensions = table.dimensions();
    let mut values = vec![0; side.pow(dimensions as u32)];
    for (point, &value) in table.points().zip(table.values()) {
        if point.iter().all(|&x| x < side as i64) {
            values[point.iter().fold(0, |cell, &x| cell * side + x as usize)] = value;
        }
    }
    Cube { side, dimensions, values }
}

fn candidate(
    fit: &Fit<Table>,
    cube: &Cube,
    numeration: Numeration,
    budget: &mut Budget,
) -> Result<Option<Candidate>, Stop> {
    let Some(automaton) = infer(cube, numeration, STATES, MERGE, budget)? else { return Ok(None) };
    let all = 0..automaton.outputs().len();
    let targets: Vec<i64> =
        all.flat_map(|state| automaton.transitions(state)).map(|(_, target)| target as i64).collect();
    let states = automaton.outputs().len() as i64;
    let plain = bits::log2(states.max(2) as u64).times(targets.len() as i64) + Bits::whole(8 + states);
    let cost = plain.min(bits::noise(&targets) + Bits::whole(8 + 3 * states));
    let rule = Automatic { names: fit.data.names().to_vec(), automaton };
    budget.spend(16 * fit.data.len())?;
    let holds = rule.positions(&fit.data).iter().zip(fit.data.values()).all(|(said, value)| *said == Some(*value));
    Ok(holds.then(|| Candidate {
        kind: &AUTOMATIC_TABLE,
        null: fit.null,
        cost,
        fitted: targets.len() + states as usize,
        confirmed: fit.data.len(),
        exceptions: Vec::new(),
        demand: Demand::USUAL,
        rule: Arc::new(rule),
    }))
}

/// The values are the outputs of an automaton.
#[derive(Debug)]
struct Automatic {
    names: Vec<String>,
    automaton: Automaton,
}

impl Rule for Automatic {
    fn words(&self) -> String {
        format!(
            "the value is the output of an automaton with {}, which reads {} coordinates in parallel",
            described(&self.automaton),
            self.automaton.coordinates()
        )
    }

    fn claim(&self, _: Subject) -> Result<String, &'static str> {
        Err("a file with the automaton (--automata FOLDER)")
    }

    fn positions(&self, table: &Table) -> Said {
        let value = |point: &[i64]| {
            let point: Option<Vec<u64>> = point.iter().map(|&x| u64::try_from(x).ok()).collect();
            self.automaton.value(&point?)
        };
        table.points().map(value).collect()
    }

    fn automaton(&self) -> Option<&Automaton> {
        Some(&self.automaton)
    }

    fn names(&self) -> &[String] {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::control::FREE;

    fn found(size: i64, value: impl Fn(i64, i64) -> i64) -> Option<Automaton> {
        let points: Vec<i64> = (0..size).flat_map(|a| (0..size).flat_map(move |b| [a, b])).collect();
        let values = points.chunks(2).map(|point| value(point[0], point[1])).collect();
        let table = Table::new(vec!["h1".into(), "h2".into()], points, values);
        let fit = Fit::table(table, Subject::Values);
        let found = find(&fit, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget");
        found.first().filter(|found| found.refusal().is_none()).and_then(|found| found.rule.automaton().cloned())
    }

    fn wythoff(a: i64, b: i64) -> i64 {
        let k = (a - b).abs();
        i64::from(a.min(b) != (k + (5 * k * k).isqrt()) / 2)
    }

    #[test]
    fn wythoff_and_common_digits() {
        let automaton = found(70, wythoff).expect("an automaton");
        assert_eq!(automaton.numeration(), Numeration::ZECKENDORF);
        assert!((0..300).all(|a| (0..300).all(|b| automaton.value(&[a as u64, b as u64]) == Some(wythoff(a, b)))));
        let automaton = found(32, |a, b| i64::from(a & b == 0)).expect("an automaton");
        assert_eq!((Some(automaton.numeration()), automaton.outputs().len()), (Numeration::base(2), 2));
        assert!(automaton.write().starts_with("msd_2 msd_2\n\n0 1\n0 0 -> 0\n0 1 -> 0\n1 0 -> 0\n1 1 -> 1\n"));
    }

    #[test]
    fn noise_and_spoiled_tables_have_none() {
        assert_eq!(found(40, |a, b| (7919 * a * a + 101 * b * b) % 10007 % 3), None);
        assert_eq!(found(70, |a, b| wythoff(a, b) ^ i64::from((a * 37 + b * 91) % 100 == 5)), None);
    }
}
