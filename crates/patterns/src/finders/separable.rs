//! Values that are sums over the coordinates: G(h) = f1(h1) xor f2(h2) xor ..., or with + instead of xor.
//!
//! The f are the values with the other coordinates 0. This is the form of a sum of games by the theorem of Sprague and
//! Grundy, but a game of this form need not be a sum. Compares each position once. Needs a box from 0 on.

use crate::bits::{self, Bits};
use crate::budget::Budget;
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::table::Table;
use std::sync::Arc;

const SEPARABLE: Kind =
    Kind::complete("separable", "G is the nim-sum or the sum of functions of the single coordinates");

/// Finds values that are sums over the coordinates.
pub const FINDER: Finder =
    Finder { kinds: &[&SEPARABLE], least: 16, is_linear: true, looks_at: LooksAt::Values, find: Find::Table(find) };

fn find(fit: &Fit<Table>, budget: &mut Budget) -> Found {
    let table = &fit.data;
    // Outcomes have no sums.
    if fit.subject == Subject::Outcomes || table.dimensions() < 2 {
        return Ok(Vec::new());
    }
    for join in [Join::Xor, Join::Plus] {
        budget.spend(table.len())?;
        let Some(rule) = Separable::of(table, join) else { continue };
        let axes = &rule.axes;
        let free: usize = if rule.is_identity { 1 } else { axes.iter().map(Vec::len).sum() };
        let distinct = if rule.is_same { &axes[..1] } else { &axes[..] };
        let values = distinct.iter().map(|axis| bits::sequence(axis)).sum();
        return Ok(vec![Candidate {
            kind: &SEPARABLE,
            null: fit.null,
            cost: Bits::whole(8) + if rule.is_identity { Bits::ZERO } else { values },
            fitted: free,
            confirmed: table.len() - free.min(table.len()),
            exceptions: Vec::new(),
            demand: Demand::USUAL,
            rule: Arc::new(rule),
        }]);
    }
    Ok(Vec::new())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Join {
    Xor,
    Plus,
}

impl Join {
    fn of(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Join::Xor => (a >= 0 && b >= 0).then_some(a ^ b),
            Join::Plus => a.checked_add(b),
        }
    }

    const fn sign(self) -> &'static str {
        match self {
            Join::Xor => "xor",
            Join::Plus => "+",
        }
    }
}

/// The rule.
#[derive(Debug)]
struct Separable {
    names: Vec<String>,
    join: Join,
    /// The values on the axes of the fit part.
    axes: Vec<Vec<i64>>,
    /// Whether all axes have the same values.
    is_same: bool,
    /// Whether these are f(n) = n.
    is_identity: bool,
    /// The value at the origin.
    origin: i64,
}

impl Separable {
    fn of(table: &Table, join: Join) -> Option<Separable> {
        let axes = axes(table)?;
        let is_same = axes.iter().all(|axis| *axis == axes[0]);
        let is_identity = is_same && axes[0].iter().copied().eq(0..axes[0].len() as i64);
        let rule = Separable { names: table.names().to_vec(), join, is_same, is_identity, origin: axes[0][0], axes };
        let said = |point: &[i64]| rule.sum(&rule.axes, point);
        table.points().zip(table.values()).all(|(point, &value)| said(point) == Some(value)).then_some(rule)
    }

    /// The sum of the values on the axes, without the surplus copies of the value at the origin.
    fn sum(&self, axes: &[Vec<i64>], point: &[i64]) -> Option<i64> {
        let all = axes.iter().zip(point).map(|(axis, &x)| axis.get(usize::try_from(x).ok()?).copied());
        let start = match self.join {
            Join::Xor => {
                if point.len().is_multiple_of(2) {
                    self.origin
                } else {
                    0
                }
            }
            Join::Plus => self.origin.checked_mul(1 - point.len() as i64)?,
        };
        all.into_iter().try_fold(start, |sum, value| self.join.of(sum, value?))
    }

    /// The sum with these texts for the values on the axes, and with the surplus copies of the origin.
    fn text(&self, parts: &[String], origin: &str) -> String {
        let count = parts.len();
        let sum = parts.join(&format!(" {} ", self.join.sign()));
        match self.join {
            _ if self.origin == 0 => sum,
            Join::Xor if count % 2 == 1 => sum,
            Join::Xor => format!("{sum} xor {origin}"),
            Join::Plus if count == 2 => format!("{sum} - {origin}"),
            Join::Plus => format!("{sum} - {} * {origin}", count - 1),
        }
    }
}

/// The values with all other coordinates 0, for each coordinate.
fn axes(table: &Table) -> Option<Vec<Vec<i64>>> {
    if !table.is_whole_box() {
        return None;
    }
    let axis = |i: usize| -> Option<Vec<i64>> {
        let mut point = vec![0; table.dimensions()];
        (0..=table.high()[i])
            .map(|x| {
                point[i] = x;
                table.value(&point)
            })
            .collect()
    };
    (0..table.dimensions()).map(axis).collect()
}

impl Rule for Separable {
    fn words(&self) -> String {
        if self.is_identity {
            return format!("G = {}", self.text(&self.names, "0"));
        }
        let function = |i: usize| if self.is_same { "f".to_owned() } else { format!("f{}", i + 1) };
        let parts: Vec<String> =
            self.names.iter().enumerate().map(|(i, name)| format!("{}({name})", function(i))).collect();
        let zeros = vec!["0"; self.names.len()].join(", ");
        let which = if self.is_same { "f(n) is the value" } else { "f1(n), f2(n), ... are the values" };
        format!("G = {}; {which} where one heap is n and the others are 0", self.text(&parts, &format!("G({zeros})")))
    }

    fn claim(&self, _: Subject) -> Result<String, &'static str> {
        if self.is_identity {
            return Ok(format!("value == {}", self.text(&self.names, "0")));
        }
        let on_axis = |i: usize| {
            let point: Vec<&str> =
                self.names.iter().enumerate().map(|(j, name)| if i == j { name.as_str() } else { "0" }).collect();
            format!("g({})", point.join(", "))
        };
        let parts: Vec<String> = (0..self.names.len()).map(on_axis).collect();
        let zeros = vec!["0"; self.names.len()].join(", ");
        Ok(format!("value == {}", self.text(&parts, &format!("g({zeros})"))))
    }

    fn positions(&self, table: &Table) -> Said {
        if self.is_identity {
            let sum = |point: &[i64]| point.iter().try_fold(0, |sum, &x| self.join.of(sum, x));
            return table.points().map(sum).collect();
        }
        let Some(axes) = axes(table) else { return vec![None; table.len()] };
        // What lies on an axis follows from nothing.
        let is_free = |point: &[i64]| point.iter().filter(|&&x| x != 0).count() < 2;
        table.points().map(|point| if is_free(point) { None } else { self.sum(&axes, point) }).collect()
    }

    fn reads_values(&self) -> bool {
        !self.is_identity
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{fit_of, found, table_of};
    use crate::pattern::Tally;
    use grundy_core::control::FREE;
    use grundy_core::random::Random;

    /// Kayles on one heap.
    fn kayles(count: usize) -> Vec<i64> {
        let mut values: Vec<i64> = vec![0];
        for n in 1..count {
            let options = (1..=n.min(2)).flat_map(|k| (0..=n - k).map(move |i| (i, n - k - i)));
            let met: Vec<i64> = options.map(|(i, j)| values[i] ^ values[j]).collect();
            values.push((0..).find(|value| !met.contains(value)).expect("a least value"));
        }
        values
    }

    #[test]
    fn sums_of_two_games_are_found_first() {
        let values = kayles(61);
        let table = table_of(2, 60, |p| values[p[0] as usize] ^ values[p[1] as usize]);
        let guess = found(table, Subject::Values);
        let best = &guess.patterns[0];
        assert_eq!(best.kind, "separable");
        assert_eq!(best.rule.claim(Subject::Values).as_deref(), Ok("value == g(h1, 0) xor g(0, h2)"));
        assert_eq!(
            best.rule.words(),
            "G = f(h1) xor f(h2); f(n) is the value where one heap is n and the others are 0"
        );
    }

    #[test]
    fn both_sums_with_any_value_at_the_origin() {
        let seed = 20;
        let mut random = Random(seed);
        for heaps in 2..=3 {
            let axes: Vec<Vec<i64>> = (0..heaps).map(|_| (0..9).map(|_| random.below(20) as i64).collect()).collect();
            let part = |p: &[i64]| -> Vec<i64> { axes.iter().zip(p).map(|(axis, &x)| axis[x as usize]).collect() };
            let xor = fit_of(heaps, 8, |p| part(p).iter().fold(5, |sum, x| sum ^ x));
            let sum = fit_of(heaps, 8, |p| part(p).iter().sum::<i64>() + 5);
            for (fit, join) in [(xor, Join::Xor), (sum, Join::Plus)] {
                let rule = Separable::of(&fit.data, join).unwrap_or_else(|| panic!("seed {seed}, {join:?}"));
                let tally = Tally::of(&rule.positions(&fit.data), fit.data.values(), &vec![true; fit.data.len()]);
                assert_eq!((tally.broken, tally.held), (None, fit.data.len() - 1 - 8 * heaps), "seed {seed}");
            }
        }
    }

    #[test]
    fn near_misses_are_refused() {
        let fit = fit_of(2, 20, |p| if p == [7, 9] { 0 } else { p[0] ^ p[1] });
        let found = find(&fit, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget");
        assert!(found.is_empty());
        let nim = fit_of(3, 7, |p| p[0] ^ p[1] ^ p[2]);
        let found = find(&nim, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget");
        assert_eq!(found[0].rule.claim(Subject::Values).as_deref(), Ok("value == h1 xor h2 xor h3"));
    }
}
