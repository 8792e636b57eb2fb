//! Turns trees into typed nodes: resolves names and checks types.

use super::arithmetic::join;
use super::automata::AUTOMATIC;
use super::datum::Datum;
use super::fault::SourcePlace;
use super::functions::{FUNCTIONS, SET_FUNCTIONS};
use super::lexer::is_reserved;
use super::node::{Domain, Interval, Link, Lists, Number, Set, Text, Truth, Turns};
use super::parser::{parse, parse_domain};
use super::scope::{Scope, Type};
use super::tree::{self, Comparison, Logic, Over, Tree, TreeKind};
use grundy_core::diagnostic::{Blame, nearest};
use std::ops::Range;
use std::sync::Arc;

/// Reads a text that must be a condition. It starts at byte `start` of its source.
///
/// ```
/// use grundy_language::{Datum, Scope, Type, holds, truth};
///
/// let scope = Scope::default().with("a", Type::Number).with("S", Type::Set);
/// let condition = truth("a in S and divides(a, 2 * S[1])", 0, &scope).expect("a condition");
/// let data = [Datum::Number(4), Datum::Set([1, 4, 6].into())];
/// assert_eq!(holds(&condition, &data, &|_| None), Ok(true));
/// assert_eq!(truth("b == 1", 0, &scope).unwrap_err().message, "there is no variable `b`");
/// ```
///
/// # Errors
/// The [`Blame`] of the mistake in it.
pub fn truth(text: &str, start: usize, scope: &Scope) -> Result<Truth, Blame> {
    Checker::new(scope).truth(&parse(text, start)?)
}

/// Reads a text that must be a number.
///
/// # Errors
/// The [`Blame`] of the mistake in it.
pub fn number(text: &str, start: usize, scope: &Scope) -> Result<Number, Blame> {
    Checker::new(scope).number(&parse(text, start)?)
}

/// Reads a text that must be a range, e.g. `1..=n`.
///
/// # Errors
/// The [`Blame`] of the mistake in it.
pub fn interval(text: &str, start: usize, scope: &Scope) -> Result<Interval, Blame> {
    let mut checker = Checker::new(scope);
    match parse_domain(text, start)? {
        tree::Domain::Range(first, last, inclusive) => {
            let (first, last) = (checker.number(&first)?, checker.number(&last)?);
            Ok(Interval { first, last, inclusive })
        }
        tree::Domain::Set(tree) => {
            let help = "a range, as in 1..=30 (with 30) or 1..30 (without)";
            Err(Blame::new(tree.span, "this is not a range", help))
        }
    }
}

pub(super) enum Typed {
    Number(Number),
    Outcome(Number),
    Truth(Truth),
    Set(Set),
    List(Set),
    Lists(Lists),
    Text(Text),
    Texts(Vec<Text>),
}

impl Typed {
    fn of(value: &Datum) -> Option<Self> {
        Some(match value {
            Datum::Number(value) => Typed::Number(Number::Constant(*value)),
            Datum::Set(set) => Typed::Set(Set::Constant(set.clone())),
            Datum::List(list) => Typed::List(Set::Constant(list.clone())),
            Datum::Lists(lists) => Typed::Lists(lists.clone()),
            Datum::Text(text) => Typed::Text(Text::Constant(text.clone())),
            Datum::Missing => return None,
        })
    }

    fn name(&self) -> String {
        match self {
            Typed::Number(_) => Type::Number.to_string(),
            Typed::Outcome(_) => Type::Outcome.to_string(),
            Typed::Truth(_) => Type::Truth.to_string(),
            Typed::Set(_) => Type::Set.to_string(),
            Typed::List(_) => Type::List.to_string(),
            Typed::Lists(_) => "a list of lists".to_string(),
            Typed::Text(_) => Type::Text.to_string(),
            Typed::Texts(_) => "a set of texts".to_string(),
        }
    }
}

pub(super) struct Checker<'c> {
    pub(super) scope: &'c Scope,
    /// Whether this is inside the parentheses of `row(...)`.
    pub(super) in_row: bool,
    locals: Vec<String>,
    /// The indices in `locals` of the variables that were used.
    used: Vec<usize>,
}

impl<'c> Checker<'c> {
    pub fn new(scope: &'c Scope) -> Self {
        Self::with_locals(scope, Vec::new())
    }

    /// A checker inside loops with these variables. An empty name reserves a place.
    pub fn with_locals(scope: &'c Scope, locals: Vec<String>) -> Self {
        Self { scope, in_row: false, locals, used: Vec::new() }
    }

    /// The last of the first `among` variables of loops that was used.
    pub fn highest(&self, among: usize) -> Option<usize> {
        self.used.iter().copied().filter(|&local| local < among).max()
    }

    pub fn number(&mut self, tree: &Tree) -> Result<Number, Blame> {
        match self.typed(tree)? {
            Typed::Number(number) => Ok(number),
            other => Err(mismatch(tree, &other, "a number")),
        }
    }

    pub fn truth(&mut self, tree: &Tree) -> Result<Truth, Blame> {
        match self.typed(tree)? {
            Typed::Truth(truth) => Ok(truth),
            other => Err(mismatch(tree, &other, "a condition, as in `a < b`")),
        }
    }

    fn set(&mut self, tree: &Tree) -> Result<Set, Blame> {
        match self.typed(tree)? {
            Typed::Set(set) | Typed::List(set) => Ok(set),
            other => Err(mismatch(tree, &other, "a set, as in {1, 2}, a list, as in [2, 1], or a range, as in 1..10")),
        }
    }

    pub(super) fn typed(&mut self, tree: &Tree) -> Result<Typed, Blame> {
        let place = place(&tree.span);
        Ok(match &tree.kind {
            TreeKind::Number(value) => Typed::Number(Number::Constant(*value)),
            TreeKind::Truth(value) => Typed::Truth(Truth::Constant(*value)),
            TreeKind::Outcome(is_n) => Typed::Outcome(Number::Constant((*is_n).into())),
            TreeKind::Text(text) => Typed::Text(Text::Constant(text.as_str().into())),
            TreeKind::Name(name) => self.name(name, &tree.span)?,
            TreeKind::Set(items) => self.elements(items)?,
            TreeKind::List(items) => Typed::List(made(self.numbers(items)?, Set::Listed, Vec::into)),
            TreeKind::Negative(inner) => Typed::Number(match self.number(inner)? {
                Number::Constant(value) => Number::Constant(value.checked_neg().ok_or_else(|| overflow(tree))?),
                inner => Number::Negative(Box::new((inner, place))),
            }),
            TreeKind::Not(inner) => Typed::Truth(Truth::Not(Box::new(self.truth(inner)?))),
            TreeKind::Arithmetic(sign, pair) => {
                let (left, right) = (self.number(&pair.0)?, self.number(&pair.1)?);
                // Fold constants: 10**6 becomes a number.
                let known = match (&left, &right) {
                    (Number::Constant(left), Number::Constant(right)) => join(*sign, *left, *right).ok(),
                    _ => None,
                };
                let joined = || Number::Join(*sign, Box::new((left, right, place)));
                Typed::Number(known.map_or_else(joined, Number::Constant))
            }
            TreeKind::Logic(logic, pair) => {
                let both = Box::new((self.truth(&pair.0)?, self.truth(&pair.1)?));
                Typed::Truth(match logic {
                    Logic::Implies => Truth::Implies(both),
                    Logic::Iff => Truth::Iff(both),
                    Logic::Or => Truth::Or(both),
                    Logic::And => Truth::And(both),
                })
            }
            TreeKind::Compare(first, chain) => Typed::Truth(self.chain(first, chain)?),
            TreeKind::Call(name, arguments) => self.call(name, arguments, &tree.span)?,
            TreeKind::Row(given, column) => self.row(given, column, &tree.span)?,
            TreeKind::Index(pair) => {
                let (whole, index) = (self.typed(&pair.0)?, self.number(&pair.1)?);
                if matches!(index, Number::Constant(index) if index < 0) {
                    return Err(Blame::new(pair.1.span.clone(), "the index is negative", "indices start at 0"));
                }
                Typed::Number(match whole {
                    Typed::List(Set::Variable(slot)) if self.coordinates(slot).is_some() => {
                        let coordinates = self.coordinates(slot).unwrap_or_default();
                        let Number::Constant(index) = index else {
                            return Ok(Typed::Number(Number::Element(Box::new((Set::Variable(slot), index, place)))));
                        };
                        let found = u32::try_from(index).ok().and_then(|index| coordinates.start.checked_add(index));
                        let found = found.filter(|found| coordinates.contains(found)).ok_or_else(|| {
                            let help = format!("indices run from 0 to {}", coordinates.len().saturating_sub(1));
                            Blame::new(pair.1.span.clone(), "there is no such coordinate", help)
                        })?;
                        Number::Variable(found)
                    }
                    Typed::Lists(lists) => return Ok(Typed::List(Set::Row(Box::new((lists, index, place))))),
                    Typed::Set(set) | Typed::List(set) => match (&set, &index) {
                        (Set::Constant(known), Number::Constant(at))
                            if usize::try_from(*at).is_ok_and(|at| at < known.len()) =>
                        {
                            Number::Constant(known[*at as usize])
                        }
                        _ => Number::Element(Box::new((set, index, place))),
                    },
                    Typed::Text(text) => Number::Digit(Box::new((text, index, place))),
                    other => return Err(mismatch(&pair.0, &other, "a set, a list, or digits")),
                })
            }
            TreeKind::Over(over, loops) => self.over(*over, loops, place)?,
        })
    }

    /// The variables of the single coordinates, if the variable lists all of them.
    pub(super) fn coordinates(&self, slot: u32) -> Option<Range<u32>> {
        self.scope.tuple.clone().filter(|(tuple, _)| *tuple == slot).map(|(_, coordinates)| coordinates)
    }

    /// The domain of a loop.
    pub fn domain(&mut self, domain: &tree::Domain) -> Result<Domain, Blame> {
        Ok(match domain {
            tree::Domain::Range(first, last, inclusive) => {
                Domain::Range(self.number(first)?, self.number(last)?, *inclusive)
            }
            tree::Domain::Set(set) => Domain::Set(self.set(set)?),
        })
    }

    fn name(&mut self, name: &str, span: &Range<usize>) -> Result<Typed, Blame> {
        if let Some(local) = self.locals.iter().rposition(|local| local == name) {
            self.used.push(local);
            return Ok(Typed::Number(Number::Local(local as u32)));
        }
        if let Some((slot, kind)) = self.scope.find(name) {
            return Ok(match kind {
                Type::Number => Typed::Number(Number::Variable(slot)),
                Type::Outcome => Typed::Outcome(Number::Variable(slot)),
                Type::Truth => Typed::Truth(Truth::Compare(
                    Comparison::Unequal,
                    Box::new((Number::Variable(slot), Number::Constant(0))),
                )),
                Type::Set => Typed::Set(Set::Variable(slot)),
                Type::List => Typed::List(Set::Variable(slot)),
                Type::Text => Typed::Text(Text::Variable(slot)),
            });
        }
        if let Some(constant) = self.scope.constant(name).and_then(Typed::of) {
            return Ok(constant);
        }
        if function_names().any(|known| known == name) {
            return Err(Blame::new(
                span.clone(),
                format!("`{name}` is a function"),
                format!("call it, as in `{name}(...)`"),
            ));
        }
        if name == "row" && !self.scope.changeable.is_empty() {
            let help = "as in row(a = a + 1).period";
            return Err(Blame::new(span.clone(), "`row` needs the variables that differ", help));
        }
        Err(self.unknown(name, span))
    }

    fn unknown(&self, name: &str, span: &Range<usize>) -> Blame {
        let constants = self.scope.constants.iter().map(|(name, _)| name);
        let locals = self.locals.iter().filter(|local| !local.is_empty());
        let aliases = self.scope.aliases.iter().map(|(name, _)| name);
        let names = self.scope.names.iter().map(|(name, _)| name).chain(aliases).chain(constants).chain(locals);
        let offered = self.scope.offered.iter().copied().filter(|other| names.clone().all(|name| name != other));
        let names = names.clone().map(String::as_str).chain(offered);
        // Very short names are all near each other, so they are not suggested.
        let near = nearest(name, names.clone()).filter(|near| near.len() > 2);
        if let Some(instead) = self.scope.instead_of(name) {
            return Blame::new(span.clone(), format!("there is no variable `{name}`"), instead);
        }
        let lower = name.to_lowercase();
        let called = function_names().chain(self.scope.value_names()).find(|function| *function == lower);
        let help = match (near, called) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, Some(called)) => format!("did you mean `{called}(...)`?"),
            (None, None) => match names.clone().map(|name| format!("`{name}`")).collect::<Vec<_>>() {
                known if known.is_empty() => "no names are known here".to_string(),
                known => format!("the names known here are: {}", known.join(", ")),
            },
        };
        let help = match (near, self.scope.has_parameters) {
            (None, true) => format!("{help}; a parameter needs a value in `parameters`, as in {{ {name} = 3 }}"),
            _ => help,
        };
        Blame::new(span.clone(), format!("there is no variable `{name}`"), help)
    }

    fn elements(&mut self, items: &[Tree]) -> Result<Typed, Blame> {
        let mut typed = items.iter().map(|item| Ok((item, self.typed(item)?))).collect::<Result<Vec<_>, Blame>>()?;
        if matches!(typed.first(), Some((_, Typed::Text(_)))) {
            let text = |(item, typed): (&Tree, Typed)| match typed {
                Typed::Text(text) => Ok(text),
                other => Err(mismatch(item, &other, "a text, like the others")),
            };
            return typed.drain(..).map(text).collect::<Result<_, _>>().map(Typed::Texts);
        }
        let number = |(item, typed): (&Tree, Typed)| match typed {
            Typed::Number(number) => Ok(number),
            other => Err(mismatch(item, &other, "a number")),
        };
        let numbers = typed.drain(..).map(number).collect::<Result<Vec<_>, _>>()?;
        Ok(Typed::Set(made(numbers, Set::Made, ascending)))
    }

    /// A comparison, or a chain of comparisons. Every operand is typed only once, even if it belongs to two
    /// comparisons.
    fn chain(&mut self, first: &Tree, chain: &[(Comparison, Tree)]) -> Result<Truth, Blame> {
        if let [(sign, right)] = chain {
            return self.link(first, *sign, right);
        }
        let begin = self.number(first)?;
        let mut links = Vec::new();
        for (index, (sign, right)) in chain.iter().enumerate() {
            let negated = *sign == Comparison::NotIn;
            links.push(match sign {
                Comparison::In | Comparison::NotIn if index + 1 < chain.len() => {
                    let help = "put the comparison with the set in parentheses, or join two conditions with `and`";
                    return Err(Blame::new(
                        right.span.clone(),
                        "a chain of comparisons cannot continue after a set",
                        help,
                    ));
                }
                Comparison::In | Comparison::NotIn => Link::In(members(self.set(right)?), negated),
                sign => Link::Compare(*sign, self.number(right)?),
            });
        }
        Ok(Truth::Chain(Box::new((begin, links))))
    }

    fn link(&mut self, left: &Tree, sign: Comparison, right: &Tree) -> Result<Truth, Blame> {
        let negated = matches!(sign, Comparison::Unequal | Comparison::NotIn);
        let equality = matches!(sign, Comparison::Equal | Comparison::Unequal);
        let membership = matches!(sign, Comparison::In | Comparison::NotIn);
        let not = |truth: Truth| if negated { Truth::Not(Box::new(truth)) } else { truth };
        Ok(match self.typed_pair(left, right)? {
            (Typed::Number(a), Typed::Set(b) | Typed::List(b)) if membership => {
                not(Truth::In(Box::new((a, members(b)))))
            }
            (Typed::Text(a), Typed::Texts(b)) if membership => not(Truth::OneOf(Box::new((a, b)))),
            (Typed::Text(a), Typed::Set(Set::Constant(b))) if membership && b.is_empty() => {
                not(Truth::OneOf(Box::new((a, Vec::new()))))
            }
            (_, other) if membership => return Err(mismatch(right, &other, "a set or list after `in`")),
            (Typed::Number(a), Typed::Number(b)) => Truth::Compare(sign, Box::new((a, b))),
            (Typed::Outcome(a), Typed::Outcome(b)) if equality => Truth::Compare(sign, Box::new((a, b))),
            (Typed::Text(a), Typed::Text(b)) if equality => not(Truth::OneOf(Box::new((a, vec![b])))),
            (Typed::Set(a), Typed::Set(b)) | (Typed::List(a), Typed::List(b)) if equality => {
                not(Truth::SameSet(Box::new((a, b))))
            }
            (Typed::Truth(a), Typed::Truth(b)) if equality => not(Truth::Iff(Box::new((a, b)))),
            (a, b) => {
                let message = format!("{} and {} cannot be compared in this way", a.name(), b.name());
                let help =
                    "numbers are compared by == != < <= > >=; outcomes, texts, sets, lists and conditions by == and !=";
                return Err(Blame::new(left.span.start..right.span.end, message, help));
            }
        })
    }

    /// Both sides of a comparison. Beside an outcome, `D` is a draw; elsewhere it is a name like others.
    fn typed_pair(&mut self, left: &Tree, right: &Tree) -> Result<(Typed, Typed), Blame> {
        let is_draw = |tree: &Tree| matches!(&tree.kind, TreeKind::Name(name) if name == "D" && !self.scope.has("D"));
        let draw = || Typed::Outcome(Number::Constant(2));
        Ok(match (is_draw(left), is_draw(right)) {
            (true, false) => match self.typed(right)? {
                outcome @ Typed::Outcome(_) => (draw(), outcome),
                other => (self.typed(left)?, other),
            },
            (false, true) => match self.typed(left)? {
                outcome @ Typed::Outcome(_) => (outcome, draw()),
                other => (other, self.typed(right)?),
            },
            _ => (self.typed(left)?, self.typed(right)?),
        })
    }

    pub(super) fn numbers(&mut self, trees: &[Tree]) -> Result<Vec<Number>, Blame> {
        trees.iter().map(|tree| self.number(tree)).collect()
    }

    fn over(&mut self, over: Over, loops: &tree::Loops, place: SourcePlace) -> Result<Typed, Blame> {
        let (ranges, condition) = (&loops.loops, loops.condition.as_ref());
        Ok(match over {
            Over::Sum => {
                let body = |checker: &mut Self| checker.number(&loops.body);
                Typed::Number(Number::Sum(Box::new(self.turns(ranges, condition, place, body)?)))
            }
            Over::All | Over::Any | Over::Count => {
                let body = |checker: &mut Self| checker.truth(&loops.body);
                let turns = Box::new(self.turns(ranges, condition, place, body)?);
                match over {
                    Over::All => Typed::Truth(Truth::All(turns)),
                    Over::Any => Typed::Truth(Truth::Any(turns)),
                    _ => Typed::Number(Number::Count(turns)),
                }
            }
        })
    }

    /// Nested loops with the expression for each turn.
    pub fn turns<B>(
        &mut self,
        loops: &[tree::Loop],
        condition: Option<&Tree>,
        place: SourcePlace,
        body: impl FnOnce(&mut Self) -> Result<B, Blame>,
    ) -> Result<Turns<B>, Blame> {
        let outside = self.locals.len();
        let mut domains = Vec::new();
        for turn in loops {
            domains.push(self.domain(&turn.domain)?);
            if is_reserved(&turn.name) || self.scope.has(&turn.name) || self.locals.contains(&turn.name) {
                let message = format!("`{}` already has another meaning", turn.name);
                return Err(Blame::new(turn.span.clone(), message, "choose another name for the loop variable"));
            }
            self.locals.push(turn.name.clone());
        }
        let condition = condition.map(|condition| self.truth(condition)).transpose()?;
        let body = body(self)?;
        self.locals.truncate(outside);
        Ok(Turns { domains, condition, body, place })
    }
}

/// The names of all functions.
pub(super) fn function_names() -> impl Iterator<Item = &'static str> + Clone {
    let numbers = FUNCTIONS.iter().map(|function| function.name);
    numbers.chain(SET_FUNCTIONS.iter().map(|function| function.name)).chain([AUTOMATIC])
}

/// A set or list of numbers. If all numbers are constants, it is a constant, which `known` makes.
fn made(numbers: Vec<Number>, unknown: fn(Vec<Number>) -> Set, known: fn(Vec<i64>) -> Arc<[i64]>) -> Set {
    match numbers.iter().map(constant).collect() {
        Some(values) => Set::Constant(known(values)),
        None => unknown(numbers),
    }
}

pub(super) fn constant(number: &Number) -> Option<i64> {
    if let Number::Constant(value) = number { Some(*value) } else { None }
}

/// A sorted list without repetitions.
fn ascending(mut numbers: Vec<i64>) -> Arc<[i64]> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into()
}

/// A set or list with the same members; a constant one is sorted for fast lookup.
fn members(set: Set) -> Set {
    match set {
        Set::Constant(list) if !list.is_sorted() => Set::Constant(ascending(list.to_vec())),
        other => other,
    }
}

pub(super) fn mismatch(tree: &Tree, found: &Typed, wanted: &str) -> Blame {
    Blame::new(tree.span.clone(), format!("this is {}", found.name()), format!("expected {wanted}"))
}

fn overflow(tree: &Tree) -> Blame {
    Blame::new(tree.span.clone(), "the number is too large", format!("whole numbers up to {}", i64::MAX))
}

pub(super) fn place(span: &Range<usize>) -> SourcePlace {
    // Sources are short, as they are configs and command lines.
    let place = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
    (place(span.start), place(span.end))
}
