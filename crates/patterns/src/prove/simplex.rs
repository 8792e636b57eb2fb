//! Whether linear inequalities hold together, over the rational numbers: the dual simplex method in whole numbers.
//!
//! Every row is an affine function of n numbers t_1, ..., t_n >= 0, the *tight* rows: D row = b + a_1 t_1 + ... + a_n
//! t_n with whole numbers and D > 0 the same for all rows (J. Edmonds 1967). All divisions are exact. The objective has
//! no negative coefficients, so its least value is at t = 0. A row with b < 0 takes the place of a tight row; if it has
//! no positive coefficient, it is a sum with negative factors, which no point satisfies.
//!
//! V. Chvatal, *Linear Programming* (1983), describes dictionaries.

use grundy_core::structure::Linear;
use num_integer::gcd;

/// What is known of some inequalities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Feasible {
    /// They hold at a point.
    Point,
    /// This sum of rows, each times a positive number, is a negative constant.
    Never(Vec<(usize, i64)>),
    /// The numbers became too large, or it took too long.
    Unknown,
}

/// Inequalities in a few variables, and a point at which the first n tight rows are 0.
#[derive(Debug, Clone)]
pub struct Dictionary {
    /// n, the number of variables.
    variables: usize,
    /// D.
    denominator: i64,
    /// The rows, each as b, a_1, ..., a_n: the objective, the variables, and the inequalities.
    rows: Vec<Vec<i64>>,
    /// The inequality that each t is, by its number.
    tight: Vec<usize>,
    /// The numbers of the inequalities, as the caller counts them.
    names: Vec<usize>,
}

/// After this many pivots the smallest numbers are chosen, so that the method ends (R. G. Bland 1977).
const FREE_PIVOTS: usize = 60;
const MOST_PIVOTS: usize = 400;

impl Dictionary {
    /// Chooses tight rows among inequalities, given with their numbers. `None` if there are not enough.
    pub fn new(variables: usize, inequalities: &[(usize, &Linear)]) -> Option<Self> {
        // Row 0 is the objective, rows 1 to n are the variables; they begin as t = variable.
        let unit = |at: usize| (0..=variables).map(|place| i64::from(place == at)).collect::<Vec<i64>>();
        let rows = std::iter::once(vec![0; variables + 1]).chain((1..=variables).map(unit)).collect();
        let none = usize::MAX;
        let mut made = Self { variables, denominator: 1, rows, tight: vec![none; variables], names: Vec::new() };
        for &(name, form) in inequalities {
            made.rows.push(made.written(form)?);
            made.names.push(name);
        }
        // Each variable gives its place to a row.
        for row in 0..made.names.len() {
            let place = variables + 1 + row;
            let free = (0..variables).find(|&at| made.tight[at] == none && made.rows[place][at + 1] != 0);
            if let Some(at) = free {
                made.pivot(place, at)?;
                made.tight[at] = row;
            }
        }
        if made.tight.contains(&none) {
            return None;
        }
        // The sum of all tight rows is least at t = 0.
        made.rows[0] = std::iter::once(0).chain(std::iter::repeat_n(made.denominator, variables)).collect();
        Some(made)
    }

    /// A form in terms of the tight rows.
    fn written(&self, form: &Linear) -> Option<Vec<i64>> {
        let mut row = vec![0; self.variables + 1];
        row[0] = form.constant.checked_mul(self.denominator)?;
        for (variable, factor) in form.terms() {
            for (place, &entry) in row.iter_mut().zip(&self.rows[1 + variable]) {
                *place = place.checked_add(entry.checked_mul(factor)?)?;
            }
        }
        Some(row)
    }

    /// Adds an inequality with its number; false if its numbers are too large.
    #[must_use]
    pub fn add(&mut self, name: usize, form: &Linear) -> bool {
        let Some(row) = self.written(form) else { return false };
        self.rows.push(row);
        self.names.push(name);
        true
    }

    /// Makes a row tight in place of t number `at`.
    fn pivot(&mut self, row: usize, at: usize) -> Option<()> {
        let (old, at) = (self.denominator, at + 1);
        let mut pivot = self.rows[row].clone();
        let new = pivot[at];
        let sign = if new < 0 { -1 } else { 1 };
        for (index, line) in self.rows.iter_mut().enumerate() {
            if index == row {
                continue;
            }
            let factor = line[at];
            if factor == 0 {
                if new * sign != old {
                    for entry in line.iter_mut() {
                        *entry = entry.checked_mul(new * sign)? / old;
                    }
                }
                continue;
            }
            for (place, entry) in line.iter_mut().enumerate() {
                let product = match place == at {
                    true => factor.checked_mul(old)?,
                    false => entry.checked_mul(new)?.checked_sub(factor.checked_mul(pivot[place])?)?,
                };
                *entry = if old == 1 { product * sign } else { product / old * sign };
            }
        }
        // The row itself is now t, so that D t = D t.
        pivot.fill(0);
        pivot[at] = new * sign;
        self.rows[row] = pivot;
        self.denominator = new * sign;
        Some(())
    }

    /// Looks for a point at which all inequalities hold.
    pub fn solve(&mut self) -> Feasible {
        let first = self.variables + 1;
        for pivots in 0..MOST_PIVOTS {
            let below = (first..self.rows.len()).filter(|&row| self.rows[row][0] < 0);
            let row = if pivots < FREE_PIVOTS {
                below.min_by_key(|&row| self.rows[row][0])
            } else {
                below.min_by_key(|&row| row)
            };
            let Some(row) = row else { return Feasible::Point };
            let Some(at) = self.leaves(row) else { return self.never(row) };
            if self.pivot(row, at).is_none() {
                return Feasible::Unknown;
            }
            self.tight[at] = row - first;
        }
        Feasible::Unknown
    }

    /// Which t a row with b < 0 replaces, so that the objective keeps coefficients of at least 0.
    fn leaves(&self, row: usize) -> Option<usize> {
        let (row, objective) = (&self.rows[row], &self.rows[0]);
        let mut best: Option<usize> = None;
        for at in (0..self.variables).filter(|&at| row[at + 1] > 0) {
            let is_better = |other: usize| {
                // objective[at] / row[at] against objective[other] / row[other]
                let [here, there] = [(at, other), (other, at)]
                    .map(|(top, bottom)| i128::from(objective[top + 1]) * i128::from(row[bottom + 1]));
                here < there || here == there && self.tight[at] < self.tight[other]
            };
            if best.is_none_or(is_better) {
                best = Some(at);
            }
        }
        best
    }

    /// The contradiction in a row without positive coefficients.
    fn never(&self, row: usize) -> Feasible {
        let of = |index: usize| self.names[index];
        let mut sum = vec![(of(row - self.variables - 1), self.denominator)];
        let tight = self.tight.iter().zip(&self.rows[row][1..]);
        sum.extend(tight.filter(|(_, factor)| **factor < 0).map(|(&index, &factor)| (of(index), -factor)));
        let divisor = sum.iter().fold(0, |all, &(_, factor)| gcd(all, factor));
        sum.iter_mut().for_each(|(_, factor)| *factor /= divisor);
        sum.sort_unstable();
        Feasible::Never(sum)
    }

    /// The numerator of a variable at the point, whose denominator is [`Dictionary::denominator`].
    pub fn numerator(&self, variable: usize) -> i64 {
        self.rows[1 + variable][0]
    }

    /// The denominator of the coordinates of the point.
    pub fn denominator(&self) -> i64 {
        self.denominator
    }

    /// Whether a form is at least 0 at the point.
    pub fn holds(&self, form: &Linear) -> bool {
        let terms = form.terms().map(|(variable, factor)| i128::from(self.numerator(variable)) * i128::from(factor));
        terms.sum::<i128>() + i128::from(form.constant) * i128::from(self.denominator) >= 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(list: &[i64]) -> Linear {
        Linear::try_from(list.to_vec()).unwrap()
    }

    fn solved(variables: usize, forms: &[&[i64]]) -> (Dictionary, Feasible) {
        let forms: Vec<Linear> = forms.iter().map(|list| form(list)).collect();
        let named: Vec<(usize, &Linear)> = forms.iter().enumerate().collect();
        let mut dictionary = Dictionary::new(variables, &named).unwrap();
        let feasible = dictionary.solve();
        (dictionary, feasible)
    }

    #[test]
    fn points_and_contradictions() {
        // x, y >= 0, 2x + 2y >= 3, x - y >= 0, 5 - x - y >= 0.
        let (dictionary, feasible) = solved(2, &[&[0, 1], &[0, 0, 1], &[-3, 2, 2], &[0, 1, -1], &[5, -1, -1]]);
        assert_eq!(feasible, Feasible::Point);
        assert!(dictionary.holds(&form(&[-3, 2, 2])) && dictionary.holds(&form(&[0, 1, -1])));
        let sum = |forms: &[&[i64]], sum: &[(usize, i64)]| {
            let added = |all: Linear, &(row, factor): &(usize, i64)| {
                all.plus(&form(forms[row]).times(factor).unwrap()).unwrap()
            };
            sum.iter().fold(Linear::constant(0), added).number()
        };
        let forms: [&[i64]; 4] = [&[0, 1], &[0, 0, 1], &[-3, 2, 3], &[1, -1, -1]];
        let (_, Feasible::Point) = solved(2, &forms) else { panic!("(0, 1) satisfies them") };
        let forms: [&[i64]; 4] = [&[0, 1], &[0, 0, 1], &[-4, 2, 3], &[1, -1, -1]];
        let (_, Feasible::Never(found)) = solved(2, &forms) else { panic!("there is no such point") };
        assert!(sum(&forms, &found).is_some_and(|number| number < 0), "{found:?}");
    }

    /// Small systems in all ways: a point satisfies all of them, or the sum is a contradiction.
    #[test]
    fn every_answer_is_right() {
        let mut seed = 7u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        let (mut points, mut nevers) = (0, 0);
        for _ in 0..3000 {
            let variables = 1 + random(4) as usize;
            let mut forms: Vec<Linear> = (0..variables).map(Linear::variable).collect();
            for _ in 0..1 + random(8) {
                let terms =
                    (0..variables).map(|variable| Linear::variable(variable).times(random(7) as i64 - 3).unwrap());
                let mut sum =
                    terms.collect::<Vec<_>>().iter().fold(Linear::constant(0), |all, one| all.plus(one).unwrap());
                sum.constant = random(11) as i64 - 6;
                forms.push(sum);
            }
            let named: Vec<(usize, &Linear)> = forms.iter().enumerate().take(variables + 1).collect();
            let mut dictionary = Dictionary::new(variables, &named).unwrap();
            let mut feasible = dictionary.solve();
            for (name, form) in forms.iter().enumerate().skip(variables + 1) {
                if feasible == Feasible::Point {
                    assert!(dictionary.add(name, form));
                    feasible = dictionary.solve();
                }
            }
            match feasible {
                Feasible::Point => {
                    points += 1;
                    assert!(forms.iter().all(|form| dictionary.holds(form)));
                }
                Feasible::Never(rows) => {
                    nevers += 1;
                    let sum = rows.iter().fold(Linear::constant(0), |all, &(row, factor)| {
                        assert!(factor > 0);
                        all.plus(&forms[row].times(factor).unwrap()).unwrap()
                    });
                    assert!(sum.number().is_some_and(|number| number < 0), "{rows:?}");
                }
                Feasible::Unknown => panic!("numbers are small"),
            }
        }
        assert!(points > 500 && nevers > 500, "{points} {nevers}");
    }
}
