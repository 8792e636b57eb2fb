//! Searches for the proof that a case is impossible, or for numbers that satisfy it.
//!
//! First the conditions on divisibility are decided: variables are divided into residue classes. Then the known
//! inequalities give a point, or a sum of them is a contradiction. If the point violates a choice, that choice is
//! branched on whose conditions are least often possible; if it violates none and is not whole, a variable is cut.

use super::simplex::{Dictionary, Feasible};
use grundy_core::claim::{Case, Step};
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::structure::{Condition, Linear};
use num_integer::gcd;

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The case is impossible.
    Never,
    /// These numbers satisfy it.
    Point(Vec<i64>),
    /// Neither, for this reason.
    Neither(&'static str),
}

/// How deep cases are divided; the checker allows a little more.
const DEEPEST: usize = 300;
const LARGE: &str = "the numbers became too large";

/// The work that may still be done, and the steps of the proof so far.
pub struct Search<'c> {
    /// The number of cases that may still be looked at.
    pub budget: u64,
    /// The steps of the proof.
    steps: Vec<Step>,
    /// Cancels the search.
    pub control: &'c Control<'c>,
}

/// A case without open conditions on divisibility, and what is known of it.
#[derive(Clone)]
struct Open {
    dictionary: Dictionary,
    /// For each condition of each choice: whether it may still be possible.
    live: Vec<Vec<bool>>,
}

impl<'c> Search<'c> {
    /// A search that looks at no more than `budget` cases.
    pub fn new(budget: u64, control: &'c Control<'c>) -> Self {
        Self { budget, steps: Vec::new(), control }
    }

    fn refute(&mut self, case: Case) -> Result<Found, Error> {
        let mut back = vec![(1, 0); case.variables];
        let found = self.divide(case.begun(), &mut back, 0)?;
        Ok(match found {
            Found::Point(values) => {
                Found::Point(values.iter().zip(back).map(|(&value, (factor, rest))| factor * value + rest).collect())
            }
            other => other,
        })
    }

    /// The proof that a case is impossible, or what was found instead. No case means that a number is too large.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn proof(&mut self, case: Option<Case>) -> Result<Result<Vec<Step>, Found>, Error> {
        let Some(case) = case else { return Ok(Err(Found::Neither(LARGE))) };
        self.steps.clear();
        Ok(match self.refute(case)? {
            Found::Never => Ok(std::mem::take(&mut self.steps)),
            other => Err(other),
        })
    }

    fn spend(&mut self, depth: usize) -> Result<Option<Found>, Error> {
        self.control.check()?;
        if self.budget == 0 || depth > DEEPEST {
            return Ok(Some(Found::Neither("the proof would have too many cases")));
        }
        self.budget -= 1;
        Ok(None)
    }

    /// Divides variables into residue classes until every condition on divisibility is decided. In the end `back` says
    /// how the variables of a point are to be changed.
    fn divide(&mut self, mut case: Case, back: &mut [(i64, i64)], depth: usize) -> Result<Found, Error> {
        if let Some(found) = self.spend(depth)? {
            return Ok(found);
        }
        if let Some(row) = case.known.iter().position(|condition| decided(condition) == Some(false)) {
            self.steps.push(Step::Residue(row));
            return Ok(Found::Never);
        }
        let Some((variable, divisor)) = case.known.iter().chain(case.choices.iter().flatten()).find_map(open) else {
            return self.linear(&mut case, depth);
        };
        self.steps.push(Step::Split(variable, divisor));
        let before = back[variable];
        for rest in 0..divisor {
            let Some(part) = case.split(variable, divisor, rest) else { return Ok(Found::Neither(LARGE)) };
            back[variable] = (before.0 * divisor, before.0 * rest + before.1);
            match self.divide(part, back, depth + 1)? {
                Found::Never => back[variable] = before,
                other => return Ok(other),
            }
        }
        Ok(Found::Never)
    }

    fn linear(&mut self, case: &mut Case, depth: usize) -> Result<Found, Error> {
        let rows: Vec<_> = case.known.iter().enumerate().filter_map(|(row, one)| inequality(one, row)).collect();
        let Some(dictionary) = Dictionary::new(case.variables, &rows) else {
            return Ok(Found::Neither("a number that the player chooses has no end"));
        };
        let is_live = |condition: &Condition| decided(condition) != Some(false);
        let live = case.choices.iter().map(|choice| choice.iter().map(is_live).collect()).collect();
        self.node(case, Open { dictionary, live }, depth)
    }

    fn node(&mut self, case: &mut Case, mut open: Open, depth: usize) -> Result<Found, Error> {
        if let Some(found) = self.spend(depth)? {
            return Ok(found);
        }
        match open.dictionary.solve() {
            Feasible::Never(sum) => {
                self.steps.push(Step::Sum(sum));
                return Ok(Found::Never);
            }
            Feasible::Unknown => return Ok(Found::Neither(LARGE)),
            Feasible::Point => {}
        }
        match open.choose(case) {
            Some(choice) => self.branch(case, &open, choice, depth),
            None => match open.fraction(case.variables) {
                None => Ok(Found::Point(open.point(case.variables))),
                Some((variable, at)) => self.cut(case, &open, variable, at, depth),
            },
        }
    }

    fn branch(&mut self, case: &mut Case, open: &Open, choice: usize, depth: usize) -> Result<Found, Error> {
        self.steps.push(Step::Choice(choice));
        let conditions = case.choices[choice].clone();
        for (nth, condition) in conditions.iter().enumerate() {
            let Some(mut added) = Case::excluded(&conditions, nth) else { return Ok(Found::Neither(LARGE)) };
            added.push(condition.clone());
            match self.with(case, open, added, depth)? {
                Found::Never => {}
                other => return Ok(other),
            }
        }
        Ok(Found::Never)
    }

    fn cut(&mut self, case: &mut Case, open: &Open, variable: usize, at: i64, depth: usize) -> Result<Found, Error> {
        let Some(sides) = Case::cut(variable, at) else { return Ok(Found::Neither(LARGE)) };
        self.steps.push(Step::Cut(variable, at));
        for side in sides {
            match self.with(case, open, vec![side], depth)? {
                Found::Never => {}
                other => return Ok(other),
            }
        }
        Ok(Found::Never)
    }

    /// Looks at the case in which more is known.
    fn with(&mut self, case: &mut Case, open: &Open, added: Vec<Condition>, depth: usize) -> Result<Found, Error> {
        let known = case.known.len();
        let mut next = open.clone();
        let mut fits = true;
        added.into_iter().for_each(|condition| case.assume(condition));
        let wrong = (known..case.known.len()).find(|&row| decided(&case.known[row]) == Some(false));
        for (row, form) in (known..).zip(&case.known[known..]).filter_map(|(row, one)| inequality(one, row)) {
            fits &= next.dictionary.add(row, form);
        }
        let found = match wrong {
            Some(row) => {
                self.steps.push(Step::Residue(row));
                Found::Never
            }
            None if !fits => Found::Neither(LARGE),
            None => self.node(case, next, depth + 1)?,
        };
        case.known.truncate(known);
        Ok(found)
    }
}

impl Open {
    /// The choice to branch on: one that the point violates, with the least number of conditions that are possible.
    fn choose(&mut self, case: &Case) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for (index, choice) in case.choices.iter().enumerate() {
            let holds = |condition: &Condition| match condition {
                Condition::AtLeastZero(form) => self.dictionary.holds(form),
                divided => decided(divided) == Some(true),
            };
            if choice.iter().any(holds) {
                continue;
            }
            let mut count = 0;
            for (condition, live) in choice.iter().zip(&mut self.live[index]).filter(|(_, live)| **live) {
                *live = possible(&self.dictionary, condition);
                count += usize::from(*live);
                if best.is_some_and(|(least, _)| count >= least) {
                    break;
                }
            }
            if best.is_none_or(|(least, _)| count < least) {
                best = Some((count, index));
            }
            if count == 0 {
                break;
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// A variable that is not whole at the point, and its value rounded down.
    fn fraction(&self, variables: usize) -> Option<(usize, i64)> {
        let denominator = self.dictionary.denominator();
        let value = |variable: usize| (variable, self.dictionary.numerator(variable));
        let found = (0..variables).map(value).find(|(_, numerator)| numerator % denominator != 0);
        found.map(|(variable, numerator)| (variable, numerator.div_euclid(denominator)))
    }

    fn point(&self, variables: usize) -> Vec<i64> {
        (0..variables).map(|variable| self.dictionary.numerator(variable) / self.dictionary.denominator()).collect()
    }
}

/// Whether the point could be changed so that a condition holds, too.
fn possible(dictionary: &Dictionary, condition: &Condition) -> bool {
    let Condition::AtLeastZero(form) = condition else { return true };
    let mut with = dictionary.clone();
    !with.add(usize::MAX, &form.tightened()) || !matches!(with.solve(), Feasible::Never(_))
}

fn inequality(condition: &Condition, row: usize) -> Option<(usize, &Linear)> {
    if let Condition::AtLeastZero(form) = condition { Some((row, form)) } else { None }
}

/// Whether a condition on divisibility holds for all whole numbers or for none; `None` if it depends on them, or it is
/// an inequality.
fn decided(condition: &Condition) -> Option<bool> {
    let (divisor, form) = (condition.divisor()?, condition.form());
    let common = form.divisor(divisor);
    let divides = match form.constant % common == 0 {
        false => false,
        true if common == divisor => true,
        true => return None,
    };
    Some(divides == matches!(condition, Condition::Divides(..)))
}

/// A variable to split, and by which number, if a condition on divisibility is not decided.
fn open(condition: &Condition) -> Option<(usize, i64)> {
    let divisor = condition.divisor().filter(|_| decided(condition).is_none())?;
    let (variable, factor) = condition.form().terms().find(|(_, factor)| factor % divisor != 0)?;
    Some((variable, divisor / gcd(factor, divisor)))
}
