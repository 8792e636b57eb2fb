//! Kinds of positions that are declared with names: `star(a in 0..=2, b in 0..=12, n)`, `D(n from 1)`, `dot(k in 0..=1)`.
//!
//! A position of such a game is stored as the number of its kind, its bounded coordinates (as many as the kind with the
//! most has, the others being 0), and its size, the coordinate without a range, last (0 if there is none).

use super::checked;
use crate::check::{Checker, Scope};
use crate::eval::{MOST_TURNS, Machine, no_values};
use crate::lexer::is_reserved;
use crate::node::Domain;
use crate::parser::{Parser, WrittenKind};
use crate::tree::{Tree, TreeKind};
use grundy_core::diagnostic::{Blame, nearest};
use grundy_core::words::counted;
use std::ops::Range;

/// The maximum number of values of a coordinate with a range, and of kinds of all coordinates.
const MOST_VALUES: i64 = 10_000;

/// The name of a coordinate, with its first and last value if it has a range.
pub(crate) type DeclaredCoordinate = (String, Option<(i64, i64)>);

/// A declared kind.
#[derive(Debug, Clone)]
pub(crate) struct DeclaredKind {
    pub name: String,
    /// The names of its coordinates, in the order in which they are written, with the range of those that have one.
    pub coordinates: Vec<DeclaredCoordinate>,
    /// The least size; none if all coordinates have ranges.
    pub least: Option<i64>,
}

/// All declared kinds.
#[derive(Debug, Clone, Default)]
pub(crate) struct DeclaredKinds {
    pub kinds: Vec<DeclaredKind>,
    pub texts: Vec<String>,
}

impl DeclaredKinds {
    /// Reads declarations, each with the byte where it starts. Errors have the index of the declaration.
    pub fn read(texts: &[(&str, usize)], scope: &Scope) -> Result<Self, (usize, Blame)> {
        let mut all = Self::default();
        for (index, &(text, start)) in texts.iter().enumerate() {
            let kind = Parser::new(text, start).and_then(|mut parser| parser.kind());
            let kind = kind.and_then(|kind| all.checked(kind, scope)).map_err(|blame| (index, blame))?;
            all.kinds.push(kind);
            all.texts.push(text.to_string());
        }
        Ok(all)
    }

    fn checked(&self, written: WrittenKind, scope: &Scope) -> Result<DeclaredKind, Blame> {
        let (name, span) = written.name;
        if is_reserved(&name) || name == "g" {
            let help = "choose another name for the kind";
            return Err(Blame::new(span, format!("`{name}` is a reserved word"), help));
        }
        if self.find(&name).is_some() {
            return Err(Blame::new(span, format!("the kind `{name}` is declared twice"), "each kind has its own name"));
        }
        let names: Vec<(String, Range<usize>)> =
            written.coordinates.iter().map(|coordinate| coordinate.name.clone()).collect();
        let checked = checked::coordinates(&names, scope, false)?;
        let (mut coordinates, mut least): (Vec<_>, Option<i64>) = (Vec::new(), None);
        for (name, coordinate) in checked.into_iter().zip(&written.coordinates) {
            let range = match &coordinate.range {
                Some(domain) => Some(values(&Checker::new(scope).domain(domain)?, &coordinate.name.1)?),
                None if least.is_some() => {
                    let help = "give the others a range, as in `star(a in 0..=3, n)`";
                    return Err(Blame::new(coordinate.name.1.clone(), "a second coordinate without a range", help));
                }
                None => {
                    least = Some(match &coordinate.from {
                        None => 0,
                        Some(from) => number(from, scope)?,
                    });
                    None
                }
            };
            coordinates.push((name, range));
        }
        Ok(DeclaredKind { name, coordinates, least })
    }

    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The number of a kind.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.name == name)
    }

    /// The number of coordinates of a position as it is stored.
    pub fn dimensions(&self) -> usize {
        let most = self.kinds.iter().map(|kind| kind.coordinates.len() - usize::from(kind.least.is_some())).max();
        most.unwrap_or(0) + 2
    }

    /// For each coordinate of a kind, where it is stored.
    pub fn places(&self, kind: usize) -> Vec<usize> {
        let size = self.dimensions() - 1;
        let mut next = 0;
        let place = |(_, range): &DeclaredCoordinate| match range {
            None => size,
            Some(_) => {
                next += 1;
                next
            }
        };
        self.kinds[kind].coordinates.iter().map(place).collect()
    }

    /// The kind of a move, by its name; and the names of its stored coordinates.
    pub fn of_move(
        &self,
        (name, span): &(String, Range<usize>),
        names: &[(String, Range<usize>)],
        scope: &Scope,
    ) -> Result<(usize, Vec<String>), Blame> {
        let kind = self.find(name).ok_or_else(|| self.unknown(name, span.clone()))?;
        self.check_count(kind, names.len(), span.clone())?;
        let names = checked::coordinates(names, scope, false)?;
        let mut stored = vec![String::new(); self.dimensions()];
        for (place, name) in self.places(kind).into_iter().zip(names) {
            stored[place] = name;
        }
        Ok((kind, stored))
    }

    fn check_count(&self, kind: usize, found: usize, span: Range<usize>) -> Result<(), Blame> {
        let wanted = self.kinds[kind].coordinates.len();
        if found == wanted {
            return Ok(());
        }
        let found = counted(found, "coordinate", "coordinates");
        let message = format!("this has {found}, but `{}` has {wanted}", self.kinds[kind].name);
        Err(Blame::new(span, message, format!("it is declared as {}", self.texts[kind])))
    }

    fn unknown(&self, name: &str, span: Range<usize>) -> Blame {
        let names = self.kinds.iter().map(|kind| kind.name.as_str());
        let help = match nearest(name, names.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the kinds are {}", names.collect::<Vec<_>>().join(", ")),
        };
        Blame::new(span, format!("there is no kind `{name}`"), help)
    }

    /// The stored coordinates of a position, written as the call of a kind.
    pub fn target(&self, written: &[Tree]) -> Result<Vec<Tree>, Blame> {
        let span = written.first().map_or(0, |tree| tree.span.start)..written.last().map_or(0, |tree| tree.span.end);
        let [Tree { kind: TreeKind::Call(name, arguments), .. }] = written else {
            let first = self.kinds.first().map_or("", |kind| kind.name.as_str());
            let help = format!("write it as a kind with its coordinates, such as `{first}(...)`");
            return Err(Blame::new(span, "this is not a position of a kind", help));
        };
        let kind = self.find(name).ok_or_else(|| self.unknown(name, span.clone()))?;
        self.check_count(kind, arguments.len(), span.clone())?;
        let number = |number: usize| Tree { kind: TreeKind::Number(number as i64), span: span.clone() };
        let mut stored = vec![number(0); self.dimensions()];
        stored[0] = number(kind);
        for (place, argument) in self.places(kind).into_iter().zip(arguments) {
            stored[place] = argument.clone();
        }
        Ok(stored)
    }

    /// The kind of stored coordinates, if they are a position.
    fn kind_of(&self, stored: &[i64]) -> Option<(usize, Vec<i64>)> {
        let kind = usize::try_from(*stored.first()?).ok().filter(|&kind| kind < self.kinds.len())?;
        let numbers: Vec<i64> =
            self.places(kind).iter().map(|&place| stored.get(place).copied()).collect::<Option<_>>()?;
        Some((kind, numbers))
    }

    /// Whether stored coordinates are a position.
    pub fn exists(&self, stored: &[i64]) -> bool {
        let Some((kind, numbers)) = self.kind_of(stored) else { return false };
        let kind = &self.kinds[kind];
        let fits = |((_, range), number): (&DeclaredCoordinate, &i64)| match range {
            Some((low, high)) => (low..=high).contains(&number),
            None => kind.least.is_none_or(|least| least <= *number),
        };
        kind.coordinates.iter().zip(&numbers).all(fits)
    }

    /// A position in words: `star(2,12,40)`.
    pub fn show(&self, stored: &[i64]) -> Option<String> {
        self.in_words(stored, |_, number| number.to_string())
    }

    /// All positions that differ only in their size in words: `star(2,12,n)`.
    pub fn label(&self, stored: &[i64]) -> Option<String> {
        self.in_words(stored, |(name, range), number| range.map_or(name.clone(), |_| number.to_string()))
    }

    fn in_words(&self, stored: &[i64], word: impl Fn(&DeclaredCoordinate, i64) -> String) -> Option<String> {
        let (kind, numbers) = self.kind_of(stored)?;
        let kind = &self.kinds[kind];
        let words: Vec<String> =
            kind.coordinates.iter().zip(numbers).map(|(coordinate, number)| word(coordinate, number)).collect();
        Some(format!("{}({})", kind.name, words.join(",")))
    }

    /// The stored coordinates of a position as it is written; the reason if it cannot be read.
    pub fn parse(&self, text: &str) -> Result<Vec<i64>, String> {
        let text = text.trim();
        let example = self.texts.first().map_or("", String::as_str);
        let unread = || format!("expected a position of a kind, as declared by `{example}`");
        let (name, inner) = text.strip_suffix(')').and_then(|text| text.split_once('(')).ok_or_else(unread)?;
        let kind = self.find(name.trim());
        let kind = kind
            .ok_or_else(|| self.unknown(name.trim(), 0..0))
            .map_err(|blame| format!("{}; {}", blame.message, blame.help))?;
        let numbers: Option<Vec<i64>> = inner.split(',').map(|number| number.trim().parse().ok()).collect();
        let numbers = numbers.ok_or_else(unread)?;
        self.check_count(kind, numbers.len(), 0..0).map_err(|blame| format!("{}; {}", blame.message, blame.help))?;
        let mut stored = vec![0; self.dimensions()];
        stored[0] = kind as i64;
        for (place, number) in self.places(kind).into_iter().zip(numbers) {
            stored[place] = number;
        }
        match self.exists(&stored) {
            true => Ok(stored),
            false => Err(format!("it is not a position: the kind is declared as `{}`", self.texts[kind])),
        }
    }
}

/// The first and the last value of a range between numbers.
fn values(domain: &Domain, span: &Range<usize>) -> Result<(i64, i64), Blame> {
    let wrong = |help: &str| Blame::new(span.clone(), "the range of this coordinate is not known", help);
    let Domain::Range(first, last, is_inclusive) = domain else {
        return Err(wrong("write a range of numbers, as in `a in 0..=3`"));
    };
    let mut machine = Machine::new(&no_values, Vec::new(), MOST_TURNS);
    let ends = machine.number(first).and_then(|first| Ok((first, machine.number(last)?)));
    let (first, last) = ends.map_err(|fault| wrong(&fault.to_string()))?;
    let last = if *is_inclusive { last } else { last.saturating_sub(1) };
    match first >= 0 && first <= last && last.saturating_sub(first) < MOST_VALUES {
        true => Ok((first, last)),
        false => Err(wrong("a range starts at 0 or later, is not empty, and has at most 10,000 numbers")),
    }
}

/// A number that consists of numbers and parameters.
fn number(tree: &Tree, scope: &Scope) -> Result<i64, Blame> {
    let wrong = |help: &str| Blame::new(tree.span.clone(), "the least size is not known", help);
    let number = Checker::new(scope).number(tree)?;
    let value = Machine::new(&no_values, Vec::new(), MOST_TURNS).number(&number);
    let value = value.map_err(|fault| wrong(&fault.to_string()))?;
    if (0..=1000).contains(&value) { Ok(value) } else { Err(wrong("a least size is at most 1000, and not negative")) }
}
