//! Tables that repeat along vectors: G(h + v) = G(h) + s where all coordinates are at least n0.
//!
//! Vectors are tried from the shortest on, at the far corner first, so almost all are refused after a few positions.
//! Those that are independent of the vectors found before are kept. Needs a box from 0 on with at most three
//! coordinates.

use super::writing::plus;
use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject, Tally};
use crate::table::Table;
use std::sync::Arc;

const SHIFT: Kind = Kind {
    closes: false,
    once: true,
    ..Kind::complete("shift", "G(h + v) = G(h) + s for a vector v or several, where all coordinates are large enough")
};

/// Finds tables that repeat along vectors.
pub const FINDER: Finder =
    Finder { kinds: &[&SHIFT], least: 64, is_linear: false, looks_at: LooksAt::Values, find: Find::Table(find) };

/// Fewer positions that are compared say nothing.
const LEAST: usize = 64;

fn find(fit: &Fit<Table>, budget: &mut Budget) -> Found {
    let table = &fit.data;
    if !table.is_whole_box() || !(2..=3).contains(&table.dimensions()) {
        return Ok(Vec::new());
    }
    let steps = basis(table, budget)?;
    if steps.is_empty() {
        return Ok(Vec::new());
    }
    let from = steps.iter().map(|step| step.from).max().unwrap_or(0);
    let size = table.len();
    let free = free_values(table, &steps, from).min(size);
    let share = i128::from(fit.null.in_256ths()) * free as i128 / size as i128;
    let numbers = steps.iter().flat_map(|step| step.vector.iter().copied().chain([step.saltus]));
    let cost = Bits::whole(8) + bits::whole_numbers(numbers) + Bits::of_256ths(share as i64);
    let rule = Shift { names: table.names().to_vec(), steps, from, subject: fit.subject };
    Ok(vec![Candidate {
        kind: &SHIFT,
        null: fit.null,
        cost,
        fitted: free / 2,
        confirmed: size - free,
        exceptions: Vec::new(),
        demand: Demand::USUAL,
        rule: Arc::new(rule),
    }])
}

/// A vector along which the values grow by a saltus.
#[derive(Debug)]
struct Step {
    vector: Vec<i64>,
    saltus: i64,
    /// The least number for all coordinates of both positions.
    from: i64,
}

/// Independent vectors, the shortest ones.
fn basis(table: &Table, budget: &mut Budget) -> Result<Vec<Step>, Stop> {
    let sides: Vec<i64> = table.high().iter().map(|high| high + 1).collect();
    let shortest = sides.iter().copied().min().unwrap_or(0);
    let reach = (shortest / 3).min(if table.dimensions() == 2 { 16 } else { 6 });
    let mut steps: Vec<Step> = Vec::new();
    for vector in vectors(table.dimensions(), reach) {
        if steps.len() == table.dimensions() {
            break;
        }
        if is_independent(&steps, &vector)
            && let Some(step) = step(table, &sides, vector, budget)?
        {
            steps.push(step);
        }
    }
    Ok(steps)
}

/// All vectors whose first entry that is not 0 is positive, by their largest entry and the sum of their entries.
fn vectors(dimensions: usize, reach: i64) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..dimensions {
        all = all
            .into_iter()
            .flat_map(|start: Vec<i64>| (-reach..=reach).map(move |x| start.iter().copied().chain([x]).collect()))
            .collect();
    }
    all.retain(|vector: &Vec<i64>| vector.iter().find(|&&x| x != 0).is_some_and(|&x| x > 0));
    let lengths =
        |vector: &Vec<i64>| (vector.iter().map(|x| x.abs()).max(), vector.iter().map(|x| x.abs()).sum::<i64>());
    all.sort_by_cached_key(|vector| (lengths(vector), vector.clone()));
    all
}

/// Whether a vector is no combination of those found before: at most two of at most three entries.
fn is_independent(steps: &[Step], vector: &[i64]) -> bool {
    let minor = |a: &[i64], b: &[i64], i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    let count = vector.len();
    let is_parallel = |a: &[i64]| (0..count).all(|i| (0..i).all(|j| minor(a, vector, i, j) == 0));
    match steps {
        [] => true,
        [one] => !is_parallel(&one.vector),
        [one, two, ..] => count == 3 && determinant(&[&one.vector, &two.vector, vector]) != 0,
    }
}

/// The determinant of two vectors with two entries, or of three with three.
fn determinant(rows: &[&[i64]]) -> i64 {
    let minor = |a: &[i64], b: &[i64], i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    match rows {
        [a, b] => minor(a, b, 0, 1),
        [a, b, c] => a[0] * minor(b, c, 1, 2) - a[1] * minor(b, c, 0, 2) + a[2] * minor(b, c, 0, 1),
        _ => 0,
    }
}

/// The step along a vector, if the values grow by one number from some border on, at most a third of the way.
fn step(table: &Table, sides: &[i64], vector: Vec<i64>, budget: &mut Budget) -> Result<Option<Step>, Stop> {
    // The lower ends that are compared: `start` is added to numbers from 0 to `spans`, exclusively.
    let start: Vec<i64> = vector.iter().map(|x| (-x).max(0)).collect();
    let spans: Vec<i64> = sides.iter().zip(&vector).map(|(side, x)| side - x.abs()).collect();
    if spans.iter().any(|&span| span < 1) || spans.iter().product::<i64>() < LEAST as i64 {
        return Ok(None);
    }
    let growth = |place: &[i64]| -> Option<i64> {
        let low: Vec<i64> = place.iter().zip(&start).map(|(x, start)| x + start).collect();
        let high: Vec<i64> = low.iter().zip(&vector).map(|(x, v)| x + v).collect();
        table.value(&high)?.checked_sub(table.value(&low)?)
    };
    let corner: Vec<i64> = spans.iter().map(|span| span - 1).collect();
    let Some(saltus) = growth(&corner) else { return Ok(None) };
    let near: Vec<(i64, i64)> = spans.iter().map(|&span| ((span - 5).max(0), span)).collect();
    budget.spend(25)?;
    if !places(&near).all(|place| growth(&place) == Some(saltus)) {
        return Ok(None);
    }
    let whole: Vec<(i64, i64)> = spans.iter().map(|&span| (0, span)).collect();
    budget.spend(table.len())?;
    let wrong = places(&whole).filter(|place| growth(place) != Some(saltus));
    let from = wrong.map(|place| place.iter().copied().min().unwrap_or(0) + 1).max().unwrap_or(0);
    let is_near = spans.iter().all(|span| from <= span / 3);
    Ok(is_near.then_some(Step { vector, saltus, from }))
}

/// All points of a box, given by its bounds, without the upper ones.
fn places(bounds: &[(i64, i64)]) -> impl Iterator<Item = Vec<i64>> {
    let count: i64 = bounds.iter().map(|(low, high)| high - low).product();
    let bounds = bounds.to_vec();
    (0..count).map(move |mut number| {
        let mut place = vec![0; bounds.len()];
        for (x, (low, high)) in place.iter_mut().zip(&bounds).rev() {
            *x = low + number % (high - low);
            number /= high - low;
        }
        place
    })
}

/// The number of values from which the others follow.
fn free_values(table: &Table, steps: &[Step], from: i64) -> usize {
    let dimensions = table.dimensions();
    let sides = table.high().iter().map(|high| high + 1);
    let repeated: i64 = if steps.len() == dimensions {
        let rows: Vec<&[i64]> = steps.iter().map(|step| step.vector.as_slice()).collect();
        sides.map(|side| side - from).product::<i64>() - determinant(&rows).abs()
    } else {
        sides.zip(&steps[0].vector).map(|(side, x)| side - x.abs()).product()
    };
    table.len() - usize::try_from(repeated).unwrap_or(0).min(table.len())
}

/// The rule.
#[derive(Debug)]
struct Shift {
    names: Vec<String>,
    steps: Vec<Step>,
    /// The least number for all coordinates of both positions.
    from: i64,
    subject: Subject,
}

impl Shift {
    /// What a step says of a position.
    fn said(&self, step: &Step, table: &Table, point: &[i64]) -> Option<i64> {
        let before: Vec<i64> = point.iter().zip(&step.vector).map(|(x, v)| x - v).collect();
        let is_inside = point.iter().chain(&before).all(|&x| x >= self.from);
        if is_inside { table.value(&before)?.checked_add(step.saltus) } else { None }
    }

    fn part(&self, step: &Step, subject: Subject) -> String {
        let bound = |(name, &x): (&String, &i64)| {
            (x > 0 || self.from > 0).then(|| format!("{name} < {}", x.max(0) + self.from))
        };
        let mut parts: Vec<String> = self.names.iter().zip(&step.vector).filter_map(bound).collect();
        let before: Vec<String> =
            self.names.iter().zip(&step.vector).map(|(name, x)| format!("{name}{}", plus(-x))).collect();
        let [value, g] = subject.names();
        parts.push(format!("{value} == {g}({}){}", before.join(", "), plus(step.saltus)));
        format!("({})", parts.join(" or "))
    }
}

impl Rule for Shift {
    fn words(&self) -> String {
        let one = |step: &Step| {
            let point: Vec<String> =
                self.names.iter().zip(&step.vector).map(|(name, x)| format!("{name}{}", plus(*x))).collect();
            match self.subject {
                Subject::Values => {
                    format!("G({}) = G({}){}", point.join(", "), self.names.join(", "), plus(step.saltus))
                }
                Subject::Outcomes => {
                    format!("({}) and ({}) have the same outcome", point.join(", "), self.names.join(", "))
                }
            }
        };
        let all: Vec<String> = self.steps.iter().map(one).collect();
        let place = match self.from {
            0 => String::new(),
            from => format!(", where all coordinates are at least {from}"),
        };
        format!("{}{place}", all.join("; "))
    }

    fn claim(&self, subject: Subject) -> Result<String, &'static str> {
        if self.steps.iter().any(|step| step.saltus != 0) {
            subject.arithmetic()?;
        }
        Ok(self.steps.iter().map(|step| self.part(step, subject)).collect::<Vec<_>>().join(" and "))
    }

    fn positions(&self, table: &Table) -> Said {
        let said = |point: &[i64]| self.steps.iter().find_map(|step| self.said(step, table, point));
        table.points().map(said).collect()
    }

    fn reads_values(&self) -> bool {
        true
    }

    fn compare_positions(&self, table: &Table, counted: &[bool]) -> Tally {
        // Each step must be right, not only the first one that says something.
        let mut least = self.steps.iter().map(|step| {
            let said: Said = table.points().map(|point| self.said(step, table, point)).collect();
            Tally::of(&said, table.values(), counted)
        });
        let first = least.next().unwrap_or_default();
        least.fold(first, |all, one| Tally { held: all.held.min(one.held), broken: all.broken.or(one.broken) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{found, table_of};
    use grundy_core::control::FREE;

    fn best(table: Table) -> Option<(String, String)> {
        let fit = Fit::table(table, Subject::Values);
        let found = find(&fit, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget");
        let candidate = found.first().filter(|candidate| candidate.refusal().is_none())?;
        let tally = candidate.rule.compare_positions(&fit.data, &vec![true; fit.data.len()]);
        assert_eq!(tally.broken, None);
        Some((candidate.rule.words(), candidate.rule.claim(Subject::Values).expect("a claim")))
    }

    #[test]
    fn one_vector_and_two() {
        let noise = |a: i64, b: i64| (a * 7919 + b * 104_729 + a * b * 31) % 1009 % 5;
        // Repeats along (2, 3), with saltus 1.
        let diagonal = table_of(2, 30, |p| {
            let k = (p[0] / 2).min(p[1] / 3);
            noise(p[0] - 2 * k, p[1] - 3 * k) + k
        });
        let (words, claim) = best(diagonal).expect("a rule");
        assert_eq!(words, "G(h1 + 2, h2 + 3) = G(h1, h2) + 1");
        assert_eq!(claim, "(h1 < 2 or h2 < 3 or value == g(h1 - 2, h2 - 3) + 1)");
        let (words, claim) =
            best(table_of(2, 40, |p| if p.contains(&0) { 9 } else { noise(p[0] % 4, p[1] % 3) })).expect("a rule");
        assert_eq!(words, "G(h1, h2 + 3) = G(h1, h2); G(h1 + 4, h2) = G(h1, h2), where all coordinates are at least 1");
        assert_eq!(
            claim,
            "(h1 < 1 or h2 < 4 or value == g(h1, h2 - 3)) and (h1 < 5 or h2 < 1 or value == g(h1 - 4, h2))"
        );
    }

    #[test]
    fn three_coordinates_and_negative_entries() {
        let (words, claim) = best(table_of(3, 12, |p| (p[0] + p[1] + 2 * p[2]) * 5 % 7 % 4)).expect("a rule");
        assert!(words.starts_with("G(h1 + 1, h2 - 1, h3) = G(h1, h2, h3); "), "{words}");
        assert!(claim.starts_with("(h1 < 1 or value == g(h1 - 1, h2 + 1, h3)) and "), "{claim}");
    }

    #[test]
    fn near_misses_are_refused() {
        let value = |p: &[i64]| if (p[0] * 31 + p[1] * 17) % 101 == 5 { 9 } else { p[0] % 4 * 3 + p[1] % 3 };
        assert_eq!(best(table_of(2, 40, value)), None);
        assert!(found(table_of(2, 40, value), Subject::Values).patterns.iter().all(|found| found.kind != "shift"));
    }
}
