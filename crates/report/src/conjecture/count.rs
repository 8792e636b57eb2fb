//! Counts the terms or positions of a game at which a condition holds, or computes the sum or the largest value
//! of an expression over them.

use super::checked::{Part, Wrong};
use super::game::{GameConjecture, Seen, Subject, scope};
use super::statement::{Domain, Statement};
use super::tally::Says;
use crate::control::Control;
use crate::error::Error;
use crate::language::{self, Number};
use crate::ruleset::Symmetry;
use rayon::prelude::*;

/// The number of rows that a thread looks at in one go.
const PART: u64 = 1 << 14;

/// What to compute over the rows where a condition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aggregate<'t> {
    /// Their number.
    Count,
    /// The sum of an expression.
    Sum(&'t str),
    /// The largest value of an expression, and the first row that attains it.
    Largest(&'t str),
}

/// A condition and an aggregate, checked against the available names.
pub struct Counting {
    condition: GameConjecture,
    /// The expression, and whether its largest value is requested instead of the sum.
    measure: Option<(Number, bool)>,
    symmetry: Symmetry,
}

/// The result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counted {
    /// The number of rows looked at. With a symmetry, only one row of each orbit is counted.
    pub looked_at: u64,
    /// The number of rows at which something that is used is not known.
    pub not_applicable: u64,
    /// The number of rows at which the condition holds.
    pub count: u64,
    /// The sum of the expression over these rows.
    pub sum: i128,
    /// The largest value of the expression, and the first row that attains it.
    pub largest: Option<(i64, u64)>,
}

impl Counted {
    /// Merges the result of later rows.
    fn with(self, later: Self) -> Self {
        let largest = match (self.largest, later.largest) {
            (Some(a), Some(b)) => Some(if b.0 > a.0 { b } else { a }),
            (a, b) => a.or(b),
        };
        Self {
            looked_at: self.looked_at + later.looked_at,
            not_applicable: self.not_applicable + later.not_applicable,
            count: self.count + later.count,
            // This cannot overflow: fewer than 2^64 numbers of 64 bits are added.
            sum: self.sum + later.sum,
            largest,
        }
    }
}

impl Counting {
    /// Checks the texts against a game. With a symmetry, only one row of each orbit is counted.
    ///
    /// # Errors
    /// The error, as a [`Wrong`]. [`Part::Holds`] is the condition, [`Part::Measure`] the expression.
    pub fn new(
        condition: &str,
        over: Option<Domain>,
        aggregate: Aggregate<'_>,
        symmetry: Symmetry,
        subject: &Subject<'_>,
    ) -> Result<Self, Wrong> {
        let statement = Statement { holds: condition.to_string(), over, ..Statement::default() };
        let condition = GameConjecture::new(0, &statement, subject, &[])?;
        let read = |text: &str| {
            let (names, _) = scope(subject, condition.domain(), &[]).unwrap_or_default();
            language::number(text, 0, &names).map_err(|blame| Wrong { index: 0, part: Part::Measure, blame })
        };
        let measure = match aggregate {
            Aggregate::Count => None,
            Aggregate::Sum(text) => Some((read(text)?, false)),
            Aggregate::Largest(text) => Some((read(text)?, true)),
        };
        let condition = match &measure {
            Some((measure, _)) => condition.with_uses(measure.uses()),
            None => condition,
        };
        Ok(Self { condition, measure, symmetry })
    }

    /// Whether it uses any values or the period.
    pub fn uses_values(&self) -> bool {
        let of_measure = self.measure.as_ref().map(|(measure, _)| measure.uses());
        self.condition.uses_values() || of_measure.is_some_and(|uses| self.condition.is_about_values(&uses))
    }

    /// Whether it uses the period.
    pub fn uses_period(&self) -> bool {
        let of_measure = self.measure.as_ref().map(|(measure, _)| measure.uses());
        self.condition.uses_period() || of_measure.is_some_and(|uses| self.condition.is_about_period(&uses))
    }

    /// Whether it uses the theory of misère play.
    pub fn uses_misere(&self) -> bool {
        let of_measure = self.measure.as_ref().map(|(measure, _)| measure.uses());
        self.condition.uses_misere() || of_measure.is_some_and(|uses| self.condition.is_about_misere(&uses))
    }

    /// Evaluates all rows. Values that are not `seen` count as 0 where no expression uses them.
    ///
    /// # Errors
    /// [`Error::Usage`] with the first row at which an expression cannot be evaluated; [`Error::Interrupted`].
    pub fn count(&self, seen: Seen<'_>, control: &Control<'_>) -> Result<Counted, Error> {
        let rows = self.condition.rows().len();
        let part = |index: u64| {
            control.check()?;
            let part = index * PART..((index + 1) * PART).min(rows);
            self.part(part, seen)
        };
        // The first error in the order of the rows is reported.
        let parts = (0..rows.div_ceil(PART)).into_par_iter().map(part);
        let join = |a: Result<Counted, Error>, b: Result<Counted, Error>| Ok(a?.with(b?));
        parts.reduce(|| Ok(Counted::default()), join)
    }

    fn part(&self, rows: std::ops::Range<u64>, seen: Seen<'_>) -> Result<Counted, Error> {
        let (mut counted, mut label) = (Counted::default(), Vec::new());
        for row in rows {
            self.condition.rows().label(row, &mut label);
            if self.symmetry != Symmetry::None && self.symmetry.orbit(&label).is_none() {
                continue;
            }
            counted.looked_at += 1;
            let data = self.condition.data(row, seen.get(row).unwrap_or(0), seen);
            let wrong =
                |fault: language::Fault| Error::Usage(format!("{fault} at {}", self.condition.rows().show(&label)));
            match self.condition.says(row, &data, seen).map_err(wrong)? {
                Says::Held => {}
                Says::NotApplicable => {
                    counted.not_applicable += 1;
                    continue;
                }
                Says::Failed | Says::Excluded => continue,
            }
            if let Some((measure, largest)) = &self.measure {
                match (self.condition.number(measure, row, &data, seen), largest) {
                    (Ok(amount), true) => {
                        counted = counted.with(Counted { largest: Some((amount, row)), ..Counted::default() });
                    }
                    (Ok(amount), false) => counted.sum += i128::from(amount),
                    (Err(fault), _) if fault.is_unknown() => {
                        counted.not_applicable += 1;
                        continue;
                    }
                    (Err(fault), _) => return Err(wrong(fault)),
                }
            }
            counted.count += 1;
        }
        Ok(counted)
    }
}
