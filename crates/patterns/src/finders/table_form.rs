//! Closed forms of tables: G = E(h), perhaps only where all coordinates are large enough or where G > 0; or G = k A + B
//! with closed forms of the quotient A and the remainder B.
//!
//! The expressions are those of a pool on 80 positions, most of them far from the origin, and sums of two of them. For
//! k A + B the quotients and remainders of the coordinates are expressions of size 1, too.
//!
//! False friends: the selective sum of Wythoff's game and Nim shows G = h1 + h2 + h3 for min(h) >= 2 in the box up to
//! 12 and breaks it at (9, 14, 2); an expression with % or ** that is right only in a small box.

use super::sampling::choose;
use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::expression::{Fold, Grammar, One, Pool, Tree, Two};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::table::Table;
use grundy_core::random::Random;
use std::collections::BTreeSet;
use std::sync::Arc;

const FORM: Kind = Kind::complete("table-expression", "G is an expression in the coordinates");
const PART: Kind =
    Kind { closes: false, ..Kind::complete("table-expression", "G is an expression in the coordinates, somewhere") };

/// Finds closed forms of tables.
pub const FINDER: Finder =
    Finder { kinds: &[&FORM], least: 60, is_linear: false, looks_at: LooksAt::Values, find: Find::Table(find) };

/// Fewer positions say nothing.
const LEAST: usize = 60;

/// Forms may begin where all coordinates are at least this far from their least number.
const BORDER: i64 = 3;

fn find(fit: &Fit<Table>, budget: &mut Budget) -> Found {
    if fit.subject == Subject::Outcomes {
        return Ok(Vec::new());
    }
    let table = &fit.data;
    let general = Search { cap: 30_000, positive: false, base: None, border: BORDER };
    if let Some(form) = general.run(table, budget)? {
        return Ok(vec![candidate(fit, form)]);
    }
    if let Some(form) = two_digits(table, budget)? {
        return Ok(vec![candidate(fit, form)]);
    }
    let positive = Search { positive: true, ..general }.run(table, budget)?;
    Ok(positive.map(|form| candidate(fit, form)).into_iter().collect())
}

/// G = k A + B, where A and B are closed forms of G / k and G % k.
fn two_digits(table: &Table, budget: &mut Budget) -> Result<Option<Form>, Stop> {
    let most = table.values().iter().copied().max().unwrap_or(0);
    for k in (2..=8).take_while(|k| most >= 2 * k) {
        let search = Search { cap: 12_000, positive: false, base: Some(k), border: 0 };
        let part = |of: fn(i64, i64) -> i64| table.with_values(table.values().iter().map(|&v| of(v, k)).collect());
        let Some(high) = search.run(&part(i64::div_euclid), budget)? else { continue };
        let Some(low) = search.run(&part(i64::rem_euclid), budget)? else { continue };
        let product = Tree::two(Two::Times, Tree::Number(k), high.tree);
        return Ok(Some(Form {
            tree: Tree::two(Two::Plus, product, low.tree),
            cost: high.cost + low.cost + bits::whole_number(k),
            fitted: 16,
            confirmed: table.len().saturating_sub(2 * (table.len() - high.confirmed)),
            ..high
        }));
    }
    Ok(None)
}

fn candidate(fit: &Fit<Table>, form: Form) -> Candidate {
    let null = if form.positive {
        let chosen = fit.data.representatives();
        let rows = fit.data.values().iter().zip(chosen).filter(|(value, chosen)| **value > 0 && *chosen);
        bits::table(&rows.map(|(&value, _)| value).collect::<Vec<i64>>())
    } else {
        fit.null
    };
    Candidate {
        kind: if form.positive || form.border > 0 { &PART } else { &FORM },
        null,
        cost: form.cost,
        fitted: form.fitted,
        confirmed: form.confirmed,
        exceptions: Vec::new(),
        demand: Demand::USUAL,
        rule: Arc::new(form),
    }
}

/// What closed forms are looked for.
#[derive(Clone, Copy)]
struct Search {
    /// The number of expressions.
    cap: usize,
    /// Whether only positive values count.
    positive: bool,
    /// Quotients and remainders by this number are expressions of size 1.
    base: Option<i64>,
    /// How far from the border a form may begin.
    border: i64,
}

impl Search {
    fn run(self, table: &Table, budget: &mut Budget) -> Result<Option<Form>, Stop> {
        let different: BTreeSet<i64> = table.values().iter().copied().collect();
        if different.len() < if self.positive { 4 } else { 2 } {
            return Ok(None);
        }
        let Some(rows) = self.sample(table) else { return Ok(None) };
        let points: Vec<&[i64]> = rows.iter().map(|&row| table.point(row)).collect();
        let target: Vec<i64> = rows.iter().map(|&row| table.values()[row]).collect();
        let pool = Pool::grow(&points, self.grammar(table.dimensions()), budget)?;
        for (bits, tree) in pool.search(&target, 6, budget)? {
            budget.spend(table.len())?;
            if let Some(form) = self.form(table, tree, bits, rows.len()) {
                return Ok(Some(form));
            }
        }
        Ok(None)
    }

    /// Up to 80 rows, of which 24 have a coordinate in the upper half; small coordinates only if there are few others.
    fn sample(self, table: &Table) -> Option<Vec<usize>> {
        let is_counted = |row: &usize| !self.positive || table.values()[*row] > 0;
        let is_inside = |row: &usize| table.point(*row).iter().zip(table.low()).all(|(x, &low)| *x > low.max(1));
        let mut rows: Vec<usize> = (0..table.len()).filter(|row| is_counted(row) && is_inside(row)).collect();
        let is_far = |row: &usize| {
            let mut bounds = table.low().iter().zip(table.high());
            table.point(*row).iter().any(|x| bounds.next().is_some_and(|(low, high)| 2 * x > low + high))
        };
        if rows.len() < LEAST {
            rows = (0..table.len()).filter(is_counted).collect();
        }
        if rows.len() < LEAST {
            return None;
        }
        let far: Vec<usize> = rows.iter().copied().filter(is_far).collect();
        let mut random = Random(11);
        let mut sample = choose(&mut random, &rows, 56);
        sample.extend(choose(&mut random, &far, 24));
        sample.sort_unstable();
        sample.dedup();
        Some(sample)
    }

    fn grammar(self, dimensions: usize) -> Grammar {
        let pair = |function: Two| Tree::two(function, Tree::Variable(0), Tree::Variable(1));
        let folds = |folds: &[Fold]| -> Vec<Tree> { folds.iter().map(|&fold| Tree::All(fold)).collect() };
        let mut leaves = folds(&[Fold::Max, Fold::Min, Fold::Sum, Fold::NimSum]);
        leaves.extend(match dimensions {
            2 => vec![pair(Two::Distance), pair(Two::Or)],
            _ => folds(&[Fold::Moore(2), Fold::Moore(3)]),
        });
        let parts = (0..dimensions).map(Tree::Variable).chain([Tree::All(Fold::Sum)]);
        for (part, base) in parts.flat_map(|part| self.base.map(|base| (part, base))) {
            leaves.push(Tree::two(Two::Over, part.clone(), Tree::Number(base)));
            leaves.push(Tree::two(Two::Modulo, part, Tree::Number(base)));
        }
        Grammar {
            variables: dimensions,
            numbers: &[0, 1, 2, 3],
            leaves,
            one: &One::ALL,
            two: &Two::ALL,
            size: if dimensions <= 2 { 4 } else { 3 },
            cap: self.cap,
            negative: true,
        }
    }

    /// The form with the least border outside of which the expression is right everywhere.
    fn form(self, table: &Table, tree: Tree, bits: i64, sample: usize) -> Option<Form> {
        let is_wrong = |row: &usize| {
            let value = table.values()[*row];
            (!self.positive || value > 0) && tree.value(table.point(*row)) != Some(value)
        };
        let wrong: Vec<usize> = (0..table.len()).filter(is_wrong).collect();
        let depth = |row: &usize| table.point(*row).iter().zip(table.low()).map(|(x, low)| x - low).min().unwrap_or(0);
        let border = wrong.iter().map(depth).max().map_or(0, |depth| depth + 1);
        if border > self.border {
            return None;
        }
        let values: Vec<i64> = wrong.iter().map(|&row| table.values()[row]).collect();
        Some(Form {
            names: table.names().to_vec(),
            low: table.low().to_vec(),
            border,
            positive: self.positive,
            tree,
            cost: Bits::whole(bits + 6 + if self.positive { 8 } else { 0 }) + bits::sequence(&values),
            fitted: 8,
            confirmed: table.len() - sample - wrong.len().min(table.len() - sample),
        })
    }
}

/// The rule.
#[derive(Debug)]
struct Form {
    names: Vec<String>,
    /// The least numbers of the coordinates.
    low: Vec<i64>,
    /// The form holds where all coordinates exceed these by as much.
    border: i64,
    /// Whether it holds only where the value is positive.
    positive: bool,
    tree: Tree,
    cost: Bits,
    fitted: usize,
    confirmed: usize,
}

impl Form {
    /// Where the form begins: the conditions for a position inside, or outside of it.
    fn bounds(&self, is_inside: bool) -> Option<String> {
        if self.border == 0 {
            return None;
        }
        let sign = if is_inside { ">=" } else { "<" };
        let first = self.low[0];
        if self.low.iter().all(|&low| low == first) {
            return Some(format!("min({}) {sign} {}", self.names.join(", "), first + self.border));
        }
        let one = |(name, low): (&String, &i64)| format!("{name} {sign} {}", low + self.border);
        let all: Vec<String> = self.names.iter().zip(&self.low).map(one).collect();
        Some(all.join(if is_inside { " and " } else { " or " }))
    }
}

impl Rule for Form {
    fn words(&self) -> String {
        let mut conditions: Vec<String> = self.bounds(true).into_iter().collect();
        if self.positive {
            conditions.push("G > 0".to_owned());
        }
        let place = if conditions.is_empty() { String::new() } else { format!(" where {}", conditions.join(" and ")) };
        format!("G = {}{place}", self.tree.text(&self.names, "h"))
    }

    fn claim(&self, _: Subject) -> Result<String, &'static str> {
        let mut parts: Vec<String> = self.bounds(false).into_iter().collect();
        if self.positive {
            parts.push("value == 0".to_owned());
        }
        parts.push(format!("value == {}", self.tree.text(&self.names, "h")));
        Ok(parts.join(" or "))
    }

    fn positions(&self, table: &Table) -> Said {
        let speaks = |point: &[i64], value: i64| {
            let is_inside = point.iter().zip(&self.low).all(|(x, low)| x - low >= self.border);
            is_inside && (!self.positive || value > 0)
        };
        let rows = table.points().zip(table.values());
        rows.map(|(point, &value)| if speaks(point, value) { self.tree.value(point) } else { None }).collect()
    }

    fn reads_values(&self) -> bool {
        self.positive
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{fit_of, found, table_of};
    use grundy_core::control::FREE;

    fn words(heaps: usize, max: i64, value: impl Fn(&[i64]) -> i64) -> Option<(String, String, bool)> {
        let fit = fit_of(heaps, max, value);
        let found = find(&fit, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget");
        let best = found.first()?;
        let said = best.rule.positions(&fit.data);
        assert!(said.iter().zip(fit.data.values()).all(|(said, value)| said.is_none_or(|said| said == *value)));
        Some((best.rule.words(), best.rule.claim(Subject::Values).expect("a claim"), best.kind.closes))
    }

    #[test]
    fn forms_everywhere_and_somewhere() {
        let (text, claim, closes) = words(2, 20, |p| 2 * (p[0].min(p[1]) % 2) + (p[0] + p[1]) % 2).expect("a form");
        assert!(closes && claim == format!("value == {}", &text[4..]), "{text}");
        let (text, claim, closes) =
            words(3, 10, |p| if p.contains(&0) { (7 * p[0] + 5 * p[1] + 3 * p[2]) % 11 } else { p[0] + p[1] + p[2] })
                .expect("a form");
        assert_eq!((text.as_str(), closes), ("G = h1 + h2 + h3 where min(h1, h2, h3) >= 1", false));
        assert_eq!(claim, "min(h1, h2, h3) < 1 or value == h1 + h2 + h3");
        let (text, claim, _) =
            words(2, 20, |p| if (p[0] * p[0] + 3 * p[1] + p[0] * p[1]) % 7 < 3 { 0 } else { p[0].max(p[1]) + 1 })
                .expect("a form");
        assert_eq!(text, "G = max(h1, h2) + 1 where G > 0");
        assert_eq!(claim, "value == 0 or value == max(h1, h2) + 1");
    }

    #[test]
    fn quotients_and_remainders() {
        let (text, claim, _) = words(2, 30, |p| 3 * ((p[0] / 3) ^ (p[1] / 3)) + (p[0] + p[1]) % 3).expect("a form");
        assert_eq!(text, "G = 3 * (h1 / 3 xor h2 / 3) + (h1 + h2) % 3");
        assert_eq!(claim, "value == 3 * (h1 / 3 xor h2 / 3) + (h1 + h2) % 3");
    }

    #[test]
    fn near_misses_and_noise() {
        let noise = |p: &[i64]| (p[0] * 7919 + p[1] * 104_729 + p[0] * p[1] * 13) % 1009 % 7;
        assert_eq!(words(2, 20, noise), None);
        let nim = |p: &[i64]| if (p[0] * 31 + p[1] * 17) % 101 == 5 { 3 } else { p[0] ^ p[1] };
        assert_eq!(words(2, 30, nim), None);
        assert!(found(table_of(2, 30, noise), Subject::Values).patterns.is_empty());
    }
}
