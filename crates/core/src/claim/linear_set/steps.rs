//! Checks the proof that a case is impossible, step by step.

use super::certificate::{LinearRefusal, Step};
use super::facts::Case;
use crate::structure::{Condition, Linear};

/// How deep cases may be divided.
const DEEPEST: usize = 400;

impl Case {
    /// Adds what is known; an inequality is tightened for whole numbers.
    pub fn assume(&mut self, condition: Condition) {
        self.known.push(match condition {
            Condition::AtLeastZero(form) => Condition::AtLeastZero(form.tightened()),
            divided => divided,
        });
    }

    /// The same case with all inequalities tightened.
    pub fn begun(self) -> Self {
        let mut begun = Self { known: Vec::new(), ..self };
        self.known.into_iter().for_each(|condition| begun.assume(condition));
        begun
    }

    /// The case in which a variable is `divisor` times itself plus `rest`.
    pub fn split(&self, variable: usize, divisor: i64, rest: i64) -> Option<Self> {
        let value = Linear::variable(variable).times(divisor)?.add(rest)?;
        let change = |condition: &Condition| condition.map(|form| form.with(variable, &value));
        let all = |conditions: &[Condition]| conditions.iter().map(change).collect::<Option<Vec<_>>>();
        let choices = self.choices.iter().map(|choice| all(choice)).collect::<Option<Vec<_>>>()?;
        Some(Self { variables: self.variables, known: all(&self.known)?, choices }.begun())
    }

    /// What is added for each side of a cut.
    pub fn cut(variable: usize, at: i64) -> Option<[Condition; 2]> {
        let (variable, at) = (Linear::variable(variable), Linear::number_of(at)?);
        Some([Condition::at_most(&variable, &at, 0)?, Condition::at_most(&at, &variable, 1)?])
    }

    /// What is added to the last condition of a choice: that the ones before it do not hold.
    pub fn excluded(choice: &[Condition], nth: usize) -> Option<Vec<Condition>> {
        choice[..nth].iter().map(Condition::negated).collect()
    }
}

/// A proof that is being read.
pub(super) struct Walk<'s> {
    steps: std::slice::Iter<'s, Step>,
    /// The number of cases that were excluded.
    pub leaves: u64,
}

impl<'s> Walk<'s> {
    /// Checks that the steps prove a case impossible, and that none is left over. Returns the number of cases that
    /// were excluded.
    pub fn check(case: Case, steps: &'s [Step]) -> Result<u64, LinearRefusal> {
        let mut walk = Walk { steps: steps.iter(), leaves: 0 };
        walk.step(&mut case.begun(), 0)?;
        match walk.steps.next() {
            None => Ok(walk.leaves),
            Some(_) => Err(wrong("there are steps after the end of the proof")),
        }
    }

    fn step(&mut self, case: &mut Case, depth: usize) -> Result<(), LinearRefusal> {
        let step = self.steps.next().ok_or_else(|| wrong("a step is missing"))?;
        if depth > DEEPEST {
            return Err(wrong("cases are divided too often"));
        }
        match step {
            Step::Sum(rows) => sum(case, rows).map(|()| self.leaves += 1),
            Step::Residue(row) => residue(case, *row).map(|()| self.leaves += 1),
            Step::Choice(choice) => {
                let choice = case.choices.get(*choice).ok_or_else(|| wrong("a step names no choice"))?.clone();
                for (nth, condition) in choice.iter().enumerate() {
                    let excluded = Case::excluded(&choice, nth).ok_or_else(LinearRefusal::large)?;
                    self.with(case, excluded.into_iter().chain([condition.clone()]), depth)?;
                }
                Ok(())
            }
            Step::Cut(variable, at) => {
                let sides = Case::cut(*variable, *at).filter(|_| *variable < case.variables);
                for side in sides.ok_or_else(|| wrong("a cut names no variable, or a number is too large"))? {
                    self.with(case, [side], depth)?;
                }
                Ok(())
            }
            Step::Split(variable, divisor) => {
                if *variable >= case.variables || *divisor < 1 {
                    return Err(wrong("a split names no variable, or a divisor below 1"));
                }
                for rest in 0..*divisor {
                    let mut part = case.split(*variable, *divisor, rest).ok_or_else(LinearRefusal::large)?;
                    self.step(&mut part, depth + 1)?;
                }
                Ok(())
            }
        }
    }

    /// Checks the proof of a case in which more is known.
    fn with(
        &mut self,
        case: &mut Case,
        more: impl IntoIterator<Item = Condition>,
        depth: usize,
    ) -> Result<(), LinearRefusal> {
        let known = case.known.len();
        more.into_iter().for_each(|condition| case.assume(condition));
        self.step(case, depth + 1)?;
        case.known.truncate(known);
        Ok(())
    }
}

fn wrong(what: &str) -> LinearRefusal {
    LinearRefusal(what.to_string())
}

/// Checks that a sum of known inequalities says that a negative number is at least 0.
fn sum(case: &Case, rows: &[(usize, i64)]) -> Result<(), LinearRefusal> {
    let mut sum = Linear::constant(0);
    for &(row, factor) in rows {
        let Some(Condition::AtLeastZero(form)) = case.known.get(row) else {
            return Err(wrong("a sum names no known inequality"));
        };
        if factor < 1 {
            return Err(wrong("a sum has a factor below 1"));
        }
        let more = form.times(factor).and_then(|form| sum.plus(&form));
        sum = more.ok_or_else(LinearRefusal::large)?;
    }
    match sum.number() {
        Some(..0) => Ok(()),
        _ => Err(wrong("a sum is no contradiction")),
    }
}

/// Checks that a known condition on divisibility holds for no whole numbers.
fn residue(case: &Case, row: usize) -> Result<(), LinearRefusal> {
    let contradicts = match case.known.get(row) {
        Some(Condition::Divides(divisor, form)) => form.constant % form.divisor(*divisor) != 0,
        Some(Condition::DividesNot(divisor, form)) => {
            form.constant % divisor == 0 && form.coefficients().all(|factor| factor % divisor == 0)
        }
        _ => return Err(wrong("a step names no known condition on divisibility")),
    };
    if contradicts { Ok(()) } else { Err(wrong("a condition on divisibility is no contradiction")) }
}
