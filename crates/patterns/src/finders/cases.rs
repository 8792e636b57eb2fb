//! Closed forms in cases: G = E(h) exactly where a condition C(h) holds. For answers of the games of a sweep, which
//! seldom have one form for all parameters: the period of the subtraction set {a, b} is a + b exactly where b is not an
//! odd multiple of a.
//!
//! The expressions E are those of a small pool that agree with many values. For each, the rows where G = E are a set,
//! and the search for sets of P-positions looks for its condition, or for that of its complement.
//!
//! False friends: an E that agrees with few values; they must be a sixteenth of all.

use super::p_sets;
use super::sampling::choose;
use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::expression::{Fold, Grammar, One, Pool, Tree, Two};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Class, Demand, Kind, Rule, Said, Subject, Tally};
use crate::table::Table;
use grundy_core::random::Random;
use std::sync::Arc;

const CASES: Kind = Kind {
    class: Class::Partial,
    closes: false,
    ..Kind::complete("cases", "G is an expression exactly where a condition holds")
};

/// Finds closed forms in cases.
pub const FINDER: Finder =
    Finder { kinds: &[&CASES], least: 60, is_linear: false, looks_at: LooksAt::Values, find: Find::Table(find) };

/// So many expressions are looked at.
const LISTED: usize = 300;

/// For so many of them a condition is looked for.
const EXPRESSIONS: usize = 12;

/// At most so many cases are proposed.
const CASES_FOUND: usize = 3;

fn find(fit: &Fit<Table>, budget: &mut Budget) -> Found {
    let table = &fit.data;
    let (mut found, mut tries) = (Vec::new(), 0);
    let mut explained = vec![false; table.len()];
    for (bits, tree) in expressions(table, budget)? {
        budget.spend(table.len())?;
        let agrees: Vec<bool> =
            table.points().zip(table.values()).map(|(point, &value)| tree.value(point) == Some(value)).collect();
        let new = agrees.iter().zip(&explained).filter(|(agrees, explained)| **agrees && !**explained).count();
        // An expression that differs little from one that was found says little more.
        if 2 * new <= agrees.iter().filter(|&&agrees| agrees).count() {
            continue;
        }
        let conditions = [condition(table, &agrees, false, budget)?, condition(table, &agrees, true, budget)?];
        let simplest = conditions.into_iter().flatten().min_by_key(|(condition, _)| condition.cost);
        if let Some((condition, negated)) = simplest {
            found.push(candidate(table, Case { tree, condition: condition.rule.clone(), negated }, bits, &condition));
            explained.iter_mut().zip(agrees).for_each(|(explained, agrees)| *explained |= agrees);
        }
        tries += 1;
        if found.len() == CASES_FOUND || tries == EXPRESSIONS {
            break;
        }
    }
    Ok(found)
}

/// A conjunction that tells the rows that agree from the others; negated, one that tells the others.
fn condition(
    table: &Table,
    agrees: &[bool],
    negated: bool,
    budget: &mut Budget,
) -> Result<Option<(Candidate, bool)>, Stop> {
    let marks = agrees.iter().map(|&agrees| i64::from(agrees == negated)).collect();
    let set = Fit::table(table.with_values(marks), Subject::Outcomes);
    let found = p_sets::conjunctions(&set, budget)?;
    Ok(found.into_iter().next().map(|condition| (condition, negated)))
}

/// The expressions that agree with most values of a sample, with their costs.
fn expressions(table: &Table, budget: &mut Budget) -> Result<Vec<(i64, Tree)>, Stop> {
    let all: Vec<usize> = (0..table.len()).collect();
    let sample = choose(&mut Random(17), &all, 300);
    let points: Vec<&[i64]> = sample.iter().map(|&row| table.point(row)).collect();
    let grammar = Grammar {
        variables: table.dimensions(),
        numbers: &[0, 1, 2, 3, 4],
        leaves: [Fold::Max, Fold::Min, Fold::Sum].map(Tree::All).to_vec(),
        one: &[One::More, One::Less, One::Half],
        two: &[Two::Plus, Two::Minus, Two::Times, Two::Min, Two::Max, Two::Gcd, Two::Over],
        size: 4,
        cap: 4000,
        negative: true,
    };
    let pool = Pool::grow(&points, grammar, budget)?;
    budget.spend(pool.len() * sample.len())?;
    let agreeing = |index: usize| {
        sample.iter().zip(pool.row(index)).filter(|(row, value)| table.values()[**row] == **value).count()
    };
    let mut ranked: Vec<(usize, i64, usize)> = (0..pool.len())
        .map(|index| (sample.len() - agreeing(index), pool.bits(index), index))
        .filter(|(missed, ..)| 16 * (sample.len() - missed) >= sample.len())
        .collect();
    ranked.sort_unstable();
    ranked.truncate(LISTED);
    Ok(ranked.into_iter().map(|(_, bits, index)| (bits, pool.tree(index))).collect())
}

fn candidate(table: &Table, case: Case, bits: i64, condition: &Candidate) -> Candidate {
    let said = case.positions(table);
    let values: Vec<i64> = said.iter().filter_map(|said| *said).collect();
    Candidate {
        kind: &CASES,
        null: bits::table(&values) + condition.null,
        cost: Bits::whole(6 + bits) + condition.cost,
        fitted: condition.fitted,
        confirmed: values.len(),
        exceptions: Vec::new(),
        demand: Demand::USUAL,
        rule: Arc::new(case),
    }
}

/// G = E exactly where a condition holds.
#[derive(Debug)]
struct Case {
    tree: Tree,
    /// A rule for the set of rows where G = E, or where it does not.
    condition: Arc<dyn Rule>,
    /// Whether it is a rule for those where it does not.
    negated: bool,
}

impl Case {
    /// Whether the condition holds at each row.
    fn holds(&self, table: &Table) -> Vec<Option<bool>> {
        let said = self.condition.positions(table);
        said.into_iter().map(|said| said.map(|said| (said == 0) != self.negated)).collect()
    }

    /// The expression and the condition in the language.
    fn texts(&self, names: &[String]) -> Result<(String, String), &'static str> {
        let claim = self.condition.claim(Subject::Outcomes)?;
        let condition = claim.strip_prefix("outcome == P iff ").ok_or("a condition")?;
        let condition = if self.negated { format!("not ({condition})") } else { condition.to_owned() };
        Ok((self.tree.text(names, "h"), condition))
    }
}

impl Rule for Case {
    fn words(&self) -> String {
        match self.texts(self.condition.names()) {
            Ok((form, condition)) => format!("G = {form} exactly where {condition}"),
            Err(_) => format!("G is an expression exactly where not: {}", self.condition.words()),
        }
    }

    fn claim(&self, subject: Subject) -> Result<String, &'static str> {
        if subject == Subject::Outcomes {
            return Err("values");
        }
        let (form, condition) = self.texts(self.condition.names())?;
        Ok(format!("value == {form} iff ({condition})"))
    }

    fn positions(&self, table: &Table) -> Said {
        let holds = self.holds(table).into_iter().zip(table.points());
        holds.map(|(holds, point)| if holds? { self.tree.value(point) } else { None }).collect()
    }

    /// Where the condition does not hold, the value must not be that of the expression.
    fn compare_positions(&self, table: &Table, counted: &[bool]) -> Tally {
        let mut tally = Tally::default();
        let rows = self.holds(table).into_iter().zip(table.points()).zip(table.values());
        for (row, ((holds, point), &value)) in rows.enumerate() {
            let Some(holds) = holds else { continue };
            if (self.tree.value(point) == Some(value)) != holds {
                tally.broken = Some(row);
                return tally;
            }
            tally.held += usize::from(counted[row] && holds);
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::control::FREE;

    /// Rows a < b, and a value for each.
    fn table(value: impl Fn(i64, i64) -> i64) -> Table {
        let points: Vec<i64> = (1..=20).flat_map(|a| (a + 1..=40).flat_map(move |b| [a, b])).collect();
        let values = points.chunks(2).map(|point| value(point[0], point[1])).collect();
        Table::new(vec!["a".into(), "b".into()], points, values)
    }

    #[test]
    fn periods_of_two_element_sets() {
        let period = |a: i64, b: i64| if b % (2 * a) == a { 2 * a } else { a + b };
        let fit = Fit::table(table(period), Subject::Values);
        let found = find(&fit, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget");
        let claims: Vec<String> = found.iter().filter_map(|found| found.rule.claim(Subject::Values).ok()).collect();
        assert!(claims.iter().any(|claim| claim.starts_with("value == a + b iff (not (")), "{claims:?}");
        assert!(found.iter().all(|found| found.refusal().is_none()));
        let wrong = |a: i64, b: i64| if (a * 31 + b * 17) % 97 == 3 { 1 } else { period(a, b) };
        let spoiled = table(wrong);
        assert!(found[0].rule.compare_positions(&spoiled, &vec![true; spoiled.len()]).broken.is_some());
    }
}
