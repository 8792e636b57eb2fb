//! Winning moves that a proof may name: the numbers that the player chooses, solved for.

use grundy_core::claim::{LinearSet, WinningMove};
use grundy_core::structure::{Condition, Linear, LinearGame};

/// The maximum number of candidates for a move and a piece.
const MOST: usize = 200;

/// The candidates: a move into a piece, whose chosen numbers satisfy an equation, or are at an end of what is possible.
pub fn candidates(game: &LinearGame, set: &LinearSet) -> Vec<WinningMove> {
    let mut all = Vec::new();
    for (number, line) in game.moves.iter().enumerate() {
        for (piece, conditions) in set.pieces.iter().enumerate() {
            let Some(moved) = conditions.iter().map(|one| one.map(|form| form.within(&line.target))).collect() else {
                continue;
            };
            let moved: Vec<Condition> = moved;
            let first = game.coordinates;
            let mut solver = Solver { first, found: Vec::new() };
            let left: Vec<usize> = (first..first + line.chosen).collect();
            let own = left.iter().copied().map(Linear::variable).collect();
            solver.solve(left, line.conditions.iter().cloned().chain(moved).collect(), own);
            all.extend(solver.found.into_iter().map(|chosen| WinningMove { line: number, piece, chosen }));
        }
    }
    all
}

struct Solver {
    /// The first chosen variable.
    first: usize,
    found: Vec<Vec<Linear>>,
}

impl Solver {
    /// `left` are the variables that still have no value, `values` what the chosen variables are.
    fn solve(&mut self, left: Vec<usize>, conditions: Vec<Condition>, values: Vec<Linear>) {
        if self.found.len() >= MOST {
            return;
        }
        let Some(&next) = left.first() else {
            if !self.found.contains(&values) {
                self.found.push(values);
            }
            return;
        };
        let forms: Vec<&Linear> =
            conditions.iter().filter(|one| matches!(one, Condition::AtLeastZero(_))).map(Condition::form).collect();
        for &variable in &left {
            let equation = |form: &&&Linear| {
                form.of(variable).abs() == 1 && form.times(-1).is_some_and(|opposite| forms.contains(&&opposite))
            };
            if let Some(form) = forms.iter().find(equation) {
                return self.put(variable, form, 0, &left, &conditions, &values);
            }
        }
        // At the end of what is possible, or a few steps from there if divisibility matters.
        let uses = |one: &&Condition| one.form().of(next) != 0;
        let steps = conditions.iter().filter(uses).filter_map(Condition::divisor).max().unwrap_or(1);
        let ends =
            forms.iter().filter(|form| form.of(next) == 1).chain(forms.iter().filter(|form| form.of(next) == -1));
        let mut tried: Vec<Linear> = Vec::new();
        for form in ends.copied() {
            if !tried.contains(form) {
                tried.push(form.clone());
                (0..steps).for_each(|step| self.put(next, form, step, &left, &conditions, &values));
            }
        }
    }

    /// Gives a variable the value for which a form is `step`.
    fn put(
        &mut self,
        variable: usize,
        form: &Linear,
        step: i64,
        left: &[usize],
        conditions: &[Condition],
        values: &[Linear],
    ) {
        let rest = form.without(variable).add(-step);
        let Some(value) = rest.and_then(|rest| rest.times(-form.of(variable))) else { return };
        let put = |form: &Linear| form.with(variable, &value);
        let conditions = conditions.iter().map(|one| one.map(put)).collect::<Option<Vec<_>>>();
        let Some(mut values) = values.iter().map(put).collect::<Option<Vec<_>>>() else { return };
        values[variable - self.first] = value.clone();
        if let Some(conditions) = conditions {
            self.solve(left.iter().copied().filter(|&other| other != variable).collect(), conditions, values);
        }
    }
}
