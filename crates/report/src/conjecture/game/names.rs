//! The names that a conjecture about a game may use, and the indices of those that are variables.

use super::super::checked::Bound;
use super::super::statement::Domain;
use super::kinds::{KindPositions, SIZE};
use crate::claim::Claim;
use crate::diagnostic::Blame;
use crate::language::{Automata, Moves, Scope, Type};
use crate::ruleset::{Rows, Value};
use std::ops::Range;
use std::sync::Arc;

/// A game as the subject of conjectures.
#[derive(Clone, Copy)]
pub struct Subject<'s> {
    /// Its rows.
    pub rows: &'s Rows,
    /// The kind of its values.
    pub value: Value,
    /// The names of its coordinates, besides h1, h2, ...; empty if they have none.
    pub names: &'s [String],
    /// Whether its period is requested.
    pub period: bool,
    /// Whether the theory of its misère play is requested.
    pub misere: bool,
    /// The automata that its conjectures may name, if they may name files.
    pub automata: Option<&'s Automata>,
    /// Its moves, if the user wrote them.
    pub moves: Option<&'s Arc<Moves>>,
}

/// The indices of the variables. The variables of a sweep are constants here, and have none.
#[derive(Debug, Clone, Default)]
pub struct Slots {
    /// The coordinates; empty if positions have names. For positions of several kinds, these are the kind and the size.
    pub coordinates: Range<u32>,
    /// The coordinates of positions of several kinds, in the order of [`KindPositions::names`].
    pub named: Range<u32>,
    pub value: Option<u32>,
    pub outcome: Option<u32>,
    /// The tuple of all coordinates.
    pub tuple: Option<u32>,
    /// The name of the position, if positions have names.
    pub name: Option<u32>,
    /// Preperiod, period and saltus; empty over positions.
    pub period: Range<u32>,
    /// The value of the heap in the misère quotient, whether it is in the P-portion, and its genus; empty if they are
    /// not requested.
    pub misere: Range<u32>,
    /// The number of variables.
    pub count: usize,
}

/// The numbers of the period, in the order of their variables.
pub(super) fn figures(claim: &Claim) -> [u64; 3] {
    [claim.preperiod, claim.period, claim.saltus]
}

/// The advice if outcomes are computed but values are used.
const OUTCOMES: &str = "grundy computes outcomes here, not Grundy values: use `outcome == P` or `outcome == N`";

/// The advice if lengths of plays are computed but outcomes are used.
const LENGTHS: &str = "grundy computes lengths of plays here, which are even at P-positions: use `value % 2 == 0`";

/// The names that a conjecture may use: those of the game, and the variables of a sweep as constants.
///
/// # Errors
/// The error, if a name would have two meanings.
pub fn scope(subject: &Subject<'_>, domain: Domain, bound: &[Bound]) -> Result<(Scope, Slots), Blame> {
    if let Some(kinds) = kinds_of(subject)? {
        return Ok(scope_of_kinds(subject, &kinds));
    }
    let known = bound.iter().map(|(name, _, datum)| (name, datum.clone()));
    let empty = subject.automata.map_or_else(Scope::default, |automata| Scope::default().with_automata(automata));
    let scope = known.fold(empty, |scope, (name, datum)| scope.with_constant(name, datum));
    let mut names = Names { scope, slots: Slots::default() };
    names.add_place(subject, domain);
    names.add_value(subject);
    if domain == Domain::Positions && subject.rows.names().is_none() {
        names.slots.tuple = Some(names.next());
        let coordinates = names.slots.coordinates.clone();
        names.change(|scope| scope.with_tuple("h", coordinates));
    }
    if domain == Domain::Terms {
        names.slots.period = names.add(&["preperiod", "period", "saltus"], Type::Number);
    }
    names.add_misere(subject, domain);
    // Values of other kinds are not computed.
    let declared = subject.moves.map(|moves| moves.declared_names()).unwrap_or_default();
    declared.iter().for_each(|name| names.change(|scope| scope.without(name, ONE_KIND)));
    let Names { scope, mut slots } = names;
    slots.count = scope.names().len();
    let own = |name: &String| scope.names().iter().any(|(other, _)| other == name) || subject.names.contains(name);
    match bound.iter().find(|(name, ..)| own(name)) {
        Some((name, ..)) => {
            let message = format!("`{name}` has another meaning in {domain}");
            Err(Blame::new(0..0, message, "choose another name in [sweep.over]"))
        }
        None => Ok((scope, slots)),
    }
}

/// The names of what the theory of misère play says about a heap.
pub(super) const MISERE_NAMES: [&str; 3] = ["phi", "in_p", "genus"];

/// The advice if the theory of misère play is used.
const NO_THEORY: &str = "set `misere = true` in [analysis]; only the heaps of a sequence have it";

/// The advice if values of another kind are used.
const ONE_KIND: &str =
    "the rows are positions of the kind in `asked`: remove `asked`, so that those of all kinds are rows";

/// What conjectures need to know about the kinds, if the rows are positions of several kinds.
///
/// # Errors
/// The error, if a coordinate of a kind has the name of a column.
pub(super) fn kinds_of(subject: &Subject<'_>) -> Result<Option<KindPositions>, Blame> {
    match (subject.rows.kinds(), subject.moves) {
        (Some(_), Some(moves)) => KindPositions::new(moves, &["kind", "value", "outcome"]).map(Some),
        _ => Ok(None),
    }
}

/// The names over positions of several kinds: the kind, the size and all coordinates. A position without a coordinate
/// has no number for it.
fn scope_of_kinds(subject: &Subject<'_>, kinds: &KindPositions) -> (Scope, Slots) {
    let mut names = Names { scope: Scope::default(), slots: Slots::default() };
    let kind = names.add(&["kind"], Type::Text);
    names.slots.coordinates = kind.start..names.add(&[SIZE], Type::Number).end;
    names.slots.named = names.add(&kinds.names, Type::Number);
    names.add_value(subject);
    names.change(|scope| kinds.moves.add_values(scope).with_values(1));
    let Names { scope, mut slots } = names;
    slots.count = scope.names().len();
    (scope, slots)
}

/// Names that are added one after the other.
struct Names {
    scope: Scope,
    slots: Slots,
}

impl Names {
    /// The index of the next variable.
    fn next(&self) -> u32 {
        self.scope.names().len() as u32
    }

    fn change(&mut self, change: impl FnOnce(Scope) -> Scope) {
        self.scope = change(std::mem::take(&mut self.scope));
    }

    /// Adds variables of a type. Returns their indices.
    fn add(&mut self, names: &[impl AsRef<str>], kind: Type) -> Range<u32> {
        let first = self.next();
        names.iter().for_each(|name| self.change(|scope| scope.with(name.as_ref(), kind)));
        first..self.next()
    }

    /// Adds the names that identify a row: its name, or its coordinates with their aliases.
    fn add_place(&mut self, subject: &Subject<'_>, domain: Domain) {
        let rows = subject.rows;
        if rows.names().is_some() {
            self.slots.name = Some(self.add(&["position"], Type::Text).start);
            self.slots.coordinates = self.next()..self.next();
            return;
        }
        let columns = match domain {
            Domain::Terms => rows.columns(),
            _ => (1..=rows.dimensions()).map(|index| format!("h{index}")).collect(),
        };
        self.slots.coordinates = self.add(&columns, Type::Number);
        for (name, slot) in subject.names.iter().zip(self.slots.coordinates.clone()) {
            self.change(|scope| scope.with_alias(name, slot));
        }
    }

    /// Adds what the theory of misère play says about the heap, and about other heaps: `phi`, `phi(n - 2)`.
    fn add_misere(&mut self, subject: &Subject<'_>, domain: Domain) {
        if !subject.misere || domain != Domain::Terms || subject.rows.names().is_some() {
            MISERE_NAMES.iter().for_each(|name| self.change(|scope| scope.without(name, NO_THEORY)));
            return;
        }
        let n = self.slots.coordinates.start;
        let types = [Type::Text, Type::Truth, Type::Text];
        let slots =
            MISERE_NAMES.into_iter().zip(types).map(|(name, kind)| self.add(&[name], kind).start).collect::<Vec<_>>();
        self.slots.misere = slots[0]..slots[0] + 3;
        let functions = self.slots.misere.clone();
        self.change(|scope| scope.with_functions(n, functions));
    }

    /// Adds the value of the row and the function for other values, if these are numbers, and the outcome, if that is
    /// whether the value is 0.
    fn add_value(&mut self, subject: &Subject<'_>) {
        let Subject { rows, value, .. } = *subject;
        if value == Value::OUTCOME || value == Value::LOOPY_OUTCOME {
            self.change(|scope| scope.without("value", OUTCOMES).without("g", OUTCOMES));
        } else {
            self.slots.value = Some(self.add(&["value"], Type::Number).start);
        }
        if value.class.zero_is_p() {
            self.slots.outcome = Some(self.add(&["outcome"], Type::Outcome).start);
        } else {
            self.change(|scope| scope.without("outcome", LENGTHS));
        }
        if rows.names().is_none() {
            self.change(|scope| scope.with_values(rows.dimensions()));
        }
    }
}
