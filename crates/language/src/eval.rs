//! Evaluates typed expressions.

use super::arithmetic::join;
use super::datum::Datum;
use super::fault::{Fault, SourcePlace, What};
use super::functions::{Function, turns_of_elements};
use super::node::{Domain, Interval, Link, Number, Set, Text, Truth, Turns};
use super::tree::{Arithmetic, Comparison};
use std::borrow::Cow;

/// The maximum number of turns of loops in one evaluation.
pub(super) const MOST_TURNS: u64 = 10_000_000;

/// The values of the game by coordinates; `None` outside the range.
pub type Look<'l> = &'l dyn Fn(&[i64]) -> Option<i64>;

/// The cells of other rows: the given variables, by their numbers in the scope, and a column. `None` if there is no
/// such row.
pub type Rows<'r> = &'r dyn Fn(&[(u32, Datum)], u32) -> Option<Datum>;

/// What an expression may ask for besides its variables.
#[derive(Clone, Copy)]
pub struct Sources<'s> {
    /// The values of the game.
    pub values: Look<'s>,
    /// The cells of other rows.
    pub rows: Rows<'s>,
}

impl<'s> Sources<'s> {
    /// The values of a game.
    pub fn values(values: Look<'s>) -> Self {
        Self { values, rows: &|_, _| None }
    }

    /// The other rows of a table.
    pub fn rows(rows: Rows<'s>) -> Self {
        Self { values: &no_values, rows }
    }
}

/// The value of a number, given the variables of its scope.
///
/// # Errors
/// The [`Fault`] of a part without a value.
pub fn evaluate(number: &Number, data: &[Datum], look: Look<'_>) -> Result<i64, Fault> {
    evaluate_from(number, data, Sources::values(look))
}

/// The same, if other rows may be asked for.
///
/// # Errors
/// The [`Fault`] of a part without a value.
pub fn evaluate_from(number: &Number, data: &[Datum], sources: Sources<'_>) -> Result<i64, Fault> {
    Machine::over(data, sources).number(number)
}

/// Whether a condition holds, given the variables of its scope.
///
/// # Errors
/// The [`Fault`] of a part without a value.
pub fn holds(truth: &Truth, data: &[Datum], look: Look<'_>) -> Result<bool, Fault> {
    holds_from(truth, data, Sources::values(look))
}

/// The same, if other rows may be asked for.
///
/// # Errors
/// The [`Fault`] of a part without a value.
pub fn holds_from(truth: &Truth, data: &[Datum], sources: Sources<'_>) -> Result<bool, Fault> {
    Machine::over(data, sources).truth(truth)
}

impl Interval {
    /// The first and the last number, given the variables of the scope; `None` if the range is empty.
    ///
    /// # Errors
    /// The [`Fault`] of a part without a value.
    pub fn bounds(&self, data: &[Datum]) -> Result<Option<(i64, i64)>, Fault> {
        let first = evaluate(&self.first, data, &|_| None)?;
        let last = evaluate(&self.last, data, &|_| None)?;
        let last = if self.inclusive { Some(last) } else { last.checked_sub(1) };
        Ok(last.filter(|&last| first <= last).map(|last| (first, last)))
    }

    /// The same for a range between two constants; `None` for any other range, or if it is empty.
    pub fn constant(&self) -> Option<(i64, i64)> {
        match (&self.first, &self.last) {
            (Number::Constant(_), Number::Constant(_)) => self.bounds(&[]).ok().flatten(),
            _ => None,
        }
    }
}

/// The values of a game that has none.
pub(super) fn no_values(_: &[i64]) -> Option<i64> {
    None
}

pub(super) struct Machine<'m> {
    data: &'m [Datum],
    pub(super) sources: Sources<'m>,
    locals: Vec<i64>,
    turns: u64,
    most: u64,
}

/// The value of a number made of variables of loops, constants and arithmetic only. `None` if it contains
/// anything else, or has no value. This function is small enough to stay in registers, and most numbers in
/// moves are of this kind.
fn quick(number: &Number, locals: &[i64]) -> Option<i64> {
    match number {
        Number::Constant(value) => Some(*value),
        Number::Local(local) => Some(locals[*local as usize]),
        Number::Join(sign, pair) => {
            let (left, right) = (quick(&pair.0, locals)?, quick(&pair.1, locals)?);
            match sign {
                Arithmetic::Add => left.checked_add(right),
                Arithmetic::Subtract => left.checked_sub(right),
                Arithmetic::Multiply => left.checked_mul(right),
                // For non-negative numbers, rounding towards zero is rounding down.
                Arithmetic::Divide if left >= 0 && right > 0 => Some(left / right),
                Arithmetic::Remainder if left >= 0 && right > 0 => Some(left % right),
                _ => join(*sign, left, right).ok(),
            }
        }
        _ => None,
    }
}

/// Whether a number consists of variables of loops, constants and arithmetic only.
fn is_quick(number: &Number) -> bool {
    match number {
        Number::Constant(_) | Number::Local(_) => true,
        Number::Join(_, pair) => is_quick(&pair.0) && is_quick(&pair.1),
        _ => false,
    }
}

/// A number, and whether [`quick`] can evaluate it.
#[derive(Debug, Clone)]
pub(super) struct Quick {
    number: Number,
    quick: bool,
}

impl Quick {
    pub fn new(number: Number) -> Self {
        Self { quick: is_quick(&number), number }
    }

    pub fn number(&self) -> &Number {
        &self.number
    }
}

impl<'m> Machine<'m> {
    /// The value of a number, by [`quick`] if possible.
    #[inline]
    pub fn fast(&mut self, number: &Quick) -> Result<i64, Fault> {
        match if number.quick { quick(&number.number, &self.locals) } else { None } {
            Some(value) => Ok(value),
            None => self.number(&number.number),
        }
    }

    /// Whether a condition holds, by [`quick`] if possible.
    #[inline]
    pub fn fast_truth(&mut self, truth: &Truth) -> Result<bool, Fault> {
        if let Truth::Compare(sign, pair) = truth
            && let (Some(left), Some(right)) = (quick(&pair.0, &self.locals), quick(&pair.1, &self.locals))
        {
            return Ok(compare(*sign, left, right));
        }
        self.truth(truth)
    }

    /// An evaluator of one expression.
    pub fn over(data: &'m [Datum], sources: Sources<'m>) -> Self {
        Self { data, sources, locals: Vec::new(), turns: 0, most: MOST_TURNS }
    }

    /// An evaluator with some variables of loops, and no others.
    pub fn new(look: Look<'m>, locals: Vec<i64>, most: u64) -> Self {
        Self { data: &[], sources: Sources::values(look), locals, turns: 0, most }
    }

    /// Returns the variables of loops, so that their memory can be reused.
    pub fn into_locals(self) -> Vec<i64> {
        self.locals
    }

    /// Starts with a position, and reserves the variables of this many ranges.
    pub fn begin(&mut self, position: &[i64], ranges: usize) {
        self.turns = 0;
        self.locals.clear();
        self.locals.extend_from_slice(position);
        self.locals.resize(position.len() + ranges, 0);
    }

    /// The value of a variable of a loop.
    pub fn local(&self, local: usize) -> i64 {
        self.locals[local]
    }

    /// Sets a variable of a loop.
    pub fn assign(&mut self, local: usize, value: i64) {
        self.locals[local] = value;
    }

    /// Counts a turn of a loop.
    pub fn turn(&mut self, place: SourcePlace) -> Result<(), Fault> {
        self.take(1, place)
    }

    /// Counts turns of a loop, or equivalent work.
    pub fn take(&mut self, turns: u64, place: SourcePlace) -> Result<(), Fault> {
        self.turns += turns;
        if self.turns > self.most { Err(Fault { what: What::Long, place }) } else { Ok(()) }
    }

    pub fn number(&mut self, number: &Number) -> Result<i64, Fault> {
        match number {
            Number::Constant(value) => Ok(*value),
            Number::Variable(slot) => match self.data[*slot as usize] {
                Datum::Number(value) => Ok(value),
                _ => Err(missing(*slot)),
            },
            Number::Local(local) => Ok(self.locals[*local as usize]),
            Number::Negative(inner) => {
                let (inner, place) = &**inner;
                self.number(inner)?.checked_neg().ok_or(Fault { what: What::Overflow, place: *place })
            }
            Number::Join(sign, pair) => {
                let (left, right, place) = &**pair;
                let (left, right) = (self.number(left)?, self.number(right)?);
                join(*sign, left, right).map_err(at(*place))
            }
            Number::Call(function, call) => {
                let (arguments, place) = &**call;
                let arguments = self.all(arguments)?;
                self.call(function, &arguments, *place)
            }
            Number::OfSet(function, call) => {
                let (set, numbers, place) = &**call;
                let numbers = self.all(numbers)?;
                let set = self.set(set)?;
                match numbers.is_empty() {
                    true => self.call(function, &set, *place),
                    false => self.call(function, &[&numbers, &set[..]].concat(), *place),
                }
            }
            Number::Automatic(call) => self.automatic(call),
            Number::Element(element) => {
                let (set, index, place) = &**element;
                let index = self.number(index)?;
                let set = self.set(set)?;
                let element = usize::try_from(index).ok().and_then(|index| set.get(index));
                element.copied().ok_or(Fault { what: What::Index, place: *place })
            }
            Number::Digit(digit) => {
                let (text, index, place) = &**digit;
                let index = self.number(index)?;
                let text = self.text(text)?;
                let digit = usize::try_from(index).ok().and_then(|index| text.as_bytes().get(index));
                let value = digit.and_then(|&digit| char::from(digit).to_digit(16));
                value.map(i64::from).ok_or(Fault { what: What::Index, place: *place })
            }
            Number::Other(other) => match self.other(other)? {
                Datum::Number(value) => Ok(value),
                _ => Err(Fault { what: What::Row, place: other.place }),
            },
            Number::Value(call) => {
                let (coordinates, place) = &**call;
                (self.sources.values)(&self.all(coordinates)?).ok_or(Fault { what: What::Outside, place: *place })
            }
            Number::Count(turns) => {
                let mut count = 0;
                self.every(turns, &mut |machine, body| {
                    count += i64::from(machine.truth(body)?);
                    Ok(true)
                })?;
                Ok(count)
            }
            Number::Sum(turns) => {
                let (mut sum, place) = (0i64, turns.place);
                self.every(turns, &mut |machine, body| {
                    let more = machine.number(body)?;
                    sum = sum.checked_add(more).ok_or(Fault { what: What::Overflow, place })?;
                    Ok(true)
                })?;
                Ok(sum)
            }
        }
    }

    pub fn truth(&mut self, truth: &Truth) -> Result<bool, Fault> {
        Ok(match truth {
            Truth::Constant(value) => *value,
            Truth::Not(inner) => !self.truth(inner)?,
            Truth::And(pair) => self.truth(&pair.0)? && self.truth(&pair.1)?,
            Truth::Or(pair) => self.truth(&pair.0)? || self.truth(&pair.1)?,
            Truth::Implies(pair) => !self.truth(&pair.0)? || self.truth(&pair.1)?,
            Truth::Iff(pair) => self.truth(&pair.0)? == self.truth(&pair.1)?,
            Truth::Compare(sign, pair) => {
                let (left, right) = (self.number(&pair.0)?, self.number(&pair.1)?);
                compare(*sign, left, right)
            }
            Truth::Chain(chain) => {
                let (first, links) = &**chain;
                let mut left = self.number(first)?;
                for link in links {
                    let agrees = match link {
                        Link::Compare(sign, right) => {
                            let right = self.number(right)?;
                            let agrees = compare(*sign, left, right);
                            left = right;
                            agrees
                        }
                        Link::In(set, negated) => self.is_in(left, set)? != *negated,
                    };
                    if !agrees {
                        return Ok(false);
                    }
                }
                true
            }
            Truth::In(pair) => {
                let number = self.number(&pair.0)?;
                self.is_in(number, &pair.1)?
            }
            Truth::SameSet(pair) => {
                let left = self.set(&pair.0)?;
                left == self.set(&pair.1)?
            }
            Truth::OneOf(choice) => {
                let (text, list) = &**choice;
                let text = self.text(text)?;
                for other in list {
                    if self.text(other)? == text {
                        return Ok(true);
                    }
                }
                false
            }
            Truth::Call(function, call) => {
                let (arguments, place) = &**call;
                let arguments = self.all(arguments)?;
                self.call(function, &arguments, *place)? != 0
            }
            Truth::All(turns) => self.every(turns, &mut |machine, body| machine.truth(body))?,
            Truth::Any(turns) => !self.every(turns, &mut |machine, body| Ok(!machine.truth(body)?))?,
        })
    }

    /// The result of a function. A long call counts as several turns.
    fn call(&mut self, function: &Function, arguments: &[i64], place: SourcePlace) -> Result<i64, Fault> {
        self.take((function.turns)(arguments), place)?;
        (function.apply)(arguments).map_err(at(place))
    }

    fn all(&mut self, numbers: &[Number]) -> Result<Vec<i64>, Fault> {
        numbers.iter().map(|number| self.number(number)).collect()
    }

    pub fn set<'s>(&mut self, set: &'s Set) -> Result<Cow<'s, [i64]>, Fault>
    where
        'm: 's,
    {
        match set {
            Set::Constant(set) => Ok(Cow::Borrowed(set)),
            Set::Variable(slot) => match &self.data[*slot as usize] {
                Datum::Set(set) | Datum::List(set) => Ok(Cow::Borrowed(set)),
                _ => Err(missing(*slot)),
            },
            Set::Row(row) => {
                let (lists, index, place) = &**row;
                let index = self.number(index)?;
                let list = usize::try_from(index).ok().and_then(|index| lists.get(index));
                list.map(|list| Cow::Borrowed(&**list)).ok_or(Fault { what: What::Index, place: *place })
            }
            Set::Call(function, call) => {
                let (set, numbers, place) = &**call;
                let (set, numbers) = (self.set(set)?, self.all(numbers)?);
                self.take(1 + turns_of_elements(&set), *place)?;
                Ok(Cow::Owned((function.apply)(&set, &numbers)))
            }
            Set::Other(other) => match self.other(other)? {
                Datum::Set(set) | Datum::List(set) => Ok(Cow::Owned(set.to_vec())),
                _ => Err(Fault { what: What::Row, place: other.place }),
            },
            Set::Listed(elements) => self.all(elements).map(Cow::Owned),
            Set::Made(elements) => {
                let mut elements = self.all(elements)?;
                elements.sort_unstable();
                elements.dedup();
                Ok(Cow::Owned(elements))
            }
        }
    }

    pub(super) fn text<'s>(&mut self, text: &'s Text) -> Result<Cow<'s, str>, Fault>
    where
        'm: 's,
    {
        match text {
            Text::Constant(text) => Ok(Cow::Borrowed(text)),
            Text::Variable(slot) => match &self.data[*slot as usize] {
                Datum::Text(text) => Ok(Cow::Borrowed(text)),
                _ => Err(missing(*slot)),
            },
            Text::Other(other) => match self.other(other)? {
                Datum::Text(text) => Ok(Cow::Owned(text.to_string())),
                _ => Err(Fault { what: What::Row, place: other.place }),
            },
        }
    }

    /// Whether a number is in a set or list; a constant one is sorted.
    fn is_in(&mut self, number: i64, set: &Set) -> Result<bool, Fault> {
        Ok(match set {
            Set::Constant(known) if known.len() > 16 => known.binary_search(&number).is_ok(),
            set => self.set(set)?.contains(&number),
        })
    }

    /// Visits the turns of nested loops, until `visit` returns false; returns whether it never did.
    pub fn every<B>(
        &mut self,
        turns: &Turns<B>,
        visit: &mut dyn FnMut(&mut Self, &B) -> Result<bool, Fault>,
    ) -> Result<bool, Fault> {
        let depth = self.locals.len();
        let outcome = self.below(turns, 0, visit);
        self.locals.truncate(depth);
        outcome
    }

    fn below<B>(
        &mut self,
        turns: &Turns<B>,
        level: usize,
        visit: &mut dyn FnMut(&mut Self, &B) -> Result<bool, Fault>,
    ) -> Result<bool, Fault> {
        let Some(domain) = turns.domains.get(level) else {
            let counts = turns.condition.as_ref().map_or(Ok(true), |condition| self.truth(condition))?;
            return if counts { visit(self, &turns.body) } else { Ok(true) };
        };
        let depth = self.locals.len();
        let mut turn = |machine: &mut Self, value: i64| {
            machine.turn(turns.place)?;
            machine.locals.truncate(depth);
            machine.locals.push(value);
            machine.below(turns, level + 1, visit)
        };
        match domain {
            Domain::Range(first, last, inclusive) => {
                let (mut value, last) = (self.number(first)?, self.number(last)?);
                while value < last || (*inclusive && value == last) {
                    if !turn(self, value)? {
                        return Ok(false);
                    }
                    let Some(next) = value.checked_add(1) else { break };
                    value = next;
                }
            }
            Domain::Set(set) => {
                for &value in self.set(set)?.iter() {
                    if !turn(self, value)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }
}

fn compare(sign: Comparison, left: i64, right: i64) -> bool {
    match sign {
        Comparison::Equal | Comparison::In => left == right,
        Comparison::Unequal | Comparison::NotIn => left != right,
        Comparison::Less => left < right,
        Comparison::AtMost => left <= right,
        Comparison::Greater => left > right,
        Comparison::AtLeast => left >= right,
    }
}

fn missing(slot: u32) -> Fault {
    Fault { what: What::Missing(slot), place: (0, 0) }
}

fn at(place: SourcePlace) -> impl Fn(What) -> Fault {
    move |what| Fault { what, place }
}
