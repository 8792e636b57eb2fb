//! The variables and the values of the game that an expression uses.

use super::node::{Domain, Given, Link, Number, Other, Set, Text, Truth, Turns};
use std::collections::BTreeSet;
use std::ops::Range;

/// What an expression uses.
#[derive(Debug, Clone, Default)]
pub struct Uses {
    /// Variables; their numbers in the scope.
    pub variables: BTreeSet<u32>,
    /// Variables of loops and moves; their numbers.
    pub(super) locals: BTreeSet<u32>,
    /// Values of the game, one entry per occurrence.
    pub looks: Vec<Looked>,
    /// Columns of other rows, one entry per occurrence.
    pub others: Vec<Other>,
}

/// An occurrence of a value of the game, e.g. `g(n - 3)`.
#[derive(Debug, Clone)]
pub struct Looked {
    /// The range of bytes in the source.
    pub span: Range<usize>,
    /// Its coordinates; `None` if they use a variable of a loop.
    pub coordinates: Option<Vec<Number>>,
}

impl Looked {
    /// How far it looks back from a variable: 3 for `g(n - 3)`. `None` if the distance is not constant, or it
    /// looks ahead.
    pub fn back(&self, variable: u32) -> Option<u64> {
        let [place] = &self.coordinates.as_ref()?[..] else { return None };
        match place {
            Number::Variable(slot) if *slot == variable => Some(0),
            Number::Join(super::tree::Arithmetic::Subtract, pair) => match (&pair.0, &pair.1) {
                (Number::Variable(slot), Number::Constant(back)) if *slot == variable => u64::try_from(*back).ok(),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it is the value at exactly these variables.
    pub fn is_at(&self, variables: Range<u32>) -> bool {
        let wanted = variables.map(Some);
        let slot = |number: &Number| if let Number::Variable(slot) = number { Some(*slot) } else { None };
        self.coordinates.as_ref().is_some_and(|numbers| numbers.iter().map(slot).eq(wanted))
    }
}

impl Truth {
    /// What the expression uses.
    pub fn uses(&self) -> Uses {
        let mut uses = Uses::default();
        uses.truth(self);
        uses
    }
}

impl Number {
    /// What the expression uses.
    pub fn uses(&self) -> Uses {
        let mut uses = Uses::default();
        uses.number(self);
        uses
    }

    /// Whether it may contain a variable of a loop.
    fn has_local(&self) -> bool {
        match self {
            Number::Local(_) | Number::Count(_) | Number::Sum(_) => true,
            Number::Constant(_) | Number::Variable(_) => false,
            Number::Negative(inner) => inner.0.has_local(),
            Number::Join(_, pair) => pair.0.has_local() || pair.1.has_local(),
            Number::Call(_, call) => call.0.iter().any(Number::has_local),
            Number::OfSet(_, call) => call.0.has_local() || call.1.iter().any(Number::has_local),
            Number::Automatic(call) => call.1.has_local(),
            Number::Element(element) => element.0.has_local() || element.1.has_local(),
            Number::Digit(digit) => digit.1.has_local(),
            Number::Value(call) => call.0.iter().any(Number::has_local),
            Number::Other(other) => other.has_local(),
        }
    }
}

impl Set {
    fn has_local(&self) -> bool {
        match self {
            Set::Constant(_) | Set::Variable(_) => false,
            Set::Made(elements) | Set::Listed(elements) => elements.iter().any(Number::has_local),
            Set::Row(row) => row.1.has_local(),
            Set::Call(_, call) => call.0.has_local() || call.1.iter().any(Number::has_local),
            Set::Other(other) => other.has_local(),
        }
    }
}

impl Other {
    /// Whether it may contain a variable of a loop.
    pub fn has_local(&self) -> bool {
        self.given.iter().any(|(_, given)| match given {
            Given::Number(number) => number.has_local(),
            Given::Set(set) => set.has_local(),
            // No text has a part that changes from turn to turn.
            Given::Text(_) => false,
        })
    }

    /// The range of bytes in the source.
    pub fn span(&self) -> Range<usize> {
        self.place.0 as usize..self.place.1 as usize
    }

    /// The column; its number in the scope.
    pub fn column(&self) -> u32 {
        self.column
    }
}

impl Uses {
    pub(super) fn number(&mut self, number: &Number) {
        match number {
            Number::Constant(_) => {}
            Number::Local(local) => drop(self.locals.insert(*local)),
            Number::Variable(slot) => drop(self.variables.insert(*slot)),
            Number::Negative(inner) => self.number(&inner.0),
            Number::Join(_, pair) => {
                self.number(&pair.0);
                self.number(&pair.1);
            }
            Number::Call(_, call) => call.0.iter().for_each(|argument| self.number(argument)),
            Number::OfSet(_, call) => {
                self.set(&call.0);
                call.1.iter().for_each(|number| self.number(number));
            }
            Number::Automatic(call) => self.set(&call.1),
            Number::Element(element) => {
                self.set(&element.0);
                self.number(&element.1);
            }
            Number::Digit(digit) => {
                self.text(&digit.0);
                self.number(&digit.1);
            }
            Number::Value(call) => {
                let (coordinates, place) = &**call;
                coordinates.iter().for_each(|coordinate| self.number(coordinate));
                let fixed = !coordinates.iter().any(Number::has_local);
                let span = place.0 as usize..place.1 as usize;
                self.looks.push(Looked { span, coordinates: fixed.then(|| coordinates.clone()) });
            }
            Number::Other(other) => self.other(other),
            Number::Count(turns) => self.turns(turns, Self::truth),
            Number::Sum(turns) => self.turns(turns, Self::number),
        }
    }

    pub(super) fn truth(&mut self, truth: &Truth) {
        match truth {
            Truth::Constant(_) => {}
            Truth::Not(inner) => self.truth(inner),
            Truth::And(pair) | Truth::Or(pair) | Truth::Implies(pair) | Truth::Iff(pair) => {
                self.truth(&pair.0);
                self.truth(&pair.1);
            }
            Truth::Compare(_, pair) => {
                self.number(&pair.0);
                self.number(&pair.1);
            }
            Truth::Chain(chain) => {
                self.number(&chain.0);
                for link in &chain.1 {
                    match link {
                        Link::Compare(_, number) => self.number(number),
                        Link::In(set, _) => self.set(set),
                    }
                }
            }
            Truth::In(pair) => {
                self.number(&pair.0);
                self.set(&pair.1);
            }
            Truth::SameSet(pair) => {
                self.set(&pair.0);
                self.set(&pair.1);
            }
            Truth::OneOf(choice) => {
                self.text(&choice.0);
                choice.1.iter().for_each(|text| self.text(text));
            }
            Truth::Call(_, call) => call.0.iter().for_each(|argument| self.number(argument)),
            Truth::All(turns) | Truth::Any(turns) => self.turns(turns, Self::truth),
        }
    }

    /// Adds what a set or list uses.
    pub(super) fn set(&mut self, set: &Set) {
        match set {
            Set::Constant(_) => {}
            Set::Variable(slot) => drop(self.variables.insert(*slot)),
            Set::Made(elements) | Set::Listed(elements) => elements.iter().for_each(|element| self.number(element)),
            Set::Row(row) => self.number(&row.1),
            Set::Call(_, call) => {
                self.set(&call.0);
                call.1.iter().for_each(|number| self.number(number));
            }
            Set::Other(other) => self.other(other),
        }
    }

    fn text(&mut self, text: &Text) {
        match text {
            Text::Constant(_) => {}
            Text::Variable(slot) => drop(self.variables.insert(*slot)),
            Text::Other(other) => self.other(other),
        }
    }

    fn other(&mut self, other: &Other) {
        for (_, given) in &other.given {
            match given {
                Given::Number(number) => self.number(number),
                Given::Set(set) => self.set(set),
                Given::Text(text) => self.text(text),
            }
        }
        self.others.push(other.clone());
    }

    fn turns<B>(&mut self, turns: &Turns<B>, body: fn(&mut Self, &B)) {
        for domain in &turns.domains {
            match domain {
                Domain::Range(first, last, _) => {
                    self.number(first);
                    self.number(last);
                }
                Domain::Set(set) => self.set(set),
            }
        }
        turns.condition.iter().for_each(|condition| self.truth(condition));
        body(self, &turns.body);
    }
}
