//! Values that depend on one feature of the position: G(h) = F(f(h)), but perhaps at the origin.
//!
//! G must be constant where f is, and f must have at most a quarter as many values as there are positions. F is an
//! expression, or else the table of its values; a value of f that is new says nothing. Looks at each position once for
//! each feature.

use super::closed_form::form_of_table;
use super::features::Feature;
use super::writing::set;
use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::expression::Tree;
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Condition, Demand, Kind, Rule, Said, Subject};
use crate::table::Table;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const DEPENDS: Kind = Kind {
    closes: false,
    once: true,
    ..Kind::complete("depends", "G depends only on one number, such as the largest coordinate")
};

/// Finds values that depend on one feature.
pub const FINDER: Finder =
    Finder { kinds: &[&DEPENDS], least: 32, is_linear: false, looks_at: LooksAt::Both, find: Find::Table(find) };

/// A claim lists at most so many values.
const LISTED: usize = 60;

fn find(fit: &Fit<Table>, budget: &mut Budget) -> Found {
    let mut found = Vec::new();
    for feature in Feature::all(fit.data.dimensions()) {
        if let Some(rule) = Depends::of(fit, feature, budget)? {
            let fibres = rule.values.len();
            let values: Vec<i64> = rule.values.values().copied().collect();
            let cost = match &rule.function {
                Function::Table => bits::sequence(&values) + Bits::of_256ths(64 * fibres as i64),
                Function::Form(bits, _) => Bits::whole(*bits),
                // An equation between the feature and a number, as in a set of P-positions, and which feature it is.
                Function::Only(only) => Bits::whole(2 + 2 + 5) + Tree::Number(*only).bits(),
            };
            found.push(Candidate {
                kind: &DEPENDS,
                null: fit.null,
                cost: Bits::whole(10) + cost,
                fitted: fibres,
                confirmed: fit.data.len() - fibres,
                exceptions: Vec::new(),
                demand: Demand::USUAL,
                rule: Arc::new(rule),
            });
        }
    }
    found.sort_by_key(|candidate| (candidate.cost, candidate.fitted));
    found.truncate(2);
    Ok(found)
}

/// How the value follows from the feature.
#[derive(Debug)]
enum Function {
    /// By the table of values.
    Table,
    /// By an expression whose only variable is the feature, of so many bits.
    Form(i64, Tree),
    /// Outcomes: P where the feature has this value.
    Only(i64),
}

/// The rule.
#[derive(Debug)]
struct Depends {
    names: Vec<String>,
    subject: Subject,
    feature: Feature,
    /// The value for each value of the feature.
    values: BTreeMap<i64, i64>,
    function: Function,
    /// The least position and its value, if that is an exception.
    origin: Option<(Vec<i64>, i64)>,
}

impl Depends {
    fn of(fit: &Fit<Table>, feature: Feature, budget: &mut Budget) -> Result<Option<Depends>, Stop> {
        let table = &fit.data;
        let mut values = BTreeMap::new();
        let mut origin = None;
        for (row, (point, &value)) in table.points().zip(table.values()).enumerate() {
            if row % 1024 == 0 {
                budget.spend(1024)?;
            }
            let Some(number) = feature.value(point) else { return Ok(None) };
            if point == table.low() {
                origin = Some((number, value));
            } else if *values.entry(number).or_insert(value) != value {
                return Ok(None);
            }
        }
        let origin = origin.filter(|&(number, value)| *values.entry(number).or_insert(value) != value);
        let different: BTreeSet<&i64> = values.values().collect();
        if different.len() < 2 || 4 * values.len() > table.len() {
            return Ok(None);
        }
        let function = match fit.subject {
            _ if !feature.is_number() => Function::Table,
            Subject::Values => form(&values, budget)?,
            Subject::Outcomes => only(&values),
        };
        Ok(Some(Depends {
            names: table.names().to_vec(),
            subject: fit.subject,
            feature,
            function,
            origin: origin.map(|(_, value)| (table.low().to_vec(), value)),
            values,
        }))
    }

    fn value(&self, point: &[i64]) -> Option<i64> {
        match &self.origin {
            Some((origin, value)) if origin == point => return Some(*value),
            _ => {}
        }
        let number = self.feature.value(point)?;
        match &self.function {
            Function::Table => self.values.get(&number).copied(),
            Function::Form(_, tree) => tree.value(&[number]),
            Function::Only(only) => Some(i64::from(number != *only)),
        }
    }

    /// The values of the feature for each value of the position.
    fn classes(&self) -> BTreeMap<i64, Vec<i64>> {
        let mut classes: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
        for (number, value) in &self.values {
            classes.entry(*value).or_default().push(*number);
        }
        classes
    }

    /// A value in words.
    fn name(&self, value: i64) -> String {
        match (self.subject, value) {
            (Subject::Values, _) => value.to_string(),
            (Subject::Outcomes, 0) => "P".to_owned(),
            (Subject::Outcomes, _) => "N".to_owned(),
        }
    }

    /// What is claimed of a position with this value.
    fn equals(&self, value: i64) -> String {
        let what = if self.subject == Subject::Values { "value" } else { "outcome" };
        format!("{what} == {}", self.name(value))
    }

    /// Where the general rule says P, as a linear condition; `None` if there is none, or the rule does not speak of all
    /// positions.
    fn p_positions(&self, names: &[String]) -> Option<String> {
        if self.subject == Subject::Values {
            return None;
        }
        match self.function {
            Function::Only(only) => self.feature.condition(only, names),
            Function::Form(..) => None,
            Function::Table if self.feature.count_of_values(names.len()) == Some(self.values.len()) => {
                let zeros = self.values.iter().filter(|(_, outcome)| **outcome == 0);
                let pieces = zeros.map(|(&number, _)| Some(format!("({})", self.feature.condition(number, names)?)));
                Some(pieces.collect::<Option<Vec<_>>>()?.join(" or "))
            }
            Function::Table => None,
        }
    }

    fn general_claim(&self) -> Result<String, &'static str> {
        let feature = self.feature.text(&self.names);
        match &self.function {
            Function::Form(_, tree) => {
                return Ok(format!("value == {}", tree.text(std::slice::from_ref(&feature), "h")));
            }
            Function::Only(only) => return Ok(format!("(outcome == P iff {feature} == {only})")),
            Function::Table => {}
        }
        if self.values.len() > LISTED {
            return Err("a table of values");
        }
        let one = |(value, numbers): (&i64, &Vec<i64>)| {
            format!("({feature} in {} implies {})", set(numbers.iter().copied()), self.equals(*value))
        };
        Ok(self.classes().iter().map(one).collect::<Vec<_>>().join(" and "))
    }
}

/// The condition that a position is this one.
fn at(names: &[String], point: &[i64]) -> String {
    let equal = |(name, x): (&String, &i64)| format!("{name} == {x}");
    names.iter().zip(point).map(equal).collect::<Vec<_>>().join(" and ")
}

/// The only value of the feature that P-positions have, if there is one, among three or more.
fn only(outcomes: &BTreeMap<i64, i64>) -> Function {
    let mut zeros = outcomes.iter().filter(|(_, outcome)| **outcome == 0);
    match (zeros.next(), zeros.next()) {
        (Some((&only, _)), None) if outcomes.len() > 2 => Function::Only(only),
        _ => Function::Table,
    }
}

/// The cheapest expression for all values, if there are four or more.
fn form(values: &BTreeMap<i64, i64>, budget: &mut Budget) -> Result<Function, Stop> {
    if values.len() < 4 {
        return Ok(Function::Table);
    }
    let hit = form_of_table(values, budget)?;
    Ok(hit.map_or(Function::Table, |(bits, tree)| Function::Form(bits, tree)))
}

impl Rule for Depends {
    fn words(&self) -> String {
        let what = match self.subject {
            Subject::Values => "G",
            Subject::Outcomes => "the outcome",
        };
        let origin = match &self.origin {
            Some((origin, value)) => {
                let numbers: Vec<String> = origin.iter().map(i64::to_string).collect();
                format!(", but for ({}), where it is {}", numbers.join(", "), self.name(*value))
            }
            None => String::new(),
        };
        let feature = self.feature.words(&self.names);
        let rule = match &self.function {
            Function::Form(_, tree) => {
                let k = self.feature.text(&self.names);
                format!("G = {} with k = {k}", tree.text(&["k".to_owned()], "h"))
            }
            Function::Only(only) => format!("P iff it is {only}"),
            Function::Table => {
                let first = if self.values.len() <= LISTED { LISTED } else { 8 };
                let one = |(value, numbers): (&i64, &Vec<i64>)| {
                    let more = if numbers.len() > first { ", ..." } else { "" };
                    let shown: Vec<String> =
                        numbers.iter().take(first).map(|&k| self.feature.shown(k, &self.names)).collect();
                    format!("{} for {}{more}", self.name(*value), shown.join(", "))
                };
                let classes = self.classes();
                let more = if classes.len() > first { "; ..." } else { "" };
                format!("{}{more}", classes.iter().take(first).map(one).collect::<Vec<_>>().join("; "))
            }
        };
        format!("{what} depends only on {feature}{origin}: {rule}")
    }

    fn claim(&self, _: Subject) -> Result<String, &'static str> {
        let general = self.general_claim()?;
        let Some((origin, value)) = &self.origin else { return Ok(general) };
        let here = at(&self.names, origin);
        Ok(format!("({here} and {}) or (not ({here}) and {general})", self.equals(*value)))
    }

    fn positions(&self, table: &Table) -> Said {
        table.points().map(|point| self.value(point)).collect()
    }

    fn condition(&self) -> Option<Condition> {
        let names: Vec<String> = (1..=self.names.len()).map(|i| format!("x{i}")).collect();
        let general = self.p_positions(&names)?;
        let text = match &self.origin {
            None => general,
            Some((origin, value)) => {
                let here = at(&names, origin);
                if *value == 0 { format!("({here}) or {general}") } else { format!("({general}) and not ({here})") }
            }
        };
        let orders = vec![(0..names.len()).collect()];
        Some(Condition { text, names, orders })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{found, table_of};
    use grundy_core::control::FREE;

    fn best(table: Table, subject: Subject) -> Option<(String, String)> {
        let fit = Fit::table(table, subject);
        let found = find(&fit, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget");
        let rule = &found.first()?.rule;
        let said = rule.positions(&fit.data);
        assert!(said.iter().zip(fit.data.values()).all(|(said, value)| *said == Some(*value)));
        Some((rule.words(), rule.claim(subject).expect("a claim")))
    }

    #[test]
    fn features_with_and_without_a_form() {
        let (words, claim) = best(table_of(3, 8, |p| p[0] + p[1] + p[2] + 1), Subject::Values).expect("a rule");
        assert_eq!(words, "G depends only on the sum of the coordinates: G = k + 1 with k = (h1 + h2 + h3)");
        assert_eq!(claim, "value == (h1 + h2 + h3) + 1");
        let (words, claim) = best(table_of(2, 20, |p| p[0] % 3 * 2 + p[1] % 3), Subject::Values).expect("a rule");
        assert_eq!(
            words,
            "G depends only on the coordinates modulo 3: 0 for (0, 0); 1 for (0, 1); 2 for (1, 0), (0, 2); 3 for (1, 1); 4 for (2, 0), \
             (1, 2); 5 for (2, 1); 6 for (2, 2)"
        );
        assert!(claim.starts_with("((h1 % 3 + 3 * (h2 % 3)) in {0} implies value == 0) and "), "{claim}");
    }

    #[test]
    fn the_origin_may_differ() {
        let leaders = |p: &[i64]| p.iter().filter(|&x| x == p.iter().max().expect("a heap")).count();
        let table = table_of(3, 8, |p| i64::from(p != [0, 0, 0] && leaders(p) % 2 == 1));
        let (words, claim) = best(table, Subject::Outcomes).expect("a rule");
        assert_eq!(
            words,
            "the outcome depends only on how often the largest coordinate occurs, but for (0, 0, 0), where it is P: P iff it \
             is 2"
        );
        assert!(claim.starts_with("(h1 == 0 and h2 == 0 and h3 == 0 and outcome == P) or (not ("), "{claim}");
    }

    #[test]
    fn near_misses_are_refused() {
        let max = |p: &[i64]| if (p[0] * 31 + p[1] * 17) % 101 == 5 { 3 } else { p[0].max(p[1]) % 3 };
        assert_eq!(best(table_of(2, 30, max), Subject::Values), None);
        let (words, _) =
            best(table_of(2, 30, |p| [4, 1, 7][(p[0] + p[1]) as usize % 3]), Subject::Values).expect("a rule");
        assert!(words.starts_with("G depends only on the sum of the coordinates"), "{words}");
        let guess = found(table_of(2, 30, max), Subject::Values);
        assert!(guess.patterns.iter().all(|found| found.kind != "depends"), "{:?}", guess.patterns);
    }
}
