//! Columns of other rows: `row(a = a + 1).period`, and `phi(n - 2)`.

use super::check::{Checker, Typed, mismatch, place};
use super::datum::Datum;
use super::eval::{Machine, Sources};
use super::fault::{Fault, What};
use super::node::{Given, Number, Other, Set, Text, Truth};
use super::scope::Type;
use super::tree::{Comparison, Named, Tree};
use grundy_core::diagnostic::{Blame, nearest};
use std::ops::Range;

/// The cost of finding a row, in turns of a loop.
const TURNS: u64 = 100;

/// A column of another row; `None` if there is no such row.
///
/// # Errors
/// The [`Fault`] of a part without a value.
pub fn other(other: &Other, data: &[Datum], sources: Sources<'_>) -> Result<Datum, Fault> {
    Machine::over(data, sources).other(other)
}

impl Checker<'_> {
    pub(super) fn row(
        &mut self,
        given: &[(Named, Tree)],
        (column, column_span): &Named,
        span: &Range<usize>,
    ) -> Result<Typed, Blame> {
        if self.scope.changeable.is_empty() {
            let help = "`row(...)` belongs in conjectures over the rows of a sweep";
            return Err(Blame::new(span.clone(), "there are no other rows here", help));
        }
        if self.in_row {
            let help = "change several variables at once, as in row(a = a + 1, b = b + 1).period";
            return Err(Blame::new(span.clone(), "`row(...)` cannot stand inside `row(...)`", help));
        }
        self.in_row = true;
        let mut changed: Vec<(u32, Given)> = Vec::new();
        for (name, tree) in given {
            let (slot, value) = self.given(name, tree)?;
            if changed.iter().any(|(known, _)| *known == slot) {
                return Err(Blame::new(name.1.clone(), format!("`{}` is given twice", name.0), "remove one of them"));
            }
            changed.push((slot, value));
        }
        self.in_row = false;
        let Some((slot, kind)) = self.scope.find(column) else {
            return Err(self.no_column(column, column_span));
        };
        Ok(Self::column(Other { given: changed, column: slot, place: place(span) }, kind))
    }

    /// A variable that is a function of another one, as in `phi(n - 2)`; `None` if the name is not one.
    pub(super) fn function_of(
        &mut self,
        name: &str,
        arguments: &[Tree],
        span: &Range<usize>,
    ) -> Result<Option<Typed>, Blame> {
        let Some((of, functions)) = self.scope.functions.clone() else { return Ok(None) };
        let Some((slot, kind)) = self.scope.find(name).filter(|(slot, _)| functions.contains(slot)) else {
            return Ok(None);
        };
        let [argument] = arguments else {
            let message = format!("`{name}` takes 1 argument, not {}", arguments.len());
            return Err(Blame::new(span.clone(), message, format!("as in {name}(n - 1)")));
        };
        let given = vec![(of, Given::Number(self.number(argument)?))];
        Ok(Some(Self::column(Other { given, column: slot, place: place(span) }, kind)))
    }

    /// A column of another row as an expression of its type.
    fn column(other: Other, kind: Type) -> Typed {
        let other = Box::new(other);
        match kind {
            Type::Number => Typed::Number(Number::Other(other)),
            Type::Outcome => Typed::Outcome(Number::Other(other)),
            Type::Truth => {
                let numbers = Box::new((Number::Other(other), Number::Constant(0)));
                Typed::Truth(Truth::Compare(Comparison::Unequal, numbers))
            }
            Type::Set => Typed::Set(Set::Other(other)),
            Type::List => Typed::List(Set::Other(other)),
            Type::Text => Typed::Text(Text::Other(other)),
        }
    }

    /// A variable of the other row, with its value.
    fn given(&mut self, (name, span): &Named, tree: &Tree) -> Result<(u32, Given), Blame> {
        let found = self.scope.find(name).filter(|(slot, _)| self.scope.changeable.contains(slot));
        let Some((slot, kind)) = found else {
            let names = self.scope.changeable.iter().map(|&slot| format!("`{}`", self.scope.names()[slot as usize].0));
            let help = format!("the variables are: {}", names.collect::<Vec<_>>().join(", "));
            return Err(Blame::new(span.clone(), format!("`{name}` is not a variable of the sweep"), help));
        };
        Ok((
            slot,
            match (kind, self.typed(tree)?) {
                (Type::Number, Typed::Number(number)) => Given::Number(number),
                (Type::Set, Typed::Set(set)) => Given::Set(set),
                (Type::Text, Typed::Text(text)) => Given::Text(text),
                (kind, other) => return Err(mismatch(tree, &other, &format!("{kind}, as `{name}` is one"))),
            },
        ))
    }

    fn no_column(&self, column: &str, span: &Range<usize>) -> Blame {
        let names = || self.scope.names().iter().map(|(name, _)| name.as_str());
        let near = nearest(column, names()).filter(|near| near.len() > 2);
        let help = self.scope.instead_of(column).unwrap_or_else(|| match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the columns are: {}", names().collect::<Vec<_>>().join(", ")),
        });
        Blame::new(span.clone(), format!("there is no column `{column}`"), help)
    }
}

impl Machine<'_> {
    /// A column of another row.
    pub(super) fn other(&mut self, other: &Other) -> Result<Datum, Fault> {
        self.take(TURNS, other.place)?;
        let mut given = Vec::with_capacity(other.given.len());
        for (slot, value) in &other.given {
            given.push((
                *slot,
                match value {
                    Given::Number(number) => Datum::Number(self.number(number)?),
                    Given::Set(set) => Datum::Set(self.set(set)?.into()),
                    Given::Text(text) => Datum::Text(self.text(text)?.into()),
                },
            ));
        }
        (self.sources.rows)(&given, other.column).ok_or(Fault { what: What::Row, place: other.place })
    }
}
