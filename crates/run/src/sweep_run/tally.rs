//! The tally of a sweep: the number of games of each kind, and the largest figures with their first witnesses.

use super::counted::Counted;
use super::distribution::Distribution;
use super::pictures::{Scatter, largest};
use super::row::Row;
use super::row_patterns::RowAnswers;
use super::sequences::Sequences;
use crate::claim::Status;
use crate::conjecture;
use crate::error::Error;
use crate::manifest::Games;
use crate::sweep::{Columns, Sweep, values_of};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The largest figure so far, and the first game that attains it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Best {
    pub value: u64,
    /// The variables of the game.
    pub at: String,
    pub game: String,
}

/// The counts and records of some games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Records {
    pub games: Games,
    /// One record for each column whose largest cell is kept, in their order.
    pub best: Vec<Option<Best>>,
}

impl Records {
    fn add(&mut self, sweep: &Sweep, row: &Row) {
        self.games.rows += 1;
        if row.error().is_some() {
            self.games.errors += 1;
            return;
        }
        match row.status {
            Some(Status::Proved) => self.games.proved += 1,
            Some(Status::Observed) => self.games.observed += 1,
            Some(Status::None) | None => self.games.none += 1,
        }
        self.best.resize(sweep.columns.recorded().count(), None);
        for ((place, _), best) in sweep.columns.recorded().zip(&mut self.best) {
            let Some(value) = row.number(place) else { continue };
            if best.as_ref().is_none_or(|best| value > best.value) {
                *best = Some(Best { value, at: row.label(sweep), game: row.game().to_string() });
            }
        }
    }

    /// Merges the records of games that come later.
    pub fn merge(&mut self, later: &Records) {
        self.games.add(&later.games);
        self.best.resize(self.best.len().max(later.best.len()), None);
        for (best, new) in self.best.iter_mut().zip(&later.best) {
            let beats = |new: &Best| best.as_ref().is_none_or(|best| new.value > best.value);
            if new.as_ref().is_some_and(beats) {
                best.clone_from(new);
            }
        }
    }

    /// The records that exist, with their names.
    pub fn named<'r>(&'r self, columns: &'r Columns) -> impl Iterator<Item = (&'static str, &'r Best)> {
        columns.recorded().zip(&self.best).filter_map(|((_, name), best)| Some((name, best.as_ref()?)))
    }
}

/// A row that the table for papers may show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ShownRow {
    /// Its sort key.
    key: Option<i64>,
    /// Its fields, as in `sweep.csv`.
    pub fields: Vec<String>,
}

/// Everything that is kept of the rows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tally {
    pub all: Records,
    /// For a sweep over subsets, the records by largest element.
    pub by_largest: BTreeMap<u64, Records>,
    /// The cells found for `[expect]`.
    pub cells: Vec<Option<String>>,
    /// The results of the conjectures.
    pub conjectures: Vec<conjecture::Tally>,
    /// The rows that the table for papers may show.
    shown: Vec<ShownRow>,
    /// The points of the pictures.
    pub scatter: Scatter,
    /// The columns that are sequences, if requested.
    pub sequences: Sequences,
    /// How many graphs have each value.
    pub distribution: Distribution,
    /// How many games have each word of a column.
    pub counted: Counted,
    /// The answers in which rules are looked for.
    pub answers: RowAnswers,
}

impl Tally {
    /// Adds a row to those that the table for papers may show. For a sorted table, up to twice as many rows are
    /// buffered before they are cut down.
    fn show(&mut self, sweep: &Sweep, row: &Row) {
        let table = &sweep.paper;
        let room = if table.is_sorted() { 2 * table.rows } else { table.rows };
        if !sweep.plan.settings.has_format("latex") || (!table.is_sorted() && self.shown.len() >= room) {
            return;
        }
        self.shown.push(ShownRow { key: table.key(&row.cells), fields: row.fields().collect() });
        if self.shown.len() > room {
            self.shown = self.rows_for_papers(sweep);
        }
    }

    /// The rows of the table for papers, in its order.
    pub fn rows_for_papers(&self, sweep: &Sweep) -> Vec<ShownRow> {
        let mut shown = self.shown.clone();
        // The sort is stable, so ties keep the order of the sweep.
        shown.sort_by_key(|row| (row.key.is_none(), row.key));
        shown.truncate(sweep.paper.rows);
        shown
    }

    /// Adds a row, and its results for all conjectures.
    ///
    /// # Errors
    /// As for [`Distribution::add`].
    pub fn add(&mut self, sweep: &Sweep, row: &Row, says: Vec<conjecture::Tally>) -> Result<(), Error> {
        self.conjectures.resize(says.len(), conjecture::Tally::default());
        self.conjectures.iter_mut().zip(says).for_each(|(tally, says)| tally.merge(says));
        self.all.add(sweep, row);
        self.show(sweep, row);
        let data = row.data(&sweep.columns);
        if let Some(largest) = largest(data) {
            self.by_largest.entry(largest).or_default().add(sweep, row);
        }
        self.scatter.add(sweep, row);
        self.sequences.add(sweep, row);
        self.distribution.add(sweep, row)?;
        self.answers.add(sweep, row)?;
        self.counted.add(sweep, row);
        let wanted = &sweep.plan.expect.at;
        self.cells.resize(wanted.len(), None);
        if wanted.is_empty() {
            return Ok(());
        }
        let shown: Vec<String> = data.iter().map(|datum| datum.show(" ")).collect();
        for (at, cell) in wanted.iter().zip(&mut self.cells) {
            if values_of(&at.row, &sweep.variables).as_ref() == Some(&shown) {
                *cell = sweep.columns.place(&at.column).map(|place| row.cells[place].show(" "));
            }
        }
        Ok(())
    }
}
