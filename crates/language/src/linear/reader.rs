//! Numbers as linear forms, in each of several cases.

use super::cases::{Cases, Conjunction, MOST_CASES, NotLinear, simplified};
use crate::eval::{MOST_TURNS, Machine, no_values};
use crate::node::{Number, Set, Truth};
use crate::tree::Arithmetic;
use crate::uses::Uses;
use grundy_core::structure::{Condition, Linear};

/// The largest divisor of `%` and `/`: each residue is a case.
const LARGEST_DIVISOR: i64 = 64;

/// What the variables are.
#[derive(Debug, Clone)]
pub struct Reader {
    /// The values of the variables of loops and moves, by their numbers.
    locals: Vec<Linear>,
    /// The number of the next variable that is chosen.
    next: usize,
    /// Whether rounded quotients may become chosen variables.
    quotients: bool,
    /// What these quotients are.
    pub definitions: Conjunction,
}

/// Joins the values in all pairs of cases that can hold together.
pub fn joined<A: Clone, B: Clone, C>(
    left: Cases<A>,
    right: Cases<B>,
    join: impl Fn(A, B) -> Result<C, NotLinear>,
) -> Result<Cases<C>, NotLinear> {
    let mut all = Vec::new();
    for (guards, one) in &left {
        for (more, other) in &right {
            if let Some(guards) = simplified([&guards[..], more].concat()) {
                all.push((guards, join(one.clone(), other.clone())?));
            }
            if all.len() > MOST_CASES {
                return Err(NotLinear("it has too many cases".to_string()));
            }
        }
    }
    Ok(all)
}

impl Reader {
    /// A reader of conditions whose variables are those of a scope.
    pub fn of_scope() -> Self {
        Self { locals: Vec::new(), next: 0, quotients: false, definitions: Vec::new() }
    }

    /// A reader of conditions on positions, whose coordinates are local variables.
    pub fn of_positions(coordinates: usize) -> Self {
        Self { locals: (0..coordinates).map(Linear::variable).collect(), next: coordinates, ..Self::of_scope() }
    }

    /// A reader of a move, whose coordinates are the first variables.
    pub fn of_move(coordinates: usize) -> Self {
        Self { quotients: true, ..Self::of_positions(coordinates) }
    }

    /// A reader of what is inside of loops. It cannot choose variables.
    pub fn inside(&self) -> Self {
        Self { quotients: false, ..self.clone() }
    }

    /// The same with the value of one more local variable.
    pub fn with(&self, value: Linear) -> Self {
        let mut next = self.clone();
        next.locals.push(value);
        next
    }

    /// A new chosen variable.
    pub fn choose(&mut self) -> Linear {
        self.next += 1;
        Linear::variable(self.next - 1)
    }

    /// The number of the next chosen variable.
    pub fn chosen(&self) -> usize {
        self.next
    }

    fn is_closed(uses: &Uses) -> bool {
        uses.variables.is_empty() && uses.locals.is_empty() && uses.looks.is_empty() && uses.others.is_empty()
    }

    /// The value of a number without variables; `None` if it has variables.
    pub fn closed_number(&self, number: &Number) -> Option<Result<i64, NotLinear>> {
        Self::is_closed(&number.uses())
            .then(|| Machine::new(&no_values, Vec::new(), MOST_TURNS).number(number).map_err(no_value))
    }

    /// Whether a condition without variables holds; `None` if it has variables.
    pub fn closed_truth(&self, truth: &Truth) -> Option<Result<bool, NotLinear>> {
        Self::is_closed(&truth.uses())
            .then(|| Machine::new(&no_values, Vec::new(), MOST_TURNS).truth(truth).map_err(no_value))
    }

    /// The elements of a set or list, each in cases.
    pub fn elements(&mut self, set: &Set) -> Result<Vec<Cases<Linear>>, NotLinear> {
        let mut uses = Uses::default();
        uses.set(set);
        if Self::is_closed(&uses) {
            let elements = Machine::new(&no_values, Vec::new(), MOST_TURNS).set(set).map_err(no_value)?.into_owned();
            let element =
                |element: i64| Ok(vec![(Vec::new(), Linear::number_of(element).ok_or_else(NotLinear::large)?)]);
            return elements.into_iter().map(element).collect();
        }
        match set {
            Set::Made(numbers) | Set::Listed(numbers) => numbers.iter().map(|number| self.number(number)).collect(),
            _ => Err(NotLinear("a set in it is not linear".to_string())),
        }
    }

    /// A number.
    pub fn number(&mut self, number: &Number) -> Result<Cases<Linear>, NotLinear> {
        let plain = |form: Option<Linear>| Ok(vec![(Vec::new(), form.ok_or_else(NotLinear::large)?)]);
        if let Some(value) = self.closed_number(number) {
            return plain(Linear::number_of(value?));
        }
        match number {
            Number::Variable(variable) => plain(Some(Linear::variable(*variable as usize))),
            Number::Local(local) => plain(self.locals.get(*local as usize).cloned()),
            Number::Negative(inner) => self.each(&inner.0, |form| form.times(-1)),
            Number::Join(sign, pair) => self.join(*sign, &pair.0, &pair.1),
            Number::Call(function, call) => {
                let all = call.0.iter().map(|number| self.number(number)).collect::<Result<Vec<_>, _>>()?;
                self.call(function.name, all)
            }
            Number::OfSet(function, call) => {
                let all = self.elements(&call.0)?;
                self.call(function.name, all)
            }
            _ => Err(NotLinear("an expression in it is not linear".to_string())),
        }
    }

    fn each(&mut self, number: &Number, change: impl Fn(Linear) -> Option<Linear>) -> Result<Cases<Linear>, NotLinear> {
        let cases = self.number(number)?.into_iter();
        cases.map(|(guards, form)| Ok((guards, change(form).ok_or_else(NotLinear::large)?))).collect()
    }

    fn join(&mut self, sign: Arithmetic, left: &Number, right: &Number) -> Result<Cases<Linear>, NotLinear> {
        let large = NotLinear::large;
        match sign {
            Arithmetic::Add => joined(self.number(left)?, self.number(right)?, |a, b| a.plus(&b).ok_or_else(large)),
            Arithmetic::Subtract => {
                joined(self.number(left)?, self.number(right)?, |a, b| a.minus(&b).ok_or_else(large))
            }
            Arithmetic::Multiply => {
                joined(self.number(left)?, self.number(right)?, |a, b| match (a.number(), b.number()) {
                    (_, Some(factor)) => a.times(factor).ok_or_else(large),
                    (Some(factor), None) => b.times(factor).ok_or_else(large),
                    (None, None) => Err(NotLinear("a product in it is not linear".to_string())),
                })
            }
            Arithmetic::Remainder | Arithmetic::Divide => {
                let divisor =
                    self.closed_number(right).transpose()?.filter(|divisor| (1..=LARGEST_DIVISOR).contains(divisor));
                let help = format!("it has a divisor that is not one of 1 to {LARGEST_DIVISOR}");
                let (divisor, cases) = (divisor.ok_or(NotLinear(help))?, self.number(left)?);
                let mut all = Vec::new();
                for (guards, form) in cases {
                    match sign {
                        Arithmetic::Remainder => all.extend(residues(&guards, &form, divisor)?),
                        _ => all.push((guards, self.quotient(form, divisor)?)),
                    }
                }
                Ok(all)
            }
            _ => Err(NotLinear("an expression in it is not linear".to_string())),
        }
    }

    /// A form divided by a number, rounded down: q with 0 <= form - divisor q < divisor.
    fn quotient(&mut self, form: Linear, divisor: i64) -> Result<Linear, NotLinear> {
        if let Some(exact) = form.over(divisor) {
            return Ok(exact);
        }
        if !self.quotients {
            return Err(NotLinear("it has a rounded quotient; write it as a comparison with multiples".to_string()));
        }
        let quotient = self.choose();
        let rest = quotient.times(-divisor).and_then(|less| form.plus(&less)).ok_or_else(NotLinear::large)?;
        let most = rest.times(-1).and_then(|rest| rest.add(divisor - 1)).ok_or_else(NotLinear::large)?;
        self.definitions.extend([Condition::AtLeastZero(rest), Condition::AtLeastZero(most)]);
        Ok(quotient)
    }

    fn call(&self, name: &str, arguments: Vec<Cases<Linear>>) -> Result<Cases<Linear>, NotLinear> {
        if !["min", "max", "abs"].contains(&name) {
            return Err(NotLinear(format!("it calls `{name}`")));
        }
        let large = NotLinear::large;
        let mut lists: Cases<Vec<Linear>> = vec![(Vec::new(), Vec::new())];
        for cases in arguments {
            lists = joined(lists, cases, |mut list, form| {
                list.push(form);
                Ok(list)
            })?;
        }
        let mut all = Vec::new();
        for (guards, mut list) in lists {
            if list.is_empty() {
                return Err(NotLinear("it has the least or largest element of an empty set".to_string()));
            }
            if name == "abs"
                && let [form] = &list[..]
            {
                list.push(form.times(-1).ok_or_else(large)?);
            }
            for form in &list {
                let guard = |other: &Linear| match name {
                    "min" => Condition::at_most(form, other, 0),
                    _ => Condition::at_most(other, form, 0),
                };
                let more = list.iter().filter(|other| *other != form).map(guard);
                let more = more.collect::<Option<Vec<_>>>().ok_or_else(large)?;
                let Some(guards) = simplified([&guards[..], &more].concat()) else { continue };
                all.push((guards, form.clone()));
            }
        }
        Ok(all)
    }
}

/// A form modulo a number: a case for each residue.
fn residues(guards: &Conjunction, form: &Linear, divisor: i64) -> Result<Cases<Linear>, NotLinear> {
    let mut all = Vec::new();
    for rest in 0..divisor {
        let divides = Condition::Divides(divisor, form.add(-rest).ok_or_else(NotLinear::large)?);
        let guards = guards.iter().cloned().chain([divides]).collect();
        all.extend(simplified(guards).map(|guards| (guards, Linear::constant(rest))));
    }
    Ok(all)
}

fn no_value<T>(_: T) -> NotLinear {
    NotLinear("an expression in it has no value".to_string())
}
