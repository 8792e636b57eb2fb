//! A conjecture that was checked against a game: what it speaks of, and which values it looks at.

use super::super::checked::{Bound, Conjecture, Part, Wrong};
use super::super::statement::{Domain, Statement};
use super::names::{Slots, Subject, scope};
use crate::diagnostic::Blame;
use crate::language::{Looked, Uses};
use crate::ruleset::Rows;
use std::ops::Range;

/// How far back a conjecture may look while values come; what looks farther waits for all of them.
const FARTHEST: u64 = 1 << 16;

/// A conjecture over the terms or positions of a game.
#[derive(Debug, Clone)]
pub struct GameConjecture {
    pub(super) conjecture: Conjecture,
    pub(super) domain: Domain,
    pub(super) rows: Rows,
    pub(super) slots: Slots,
    /// How many rows before a row it looks at, if each value that it looks at is a fixed distance back.
    pub(super) near: Option<u64>,
}

impl GameConjecture {
    /// Checks a conjecture, the one of this `index` among those that are asked, against a game.
    ///
    /// # Errors
    /// What is [`Wrong`]: a text, or a conjecture over what the game does not have.
    pub fn new(index: usize, statement: &Statement, subject: &Subject<'_>, bound: &[Bound]) -> Result<Self, Wrong> {
        let rows = subject.rows;
        let wrong = |blame: Blame| Wrong { index, part: Part::Over, blame };
        let usual = if rows.is_sequence() { Domain::Terms } else { Domain::Positions };
        let domain = statement.over.unwrap_or(usual);
        check_domain(domain, statement.observed, rows).map_err(wrong)?;
        let (scope, slots) = scope(subject, domain, bound).map_err(wrong)?;
        let conjecture = Conjecture::new(index, statement, &scope, slots.coordinates.clone())?;
        let near = farthest_back(&conjecture.uses.looks, domain, &slots.coordinates).filter(|&back| back <= FARTHEST);
        Ok(Self { conjecture, domain, rows: rows.clone(), slots, near })
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

    /// Whether it uses a variable.
    pub(super) fn uses_slot(&self, slot: u32) -> bool {
        self.conjecture.uses.variables.contains(&slot)
    }

    /// The same, with what an expression over the same names uses.
    pub fn with_uses(mut self, uses: Uses) -> Self {
        self.conjecture.uses.variables.extend(uses.variables);
        self
    }

    /// Whether an expression over the same names looks at values of the game.
    pub fn is_about_values(&self, uses: &Uses) -> bool {
        let outcome = std::iter::once(self.slots.outcome);
        let mut slots = outcome.chain(self.slots.value);
        !uses.looks.is_empty() || slots.any(|slot| uses.variables.contains(&slot)) || self.is_about_period(uses)
    }

    /// Whether an expression over the same names looks at the period.
    pub fn is_about_period(&self, uses: &Uses) -> bool {
        uses.variables.iter().any(|slot| self.slots.period.contains(slot))
    }

    /// The rows that it speaks of.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// How many values before a row it looks at; none if it waits until all are known.
    pub fn back(&self) -> Option<u64> {
        self.near.filter(|_| !self.uses_period())
    }

    /// The columns of its counterexamples.
    pub fn columns(&self) -> Vec<String> {
        self.rows.columns().into_iter().chain(self.shown_columns()).collect()
    }

    /// Those that say what was used there.
    pub fn shown_columns(&self) -> Vec<String> {
        self.conjecture.columns()
    }
}

/// Whether the rows of a game are such a domain, and a conjecture over it may use `observed` periods.
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

/// The farthest of some looks back, if all are a fixed distance back: over terms as in `g(n - 3)`, over positions the row's own value.
fn farthest_back(looks: &[Looked], domain: Domain, coordinates: &Range<u32>) -> Option<u64> {
    let back = |look: &Looked| match domain {
        Domain::Terms => look.back(coordinates.start),
        _ => look.is_at(coordinates.clone()).then_some(0),
    };
    looks.iter().map(back).try_fold(0, |most, back| Some(back?.max(most)))
}
