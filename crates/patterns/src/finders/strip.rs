//! One vector v with positive entries and G(h + v) = G(h) + s, and the rows and columns that v does not reach, each
//! with a period: a complete description of a table with two coordinates.
//!
//! Vectors are tried by their larger entry, up to 16, and the far corner decides about almost all of them. Needs a box
//! from 0 on.

use super::periods::Line;
use super::writing::plus;
use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::table::Table;
use std::sync::Arc;

const STRIP: Kind = Kind {
    closes: false,
    ..Kind::complete("strip", "G(h + v) = G(h) + s, and the first rows and columns have periods")
};

/// Finds strips.
pub const FINDER: Finder =
    Finder { kinds: &[&STRIP], least: 144, is_linear: false, looks_at: LooksAt::Values, find: Find::Table(find) };

/// The largest entry of a vector.
const REACH: i64 = 16;

fn find(fit: &Fit<Table>, budget: &mut Budget) -> Found {
    let table = &fit.data;
    if table.dimensions() != 2 || !table.is_whole_box() {
        return Ok(Vec::new());
    }
    let side = table.high()[0].min(table.high()[1]) + 1;
    for larger in 1..=REACH.min(side / 4) {
        let mut vectors: Vec<[i64; 2]> = (1..=larger).flat_map(|less| [[larger, less], [less, larger]]).collect();
        vectors.sort_by_key(|vector| (vector[0] + vector[1], *vector));
        vectors.dedup();
        for vector in vectors {
            let Some(saltus) = saltus(table, vector, budget)? else { continue };
            if let Some(rule) = Strip::of(fit, vector, saltus, budget)? {
                return Ok(vec![candidate(fit, rule)].into_iter().filter(|one| one.refusal().is_none()).collect());
            }
        }
    }
    Ok(Vec::new())
}

fn candidate(fit: &Fit<Table>, rule: Strip) -> Candidate {
    let lines = || rule.rows.iter().chain(&rule.columns);
    let free: usize = lines().map(Line::claimed_from).sum();
    let cost = lines().map(Line::cost).sum::<Bits>();
    Candidate {
        kind: &STRIP,
        null: fit.null,
        cost: Bits::whole(8) + bits::whole_numbers(rule.vector.into_iter().chain([rule.saltus])) + cost,
        fitted: free,
        confirmed: fit.data.len() - free.min(fit.data.len()),
        exceptions: Vec::new(),
        demand: Demand::USUAL,
        rule: Arc::new(rule),
    }
}

/// The saltus along a vector, if it is the same everywhere.
fn saltus(table: &Table, vector: [i64; 2], budget: &mut Budget) -> Result<Option<i64>, Stop> {
    let growth = |point: &[i64]| {
        let before = table.value(&[point[0] - vector[0], point[1] - vector[1]])?;
        table.value(point)?.checked_sub(before)
    };
    let Some(saltus) = growth(table.high()) else { return Ok(None) };
    for row in (0..table.len()).rev() {
        let point = table.point(row);
        if point[0] >= vector[0] && point[1] >= vector[1] {
            budget.spend(1)?;
            if growth(point) != Some(saltus) {
                return Ok(None);
            }
        }
    }
    Ok(Some(saltus))
}

/// The rule.
#[derive(Debug)]
struct Strip {
    names: Vec<String>,
    subject: Subject,
    vector: [i64; 2],
    saltus: i64,
    /// The rows in which the second coordinate is 0, 1, ..., less than that of the vector.
    rows: Vec<Line>,
    /// The columns in which the first coordinate is 0, 1, ..., less than that of the vector.
    columns: Vec<Line>,
}

impl Strip {
    fn of(fit: &Fit<Table>, vector: [i64; 2], saltus: i64, budget: &mut Budget) -> Result<Option<Strip>, Stop> {
        let table = &fit.data;
        let mut lines = [Vec::new(), Vec::new()];
        for (moving, lines) in lines.iter_mut().enumerate() {
            for fixed in 0..vector[1 - moving] {
                let point = |n: i64| if moving == 0 { [n, fixed] } else { [fixed, n] };
                let values: Option<Vec<i64>> = (0..=table.high()[moving]).map(|n| table.value(&point(n))).collect();
                let Some(values) = values else { return Ok(None) };
                let line = Line::of(&values, budget)?;
                let Some(line) = line.filter(|line| values.len() >= 3 * line.claimed_from()) else { return Ok(None) };
                lines.push(line);
            }
        }
        let [rows, columns] = lines;
        Ok(Some(Strip { names: table.names().to_vec(), subject: fit.subject, vector, saltus, rows, columns }))
    }

    fn value(&self, point: &[i64]) -> Option<i64> {
        let turns = (point[0] / self.vector[0]).min(point[1] / self.vector[1]);
        let rest = [point[0] - turns * self.vector[0], point[1] - turns * self.vector[1]];
        let line = |lines: &[Line], fixed: i64, n: i64| {
            lines.get(usize::try_from(fixed).ok()?)?.value(usize::try_from(n).ok()?)
        };
        let value = line(&self.rows, rest[1], rest[0]).or_else(|| line(&self.columns, rest[0], rest[1]))?;
        value.checked_add(self.saltus.checked_mul(turns)?)
    }
}

impl Rule for Strip {
    fn words(&self) -> String {
        let g = |place: &str| match self.subject {
            Subject::Values => format!("G({place})"),
            Subject::Outcomes => format!("the outcome of ({place})"),
        };
        let [a, b] = [&self.names[0], &self.names[1]];
        let [x, y] = self.vector;
        let mut parts =
            vec![format!("{} = {}{}", g(&format!("{a} + {x}, {b} + {y}")), g(&format!("{a}, {b}")), plus(self.saltus))];
        let mut add = |line: &Line, later: String, place: String| {
            let from = line.preperiod;
            parts.push(format!("{} = {}{} from n = {from}", g(&later), g(&place), plus(line.saltus)));
        };
        for (fixed, line) in self.rows.iter().enumerate() {
            add(line, format!("n + {}, {fixed}", line.period), format!("n, {fixed}"));
        }
        for (fixed, line) in self.columns.iter().enumerate() {
            add(line, format!("{fixed}, n + {}", line.period), format!("{fixed}, n"));
        }
        parts.join("; ")
    }

    fn claim(&self, subject: Subject) -> Result<String, &'static str> {
        let rises = self.saltus != 0 || self.rows.iter().chain(&self.columns).any(|line| line.saltus != 0);
        if rises {
            subject.arithmetic()?;
        }
        let [value, g] = subject.names();
        let [a, b] = [&self.names[0], &self.names[1]];
        let [x, y] = self.vector;
        let mut parts =
            vec![format!("({a} < {x} or {b} < {y} or {value} == {g}({a} - {x}, {b} - {y}){})", plus(self.saltus))];
        for (fixed, line) in self.rows.iter().enumerate() {
            let (from, p, s) = (line.claimed_from(), line.period, plus(line.saltus));
            parts.push(format!("({b} != {fixed} or {a} < {from} or {value} == {g}({a} - {p}, {b}){s})"));
        }
        for (fixed, line) in self.columns.iter().enumerate() {
            let (from, p, s) = (line.claimed_from(), line.period, plus(line.saltus));
            parts.push(format!("({a} != {fixed} or {b} < {from} or {value} == {g}({a}, {b} - {p}){s})"));
        }
        Ok(parts.join(" and "))
    }

    fn positions(&self, table: &Table) -> Said {
        table.points().map(|point| self.value(point)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, found, steps, table_of};

    #[test]
    fn moves_of_a_knight() {
        let guess = Game::new(2, 40, |p, out| steps(p, &[&[1, 2], &[2, 1]], out)).guess();
        let best = &guess.patterns[0];
        assert_eq!(best.kind, "strip");
        let claim = best.rule.claim(Subject::Values).expect("a claim");
        assert!(claim.starts_with("(h1 < 3 or h2 < 3 or value == g(h1 - 3, h2 - 3)) and (h2 != 0 or "), "{claim}");
        assert!(
            best.rule.words().starts_with("G(h1 + 3, h2 + 3) = G(h1, h2); G(n + 1, 0) = G(n, 0)"),
            "{}",
            best.rule.words()
        );
        let claim = best.rule.claim(Subject::Outcomes).expect("a claim");
        assert!(claim.starts_with("(h1 < 3 or h2 < 3 or outcome == outcome(h1 - 3, h2 - 3)) and "), "{claim}");
    }

    #[test]
    fn generated_strips_and_near_misses() {
        let value = |p: &[i64]| {
            let k = (p[0] / 3).min(p[1] / 2);
            let (a, b) = (p[0] - 3 * k, p[1] - 2 * k);
            [4, 0, 7, 1, 1][(2 * a + 3 * b) as usize % 5] + a / 5 + 2 * k
        };
        let guess = found(table_of(2, 60, value), Subject::Values);
        assert!(guess.patterns.iter().any(|found| found.kind == "strip"), "{:?}", guess.tried);
        let broken = |p: &[i64]| if (p[0] * 31 + p[1] * 17) % 101 == 5 { 3 } else { value(p) };
        let guess = found(table_of(2, 60, broken), Subject::Values);
        assert!(guess.patterns.iter().all(|found| found.kind != "strip"));
    }
}
