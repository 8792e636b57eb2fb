//! Conditions as disjunctions of conjunctions.

use super::cases::{Conjunction, Disjunction, NotLinear, Sign, compared, product, simplified, union};
use super::reader::Reader;
use crate::node::{Domain, Link, Number, Set, Truth, Turns};
use crate::tree::Comparison;
use grundy_core::structure::{Condition, Linear};

/// The maximum number of turns of a loop, each of which is a condition of its own.
const MOST_TURNS: i64 = 64;

impl Reader {
    /// Where a condition holds (`sign`), or where it does not.
    pub fn truth(&mut self, truth: &Truth, sign: bool) -> Result<Disjunction, NotLinear> {
        if let Some(holds) = self.closed_truth(truth) {
            return Ok(if holds? == sign { vec![Vec::new()] } else { Vec::new() });
        }
        match truth {
            Truth::Not(inner) => self.truth(inner, !sign),
            Truth::And(pair) => self.both(&pair.0, sign, &pair.1, sign, sign),
            Truth::Or(pair) => self.both(&pair.0, sign, &pair.1, sign, !sign),
            Truth::Implies(pair) => self.both(&pair.0, !sign, &pair.1, sign, !sign),
            Truth::Iff(pair) => {
                let same = self.both(&pair.0, true, &pair.1, sign, true)?;
                Ok(union(same, self.both(&pair.0, false, &pair.1, !sign, true)?))
            }
            Truth::Compare(comparison, pair) => self.compare(*comparison, &pair.0, &pair.1, sign),
            Truth::Chain(chain) => self.chain(&chain.0, &chain.1, sign),
            Truth::In(pair) => self.is_in(&pair.0, &pair.1, sign),
            Truth::Call(function, call) => match (function.name, &call.0[..]) {
                ("divides", [divisor, number]) => self.divides(divisor, number, sign),
                (name, _) => Err(NotLinear(format!("it calls `{name}`"))),
            },
            Truth::All(turns) => self.turns(turns, sign, sign),
            Truth::Any(turns) => self.turns(turns, sign, !sign),
            Truth::Constant(_) | Truth::SameSet(_) | Truth::OneOf(_) => {
                Err(NotLinear("a condition in it is not linear".to_string()))
            }
        }
    }

    /// Both conditions, each as it is or negated (`all`), or at least one of them.
    fn both(&mut self, a: &Truth, of_a: bool, b: &Truth, of_b: bool, all: bool) -> Result<Disjunction, NotLinear> {
        let (a, b) = (self.truth(a, of_a)?, self.truth(b, of_b)?);
        if all { product(a, b) } else { Ok(union(a, b)) }
    }

    fn compare(
        &mut self,
        comparison: Comparison,
        left: &Number,
        right: &Number,
        sign: bool,
    ) -> Result<Disjunction, NotLinear> {
        // A comparison that is not to hold is the opposite one.
        let (kind, turned) = match (comparison, sign) {
            (Comparison::Less, true) | (Comparison::AtLeast, false) => (Sign::Less, false),
            (Comparison::AtMost, true) | (Comparison::Greater, false) => (Sign::AtMost, false),
            (Comparison::Greater, true) | (Comparison::AtMost, false) => (Sign::Less, true),
            (Comparison::AtLeast, true) | (Comparison::Less, false) => (Sign::AtMost, true),
            (Comparison::Equal, true) | (Comparison::Unequal, false) => (Sign::Equal, false),
            (Comparison::Unequal, true) | (Comparison::Equal, false) => (Sign::Unequal, false),
            (Comparison::In | Comparison::NotIn, _) => return Err(NotLinear("a set in it is not linear".to_string())),
        };
        let (left, right) = (self.number(left)?, self.number(right)?);
        let mut all = Disjunction::new();
        for (guards, one) in &left {
            for (more, other) in &right {
                let (low, high) = if turned { (other, one) } else { (one, other) };
                let guards = [&guards[..], more].concat();
                let holds = compared(low, high, kind).ok_or_else(NotLinear::large)?;
                all = union(all, product(vec![guards], holds)?);
            }
        }
        Ok(all)
    }

    fn chain(&mut self, first: &Number, links: &[Link], sign: bool) -> Result<Disjunction, NotLinear> {
        let (mut left, mut all) = (first, if sign { vec![Vec::new()] } else { Vec::new() });
        for link in links {
            let one = match link {
                Link::Compare(comparison, right) => {
                    self.compare(*comparison, std::mem::replace(&mut left, right), right, sign)?
                }
                Link::In(set, negated) => self.is_in(left, set, sign != *negated)?,
            };
            all = if sign { product(all, one)? } else { union(all, one) };
        }
        Ok(all)
    }

    fn is_in(&mut self, number: &Number, set: &Set, sign: bool) -> Result<Disjunction, NotLinear> {
        let (number, elements) = (self.number(number)?, self.elements(set)?);
        let mut all = if sign { Vec::new() } else { vec![Vec::new()] };
        for element in elements {
            let mut one = Disjunction::new();
            for (guards, left) in &number {
                for (more, right) in &element {
                    let kind = if sign { Sign::Equal } else { Sign::Unequal };
                    let holds = compared(left, right, kind).ok_or_else(NotLinear::large)?;
                    one = union(one, product(vec![[&guards[..], more].concat()], holds)?);
                }
            }
            all = if sign { union(all, one) } else { product(all, one)? };
        }
        Ok(all)
    }

    fn divides(&mut self, divisor: &Number, number: &Number, sign: bool) -> Result<Disjunction, NotLinear> {
        let divisor = self.closed_number(divisor).transpose()?.and_then(i64::checked_abs);
        let divisor = divisor.ok_or(NotLinear("a divisor in it depends on the position".to_string()))?;
        let mut all = Disjunction::new();
        for (guards, form) in self.number(number)? {
            let holds = match (divisor, sign) {
                (0, _) => {
                    let kind = if sign { Sign::Equal } else { Sign::Unequal };
                    compared(&form, &Linear::constant(0), kind).ok_or_else(NotLinear::large)?
                }
                (_, true) => vec![vec![Condition::Divides(divisor, form)]],
                (_, false) => vec![vec![Condition::DividesNot(divisor, form)]],
            };
            all = union(all, product(vec![guards], holds)?);
        }
        Ok(all)
    }

    /// All turns of a loop, each as it is or negated, or at least one of them.
    fn turns(&mut self, turns: &Turns<Truth>, sign: bool, all: bool) -> Result<Disjunction, NotLinear> {
        let mut readers = vec![(self.inside(), Conjunction::new())];
        for domain in &turns.domains {
            let mut next = Vec::new();
            for (reader, guards) in &mut readers {
                for (more, value) in reader.values(domain)? {
                    if let Some(guards) = simplified([&guards[..], &more].concat()) {
                        next.push((reader.with(value), guards));
                    }
                }
            }
            readers = next;
        }
        let mut whole = if all { vec![Vec::new()] } else { Vec::new() };
        for (mut reader, guards) in readers {
            if !guards.is_empty() {
                return Err(NotLinear("a loop in it runs through expressions with cases".to_string()));
            }
            let mut one = reader.truth(&turns.body, sign)?;
            if let Some(condition) = &turns.condition {
                let counts = reader.truth(condition, !all)?;
                one = if all { union(one, counts) } else { product(one, counts)? };
            }
            whole = if all { product(whole, one)? } else { union(whole, one) };
        }
        Ok(whole)
    }

    /// The values that the variable of a loop runs through.
    fn values(&mut self, domain: &Domain) -> Result<Vec<(Conjunction, Linear)>, NotLinear> {
        match domain {
            Domain::Set(set) => Ok(self.elements(set)?.into_iter().flatten().collect()),
            Domain::Range(first, last, inclusive) => {
                let mut ends = Vec::new();
                for end in [first, last] {
                    if let [(_, form)] = &self.number(end)?[..] {
                        ends.extend(form.number());
                    }
                }
                let [first, last] = ends[..] else {
                    return Err(NotLinear("a loop in it has ends that depend on the position".to_string()));
                };
                let last = if *inclusive { last } else { last - 1 };
                if last - first >= MOST_TURNS {
                    return Err(NotLinear(format!("a loop in it has more than {MOST_TURNS} turns")));
                }
                Ok((first..=last).map(|value| (Vec::new(), Linear::constant(value))).collect())
            }
        }
    }
}
