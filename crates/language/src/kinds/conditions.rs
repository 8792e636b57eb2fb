//! Conditions as disjunctions of conjunctions of atoms, and the atoms that only ask for residues.

use super::reading::{Reader, Refusal};
use crate::arithmetic;
use crate::fault::SourcePlace;
use crate::node::{Link, Number, Truth};
use crate::tree::{Arithmetic, Comparison};
use std::collections::BTreeSet;

/// The maximum number of cases of a condition.
const MOST_CASES: usize = 256;

/// A condition without `and`, `or`, `not` and the like on top.
#[derive(Clone)]
pub(super) struct Atom {
    pub truth: Truth,
    pub is_negated: bool,
    pub place: SourcePlace,
}

/// The cases of a condition: one of them must hold, which means that all its atoms hold.
pub(super) fn cases(truth: &Truth, is_negated: bool, place: SourcePlace) -> Result<Vec<Vec<Atom>>, Refusal> {
    let below = |truth: &Truth, is_negated: bool| cases(truth, is_negated, place);
    let all = |left: &Truth, right: &Truth, [not_left, not_right]: [bool; 2]| {
        joined(&below(left, not_left)?, &below(right, not_right)?)
    };
    let any = |left: &Truth, right: &Truth, [not_left, not_right]: [bool; 2]| {
        let mut cases = below(left, not_left)?;
        cases.extend(below(right, not_right)?);
        if cases.len() > MOST_CASES { Err(too_many()) } else { Ok(cases) }
    };
    match (truth, is_negated) {
        (Truth::Constant(value), _) => Ok(if *value != is_negated { vec![Vec::new()] } else { Vec::new() }),
        (Truth::Not(inner), _) => below(inner, !is_negated),
        (Truth::And(pair), false) => all(&pair.0, &pair.1, [false; 2]),
        (Truth::And(pair), true) => any(&pair.0, &pair.1, [true; 2]),
        (Truth::Or(pair), false) => any(&pair.0, &pair.1, [false; 2]),
        (Truth::Or(pair), true) => all(&pair.0, &pair.1, [true; 2]),
        (Truth::Implies(pair), false) => any(&pair.0, &pair.1, [true, false]),
        (Truth::Implies(pair), true) => all(&pair.0, &pair.1, [false, true]),
        (Truth::Iff(pair), _) => {
            let mut cases = all(&pair.0, &pair.1, [false, is_negated])?;
            cases.extend(all(&pair.0, &pair.1, [true, !is_negated])?);
            Ok(cases)
        }
        (Truth::Chain(chain), _) => {
            let links = links(&chain.0, &chain.1).into_iter().map(|truth| Atom { truth, is_negated, place });
            // The negation of a chain is that one of its links does not hold.
            Ok(if is_negated { links.map(|atom| vec![atom]).collect() } else { vec![links.collect()] })
        }
        _ => Ok(vec![vec![Atom { truth: truth.clone(), is_negated, place }]]),
    }
}

/// The links of a chain, each as a condition of its own.
fn links(first: &Number, chain: &[Link]) -> Vec<Truth> {
    let mut left = first.clone();
    let mut links = Vec::new();
    for link in chain {
        match link {
            Link::Compare(sign, right) => {
                links.push(Truth::Compare(*sign, Box::new((left, right.clone()))));
                left = right.clone();
            }
            Link::In(set, is_negated) => {
                let member = Truth::In(Box::new((left.clone(), set.clone())));
                links.push(if *is_negated { Truth::Not(Box::new(member)) } else { member });
            }
        }
    }
    links
}

/// The cases in which one of each list holds.
pub(super) fn joined<T: Clone>(left: &[Vec<T>], right: &[Vec<T>]) -> Result<Vec<Vec<T>>, Refusal> {
    if left.len() * right.len() > MOST_CASES {
        return Err(too_many());
    }
    let pairs = left.iter().flat_map(|left| right.iter().map(move |right| [&left[..], &right[..]].concat()));
    Ok(pairs.collect())
}

fn too_many() -> Refusal {
    Refusal(format!("its condition has more than {MOST_CASES} cases"))
}

/// The opposite of a comparison.
pub(super) fn opposite(sign: Comparison) -> Comparison {
    match sign {
        Comparison::Equal => Comparison::Unequal,
        Comparison::Unequal => Comparison::Equal,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtLeast => Comparison::Less,
        Comparison::Greater => Comparison::AtMost,
        Comparison::AtMost => Comparison::Greater,
        Comparison::In => Comparison::NotIn,
        Comparison::NotIn => Comparison::In,
    }
}

impl Reader<'_> {
    /// The modulus of a condition that depends only on the residues of its variables.
    pub fn modulus_of_truth(&self, truth: &Truth) -> Option<i64> {
        match truth {
            Truth::Constant(_) => Some(1),
            Truth::Not(inner) => self.modulus_of_truth(inner),
            Truth::And(pair) | Truth::Or(pair) | Truth::Implies(pair) | Truth::Iff(pair) => {
                lcm(self.modulus_of_truth(&pair.0)?, self.modulus_of_truth(&pair.1)?)
            }
            Truth::Compare(_, pair) => lcm(self.modulus(&pair.0)?, self.modulus(&pair.1)?),
            Truth::In(pair) if self.free_in_set(&pair.1).is_empty() => self.modulus(&pair.0),
            Truth::Call(function, call) => self.modulus_of_call(function.name, &call.0),
            _ => self.free_in_truth(truth).is_empty().then_some(1),
        }
    }

    /// The same for a number.
    fn modulus(&self, number: &Number) -> Option<i64> {
        if self.free_in_number(number).is_empty() {
            return Some(1);
        }
        match number {
            Number::Negative(inner) => self.modulus(&inner.0),
            Number::Join(Arithmetic::Remainder, pair) if self.is_linear(&pair.0) => {
                self.constant(&pair.1).map(i64::abs).filter(|&modulus| modulus > 0)
            }
            Number::Join(_, pair) => lcm(self.modulus(&pair.0)?, self.modulus(&pair.1)?),
            Number::Call(function, call) => self.modulus_of_call(function.name, &call.0),
            Number::Element(element) if self.free_in_set(&element.0).is_empty() => self.modulus(&element.1),
            _ => None,
        }
    }

    fn modulus_of_call(&self, name: &str, arguments: &[Number]) -> Option<i64> {
        let of_linear = match (name, arguments) {
            ("divides", [divisor, number]) | ("gcd", [divisor, number]) if self.is_linear(number) => {
                self.constant(divisor).map(i64::abs).filter(|&modulus| modulus > 0)
            }
            ("gcd", [number, divisor]) if self.is_linear(number) => {
                self.constant(divisor).map(i64::abs).filter(|&modulus| modulus > 0)
            }
            ("bit", [number, place]) if self.is_linear(number) => {
                self.constant(place).filter(|place| (0..32).contains(place)).map(|place| 2 << place)
            }
            _ => None,
        };
        of_linear.or_else(|| arguments.iter().try_fold(1, |modulus, argument| lcm(modulus, self.modulus(argument)?)))
    }

    fn is_linear(&self, number: &Number) -> bool {
        self.form(number, (0, 0)).is_ok_and(|form| form.linear().is_some())
    }

    /// The value of a number without variables.
    pub fn constant(&self, number: &Number) -> Option<i64> {
        let free: BTreeSet<usize> = self.free_in_number(number);
        if free.is_empty() { self.number_at(number, &|_| 0) } else { None }
    }
}

/// The maximum modulus of a condition.
pub(super) const LARGEST_MODULUS: i64 = 10_000;

/// The least common multiple of two positive numbers, if it is not too large.
pub(super) fn lcm(a: i64, b: i64) -> Option<i64> {
    arithmetic::lcm(a, b).ok().filter(|&multiple| multiple <= LARGEST_MODULUS)
}
