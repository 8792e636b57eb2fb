//! Conjectures over the terms of a sequence or the positions of a box: everything about one game.
//!
//! Rows come in blocks of consecutive ones and are looked at column by column. Where that cannot be (a value that is not known, a
//! loop, an error) they are looked at one by one. Earlier values are kept as far back as the conjecture looks, if that is
//! a fixed distance; otherwise, or if it uses the period, it waits until all values are known.

use super::checked::{Bound, Conjecture, Part, Shown, Wrong};
use super::statement::{Domain, Statement};
use super::tally::{Example, Says, Tally};
use crate::claim::{Claim, Status};
use crate::control::Control;
use crate::diagnostic::Blame;
use crate::error::Error;
use crate::language::{self, Block, Column, Datum, Fault, LANES, Scope, Type, Uses, holds_in, rows_without};
use crate::ruleset::{Rows, Value};
use crate::table::PackedTable;
use rayon::prelude::*;
use std::ops::Range;

/// How far back a conjecture may look while values come; what looks farther waits for all of them.
const FARTHEST: u64 = 1 << 16;

/// A conjecture over the terms or positions of a game.
#[derive(Debug, Clone)]
pub struct GameConjecture {
    conjecture: Conjecture,
    domain: Domain,
    rows: Rows,
    slots: Slots,
    /// How far back it looks, if it need not wait for all values.
    back: Option<u64>,
    /// Whether every value it looks at is a fixed distance back.
    near: Option<u64>,
}

/// The numbers of the variables; those of a sweep are constants.
#[derive(Debug, Clone, Default)]
pub(super) struct Slots {
    coordinates: Range<u32>,
    value: Option<u32>,
    outcome: u32,
    /// All coordinates together.
    tuple: Option<u32>,
    /// The name of a position that has one.
    name: Option<u32>,
    /// Preperiod, period, saltus.
    period: Option<u32>,
    count: usize,
}

/// A game that conjectures speak of.
#[derive(Clone, Copy)]
pub struct Subject<'s> {
    /// Its rows.
    pub rows: &'s Rows,
    /// What is computed.
    pub value: Value,
    /// Names of its coordinates beside h1, h2, ...; none if it has none.
    pub names: &'s [String],
    /// Whether its period is asked for.
    pub period: bool,
}

/// The values that are known of a game.
#[derive(Clone, Copy)]
pub enum Seen<'s> {
    /// Those of some consecutive rows, from the first on.
    Part(u64, &'s [u32]),
    /// All of them.
    All(&'s PackedTable),
}

impl Seen<'_> {
    fn get(&self, row: u64) -> Option<u32> {
        match self {
            Seen::Part(first, values) => {
                let place = usize::try_from(row.checked_sub(*first)?).ok()?;
                values.get(place).copied()
            }
            Seen::All(table) => (row < table.len()).then(|| table.get(row)),
        }
    }
}

impl GameConjecture {
    /// Checks a conjecture against a game.
    ///
    /// # Errors
    /// What is [`Wrong`]: a text, or a conjecture over what the game does not have.
    pub fn new((index, statement): (usize, &Statement), subject: &Subject<'_>, bound: &[Bound]) -> Result<Self, Wrong> {
        let rows = subject.rows;
        let usual = if rows.is_sequence() { Domain::Terms } else { Domain::Positions };
        let domain = statement.over.unwrap_or(usual);
        let wrong = |part: Part, message: String, help: &str| Wrong {
            index,
            part,
            blame: Blame::new(0..0, message, help.to_string()),
        };
        match domain {
            Domain::Rows => {
                let message = "a single game has no rows".to_string();
                return Err(wrong(Part::Over, message, "`terms` or `positions`; `rows` are those of a sweep"));
            }
            Domain::Terms if !rows.is_sequence() => {
                return Err(wrong(Part::Over, "the game is no sequence".to_string(), "`positions`"));
            }
            _ if statement.observed => {
                let message = "`observed` is for the rows of a sweep".to_string();
                return Err(wrong(Part::Over, message, "without it; terms and positions know proved periods only"));
            }
            _ => {}
        }
        let (scope, slots) = scope(subject, domain, bound).map_err(|name| {
            wrong(Part::Over, format!("`{name}` means something else in {domain}"), "another variable in [sweep.over]")
        })?;
        let conjecture = Conjecture::new((index, statement), &scope, slots.coordinates.clone())?;
        let n = slots.coordinates.start;
        let at = |look: &language::Looked| match domain {
            Domain::Terms => look.back(n),
            _ => look.is_at(slots.coordinates.clone()).then_some(0),
        };
        let near = conjecture.uses.looks.iter().map(at).try_fold(0, |most, back| Some(back?.max(most)));
        let near = near.filter(|&back| back <= FARTHEST);
        let made = Self { conjecture, domain, rows: rows.clone(), slots, back: None, near };
        Ok(Self { back: near.filter(|_| !made.uses_period()), ..made })
    }

    /// As it is written down.
    pub fn statement(&self) -> &Statement {
        &self.conjecture.statement
    }

    /// Terms or positions.
    pub fn domain(&self) -> Domain {
        self.domain
    }

    /// Whether it uses the period of the game.
    pub fn uses_period(&self) -> bool {
        self.is_about_period(&self.conjecture.uses)
    }

    /// Whether it looks at values of the game: else they need not be known.
    pub fn uses_values(&self) -> bool {
        self.is_about_values(&self.conjecture.uses)
    }

    /// Whether an expression over the same names looks at values of the game.
    pub(super) fn is_about_values(&self, uses: &Uses) -> bool {
        let outcome = std::iter::once(self.slots.outcome);
        let mut slots = outcome.chain(self.slots.value);
        !uses.looks.is_empty() || slots.any(|slot| uses.variables.contains(&slot)) || self.is_about_period(uses)
    }

    /// Whether an expression over the same names looks at the period.
    pub(super) fn is_about_period(&self, uses: &Uses) -> bool {
        self.slots.period.is_some_and(|first| uses.variables.range(first..first + 3).next().is_some())
    }

    /// The rows that it speaks of.
    pub(super) fn rows(&self) -> &Rows {
        &self.rows
    }

    /// How many values before a row it looks at; none if it waits until all are known.
    pub fn back(&self) -> Option<u64> {
        self.back
    }

    /// The columns of its counterexamples.
    pub fn columns(&self) -> Vec<String> {
        self.rows.columns().into_iter().chain(self.shown_columns()).collect()
    }

    /// Those that say what was used there.
    pub fn shown_columns(&self) -> Vec<String> {
        self.conjecture.columns()
    }

    /// Looks at some rows from `first` on, whose values are `values`; counterexamples are counted, and kept if there is room for them.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn look(
        &self,
        (first, values): (u64, &[u32]),
        (seen, room): (Seen<'_>, bool),
        claim: Option<&Claim>,
        control: &Control<'_>,
    ) -> Result<Tally, Error> {
        let proved = claim.filter(|claim| claim.status() == Status::Proved);
        let part = |(index, values): (usize, &[u32])| {
            self.block((first + (index * LANES) as u64, values), (seen, room), proved, control)
        };
        let join = |mut all: Tally, later: Tally| {
            all.merge(later);
            Ok(all)
        };
        if values.len() <= 4 * LANES {
            return values.chunks(LANES).enumerate().map(part).try_fold(Tally::default(), |all, part| join(all, part?));
        }
        values.par_chunks(LANES).enumerate().map(part).try_reduce(Tally::default, join)
    }

    /// Looks at a block of at most [`LANES`] rows.
    fn block(
        &self,
        (first, values): (u64, &[u32]),
        (seen, room): (Seen<'_>, bool),
        claim: Option<&Claim>,
        control: &Control<'_>,
    ) -> Result<Tally, Error> {
        control.check()?;
        if let Some(tally) = self.by_columns(first, values, (seen, room), claim) {
            return Ok(tally);
        }
        let mut tally = Tally::default();
        for (row, &value) in (first..).zip(values) {
            // Loops may have millions of turns at each.
            control.check()?;
            let data = self.data(row, value, claim);
            match self.says(&data, seen) {
                Ok(says) => {
                    tally.count(says);
                    if says == Says::Failed && room {
                        tally.examples.push(self.example(row, &data, seen));
                    }
                }
                Err(fault) => {
                    tally.error = Some((self.example(row, &data, seen), fault.to_string()));
                    break;
                }
            }
        }
        Ok(tally)
    }

    fn by_columns(
        &self,
        first: u64,
        values: &[u32],
        (seen, room): (Seen<'_>, bool),
        claim: Option<&Claim>,
    ) -> Option<Tally> {
        if self.rows.names().is_some() || (self.rows.dimensions() > 1 && !self.conjecture.uses.looks.is_empty()) {
            return None;
        }
        let mut unpacked = Vec::new();
        let sequence = self.sequence(first, values, seen, &mut unpacked)?;
        let uses = |slot: u32| self.conjecture.uses.variables.contains(&slot);
        let coordinates = self.coordinate_columns(first, values.len());
        let outcomes: Vec<u32> = match uses(self.slots.outcome) {
            true => values.iter().map(|&value| u32::from(value != 0)).collect(),
            false => Vec::new(),
        };
        let mut columns = vec![Column::Other; self.slots.count];
        for (slot, column) in self.slots.coordinates.clone().zip(&coordinates) {
            columns[slot as usize] = Column::Numbers(column);
        }
        self.slots.value.into_iter().for_each(|slot| columns[slot as usize] = Column::Values(values));
        if uses(self.slots.outcome) {
            columns[self.slots.outcome as usize] = Column::Values(&outcomes);
        }
        if let (Some(period), Some(claim)) = (self.slots.period, claim) {
            for (slot, figure) in (period as usize..).zip([claim.preperiod, claim.period, claim.saltus]) {
                columns[slot] = Column::Constant(i64::try_from(figure).ok()?);
            }
        }
        let block = Block { columns: &columns, sequence };
        let all: Vec<u16> = (0..values.len() as u16).collect();
        let inside = match &self.conjecture.condition {
            Some(condition) => holds_in(condition, &block, &all)?,
            None => all.clone(),
        };
        let held = holds_in(&self.conjecture.holds, &block, &inside)?;
        let mut tally = Tally {
            excluded: (all.len() - inside.len()) as u64,
            held: held.len() as u64,
            failed: (inside.len() - held.len()) as u64,
            ..Tally::default()
        };
        if !room {
            return Some(tally);
        }
        for lane in rows_without(&inside, &held) {
            let row = first + u64::from(lane);
            let data = self.data(row, values[usize::from(lane)], claim);
            tally.examples.push(self.example(row, &data, seen));
        }
        Some(tally)
    }

    /// What `g` may look at in a block: the values as far back as it looks, from an n on.
    fn sequence<'v>(
        &self,
        first: u64,
        values: &'v [u32],
        seen: Seen<'v>,
        unpacked: &'v mut Vec<u32>,
    ) -> Option<(i64, &'v [u32])> {
        let n = |row: u64| i64::try_from(self.rows.first().checked_add(row)?).ok();
        if self.conjecture.uses.looks.is_empty() {
            return Some((0, &[]));
        }
        let back = self.near?;
        let begin = first.saturating_sub(back);
        match seen {
            Seen::Part(known, part) => {
                let from = usize::try_from(begin.max(known) - known).ok()?;
                let upto = usize::try_from(first - known).ok()? + values.len();
                Some((n(begin.max(known))?, part.get(from..upto)?))
            }
            Seen::All(table) => {
                unpacked.extend((begin..first + values.len() as u64).map(|row| table.get(row)));
                Some((n(begin)?, unpacked))
            }
        }
    }

    /// Each coordinate of some rows.
    fn coordinate_columns(&self, first: u64, rows: usize) -> Vec<Vec<i64>> {
        let mut label = Vec::new();
        self.rows.label(first, &mut label);
        let mut columns = vec![Vec::with_capacity(rows); label.len()];
        for _ in 0..rows {
            columns.iter_mut().zip(&label).for_each(|(column, &coordinate)| column.push(coordinate as i64));
            self.rows.advance(&mut label);
        }
        columns
    }

    /// The variables at a row.
    pub(super) fn data(&self, row: u64, value: u32, claim: Option<&Claim>) -> Vec<Datum> {
        let mut data = vec![Datum::Missing; self.slots.count];
        let mut label = Vec::new();
        self.rows.label(row, &mut label);
        let coordinates: Vec<i64> = label.iter().map(|&coordinate| coordinate as i64).collect();
        for (slot, &coordinate) in self.slots.coordinates.clone().zip(&coordinates) {
            data[slot as usize] = Datum::Number(coordinate);
        }
        let mut set =
            |slot: Option<u32>, datum: Datum| slot.into_iter().for_each(|slot| data[slot as usize] = datum.clone());
        set(self.slots.value, Datum::Number(value.into()));
        set(Some(self.slots.outcome), Datum::Number((value != 0).into()));
        if self.slots.tuple.is_some_and(|slot| self.conjecture.uses.variables.contains(&slot)) {
            set(self.slots.tuple, Datum::List(coordinates.into()));
        }
        if self.slots.name.is_some() {
            set(self.slots.name, Datum::Text(self.rows.show_row(row).into()));
        }
        if let (Some(period), Some(claim)) = (self.slots.period, claim) {
            for (slot, figure) in (period..).zip([claim.preperiod, claim.period, claim.saltus]) {
                set(Some(slot), i64::try_from(figure).map_or(Datum::Missing, Datum::Number));
            }
        }
        data
    }

    pub(super) fn says(&self, data: &[Datum], seen: Seen<'_>) -> Result<Says, Fault> {
        self.conjecture.says(data, &|at| self.value_at(at, seen))
    }

    pub(super) fn value_at(&self, at: &[i64], seen: Seen<'_>) -> Option<i64> {
        let label: Option<Vec<u64>> = at.iter().map(|&coordinate| u64::try_from(coordinate).ok()).collect();
        seen.get(self.rows.find(&label?)?).map(i64::from)
    }

    fn example(&self, row: u64, data: &[Datum], seen: Seen<'_>) -> Example {
        let mut label = Vec::new();
        self.rows.label(row, &mut label);
        let mut fields = Vec::new();
        self.rows.fields(&label, |field| fields.push(field.to_string()));
        let shown = self.rows.show(&label);
        let words = if self.domain == Domain::Terms { format!("n={shown}") } else { shown };
        let look = |at: &[i64]| self.value_at(at, seen);
        let value = |shown: &Shown| match shown {
            Shown::Variable(_, slot) if *slot == self.slots.outcome => match data[*slot as usize] {
                Datum::Number(0) => "P".to_string(),
                _ => "N".to_string(),
            },
            Shown::Variable(_, slot) => data[*slot as usize].show(" "),
            Shown::Value(_, coordinates) => {
                let at: Result<Vec<i64>, Fault> =
                    coordinates.iter().map(|number| language::evaluate(number, data, &look)).collect();
                at.ok().and_then(|at| look(&at)).map(|value| value.to_string()).unwrap_or_default()
            }
            Shown::InLoops => self.conjecture.last_looks(data, &look),
        };
        Example { label: fields, words, values: self.conjecture.shown.iter().map(value).collect() }
    }
}

/// What is said of outcomes where values are meant.
const OUTCOMES: &str = "outcomes are computed here, no values: `outcome == P` or `outcome == N`";

/// The names that a conjecture may use: the variables of a sweep, which are constants here, and what the game has. A name that would mean two things
/// otherwise.
pub(super) fn scope(subject: &Subject<'_>, domain: Domain, bound: &[Bound]) -> Result<(Scope, Slots), String> {
    let Subject { rows, value, names, .. } = *subject;
    let known = bound.iter().map(|(name, _, datum)| (name, datum.clone()));
    let mut scope = known.fold(Scope::default(), |scope, (name, datum)| scope.with_constant(name, datum));
    let mut slots = Slots::default();
    let next = |scope: &Scope| scope.names().len() as u32;
    slots.coordinates = next(&scope)..next(&scope);
    if rows.names().is_some() {
        slots.name = Some(next(&scope));
        scope = scope.with("position", Type::Text);
    } else {
        let columns = match domain {
            Domain::Terms => rows.columns(),
            _ => (1..=rows.dimensions()).map(|index| format!("h{index}")).collect(),
        };
        slots.coordinates.end += columns.len() as u32;
        scope = columns.iter().fold(scope, |scope, name| scope.with(name, Type::Number));
        let own = names.iter().zip(slots.coordinates.clone());
        scope = own.fold(scope, |scope, (name, slot)| scope.with_alias(name, slot));
    }
    if value == Value::GRUNDY {
        slots.value = Some(next(&scope));
        scope = scope.with("value", Type::Number);
    } else {
        scope = scope.without("value", OUTCOMES).without("g", OUTCOMES);
    }
    slots.outcome = next(&scope);
    scope = scope.with("outcome", Type::Outcome);
    if domain == Domain::Positions && rows.names().is_none() {
        slots.tuple = Some(next(&scope));
        scope = scope.with_tuple("h", slots.coordinates.clone());
    }
    if domain == Domain::Terms {
        slots.period = Some(next(&scope));
        scope = ["preperiod", "period", "saltus"].iter().fold(scope, |scope, name| scope.with(name, Type::Number));
    }
    if value == Value::GRUNDY && rows.names().is_none() {
        scope = scope.with_values(rows.dimensions());
    }
    slots.count = scope.names().len();
    let own = |name: &String| scope.names().iter().any(|(other, _)| other == name) || names.contains(name);
    match bound.iter().find(|(name, ..)| own(name)) {
        Some((name, ..)) => Err(name.clone()),
        None => Ok((scope, slots)),
    }
}
