//! Typed expressions as Python 3.
//!
//! Where an expression has a value, Python computes the same one: its whole numbers have no bounds, `//` rounds down,
//! the sign of `%` is that of the divisor, and parts are evaluated in the same order or not at all. Where an
//! expression has none, the game was refused, so nothing is said about that. Only values of the game and variables of a
//! sweep have no translation, and moves contain neither.

mod functions;
mod names;
mod term;

use crate::node::{Domain, Link, Number, Set, Text, Truth, Turns};
use crate::tree::{Arithmetic, Comparison};
use grundy_core::ruleset::Python;
pub(crate) use names::in_python;
pub(crate) use term::Term;
use term::{AND, ATOM, BIT_AND, BIT_OR, COMPARED, NOT, OR, POWER, PRODUCT, SIGN, SUM, XOR};

/// Translates expressions. Variables of loops have no names in typed expressions, so they get new ones.
pub(crate) struct Writer {
    /// The variables, as Python calls them; the outermost comes first.
    names: Vec<String>,
    /// What was given to the expression, as Python calls it.
    given: Vec<String>,
    /// The imports and helpers that were used.
    pub used: Python,
    /// The largest number of variables at a time.
    pub deepest: usize,
}

/// A condition in Python, whose variables have these names, with what it imports and its helpers; none if it cannot be
/// translated.
///
/// ```
/// use grundy_language::{Scope, Type, condition_in_python, truth};
///
/// let scope = Scope::default().with("n", Type::Number);
/// let condition = truth("n / 2 > 1 implies n in {4, 6}", 0, &scope).expect("a condition");
/// let (text, used) = condition_in_python(&condition, &["n"]).expect("a translation");
/// assert_eq!(text, "not n//2 > 1 or n in (4, 6)");
/// assert!(used.imports.is_empty() && used.helpers.is_empty());
/// ```
pub fn condition_in_python(truth: &Truth, names: &[&str]) -> Option<(String, Python)> {
    let given = names.iter().map(ToString::to_string).collect();
    let mut writer = Writer { given, ..Writer::new(Vec::new()) };
    let text = writer.truth(truth)?.text;
    Some((text, writer.used))
}

impl Writer {
    pub fn new(names: Vec<String>) -> Self {
        let deepest = names.len();
        Self { names, given: Vec::new(), deepest, used: Python::heap("") }
    }

    pub fn number(&mut self, number: &Number) -> Option<Term> {
        Some(match number {
            Number::Constant(value) => Term::constant(*value),
            Number::Local(local) => Term::named(self.names.get(*local as usize)?),
            Number::Negative(inner) => Term::new(format!("-{}", self.number(&inner.0)?.at(POWER)), SIGN),
            Number::Join(sign, pair) => join(*sign, &self.number(&pair.0)?, &self.number(&pair.1)?),
            Number::Call(function, call) => {
                let arguments = self.numbers(&call.0)?;
                functions::call(&mut self.used, function.name, &arguments)?
            }
            Number::OfSet(function, call) => {
                let set = if call.1.is_empty() { self.elements(&call.0)? } else { self.set(&call.0)? };
                let numbers = self.numbers(&call.1)?;
                functions::of_set(&mut self.used, function.name, &set, &numbers)?
            }
            Number::Automatic(call) => {
                let numbers = self.set(&call.1)?;
                functions::automatic(&mut self.used, &call.0, &numbers)?
            }
            Number::Element(element) => {
                Term::new(format!("{}[{}]", self.set(&element.0)?, self.number(&element.1)?.text), ATOM)
            }
            Number::Digit(digit) => {
                // What is no digit is never asked for.
                let plain = |byte: u8| if byte.is_ascii_alphanumeric() { char::from(byte) } else { '_' };
                let Text::Constant(text) = &digit.0 else { return None };
                let text: String = text.bytes().map(plain).collect();
                Term::new(format!("int(\"{text}\"[{}], 16)", self.number(&digit.1)?.text), ATOM)
            }
            // A condition counts as 0 or 1.
            Number::Count(turns) => {
                let all = self.turns(turns, |writer, body| Some(writer.truth(body)?.at(OR)))?;
                Term::new(format!("sum({all})"), ATOM)
            }
            Number::Sum(turns) => {
                let all = self.turns(turns, |writer, body| Some(writer.number(body)?.text))?;
                Term::new(format!("sum({all})"), ATOM)
            }
            Number::Variable(number) => Term::named(self.given.get(*number as usize)?),
            Number::Value(_) | Number::Other(_) => return None,
        })
    }

    pub fn truth(&mut self, truth: &Truth) -> Option<Term> {
        Some(match truth {
            Truth::Constant(value) => Term::truth(*value),
            Truth::Not(inner) => self.not(inner)?,
            Truth::And(pair) => self.logic(&pair.0, "and", &pair.1, AND)?,
            Truth::Or(pair) => self.logic(&pair.0, "or", &pair.1, OR)?,
            Truth::Implies(pair) => {
                let (left, right) = (self.not(&pair.0)?, self.truth(&pair.1)?);
                Term::new(format!("{} or {}", left.at(OR), right.at(OR)), OR)
            }
            Truth::Iff(pair) => {
                let (left, right) = (self.truth(&pair.0)?, self.truth(&pair.1)?);
                Term::new(format!("{} == {}", left.at(BIT_OR), right.at(BIT_OR)), COMPARED)
            }
            Truth::Compare(sign, pair) => {
                let (left, right) = (self.number(&pair.0)?, self.number(&pair.1)?);
                Term::new(format!("{} {} {}", left.at(BIT_OR), sign_of(*sign), right.at(BIT_OR)), COMPARED)
            }
            Truth::Chain(chain) => self.chain(&chain.0, &chain.1)?,
            Truth::In(pair) => {
                let (number, set) = (self.number(&pair.0)?, self.elements(&pair.1)?);
                Term::new(format!("{} in {set}", number.at(BIT_OR)), COMPARED)
            }
            Truth::SameSet(pair) => Term::new(format!("{} == {}", self.set(&pair.0)?, self.set(&pair.1)?), COMPARED),
            Truth::Call(function, call) => {
                let arguments = self.numbers(&call.0)?;
                functions::call(&mut self.used, function.name, &arguments)?
            }
            Truth::All(turns) => self.over("all", turns)?,
            Truth::Any(turns) => self.over("any", turns)?,
            Truth::OneOf(choice) => Term::truth(is_one_of(&choice.0, &choice.1)?),
        })
    }

    /// All of some conditions, tested in this order.
    pub fn all(&mut self, conditions: &[Truth]) -> Option<String> {
        let single = conditions.len() == 1;
        let terms = conditions.iter().map(|truth| Some(self.truth(truth)?.at(if single { 0 } else { AND })));
        Some(terms.collect::<Option<Vec<_>>>()?.join(" and "))
    }

    fn not(&mut self, inner: &Truth) -> Option<Term> {
        Some(Term::new(format!("not {}", self.truth(inner)?.at(NOT)), NOT))
    }

    fn logic(&mut self, left: &Truth, word: &str, right: &Truth, binds: u8) -> Option<Term> {
        let (left, right) = (self.truth(left)?, self.truth(right)?);
        Some(Term::new(format!("{} {word} {}", left.at(binds), right.at(binds)), binds))
    }

    /// A chain with `in` is not one of Python, where the set would be compared with what follows.
    fn chain(&mut self, first: &Number, links: &[Link]) -> Option<Term> {
        let (mut left, mut parts) = (self.number(first)?.at(BIT_OR), Vec::new());
        for link in links {
            match link {
                Link::Compare(sign, right) => {
                    let right = self.number(right)?.at(BIT_OR);
                    parts.push(format!("{left} {} {right}", sign_of(*sign)));
                    left = right;
                }
                Link::In(set, negated) => {
                    let word = if *negated { "not in" } else { "in" };
                    parts.push(format!("{left} {word} {}", self.elements(set)?));
                }
            }
        }
        Some(Term::new(parts.join(" and "), if parts.len() > 1 { AND } else { COMPARED }))
    }

    fn over(&mut self, word: &str, turns: &Turns<Truth>) -> Option<Term> {
        let all = self.turns(turns, |writer, body| Some(writer.truth(body)?.at(OR)))?;
        Some(Term::new(format!("{word}({all})"), ATOM))
    }

    fn numbers(&mut self, numbers: &[Number]) -> Option<Vec<Term>> {
        numbers.iter().map(|number| self.number(number)).collect()
    }

    /// A set or list as a tuple, so that it has an order and Python makes a constant one only once.
    pub fn set(&mut self, set: &Set) -> Option<String> {
        let texts = |terms: Vec<Term>| terms.into_iter().map(|term| term.text).collect::<Vec<_>>();
        Some(match set {
            Set::Constant(numbers) => term::tuple(&numbers.iter().map(i64::to_string).collect::<Vec<_>>()),
            Set::Listed(elements) => term::tuple(&texts(self.numbers(elements)?)),
            // Without elements this is an empty dictionary, whose tuple is empty, too.
            Set::Made(elements) => {
                format!("tuple(sorted({{{}}}))", texts(self.numbers(elements)?).join(", "))
            }
            Set::Row(row) => {
                let list = |list: &[i64]| term::tuple(&list.iter().map(i64::to_string).collect::<Vec<_>>());
                let lists: Vec<String> = row.0.iter().map(|numbers| list(numbers)).collect();
                format!("{}[{}]", term::tuple(&lists), self.number(&row.1)?.text)
            }
            Set::Call(function, call) => {
                let (set, numbers) = (self.set(&call.0)?, self.numbers(&call.1)?);
                functions::set_call(function.name, &set, &numbers, &self.unused())?
            }
            Set::Variable(_) | Set::Other(_) => return None,
        })
    }

    /// The same where the order of the elements makes no difference.
    fn elements(&mut self, set: &Set) -> Option<String> {
        match set {
            Set::Made(elements) if !elements.is_empty() => {
                let texts: Vec<String> = self.numbers(elements)?.into_iter().map(|term| term.text).collect();
                Some(format!("{{{}}}", texts.join(", ")))
            }
            set => self.set(set),
        }
    }

    /// What a loop runs over.
    pub fn domain(&mut self, domain: &Domain) -> Option<String> {
        let (first, last, inclusive) = match domain {
            Domain::Set(set) => return self.elements(set),
            Domain::Range(first, last, inclusive) => (first, last, *inclusive),
        };
        let first = match first {
            Number::Constant(0) => String::new(),
            first => format!("{}, ", self.number(first)?.text),
        };
        let end = match last {
            Number::Constant(last) if inclusive => Term::constant(last.checked_add(1)?),
            last if inclusive => join(Arithmetic::Add, &self.number(last)?, &Term::constant(1)),
            last => self.number(last)?,
        };
        Some(format!("range({first}{})", end.text))
    }

    /// `BODY for i in RANGE if CONDITION`; `write` writes the body while the variables have names.
    pub fn turns<B>(
        &mut self,
        turns: &Turns<B>,
        write: impl FnOnce(&mut Self, &B) -> Option<String>,
    ) -> Option<String> {
        let outside = self.names.len();
        let mut loops = Vec::new();
        for domain in &turns.domains {
            let (name, domain) = (self.unused(), self.domain(domain)?);
            loops.push(format!(" for {name} in {domain}"));
            self.names.push(name);
        }
        self.deepest = self.deepest.max(self.names.len());
        if let Some(condition) = &turns.condition {
            loops.push(format!(" if {}", self.truth(condition)?.at(OR)));
        }
        let body = write(self, &turns.body)?;
        self.names.truncate(outside);
        Some(body + &loops.concat())
    }

    /// A name that no variable has.
    pub fn unused(&self) -> String {
        names::unused(&self.names)
    }
}

/// Whether a text is one of some texts; none if one of them is a variable.
fn is_one_of(text: &Text, all: &[Text]) -> Option<bool> {
    let known = |text: &Text| if let Text::Constant(text) = text { Some(text.clone()) } else { None };
    let (text, all) = (known(text)?, all.iter().map(known).collect::<Option<Vec<_>>>()?);
    Some(all.contains(&text))
}

fn sign_of(sign: Comparison) -> &'static str {
    match sign {
        Comparison::Equal | Comparison::In => "==",
        Comparison::Unequal | Comparison::NotIn => "!=",
        Comparison::Less => "<",
        Comparison::AtMost => "<=",
        Comparison::Greater => ">",
        Comparison::AtLeast => ">=",
    }
}

/// An operation. All operators but the power are applied from left to right.
fn join(sign: Arithmetic, left: &Term, right: &Term) -> Term {
    let (word, binds) = match sign {
        Arithmetic::Add => (" + ", SUM),
        Arithmetic::Subtract => (" - ", SUM),
        Arithmetic::Multiply => ("*", PRODUCT),
        Arithmetic::Divide => ("//", PRODUCT),
        Arithmetic::Remainder => (" % ", PRODUCT),
        Arithmetic::Power => ("**", POWER),
        Arithmetic::BitOr => (" | ", BIT_OR),
        Arithmetic::Xor => (" ^ ", XOR),
        Arithmetic::BitAnd => (" & ", BIT_AND),
    };
    let left = left.at(if sign == Arithmetic::Power { ATOM } else { binds });
    Term::new(format!("{left}{word}{}", right.at(binds + 1)), binds)
}
