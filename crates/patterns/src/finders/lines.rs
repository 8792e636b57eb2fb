//! Rows, columns and diagonals of a table, each with a period and a saltus of its own, from the first one on.
//!
//! In Wythoff's game, for instance, every row is of this form (A. Dress, A. Flammenkamp and N. Pink, *Additive
//! periodicity of the Sprague-Grundy function of certain Nim games*, Adv. Appl. Math. 22 (1999)). Such rules describe
//! only a part of a table, so they rank last. Needs a box from 0 on with two coordinates.

use super::periods::Line;
use super::writing::plus;
use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Class, Demand, Kind, Rule, Said, Subject};
use crate::symmetry::Symmetry;
use crate::table::Table;
use std::sync::Arc;

const LINES: Kind = Kind {
    class: Class::Lines,
    closes: false,
    ..Kind::complete("lines", "the first rows, columns or diagonals each have a period and a saltus")
};

/// Finds periods of rows, columns and diagonals.
pub const FINDER: Finder =
    Finder { kinds: &[&LINES], least: 144, is_linear: true, looks_at: LooksAt::Values, find: Find::Table(find) };

/// So many lines are looked at, and fewer than so many are not reported.
const MOST: i64 = 12;
const LEAST: usize = 3;

fn find(fit: &Fit<Table>, budget: &mut Budget) -> Found {
    let table = &fit.data;
    if table.dimensions() != 2 || !table.is_whole_box() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for direction in [Direction::Row, Direction::Column, Direction::Diagonal] {
        if direction == Direction::Column && *table.symmetry() == Symmetry::AnyOrder {
            continue;
        }
        let lines = lines(table, direction, budget)?;
        if lines.len() < LEAST {
            continue;
        }
        let numbers = lines.iter().flat_map(|line| [line.preperiod as i64, line.period as i64, line.saltus]);
        found.push(Candidate {
            kind: &LINES,
            null: Bits::ZERO,
            cost: bits::whole_numbers(numbers),
            fitted: 3 * lines.len(),
            confirmed: table.len(),
            exceptions: Vec::new(),
            demand: Demand::NONE,
            rule: Arc::new(Lines { names: table.names().to_vec(), subject: fit.subject, direction, lines }),
        });
    }
    Ok(found)
}

fn lines(table: &Table, direction: Direction, budget: &mut Budget) -> Result<Vec<Line>, Stop> {
    let side = table.high()[0].min(table.high()[1]) + 1;
    let mut lines = Vec::new();
    for number in 0..MOST.min(side / 2) {
        let values: Vec<i64> = (0..).map_while(|n| table.value(&direction.point(number, n))).collect();
        let line = if values.len() < 12 { None } else { Line::of(&values, budget)? };
        let Some(line) = line else { break };
        lines.push(line);
    }
    Ok(lines)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// The first coordinate is fixed.
    Row,
    /// The second coordinate is fixed.
    Column,
    /// The difference of the coordinates is fixed.
    Diagonal,
}

impl Direction {
    /// The point with an index on the line with a number.
    const fn point(self, number: i64, index: i64) -> [i64; 2] {
        match self {
            Direction::Row => [number, index],
            Direction::Column => [index, number],
            Direction::Diagonal => [index, index + number],
        }
    }

    /// The number of the line on which a point lies, and its index there.
    const fn place(self, point: &[i64]) -> (i64, i64) {
        match self {
            Direction::Row => (point[0], point[1]),
            Direction::Column => (point[1], point[0]),
            Direction::Diagonal => (point[1] - point[0], point[0]),
        }
    }

    /// The point with the index n + `later` as a text.
    fn text(self, number: usize, later: usize) -> String {
        let n = |more: usize| format!("n{}", plus(more as i64));
        match self {
            Direction::Row => format!("{number}, {}", n(later)),
            Direction::Column => format!("{}, {number}", n(later)),
            Direction::Diagonal => format!("{}, {}", n(later), n(later + number)),
        }
    }
}

/// The rule.
#[derive(Debug)]
struct Lines {
    names: Vec<String>,
    subject: Subject,
    direction: Direction,
    lines: Vec<Line>,
}

impl Rule for Lines {
    fn words(&self) -> String {
        let one = |(number, line): (usize, &Line)| {
            let later = self.direction.text(number, line.period);
            let place = self.direction.text(number, 0);
            match self.subject {
                Subject::Values => {
                    format!("G({later}) = G({place}){} from n = {}", plus(line.saltus), line.preperiod)
                }
                Subject::Outcomes => format!("({later}) has the outcome of ({place}) from n = {}", line.preperiod),
            }
        };
        self.lines.iter().enumerate().map(one).collect::<Vec<_>>().join("; ")
    }

    fn claim(&self, subject: Subject) -> Result<String, &'static str> {
        if self.lines.iter().any(|line| line.saltus != 0) {
            subject.arithmetic()?;
        }
        let [value, g] = subject.names();
        let [a, b] = [&self.names[0], &self.names[1]];
        let one = |(number, line): (usize, &Line)| {
            let (from, p, s) = (line.claimed_from(), line.period, plus(line.saltus));
            match self.direction {
                Direction::Row => format!("({a} != {number} or {b} < {from} or {value} == {g}({a}, {b} - {p}){s})"),
                Direction::Column => format!("({b} != {number} or {a} < {from} or {value} == {g}({a} - {p}, {b}){s})"),
                Direction::Diagonal => {
                    format!("({b} - {a} != {number} or {a} < {from} or {value} == {g}({a} - {p}, {b} - {p}){s})")
                }
            }
        };
        Ok(self.lines.iter().enumerate().map(one).collect::<Vec<_>>().join(" and "))
    }

    fn positions(&self, table: &Table) -> Said {
        let said = |point: &[i64]| {
            let (number, index) = self.direction.place(point);
            let line = self.lines.get(usize::try_from(number).ok()?)?;
            if index < line.claimed_from() as i64 {
                return None;
            }
            table.value(&self.direction.point(number, index - line.period as i64))?.checked_add(line.saltus)
        };
        table.points().map(said).collect()
    }

    fn reads_values(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, wythoff};

    #[test]
    fn rows_of_wythoff() {
        let guess = Game::new(2, 150, wythoff).guess();
        let rows = guess.patterns.iter().find(|found| found.kind == "lines").expect("rows");
        let claim = rows.rule.claim(Subject::Values).expect("a claim");
        assert!(claim.contains("(h1 != 1 or h2 < 3 or value == g(h1, h2 - 3) + 3)"), "{claim}");
        assert!(
            rows.rule.words().starts_with("G(0, n + 1) = G(0, n) + 1 from n = 0; G(1, n + 3) = G(1, n) + 3 from n = ")
        );
        assert!(rows.rule.claim(Subject::Outcomes).is_err());
    }
}
