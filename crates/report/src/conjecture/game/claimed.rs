//! A conjecture that has been checked against a game: its domain, and the values it looks at.

use super::super::checked::{Bound, Conjecture, Part, Wrong};
use super::super::statement::{Domain, Statement};
use super::kinds::KindPositions;
use super::names::{Slots, Subject, kinds_of, scope};
use crate::diagnostic::Blame;
use crate::language::{Looked, Other, Uses};
use crate::ruleset::{Rows, Value};
use std::ops::Range;

/// The maximum distance that a conjecture may look back while values arrive. One that looks farther waits for
/// all values.
const FARTHEST: u64 = 1 << 16;

/// A conjecture about the terms or positions of a game.
#[derive(Debug, Clone)]
pub struct GameConjecture {
    pub(super) conjecture: Conjecture,
    pub(super) domain: Domain,
    pub(super) rows: Rows,
    /// The kind of the values.
    pub(super) value: Value,
    pub(super) slots: Slots,
    /// What it knows about the kinds, if the rows are positions of several kinds.
    pub(super) kinds: Option<KindPositions>,
    /// How many rows back it looks, if all values that it uses are at a fixed distance.
    pub(super) near: Option<u64>,
}

impl GameConjecture {
    /// Checks a conjecture against a game. `index` is its index among all conjectures.
    ///
    /// # Errors
    /// The error, as a [`Wrong`]: in a text, or if the game lacks what the conjecture ranges over.
    pub fn new(index: usize, statement: &Statement, subject: &Subject<'_>, bound: &[Bound]) -> Result<Self, Wrong> {
        let rows = subject.rows;
        let wrong = |blame: Blame| Wrong { index, part: Part::Over, blame };
        let usual = if rows.is_sequence() { Domain::Terms } else { Domain::Positions };
        let domain = statement.over.unwrap_or(usual);
        check_domain(domain, statement.observed, rows).map_err(wrong)?;
        let (scope, slots) = scope(subject, domain, bound).map_err(wrong)?;
        let conjecture = Conjecture::new(index, statement, &scope, slots.coordinates.clone())?;
        let near = farthest_back(&conjecture.uses.looks, domain, &slots.coordinates).filter(|&back| back <= FARTHEST);
        let kinds = kinds_of(subject).map_err(wrong)?;
        Ok(Self { conjecture, domain, rows: rows.clone(), value: subject.value, slots, kinds, near })
    }

    /// The statement.
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

    /// Whether it uses the theory of misère play.
    pub fn uses_misere(&self) -> bool {
        self.is_about_misere(&self.conjecture.uses)
    }

    /// Whether it uses values of the game. If not, they need not be computed.
    pub fn uses_values(&self) -> bool {
        self.is_about_values(&self.conjecture.uses)
    }

    /// Whether it uses a variable, given by its index.
    pub(super) fn uses_slot(&self, slot: u32) -> bool {
        self.conjecture.uses.variables.contains(&slot)
    }

    /// The same conjecture, with the variables that another expression uses added.
    pub fn with_uses(mut self, uses: Uses) -> Self {
        self.conjecture.uses.variables.extend(uses.variables);
        self.conjecture.uses.others.extend(uses.others);
        self
    }

    /// Whether an expression over the same names uses values of the game.
    pub fn is_about_values(&self, uses: &Uses) -> bool {
        let mut slots = self.slots.outcome.into_iter().chain(self.slots.value);
        !uses.looks.is_empty()
            || slots.any(|slot| uses.variables.contains(&slot))
            || self.is_about_period(uses)
            || self.is_about_misere(uses)
    }

    /// Whether an expression over the same names uses the theory of misère play.
    pub fn is_about_misere(&self, uses: &Uses) -> bool {
        let columns = uses.others.iter().map(Other::column);
        columns.chain(uses.variables.iter().copied()).any(|slot| self.slots.misere.contains(&slot))
    }

    /// Whether an expression over the same names uses the period.
    pub fn is_about_period(&self, uses: &Uses) -> bool {
        uses.variables.iter().any(|slot| self.slots.period.contains(slot))
    }

    /// The rows that it ranges over.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// How many rows back it looks; none if it must wait until all values are known.
    pub fn back(&self) -> Option<u64> {
        self.near.filter(|_| !self.uses_period() && !self.uses_misere())
    }

    /// The columns of its counterexamples.
    pub fn columns(&self) -> Vec<String> {
        self.rows.columns().into_iter().chain(self.shown_columns()).collect()
    }

    /// The columns that show the values used there.
    pub fn shown_columns(&self) -> Vec<String> {
        self.conjecture.columns()
    }
}

/// Checks that a conjecture about a game may range over this domain, and that it does not request `observed`
/// periods.
fn check_domain(domain: Domain, observed: bool, rows: &Rows) -> Result<(), Blame> {
    let (message, help) = match domain {
        Domain::Rows => ("a single game has no rows", "use `terms` or `positions`; only a sweep has `rows`"),
        Domain::Terms if !rows.is_sequence() => ("the game is not a sequence", "`positions`"),
        _ if observed => (
            "`observed` only applies to the rows of a sweep",
            "remove it; for terms and positions only proved periods are used",
        ),
        _ => return Ok(()),
    };
    Err(Blame::new(0..0, message, help))
}

/// The largest distance of some looks, if all look back a fixed distance. Over terms this means looks such as
/// `g(n - 3)`; over positions, only the row's own value.
fn farthest_back(looks: &[Looked], domain: Domain, coordinates: &Range<u32>) -> Option<u64> {
    let back = |look: &Looked| match domain {
        Domain::Terms => look.back(coordinates.start),
        _ => look.is_at(coordinates.clone()).then_some(0),
    };
    looks.iter().map(back).try_fold(0, |most, back| Some(back?.max(most)))
}
