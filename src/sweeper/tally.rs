//! What a sweep comes to: how many games of each kind, and the largest figures with their first witnesses.

use super::pictures::{Scatter, largest};
use super::row::Row;
use super::sequences::Sequences;
use crate::claim::Status;
use crate::conjecture;
use crate::manifest::Games;
use crate::sweep::{Sweep, values_of};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The largest figure so far, and the first game that has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Best {
    pub value: u64,
    /// The variables of the game.
    pub at: String,
    pub game: String,
}

/// Records over some games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Records {
    pub games: Games,
    pub preperiod: Option<Best>,
    pub period: Option<Best>,
    pub max_value: Option<Best>,
}

impl Records {
    fn add(&mut self, sweep: &Sweep, row: &Row) {
        self.games.rows += 1;
        if row.error().is_some() {
            self.games.errors += 1;
            return;
        }
        let columns = &sweep.columns;
        if let Some(period) = columns.period() {
            let status = row.text(period + 3).unwrap_or("");
            let statuses = [Status::Proved, Status::Observed, Status::None];
            match statuses.into_iter().find(|known| known.to_string() == status) {
                Some(Status::Proved) => self.games.proved += 1,
                Some(Status::Observed) => self.games.observed += 1,
                _ => self.games.none += 1,
            }
            raise(&mut self.preperiod, row.number(period), (sweep, row));
            raise(&mut self.period, row.number(period + 1), (sweep, row));
        } else {
            self.games.none += 1;
        }
        raise(&mut self.max_value, row.number(columns.figures()), (sweep, row));
    }

    /// Takes in the records of games that come later.
    pub fn merge(&mut self, later: &Records) {
        self.games.add(&later.games);
        let bests = [
            (&mut self.preperiod, &later.preperiod),
            (&mut self.period, &later.period),
            (&mut self.max_value, &later.max_value),
        ];
        for (best, new) in bests {
            let beats = |new: &Best| best.as_ref().is_none_or(|best| new.value > best.value);
            if new.as_ref().is_some_and(beats) {
                best.clone_from(new);
            }
        }
    }

    /// The records by name.
    pub fn named(&self) -> [(&'static str, &Option<Best>); 3] {
        [("preperiod", &self.preperiod), ("period", &self.period), ("largest value", &self.max_value)]
    }
}

fn raise(best: &mut Option<Best>, value: Option<u64>, (sweep, row): (&Sweep, &Row)) {
    let Some(value) = value else { return };
    if best.as_ref().is_none_or(|best| value > best.value) {
        *best = Some(Best { value, at: row.label(sweep), game: row.game().to_string() });
    }
}

/// The most games that the table in LaTeX shows.
const SHOWN: usize = 500;

/// Everything that is kept of the rows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tally {
    pub all: Records,
    /// Of a sweep over subsets: by the largest element.
    pub by_largest: BTreeMap<u64, Records>,
    /// What was found of the cells of `[expect]`.
    pub cells: Vec<Option<String>>,
    /// What was seen of the conjectures.
    pub conjectures: Vec<conjecture::Tally>,
    /// The first rows, for the table in LaTeX if there is one.
    pub shown: Vec<Vec<String>>,
    /// What pictures show.
    pub scatter: Scatter,
    /// The columns that are sequences, if they are asked for.
    pub sequences: Sequences,
}

impl Tally {
    /// Adds a row, and what it says of each conjecture.
    pub fn add(&mut self, sweep: &Sweep, row: &Row, says: Vec<conjecture::Tally>) {
        self.conjectures.resize(says.len(), conjecture::Tally::default());
        self.conjectures.iter_mut().zip(says).for_each(|(tally, says)| tally.merge(says));
        self.all.add(sweep, row);
        if self.shown.len() < SHOWN && sweep.plan.settings.has_format("latex") {
            self.shown.push(row.fields().collect());
        }
        let data = row.data(&sweep.columns);
        if let Some(largest) = largest(data) {
            self.by_largest.entry(largest).or_default().add(sweep, row);
        }
        self.scatter.add(sweep, row);
        self.sequences.add(sweep, row);
        let wanted = &sweep.plan.expect.at;
        self.cells.resize(wanted.len(), None);
        if wanted.is_empty() {
            return;
        }
        let shown: Vec<String> = data.iter().map(|datum| datum.show(" ")).collect();
        for (at, cell) in wanted.iter().zip(&mut self.cells) {
            if values_of(&at.row, &sweep.variables).as_ref() == Some(&shown) {
                *cell = sweep.columns.place(&at.column).map(|place| row.cells[place].show(" "));
            }
        }
    }
}
