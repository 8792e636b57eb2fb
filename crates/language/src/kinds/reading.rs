//! Expressions of a move as linear forms, while some of its variables have known values.

use super::linear::Known;
use crate::eval::{MOST_TURNS, Machine, no_values};
use crate::fault::SourcePlace;
use crate::moves::Move;
use crate::node::{Number, Set, Truth};
use crate::tree::{Arithmetic, Comparison};
use crate::uses::Uses;
use grundy_core::structure::Linear;
use std::collections::BTreeSet;

/// Why a move has no normal form; a phrase that follows "the move ...: ".
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal(pub String);

impl Refusal {
    /// Numbers that do not fit into 64 bits.
    pub fn large() -> Self {
        Self("its numbers are too large".to_string())
    }
}

/// The largest divisor of a quotient.
pub(super) const LARGEST_DIVISOR: i64 = 10_000;

/// A linear form, or the quotient of one by a number of at least 2, rounded down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Form {
    Linear(Linear),
    Quotient(Linear, i64),
}

impl Form {
    /// The value, if there are no variables.
    pub fn number(&self) -> Option<i64> {
        match self {
            Form::Linear(form) => form.number(),
            Form::Quotient(form, divisor) => Some(form.number()?.div_euclid(*divisor)),
        }
    }

    pub fn inner(&self) -> &Linear {
        let (Form::Linear(form) | Form::Quotient(form, _)) = self;
        form
    }

    pub fn linear(&self) -> Option<&Linear> {
        if let Form::Linear(form) = self { Some(form) } else { None }
    }

    /// The form with `more` added.
    pub fn plus(&self, more: &Linear) -> Option<Self> {
        Some(match self {
            Form::Linear(form) => Form::Linear(form.plus(more)?),
            Form::Quotient(form, divisor) => Form::Quotient(form.plus(&more.times(*divisor)?)?, *divisor),
        })
    }

    fn negative(&self) -> Option<Self> {
        Some(match self {
            Form::Linear(form) => Form::Linear(form.times(-1)?),
            // -floor(x / d) = floor((-x + d - 1) / d)
            Form::Quotient(form, divisor) => Form::Quotient(form.times(-1)?.add(divisor - 1)?, *divisor),
        })
    }

    /// The form with another one in place of a variable.
    pub fn with(&self, variable: usize, value: &Form) -> Option<Self> {
        match (self, value) {
            (form, _) if form.inner().of(variable) == 0 => Some(form.clone()),
            (Form::Linear(form), Form::Linear(value)) => Some(Form::Linear(form.with(variable, value)?)),
            (Form::Quotient(form, divisor), Form::Linear(value)) => {
                Some(Form::Quotient(form.with(variable, value)?, *divisor))
            }
            // Only the plain variable, or one moved by a number, may become a quotient.
            (Form::Linear(form), value) if form.of(variable) == 1 => value.plus(&form.without(variable)),
            _ => None,
        }
    }

    /// The value, given the values of the variables.
    pub fn at(&self, value: impl Fn(usize) -> i64) -> Option<i64> {
        match self {
            Form::Linear(form) => form.at(value),
            Form::Quotient(form, divisor) => Some(form.at(value)?.div_euclid(*divisor)),
        }
    }
}

/// A move whose variables have known values or forms.
#[derive(Clone)]
pub(super) struct Reader<'m> {
    pub line: &'m Move,
    /// The variable of the size n.
    pub size: usize,
    /// The least n.
    pub least: i64,
    /// What each variable is, in terms of n and of the variables that are still free.
    pub known: Vec<Form>,
}

impl Reader<'_> {
    /// A piece of the text of the move.
    pub fn quote(&self, place: SourcePlace) -> String {
        let part = (place.0 as usize).checked_sub(self.line.start).zip((place.1 as usize).checked_sub(self.line.start));
        let part = part.and_then(|(from, to)| self.line.text.get(from..to));
        format!("`{}`", part.unwrap_or(&self.line.text))
    }

    /// The free variables, and n, in what an expression uses.
    fn free(&self, uses: &Uses) -> BTreeSet<usize> {
        let known = uses.locals.iter().filter_map(|&local| self.known.get(local as usize));
        known.flat_map(|form| form.inner().variables()).collect()
    }

    pub fn free_in_number(&self, number: &Number) -> BTreeSet<usize> {
        self.free(&number.uses())
    }

    pub fn free_in_truth(&self, truth: &Truth) -> BTreeSet<usize> {
        self.free(&truth.uses())
    }

    pub fn free_in_set(&self, set: &Set) -> BTreeSet<usize> {
        let mut uses = Uses::default();
        uses.set(set);
        self.free(&uses)
    }

    /// The values of all variables of the move.
    fn locals(&self, value: &dyn Fn(usize) -> i64) -> Option<Vec<i64>> {
        self.known.iter().map(|form| form.at(value)).collect()
    }

    /// The value of a number, given n and the free variables; `None` if it has none.
    pub fn number_at(&self, number: &Number, value: &dyn Fn(usize) -> i64) -> Option<i64> {
        Machine::new(&no_values, self.locals(value)?, MOST_TURNS).number(number).ok()
    }

    /// Whether a condition holds; `None` if it has no value.
    pub fn truth_at(&self, truth: &Truth, value: &dyn Fn(usize) -> i64) -> Option<bool> {
        Machine::new(&no_values, self.locals(value)?, MOST_TURNS).truth(truth).ok()
    }

    /// The elements of a set, in order and without repetitions; `None` if it has no value.
    pub fn set_at(&self, set: &Set, value: &dyn Fn(usize) -> i64) -> Option<Vec<i64>> {
        let mut elements = Machine::new(&no_values, self.locals(value)?, MOST_TURNS).set(set).ok()?.into_owned();
        elements.sort_unstable();
        elements.dedup();
        Some(elements)
    }

    /// An expression as a form.
    pub fn form(&self, number: &Number, place: SourcePlace) -> Result<Form, Refusal> {
        if self.free_in_number(number).is_empty() {
            let value = self.number_at(number, &|_| 0).ok_or_else(|| self.no_value(place))?;
            return Linear::number_of(value).map(Form::Linear).ok_or_else(Refusal::large);
        }
        let large = Refusal::large;
        match number {
            Number::Local(local) => self.known.get(*local as usize).cloned().ok_or_else(large),
            Number::Negative(inner) => self.form(&inner.0, inner.1)?.negative().ok_or_else(large),
            Number::Join(sign, pair) => {
                let (left, right, place) = &**pair;
                let (left, right) = (self.form(left, *place)?, self.form(right, *place)?);
                self.joined(*sign, left, right, *place)
            }
            Number::Call(_, call) => Err(self.not_linear(call.1)),
            _ => Err(self.not_linear(place)),
        }
    }

    fn joined(&self, sign: Arithmetic, left: Form, right: Form, place: SourcePlace) -> Result<Form, Refusal> {
        let large = Refusal::large;
        let not_linear = || self.not_linear(place);
        match (sign, left, right) {
            (Arithmetic::Add, Form::Linear(more), form) | (Arithmetic::Add, form, Form::Linear(more)) => {
                form.plus(&more).ok_or_else(large)
            }
            (Arithmetic::Subtract, form, Form::Linear(less)) => {
                less.times(-1).and_then(|less| form.plus(&less)).ok_or_else(large)
            }
            (Arithmetic::Subtract, Form::Linear(form), quotient) => {
                quotient.negative().and_then(|quotient| quotient.plus(&form)).ok_or_else(large)
            }
            (Arithmetic::Multiply, Form::Linear(left), Form::Linear(right)) => {
                let (form, factor) = match (left.number(), right.number()) {
                    (_, Some(factor)) => (left, factor),
                    (Some(factor), None) => (right, factor),
                    (None, None) => return Err(Refusal(format!("the product {}", self.quote(place)))),
                };
                form.times(factor).map(Form::Linear).ok_or_else(large)
            }
            (Arithmetic::Divide, form, Form::Linear(right)) => match (form, right.number()) {
                (form, Some(1)) => Ok(form),
                (Form::Linear(form), Some(divisor @ 2..=LARGEST_DIVISOR)) => {
                    Ok(form.over(divisor).map_or(Form::Quotient(form, divisor), Form::Linear))
                }
                (Form::Quotient(form, inner), Some(divisor @ 2..=LARGEST_DIVISOR)) => {
                    let divisor = inner * divisor;
                    if divisor > LARGEST_DIVISOR { Err(large()) } else { Ok(Form::Quotient(form, divisor)) }
                }
                _ => Err(not_linear()),
            },
            _ => Err(not_linear()),
        }
    }

    fn not_linear(&self, place: SourcePlace) -> Refusal {
        Refusal(format!("the expression {} is not linear", self.quote(place)))
    }

    pub fn no_value(&self, place: SourcePlace) -> Refusal {
        Refusal(format!("{} does not always have a value", self.quote(place)))
    }

    /// What a comparison of two forms says, exactly, over the whole numbers.
    pub fn compared(
        &self,
        sign: Comparison,
        left: &Form,
        right: &Form,
        place: SourcePlace,
    ) -> Result<Vec<Known>, Refusal> {
        let large = Refusal::large;
        let not_below = |low: &Form, high: &Form, more: i64| -> Result<Known, Refusal> {
            // low + more <= high
            let form = match (low, high) {
                (Form::Linear(low), Form::Linear(high)) => high.minus(low).and_then(|form| form.add(-more)),
                // floor(x / d) <= y means x <= dy + d - 1, and y <= floor(x / d) means dy <= x.
                (Form::Quotient(low, d), Form::Linear(high)) => {
                    high.add(-more).and_then(|high| high.times(*d)?.add(d - 1)?.minus(low))
                }
                (Form::Linear(low), Form::Quotient(high, d)) => {
                    low.add(more).and_then(|low| high.minus(&low.times(*d)?))
                }
                _ => return Err(Refusal(format!("{} compares two rounded quotients", self.quote(place)))),
            };
            form.map(Known::AtLeastZero).ok_or_else(large)
        };
        Ok(match (sign, left, right) {
            (Comparison::Less, ..) => vec![not_below(left, right, 1)?],
            (Comparison::AtMost, ..) => vec![not_below(left, right, 0)?],
            (Comparison::Greater, ..) => vec![not_below(right, left, 1)?],
            (Comparison::AtLeast, ..) => vec![not_below(right, left, 0)?],
            (Comparison::Equal, Form::Linear(left), Form::Linear(right)) => {
                vec![Known::Zero(left.minus(right).ok_or_else(large)?)]
            }
            (Comparison::Equal, ..) => vec![not_below(left, right, 0)?, not_below(right, left, 0)?],
            (Comparison::Unequal, Form::Linear(left), Form::Linear(right)) => {
                vec![Known::NotZero(left.minus(right).ok_or_else(large)?)]
            }
            _ => return Err(Refusal(format!("the condition {}", self.quote(place)))),
        })
    }
}
