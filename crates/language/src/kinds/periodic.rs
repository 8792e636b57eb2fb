//! Conditions on n alone that are periodic from some n on.
//!
//! Idea: a number f is *quasi-linear* if f(n + m) = f(n) + d for all n from some n on. Numbers that are made of n by
//! the operations below are quasi-linear. A comparison of two of them is constant from some n on if they rise
//! differently, and periodic if they do not. Where a sign settles is computed, not guessed.

use super::conditions::lcm;
use super::reading::{Form, Reader, Refusal};
use crate::arithmetic::gcd;
use crate::fault::SourcePlace;
use crate::node::{Number, Truth};
use crate::tree::Arithmetic;

/// f(n + modulus) = f(n) + rise for all n >= from. For a condition the rise is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quasi {
    pub from: i64,
    pub modulus: i64,
    pub rise: i64,
}

/// How two quasi-linear functions rise together.
struct Both {
    from: i64,
    modulus: i64,
    rises: [i64; 2],
}

impl Quasi {
    fn flat(self) -> Option<Self> {
        (self.rise == 0).then_some(self)
    }

    fn and(self, other: Self) -> Option<Both> {
        let modulus = lcm(self.modulus, other.modulus)?;
        let rise = |quasi: Self| quasi.rise.checked_mul(modulus / quasi.modulus);
        Some(Both { from: self.from.max(other.from), modulus, rises: [rise(self)?, rise(other)?] })
    }
}

/// No condition may change later than here.
const LATEST: i64 = 1_000_000;

impl Reader<'_> {
    /// From where on, and with which modulus, a condition on n alone is periodic.
    pub fn periodic(&self, truth: &Truth, place: SourcePlace) -> Result<Quasi, Refusal> {
        let quasi = self.quasi_truth(truth);
        quasi
            .filter(|quasi| quasi.from <= LATEST)
            .ok_or_else(|| Refusal(format!("the condition {} is not known to be periodic in n", self.quote(place))))
    }

    fn quasi_truth(&self, truth: &Truth) -> Option<Quasi> {
        match truth {
            Truth::Not(inner) => self.quasi_truth(inner),
            Truth::And(pair) | Truth::Or(pair) | Truth::Implies(pair) | Truth::Iff(pair) => {
                let Both { from, modulus, .. } = self.quasi_truth(&pair.0)?.and(self.quasi_truth(&pair.1)?)?;
                Some(Quasi { from, modulus, rise: 0 })
            }
            Truth::Compare(_, pair) => {
                let (left, right) = (&pair.0, &pair.1);
                let difference = |n: i64| self.at_n(left, n)?.checked_sub(self.at_n(right, n)?);
                self.settled(self.quasi(left)?.and(self.quasi(right)?)?, difference)
            }
            Truth::In(pair) => {
                let (number, elements) = (&pair.0, self.set_at(&pair.1, &|_| 0)?);
                if !self.free_in_set(&pair.1).is_empty() {
                    return None;
                }
                let quasi = self.quasi(number)?;
                elements.iter().try_fold(Quasi { rise: 0, ..quasi }, |all, element| {
                    let both = Both { from: quasi.from, modulus: quasi.modulus, rises: [quasi.rise, 0] };
                    let one = self.settled(both, |n| self.at_n(number, n)?.checked_sub(*element))?;
                    Some(Quasi { from: all.from.max(one.from), ..all })
                })
            }
            Truth::Call(function, call) => self.quasi_call(function.name, &call.0),
            _ => self.free_in_truth(truth).is_empty().then_some(self.still()),
        }
    }

    /// A function that does not change.
    fn still(&self) -> Quasi {
        Quasi { from: self.least, modulus: 1, rise: 0 }
    }

    fn at_n(&self, number: &Number, n: i64) -> Option<i64> {
        self.number_at(number, &|_| n)
    }

    /// From where on the sign of a difference is periodic: it is constant once it has the sign of its rise.
    fn settled(&self, both: Both, difference: impl Fn(i64) -> Option<i64>) -> Option<Quasi> {
        let Both { from, modulus, rises: [left, right] } = both;
        let rise = left.checked_sub(right)?;
        if rise == 0 {
            return Some(Quasi { from, modulus, rise: 0 });
        }
        let mut settled = from;
        for n in from..from + modulus {
            let below = difference(n)?.checked_mul(-rise.signum())?;
            // The least number of steps after which the difference has the sign of its rise.
            if below >= 0 {
                let steps = below / rise.abs() + 1;
                settled = settled.max(n + (steps - 1).checked_mul(modulus)? + 1);
            }
        }
        Some(Quasi { from: settled, modulus: 1, rise: 0 })
    }

    /// How a number rises with n.
    pub fn quasi(&self, number: &Number) -> Option<Quasi> {
        if self.free_in_number(number).is_empty() {
            return Some(self.still());
        }
        match number {
            Number::Local(local) => Some(match self.known.get(*local as usize)? {
                Form::Linear(form) => Quasi { rise: form.of(self.size), ..self.still() },
                Form::Quotient(form, divisor) => Quasi { modulus: *divisor, rise: form.of(self.size), ..self.still() },
            }),
            Number::Negative(inner) => {
                let quasi = self.quasi(&inner.0)?;
                Some(Quasi { rise: quasi.rise.checked_neg()?, ..quasi })
            }
            Number::Join(sign, pair) => self.quasi_join(*sign, &pair.0, &pair.1),
            Number::Call(function, call) => self.quasi_call(function.name, &call.0),
            Number::Element(element) if self.free_in_set(&element.0).is_empty() => self.quasi(&element.1)?.flat(),
            _ => None,
        }
    }

    fn quasi_join(&self, sign: Arithmetic, left: &Number, right: &Number) -> Option<Quasi> {
        let (a, b) = (self.quasi(left)?, self.quasi(right)?);
        let both = a.and(b)?;
        let Both { from, modulus, rises } = both;
        let quasi = |rise: i64| Some(Quasi { from, modulus, rise });
        match (sign, self.constant(left), self.constant(right)) {
            (Arithmetic::Add, ..) => quasi(rises[0].checked_add(rises[1])?),
            (Arithmetic::Subtract, ..) => quasi(rises[0].checked_sub(rises[1])?),
            (Arithmetic::Multiply, _, Some(factor)) => quasi(rises[0].checked_mul(factor)?),
            (Arithmetic::Multiply, Some(factor), _) => quasi(rises[1].checked_mul(factor)?),
            (Arithmetic::Divide | Arithmetic::Remainder, _, Some(divisor)) if divisor > 0 => {
                // After this many turns the number has risen by a multiple of the divisor.
                let turns = divisor / gcd(divisor, a.rise).ok()?;
                let rise = if sign == Arithmetic::Divide { a.rise.checked_mul(turns)? / divisor } else { 0 };
                Some(Quasi { from: a.from, modulus: lcm(a.modulus.checked_mul(turns)?, 1)?, rise })
            }
            _ if rises == [0, 0] => quasi(0),
            _ => None,
        }
    }

    fn quasi_call(&self, name: &str, arguments: &[Number]) -> Option<Quasi> {
        let all: Vec<Quasi> = arguments.iter().map(|argument| self.quasi(argument)).collect::<Option<_>>()?;
        if all.iter().all(|quasi| quasi.rise == 0) {
            return all.into_iter().try_fold(self.still(), |one, other| {
                let Both { from, modulus, .. } = one.and(other)?;
                Some(Quasi { from, modulus, rise: 0 })
            });
        }
        let periodic = |quasi: Quasi, modulus: i64| {
            let modulus = lcm(quasi.modulus.checked_mul(modulus / gcd(modulus, quasi.rise).ok()?)?, 1)?;
            Some(Quasi { from: quasi.from, modulus, rise: 0 })
        };
        match (name, arguments) {
            ("min" | "max", [left, right]) => {
                let both = all[0].and(all[1])?;
                let rises = both.rises;
                let modulus = both.modulus;
                let difference = |n: i64| self.at_n(left, n)?.checked_sub(self.at_n(right, n)?);
                let from = self.settled(both, difference)?.from;
                let rise = if name == "min" { rises[0].min(rises[1]) } else { rises[0].max(rises[1]) };
                Some(Quasi { from, modulus, rise })
            }
            ("gcd", [left, right]) => match (self.constant(left), self.constant(right)) {
                (Some(number), _) if number != 0 => periodic(all[1], number.checked_abs()?),
                (_, Some(number)) if number != 0 => periodic(all[0], number.checked_abs()?),
                _ => None,
            },
            ("divides", [divisor, _]) => {
                periodic(all[1], self.constant(divisor)?.checked_abs().filter(|&divisor| divisor > 0)?)
            }
            ("bit", [_, place]) => periodic(all[0], 2 << self.constant(place).filter(|place| (0..32).contains(place))?),
            _ => None,
        }
    }
}
