//! A conjecture whose expressions have been checked against the available names.

use super::statement::{Statement, one_line};
use super::tally::{Says, Verdict};
use crate::diagnostic::Blame;
use crate::language::{self, Datum, Fault, Scope, Sources, Truth, Type, Uses, holds, holds_from};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;

/// The maximum number of values or rows inside loops that are shown.
pub(super) const LOOKS: usize = 8;

/// The maximum length of a name.
const LONGEST_NAME: usize = 100;

/// A variable of a sweep. It is the same for all terms and positions of a game.
pub type Bound = (String, Type, Datum);

/// Writes a column of another row, which is given by the variables that differ.
type ColumnName<'n> = &'n dyn Fn(&[(u32, Datum)], u32) -> String;

/// A checked conjecture.
#[derive(Debug, Clone)]
pub struct Conjecture {
    /// The statement.
    pub statement: Statement,
    pub(super) condition: Option<Truth>,
    pub(super) holds: Truth,
    /// The names that its expressions use.
    pub(super) uses: Uses,
    /// What counterexamples show: the variables and values that `holds` uses, in the order of the text.
    pub(super) shown: Vec<Shown>,
    /// The expression that ranks counterexamples. None if the first ones are kept.
    pub(super) measure: Option<language::Number>,
}

/// A column of counterexamples.
#[derive(Debug, Clone)]
pub(super) enum Shown {
    /// A variable, with its name and index.
    Variable(String, u32),
    /// A value of the game, with its text and coordinates.
    Value(String, Vec<language::Number>),
    /// An expression, with its text: a side of the comparison, or the measure that ranks counterexamples.
    Number(String, language::Number),
    /// A column of another row, with its text.
    Other(String, language::Other),
    /// The last values of the game, or the last other rows, that were looked at, if some of them are inside loops. Its
    /// name says which.
    InLoops(&'static str),
}

impl Shown {
    /// Whether the column has this name.
    fn is(&self, name: &str) -> bool {
        match self {
            Shown::Variable(own, _) | Shown::Value(own, _) | Shown::Number(own, _) | Shown::Other(own, _) => {
                own == name
            }
            Shown::InLoops(_) => false,
        }
    }
}

/// The value of an expression at a counterexample; empty if it is not known there.
pub(super) fn shown_number(number: &language::Number, data: &[Datum], sources: Sources<'_>) -> String {
    language::evaluate_from(number, data, sources).map(|value| value.to_string()).unwrap_or_default()
}

/// The name of the column for values inside loops.
pub const IN_LOOPS: &str = "g in loops";

/// The name of the column for other rows inside loops, and for functions such as `phi(n)`.
pub const ROWS_IN_LOOPS: &str = "rows in loops";

/// An error in a conjecture, with its place in one part of the conjecture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The index of the conjecture, from 0.
    pub index: usize,
    /// The part.
    pub part: Part,
    /// The error, with its place in the text of the part.
    pub blame: Blame,
}

/// A part of a conjecture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// `name`.
    Name,
    /// `where`.
    Condition,
    /// `holds`.
    Holds,
    /// An expression that ranks counterexamples, is summed, or is maximised.
    Measure,
    /// `over`.
    Over,
    /// `expect`.
    Expect,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Name => "name",
            Part::Condition => "where",
            Part::Holds => "holds",
            Part::Measure => "expression",
            Part::Over => "over",
            Part::Expect => "expect",
        })
    }
}

/// Checks that names are valid and distinct, and that expected verdicts exist.
///
/// # Errors
/// The first error, as a [`Wrong`].
pub fn names(statements: &[Statement]) -> Result<(), Wrong> {
    for (index, statement) in statements.iter().enumerate() {
        let wrong = |part: Part, message: String, help: &str| {
            Err(Wrong { index, part, blame: Blame::new(0..0, message, help) })
        };
        let name = &statement.name;
        let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if name.is_empty() || !name.bytes().all(letter) {
            return wrong(
                Part::Name,
                format!("`{name}` cannot be the name of a conjecture"),
                "use only a-z, 0-9 and -",
            );
        }
        // The name becomes the name of a file.
        if name.len() > LONGEST_NAME {
            return wrong(Part::Name, "the name of a conjecture is too long".to_string(), "at most 100 characters");
        }
        if statements[..index].iter().any(|other| other.name == *name) {
            return wrong(Part::Name, format!("two conjectures are called `{name}`"), "give each a name of its own");
        }
        let Some(expected) = &statement.expect else { continue };
        let verdicts = Verdict::ALL.iter().filter(|verdict| **verdict != Verdict::Error);
        if !verdicts.into_iter().any(|verdict| verdict.to_string() == expected.verdict) {
            let message = format!("`{}` is not a verdict", expected.verdict);
            return wrong(
                Part::Expect,
                message,
                "`no counterexample`, `never applied`, `refuted` or `refuted by an observed period`",
            );
        }
    }
    Ok(())
}

impl Conjecture {
    /// Checks a conjecture. `label` is the range of those variables that identify a row; counterexamples do not
    /// show them again.
    ///
    /// # Errors
    /// The error in its text.
    pub(super) fn new(
        index: usize,
        statement: &Statement,
        scope: &Scope,
        label: std::ops::Range<u32>,
    ) -> Result<Self, Wrong> {
        let read =
            |part: Part, text: &str| language::truth(text, 0, scope).map_err(|blame| Wrong { index, part, blame });
        let condition = statement.condition.as_deref().map(|text| read(Part::Condition, text)).transpose()?;
        let holds = read(Part::Holds, &statement.holds)?;
        let of_holds = holds.uses();
        let mut shown = Vec::new();
        for &variable in of_holds.variables.iter().filter(|variable| !label.contains(variable)) {
            shown.push(Shown::Variable(scope.names()[variable as usize].0.clone(), variable));
        }
        for look in &of_holds.looks {
            let text = one_line(statement.holds.get(look.span.clone()).unwrap_or("g"));
            let known = shown.iter().any(|shown| shown.is(&text));
            if let (Some(coordinates), false) = (&look.coordinates, known) {
                shown.push(Shown::Value(text, coordinates.clone()));
            }
        }
        for other in of_holds.others.iter().filter(|other| !other.has_local()) {
            let text = one_line(statement.holds.get(other.span()).unwrap_or("row"));
            if !shown.iter().any(|shown| shown.is(&text)) {
                shown.push(Shown::Other(text, other.clone()));
            }
        }
        let measure = statement
            .keep
            .measure()
            .map(|text| language::number(text, 0, scope).map_err(|blame| Wrong { index, part: Part::Measure, blame }));
        let measure = measure.transpose()?;
        let sides = language::sides(&statement.holds).into_iter().map(|span| &statement.holds[span]);
        for text in statement.keep.measure().into_iter().chain(sides) {
            let (name, number) = (one_line(text), language::number(text, 0, scope));
            let known =
                scope.names().iter().any(|(known, _)| *known == name) || shown.iter().any(|shown| shown.is(&name));
            // Constants and outcomes do not need a column.
            if let (Ok(number), false) = (number, known)
                && !matches!(number, language::Number::Constant(_))
            {
                shown.push(Shown::Number(name, number));
            }
        }
        if of_holds.looks.iter().any(|look| look.coordinates.is_none()) {
            shown.push(Shown::InLoops(IN_LOOPS));
        }
        if of_holds.others.iter().any(language::Other::has_local) {
            shown.push(Shown::InLoops(ROWS_IN_LOOPS));
        }
        let mut uses = of_holds;
        let of_condition = condition.as_ref().map(Truth::uses);
        for more in of_condition.into_iter().chain(measure.as_ref().map(language::Number::uses)) {
            uses.variables.extend(more.variables);
            uses.looks.extend(more.looks);
            uses.others.extend(more.others);
        }
        Ok(Self { measure, statement: statement.clone(), condition, holds, uses, shown })
    }

    /// The columns that counterexamples show.
    pub(super) fn columns(&self) -> Vec<String> {
        let name = |shown: &Shown| match shown {
            Shown::Variable(name, _) | Shown::Value(name, _) | Shown::Number(name, _) | Shown::Other(name, _) => {
                name.clone()
            }
            Shown::InLoops(name) => name.to_string(),
        };
        self.shown.iter().map(name).collect()
    }

    /// The rank of a counterexample. None if the first ones are kept, or if the measure is not known there.
    pub(super) fn rank(&self, data: &[Datum], sources: Sources<'_>) -> Option<i64> {
        let value = language::evaluate_from(self.measure.as_ref()?, data, sources).ok()?;
        Some(self.statement.keep.rank(value))
    }

    /// The result for one row.
    ///
    /// # Errors
    /// The [`Fault`] that ends the check of the conjecture.
    pub(super) fn says(&self, data: &[Datum], sources: Sources<'_>) -> Result<Says, Fault> {
        let ask = |truth: &Truth| match holds_from(truth, data, sources) {
            Ok(holds) => Ok(Some(holds)),
            Err(fault) if fault.is_unknown() => Ok(None),
            Err(fault) => Err(fault),
        };
        if let Some(condition) = &self.condition {
            match ask(condition)? {
                Some(true) => {}
                Some(false) => return Ok(Says::Excluded),
                None => return Ok(Says::NotApplicable),
            }
        }
        Ok(match ask(&self.holds)? {
            Some(true) => Says::Held,
            Some(false) => Says::Failed,
            None => Says::NotApplicable,
        })
    }

    /// The columns of other rows that `holds` looks at last, at most eight. `name` writes such a column.
    pub(super) fn last_others(&self, data: &[Datum], sources: Sources<'_>, name: ColumnName<'_>) -> String {
        let seen = RefCell::new(VecDeque::with_capacity(LOOKS + 1));
        let watch = |given: &[(u32, Datum)], column: u32| {
            let found = (sources.rows)(given, column);
            let mut seen = seen.borrow_mut();
            seen.push_back((name(given, column), found.clone()));
            if seen.len() > LOOKS {
                seen.pop_front();
            }
            found
        };
        // Faults are reported where the conjecture is evaluated.
        let _ = holds_from(&self.holds, data, Sources { rows: &watch, ..sources });
        let show = |(name, found): &(String, Option<Datum>)| {
            let found = found.as_ref().filter(|found| **found != Datum::Missing);
            format!("{name} = {}", found.map_or("unknown".to_string(), |found| found.show(" ")))
        };
        seen.borrow().iter().map(show).collect::<Vec<_>>().join("; ")
    }

    /// The values of the game that `holds` looks at last, at most eight. They decide the result, because loops
    /// stop as soon as it is known.
    /// `place` writes their coordinates.
    pub(super) fn last_looks(
        &self,
        data: &[Datum],
        look: language::Look<'_>,
        place: &dyn Fn(&[i64]) -> String,
    ) -> String {
        let seen = RefCell::new(VecDeque::with_capacity(LOOKS + 1));
        let watch = |at: &[i64]| {
            let value = look(at);
            let mut seen = seen.borrow_mut();
            seen.push_back((at.to_vec(), value));
            if seen.len() > LOOKS {
                seen.pop_front();
            }
            value
        };
        // Faults are reported where the conjecture is evaluated.
        let _ = holds(&self.holds, data, &watch);
        let show = |(at, value): &(Vec<i64>, Option<i64>)| {
            format!("g({}) = {}", place(at), value.map_or("unknown".to_string(), |value| value.to_string()))
        };
        seen.borrow().iter().map(show).collect::<Vec<_>>().join(", ")
    }
}
