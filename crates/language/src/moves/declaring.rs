//! Reads declarations of kinds, and which kind a move is of.

use super::checked;
use crate::check::Checker;
use crate::declared::{DeclaredKind, DeclaredKinds};
use crate::eval::{MOST_TURNS, Machine, no_values};
use crate::lexer::is_reserved;
use crate::lines::WrittenKind;
use crate::node::Domain;
use crate::parser::Parser;
use crate::scope::Scope;
use crate::tree::Tree;
use grundy_core::diagnostic::Blame;
use std::ops::Range;

/// The maximum number of values of a coordinate with a range.
const MOST_VALUES: i64 = 10_000;

/// Reads declarations, each with the byte where it starts. Errors have the index of the declaration.
pub(super) fn read(texts: &[(&str, usize)], scope: &Scope) -> Result<DeclaredKinds, (usize, Blame)> {
    let mut all = DeclaredKinds::default();
    for (index, &(text, start)) in texts.iter().enumerate() {
        let kind = Parser::new(text, start).and_then(|mut parser| parser.kind());
        let kind = kind.and_then(|kind| checked(&all, kind, scope)).map_err(|blame| (index, blame))?;
        all.kinds.push(kind);
        all.texts.push(text.to_string());
    }
    Ok(all)
}

fn checked(known: &DeclaredKinds, written: WrittenKind, scope: &Scope) -> Result<DeclaredKind, Blame> {
    let (name, span) = written.name;
    if is_reserved(&name) || name == "g" {
        let help = "choose another name for the kind";
        return Err(Blame::new(span, format!("`{name}` is a reserved word"), help));
    }
    if known.find(&name).is_some() {
        return Err(Blame::new(span, format!("the kind `{name}` is declared twice"), "each kind has its own name"));
    }
    let names: Vec<(String, Range<usize>)> =
        written.coordinates.iter().map(|coordinate| coordinate.name.clone()).collect();
    let names = checked::coordinates(&names, scope, false)?;
    let (mut coordinates, mut least): (Vec<_>, Option<i64>) = (Vec::new(), None);
    for (name, coordinate) in names.into_iter().zip(&written.coordinates) {
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

/// The kind of a move, by its name; and the names of its stored coordinates.
pub(super) fn of_move(
    kinds: &DeclaredKinds,
    (name, span): &(String, Range<usize>),
    names: &[(String, Range<usize>)],
    scope: &Scope,
) -> Result<(usize, Vec<String>), Blame> {
    let kind = kinds.find(name).ok_or_else(|| kinds.unknown(name, span.clone()))?;
    kinds.check_count(kind, names.len(), span.clone())?;
    let names = checked::coordinates(names, scope, false)?;
    let mut stored = vec![String::new(); kinds.dimensions()];
    for (place, name) in kinds.places(kind).into_iter().zip(names) {
        stored[place] = name;
    }
    Ok((kind, stored))
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
