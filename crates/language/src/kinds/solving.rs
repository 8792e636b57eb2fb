//! Splits a move into cases, in each of which the variables of its ranges are free, or known in terms of n and of
//! those that are free.

use super::conditions::{Atom, cases, joined, opposite};
use super::linear::Known;
use super::reading::{Form, LARGEST_DIVISOR, Reader, Refusal};
use crate::fault::SourcePlace;
use crate::node::{Domain, Number, Set, Truth};
use crate::tree::Comparison;
use grundy_core::structure::Linear;

/// The maximum number of cases of a move.
const MOST_CASES: usize = 20_000;

/// A case of a move. All its options are those of the free variables that satisfy what is written here.
#[derive(Clone)]
pub(super) struct Case<'m> {
    pub reader: Reader<'m>,
    /// The variables of ranges that have no value yet.
    pub free: Vec<usize>,
    pub facts: Vec<Known>,
    /// Conditions on n alone.
    pub on_n: Vec<Atom>,
    /// Conditions on residues.
    pub residues: Vec<Atom>,
    /// Forms in n that are divisible by a number.
    pub divisible: Vec<(Linear, i64)>,
}

/// Collects the cases of a move.
pub(super) struct Solver<'m> {
    found: Vec<Case<'m>>,
    visited: usize,
}

impl<'m> Solver<'m> {
    /// The cases of the reader's move.
    pub fn cases(reader: Reader<'m>) -> Result<Vec<Case<'m>>, Refusal> {
        let mut solver = Self { found: Vec::new(), visited: 0 };
        let line = reader.line;
        let mut alternatives = vec![Vec::new()];
        for (truth, place) in
            line.conditions.iter().zip(&line.places.conditions).flat_map(|(truths, places)| truths.iter().zip(places))
        {
            alternatives = joined(&alternatives, &cases(truth, false, *place)?)?;
        }
        for atoms in alternatives {
            let case = Case {
                reader: reader.clone(),
                free: Vec::new(),
                facts: Vec::new(),
                on_n: Vec::new(),
                residues: Vec::new(),
                divisible: Vec::new(),
            };
            solver.ranges(case, 0, &atoms)?;
        }
        Ok(solver.found)
    }

    fn count(&mut self) -> Result<(), Refusal> {
        self.visited += 1;
        if self.visited > MOST_CASES { Err(Refusal(format!("it has more than {MOST_CASES} cases"))) } else { Ok(()) }
    }

    /// Gives the variable of each range its values, if there are finitely many; otherwise it remains free.
    fn ranges(&mut self, mut case: Case<'m>, level: usize, atoms: &[Atom]) -> Result<(), Refusal> {
        self.count()?;
        let line = case.reader.line;
        let variable = line.names.len() - line.ranges.len() + level;
        let Some(range) = line.ranges.get(level) else {
            return self.conditions(case, atoms);
        };
        let place = line.places.ranges[level];
        match range {
            Domain::Set(set) => {
                for (value, case) in case.elements(set, place)? {
                    let case =
                        case.knowing(variable, Form::Linear(Linear::number_of(value).ok_or_else(Refusal::large)?))?;
                    self.ranges(case, level + 1, atoms)?;
                }
                Ok(())
            }
            Domain::Range(first, last, is_inclusive) => {
                let lows = case.ends(first, "max", place)?;
                let mut highs = case.ends(last, "min", place)?;
                if !is_inclusive {
                    let one_less = |high: &Form| high.plus(&Linear::constant(-1)).ok_or_else(Refusal::large);
                    highs = highs.iter().map(one_less).collect::<Result<_, _>>()?;
                }
                let own = Form::Linear(Linear::variable(variable));
                case.reader.known[variable] = own.clone();
                case.free.push(variable);
                for low in &lows {
                    case.facts.extend(case.reader.compared(Comparison::AtMost, low, &own, place)?);
                }
                for high in &highs {
                    case.facts.extend(case.reader.compared(Comparison::AtMost, &own, high, place)?);
                }
                // Variables with finitely many values get them at once: later ranges and conditions may need them.
                match case.values(variable)? {
                    Some(values) => values.into_iter().try_for_each(|value| {
                        let case = case.clone().knowing(variable, Form::Linear(value))?;
                        self.ranges(case, level + 1, atoms)
                    }),
                    None => self.ranges(case, level + 1, atoms),
                }
            }
        }
    }

    /// Reads the conditions of a case.
    fn conditions(&mut self, mut case: Case<'m>, atoms: &[Atom]) -> Result<(), Refusal> {
        let mut alternatives: Vec<Vec<Known>> = vec![Vec::new()];
        for atom in atoms {
            let size = case.reader.size;
            if case.reader.free_in_truth(&atom.truth).iter().all(|&variable| variable == size) {
                case.on_n.push(atom.clone());
            } else if case.reader.modulus_of_truth(&atom.truth).is_some() {
                case.residues.push(atom.clone());
            } else {
                alternatives = joined(&alternatives, &case.reader.read(atom)?)?;
            }
        }
        for facts in alternatives {
            let mut case = case.clone();
            case.facts.extend(facts);
            self.solve(case)?;
        }
        Ok(())
    }

    /// Solves equations, and gives values to variables that have finitely many, until nothing changes.
    fn solve(&mut self, mut case: Case<'m>) -> Result<(), Refusal> {
        self.count()?;
        if case.facts.iter().any(|fact| fact.settled() == Some(false)) {
            return Ok(());
        }
        case.facts.retain(|fact| fact.settled().is_none());
        if let Some((variable, value)) = case.equation()? {
            return self.solve(case.knowing(variable, value)?);
        }
        for &variable in &case.free {
            if let Some(values) = case.values(variable)? {
                for value in values {
                    self.solve(case.clone().knowing(variable, Form::Linear(value))?)?;
                }
                return Ok(());
            }
        }
        if let Some(sides) = case.sides()? {
            return sides.into_iter().try_for_each(|case| self.solve(case));
        }
        self.found.push(case);
        Ok(())
    }
}

impl<'m> Case<'m> {
    /// The case in which a variable has a value.
    fn knowing(mut self, variable: usize, value: Form) -> Result<Self, Refusal> {
        let large = Refusal::large;
        for known in &mut self.reader.known {
            *known = known.with(variable, &value).ok_or_else(large)?;
        }
        self.reader.known[variable] = value.clone();
        self.free.retain(|&free| free != variable);
        match &value {
            Form::Linear(value) => {
                for fact in &mut self.facts {
                    *fact = fact.map(|form| form.with(variable, value)).ok_or_else(large)?;
                }
            }
            // variable = form / divisor exactly.
            Form::Quotient(form, divisor) => {
                for fact in &mut self.facts {
                    let times = |fact: &Linear| match fact.of(variable) {
                        0 => Some(fact.clone()),
                        factor => fact.without(variable).times(*divisor)?.plus(&form.times(factor)?),
                    };
                    *fact = fact.map(times).ok_or_else(large)?;
                }
                self.divisible.push((form.clone(), *divisor));
            }
        }
        Ok(self)
    }

    /// The ends of a range: several, if the first is a maximum or the last a minimum.
    fn ends(&self, end: &Number, function: &str, place: SourcePlace) -> Result<Vec<Form>, Refusal> {
        match end {
            Number::Call(called, call) if called.name == function => {
                let ends = call.0.iter().map(|end| self.ends(end, function, place));
                Ok(ends.collect::<Result<Vec<_>, _>>()?.concat())
            }
            _ => Ok(vec![self.reader.form(end, place)?]),
        }
    }

    /// The elements of a set, each with the case to which it belongs. A set may depend on the residue of n.
    fn elements(&self, set: &Set, place: SourcePlace) -> Result<Vec<(i64, Self)>, Refusal> {
        let no_value = || self.reader.no_value(place);
        if self.reader.free_in_set(set).is_empty() {
            let elements = self.reader.set_at(set, &|_| 0).ok_or_else(no_value)?;
            return Ok(elements.into_iter().map(|element| (element, self.clone())).collect());
        }
        let depends = || Refusal(format!("the set {} depends on the position", self.reader.quote(place)));
        let Set::Row(row) = set else { return Err(depends()) };
        let (_, index, _) = &**row;
        let (size, least) = (self.reader.size, self.reader.least);
        let quasi = self.reader.quasi(index).filter(|quasi| quasi.from <= least && quasi.rise == 0);
        let quasi = quasi.ok_or_else(depends)?;
        let mut all = Vec::new();
        for n in least..least + quasi.modulus {
            let mut case = self.clone();
            let form = Linear::variable(size).add(-n).ok_or_else(Refusal::large)?;
            case.divisible.push((form, quasi.modulus));
            let elements = self.reader.set_at(set, &|_| n).ok_or_else(no_value)?;
            all.extend(elements.into_iter().map(|element| (element, case.clone())));
        }
        Ok(all)
    }

    /// A variable with what it must be, by an equation.
    fn equation(&self) -> Result<Option<(usize, Form)>, Refusal> {
        for fact in &self.facts {
            let Known::Zero(form) = fact else { continue };
            let mut free: Vec<usize> = form.variables().filter(|variable| self.free.contains(variable)).collect();
            if let Some(&variable) = free.iter().rev().find(|&&variable| form.of(variable).abs() == 1) {
                let value = form.without(variable).times(-form.of(variable)).ok_or_else(Refusal::large)?;
                return Ok(Some((variable, Form::Linear(value))));
            }
            let Some(variable) = free.pop() else { continue };
            if !free.is_empty() {
                return Err(Refusal("an equation between its variables has no solution that is linear".to_string()));
            }
            let factor = form.of(variable);
            let value = form.without(variable).times(-factor.signum()).ok_or_else(Refusal::large)?;
            if factor.abs() > LARGEST_DIVISOR {
                return Err(Refusal::large());
            }
            return Ok(Some((variable, Form::Quotient(value, factor.abs()))));
        }
        Ok(None)
    }

    /// The values of a variable, if two facts leave only finitely many.
    fn values(&self, variable: usize) -> Result<Option<Vec<Linear>>, Refusal> {
        let bound = |factor: i64| {
            self.facts.iter().filter_map(move |fact| match fact {
                Known::AtLeastZero(form) if form.of(variable) == factor => form.without(variable).times(-factor),
                _ => None,
            })
        };
        for low in bound(1) {
            for high in bound(-1) {
                let Some(count) = high.minus(&low).and_then(|width| width.number()) else { continue };
                if count >= MOST_CASES as i64 {
                    return Err(Refusal("a range is too long".to_string()));
                }
                let values = (0..=count).map(|more| low.add(more)).collect::<Option<Vec<_>>>();
                return values.map(Some).ok_or_else(Refusal::large);
            }
        }
        Ok(None)
    }

    /// The cases on the two sides of an inequation that is parallel to a bound: `i != 3`, `n - i != 3`.
    fn sides(&self) -> Result<Option<Vec<Self>>, Refusal> {
        let size = self.reader.size;
        for (place, fact) in self.facts.iter().enumerate() {
            let Known::NotZero(form) = fact else { continue };
            let free: Vec<usize> = form.variables().filter(|&variable| variable != size).collect();
            let [variable] = free[..] else { continue };
            let (factor, of_n) = (form.of(variable), form.of(size));
            if of_n != 0 && of_n != -factor {
                continue;
            }
            let mut rest = self.clone();
            rest.facts.remove(place);
            if form.constant % factor != 0 {
                return Ok(Some(vec![rest]));
            }
            let unit = form.over(factor.abs()).ok_or_else(Refusal::large)?;
            let side = |sign: i64| {
                let form = unit.times(sign)?.add(-1)?;
                let mut case = rest.clone();
                case.facts.push(Known::AtLeastZero(form));
                Some(case)
            };
            return Ok(Some(vec![side(1).ok_or_else(Refusal::large)?, side(-1).ok_or_else(Refusal::large)?]));
        }
        Ok(None)
    }
}

impl Reader<'_> {
    /// What an atom says about linear forms, in each of its cases.
    pub fn read(&self, atom: &Atom) -> Result<Vec<Vec<Known>>, Refusal> {
        let refusal = || Refusal(format!("the condition {}", self.quote(atom.place)));
        match &atom.truth {
            Truth::Compare(sign, pair) => {
                let sign = if atom.is_negated { opposite(*sign) } else { *sign };
                let (left, right) = (self.form(&pair.0, atom.place)?, self.form(&pair.1, atom.place)?);
                Ok(vec![self.compared(sign, &left, &right, atom.place)?])
            }
            Truth::In(pair) => {
                let form = self.form(&pair.0, atom.place)?;
                let set = if self.free_in_set(&pair.1).is_empty() { self.set_at(&pair.1, &|_| 0) } else { None };
                let elements = set.ok_or_else(refusal)?;
                let fact = |element: i64, sign: Comparison| {
                    let element = Linear::number_of(element).ok_or_else(Refusal::large)?;
                    self.compared(sign, &form, &Form::Linear(element), atom.place)
                };
                if atom.is_negated {
                    let all = elements.into_iter().map(|element| fact(element, Comparison::Unequal));
                    return Ok(vec![all.collect::<Result<Vec<_>, _>>()?.concat()]);
                }
                elements.into_iter().map(|element| fact(element, Comparison::Equal)).collect()
            }
            Truth::Not(inner) => {
                self.read(&Atom { truth: (**inner).clone(), is_negated: !atom.is_negated, place: atom.place })
            }
            _ => Err(refusal()),
        }
    }
}
