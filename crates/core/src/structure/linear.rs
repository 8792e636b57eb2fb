//! Linear forms in whole numbers, and conditions on them: the language of games whose moves are linear.
//!
//! Variables are numbered from 0. Arithmetic is checked: a form with a number beyond [`LARGEST`] is no form (`None`).

use num_integer::gcd;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The largest absolute value of a number in a form. It leaves room for the steps of any calculation with two forms.
pub const LARGEST: i64 = 1 << 40;

/// A number, if it is not too large.
fn bounded(number: Option<i64>) -> Option<i64> {
    number.filter(|number| (-LARGEST..=LARGEST).contains(number))
}

/// c + sum of a_v v. As a list: c, then the coefficients of variables 0, 1, ... up to the last one that is not 0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Vec<i64>", into = "Vec<i64>")]
pub struct Linear {
    /// The coefficients that are not 0.
    terms: BTreeMap<usize, i64>,
    /// c.
    pub constant: i64,
}

impl Linear {
    /// A number that is known to be small.
    pub fn constant(constant: i64) -> Self {
        Self { terms: BTreeMap::new(), constant }
    }

    /// A number, if it is not too large.
    pub fn number_of(number: i64) -> Option<Self> {
        bounded(Some(number)).map(Self::constant)
    }

    /// A variable.
    pub fn variable(variable: usize) -> Self {
        Self { terms: BTreeMap::from([(variable, 1)]), constant: 0 }
    }

    /// The coefficient of a variable.
    pub fn of(&self, variable: usize) -> i64 {
        self.terms.get(&variable).copied().unwrap_or(0)
    }

    /// The variables, in order.
    pub fn variables(&self) -> impl Iterator<Item = usize> {
        self.terms.keys().copied()
    }

    /// The coefficients, in the order of the variables.
    pub fn coefficients(&self) -> impl Iterator<Item = i64> {
        self.terms.values().copied()
    }

    /// The variables with their coefficients, in order.
    pub fn terms(&self) -> impl Iterator<Item = (usize, i64)> {
        self.terms.iter().map(|(&variable, &factor)| (variable, factor))
    }

    /// The value, if there are no variables.
    pub fn number(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Whether it has this variable and no other.
    pub fn is_in(&self, variable: usize) -> bool {
        self.terms.len() == 1 && self.terms.contains_key(&variable)
    }

    /// The sum of two forms.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let mut sum = Self { terms: self.terms.clone(), constant: bounded(self.constant.checked_add(other.constant))? };
        for (&variable, &factor) in &other.terms {
            let place = sum.terms.entry(variable).or_insert(0);
            *place = bounded(place.checked_add(factor))?;
            if *place == 0 {
                sum.terms.remove(&variable);
            }
        }
        Some(sum)
    }

    /// The difference of two forms.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.times(-1)?)
    }

    /// The form with `more` added to its constant.
    pub fn add(&self, more: i64) -> Option<Self> {
        Some(Self { constant: bounded(self.constant.checked_add(more))?, ..self.clone() })
    }

    /// The form times a number.
    pub fn times(&self, factor: i64) -> Option<Self> {
        if factor == 0 {
            return Some(Self::constant(0));
        }
        let terms = self.terms.iter().map(|(&variable, &of)| Some((variable, bounded(of.checked_mul(factor))?)));
        Some(Self { terms: terms.collect::<Option<_>>()?, constant: bounded(self.constant.checked_mul(factor))? })
    }

    /// The form divided by a number that divides all coefficients; the constant is rounded down.
    pub fn over(&self, divisor: i64) -> Option<Self> {
        let exact = divisor > 0 && self.coefficients().all(|factor| factor % divisor == 0);
        exact.then(|| Self {
            terms: self.terms.iter().map(|(&variable, &factor)| (variable, factor / divisor)).collect(),
            constant: self.constant.div_euclid(divisor),
        })
    }

    /// The greatest common divisor of the coefficients and of `number`.
    pub fn divisor(&self, number: i64) -> i64 {
        self.coefficients().fold(number.abs(), gcd)
    }

    /// A form that is at least 0 at the same whole numbers, with the least coefficients.
    pub fn tightened(&self) -> Self {
        self.over(self.divisor(0)).unwrap_or_else(|| self.clone())
    }

    /// The form without one of its variables.
    pub fn without(&self, variable: usize) -> Self {
        let mut other = self.clone();
        other.terms.remove(&variable);
        other
    }

    /// The form with another one in place of a variable.
    pub fn with(&self, variable: usize, value: &Self) -> Option<Self> {
        match self.of(variable) {
            0 => Some(self.clone()),
            factor => self.without(variable).plus(&value.times(factor)?),
        }
    }

    /// The form with other forms in place of its variables. `None` also if there are fewer forms than variables.
    pub fn within(&self, values: &[Self]) -> Option<Self> {
        self.terms.iter().try_fold(Self::constant(self.constant), |sum, (&variable, &factor)| {
            sum.plus(&values.get(variable)?.times(factor)?)
        })
    }

    /// The value, given the values of the variables.
    pub fn at(&self, value: impl Fn(usize) -> i64) -> Option<i64> {
        self.terms
            .iter()
            .try_fold(self.constant, |sum, (&variable, factor)| sum.checked_add(factor.checked_mul(value(variable))?))
    }
}

impl From<Linear> for Vec<i64> {
    fn from(form: Linear) -> Self {
        let last = form.terms.last_key_value().map_or(0, |(&variable, _)| variable + 1);
        std::iter::once(form.constant).chain((0..last).map(|variable| form.of(variable))).collect()
    }
}

impl TryFrom<Vec<i64>> for Linear {
    type Error = String;

    fn try_from(list: Vec<i64>) -> Result<Self, String> {
        let Some((&constant, factors)) = list.split_first() else { return Err("a form without a constant".into()) };
        if factors.last() == Some(&0) {
            return Err("a form ends with a coefficient of 0".into());
        }
        if list.iter().any(|&number| bounded(Some(number)).is_none()) {
            return Err(format!("a number beyond {LARGEST} in a form"));
        }
        let terms = factors.iter().copied().enumerate().filter(|(_, factor)| *factor != 0).collect();
        Ok(Self { terms, constant })
    }
}

/// A condition on whole numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The form is at least 0.
    AtLeastZero(Linear),
    /// The number, at least 1, divides the form.
    Divides(i64, Linear),
    /// The number, at least 1, does not divide the form.
    DividesNot(i64, Linear),
}

impl Condition {
    /// The form that it is about.
    pub fn form(&self) -> &Linear {
        let (Condition::AtLeastZero(form) | Condition::Divides(_, form) | Condition::DividesNot(_, form)) = self;
        form
    }

    /// The divisor, if it is about one.
    pub fn divisor(&self) -> Option<i64> {
        match self {
            Condition::AtLeastZero(_) => None,
            Condition::Divides(divisor, _) | Condition::DividesNot(divisor, _) => Some(*divisor),
        }
    }

    /// The same condition on another form.
    pub fn map(&self, change: impl FnOnce(&Linear) -> Option<Linear>) -> Option<Self> {
        Some(match self {
            Condition::AtLeastZero(form) => Condition::AtLeastZero(change(form)?),
            Condition::Divides(divisor, form) => Condition::Divides(*divisor, change(form)?),
            Condition::DividesNot(divisor, form) => Condition::DividesNot(*divisor, change(form)?),
        })
    }

    /// The opposite.
    pub fn negated(&self) -> Option<Self> {
        Some(match self {
            Condition::AtLeastZero(form) => Condition::AtLeastZero(form.times(-1)?.add(-1)?),
            Condition::Divides(divisor, form) => Condition::DividesNot(*divisor, form.clone()),
            Condition::DividesNot(divisor, form) => Condition::Divides(*divisor, form.clone()),
        })
    }

    /// Whether it holds, given the values of the variables; `None` if a number is too large, or the divisor is not
    /// at least 1.
    pub fn at(&self, value: impl Fn(usize) -> i64) -> Option<bool> {
        let number = self.form().at(value)?;
        let divided = |divisor: i64| (divisor >= 1).then(|| number.rem_euclid(divisor) == 0);
        match self {
            Condition::AtLeastZero(_) => Some(number >= 0),
            Condition::Divides(divisor, _) => divided(*divisor),
            Condition::DividesNot(divisor, _) => Some(!divided(*divisor)?),
        }
    }

    /// Two conditions that together say that two forms are equal.
    pub fn equal(left: &Linear, right: &Linear) -> Option<[Self; 2]> {
        Some([Condition::AtLeastZero(left.minus(right)?), Condition::AtLeastZero(right.minus(left)?)])
    }

    /// `low + more <= high`.
    pub fn at_most(low: &Linear, high: &Linear, more: i64) -> Option<Self> {
        Some(Condition::AtLeastZero(high.minus(low)?.add(-more)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_lists_of_numbers() {
        let form = Linear::try_from(vec![-3, 0, 2]).unwrap();
        assert_eq!((form.constant, form.of(0), form.of(1), form.of(2)), (-3, 0, 2, 0));
        assert_eq!(Vec::from(form.tightened()), [-2, 0, 1]);
        assert!(Linear::try_from(vec![1, 0]).is_err() && Linear::try_from(vec![]).is_err());
        assert!(Linear::try_from(vec![LARGEST + 1]).is_err());
        let values = [Linear::constant(7), Linear::variable(4)];
        assert_eq!(form.within(&values).map(Vec::from), Some(vec![-3, 0, 0, 0, 0, 2]));
        assert_eq!(form.within(&values[..1]), None);
    }

    #[test]
    fn a_negation_holds_where_the_condition_does_not() {
        let form = Linear::try_from(vec![-1, 2]).unwrap();
        for condition in
            [Condition::AtLeastZero(form.clone()), Condition::Divides(3, form.clone()), Condition::DividesNot(4, form)]
        {
            for n in -9..9 {
                let negation = condition.negated().unwrap();
                assert_eq!(condition.at(|_| n).map(|holds| !holds), negation.at(|_| n));
            }
        }
        assert_eq!(Condition::Divides(0, Linear::constant(0)).at(|_| 0), None);
    }
}
