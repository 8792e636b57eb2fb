//! `automatic("FILE", n)` and `automatic("FILE", h)`: the outputs of automata from files.

use super::automata::{AUTOMATIC, output};
use super::check::{Checker, Typed, mismatch, place};
use super::eval::Machine;
use super::fault::{Fault, SourcePlace};
use super::node::{Number, Set};
use super::tree::{Tree, TreeKind};
use grundy_core::automaton::Automaton;
use grundy_core::diagnostic::Blame;
use grundy_core::words::counted;
use std::ops::Range;
use std::sync::Arc;

const HELP: &str =
    "automatic(\"FILE\", n) for one number, automatic(\"FILE\", h) for a list with one number for each coordinate";

impl Checker<'_> {
    pub(super) fn automatic(&mut self, arguments: &[Tree], span: &Range<usize>) -> Result<Typed, Blame> {
        let [file, numbers] = arguments else {
            let given = counted(arguments.len(), "argument", "arguments");
            return Err(Blame::new(span.clone(), format!("`{AUTOMATIC}` cannot take {given}"), HELP));
        };
        let TreeKind::Text(name) = &file.kind else {
            return Err(Blame::new(file.span.clone(), "this is not the name of a file in quotes", HELP));
        };
        let Some(automata) = self.scope.automata() else {
            return Err(Blame::new(file.span.clone(), "files cannot be named here", "remove it"));
        };
        let automaton = automata.get(name).map_err(|(why, help)| Blame::new(file.span.clone(), why, help))?;
        let list = match self.typed(numbers)? {
            Typed::Number(number) => Set::Listed(vec![number]),
            Typed::List(Set::Variable(slot)) => match self.coordinates(slot) {
                // Single coordinates can be evaluated column by column.
                Some(coordinates) => Set::Listed(coordinates.map(Number::Variable).collect()),
                None => Set::Variable(slot),
            },
            Typed::List(list) => list,
            other => return Err(mismatch(numbers, &other, "a number, or a list with one for each coordinate")),
        };
        let count = match &list {
            Set::Listed(numbers) => numbers.len(),
            Set::Constant(numbers) => numbers.len(),
            _ => automaton.coordinates(),
        };
        if count != automaton.coordinates() {
            let wanted = counted(automaton.coordinates(), "number", "numbers");
            let message = format!("this automaton reads {wanted} at a time, not {count}");
            return Err(Blame::new(numbers.span.clone(), message, HELP));
        }
        Ok(Typed::Number(Number::Automatic(Box::new((automaton, list, place(span))))))
    }
}

impl Machine<'_> {
    pub(super) fn automatic(&mut self, call: &(Arc<Automaton>, Set, SourcePlace)) -> Result<i64, Fault> {
        let (automaton, numbers, place) = call;
        let numbers = self.set(numbers)?;
        self.take(numbers.len() as u64, *place)?;
        output(automaton, &numbers).map_err(|what| Fault { what, place: *place })
    }
}
