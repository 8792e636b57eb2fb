//! What a sweep comes to: how many games of each kind, and the records with their first witnesses.

use super::row::Row;
use super::streams::columns;
use crate::language::Datum;
use crate::manifest::Games;
use crate::sweep::{show, values_of};
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
    fn add(&mut self, row: &Row<'_>) {
        self.games.rows += 1;
        let Ok(found) = row.found else {
            self.games.errors += 1;
            return;
        };
        match &found.period {
            Some(period) if period.status == "proved" => self.games.proved += 1,
            Some(_) => self.games.observed += 1,
            None => self.games.none += 1,
        }
        if let Some(period) = &found.period {
            raise(&mut self.preperiod, period.preperiod, row);
            raise(&mut self.period, period.period, row);
        }
        if let Some(max_value) = found.max_value {
            raise(&mut self.max_value, max_value.into(), row);
        }
    }

    /// The records by name.
    pub fn named(&self) -> [(&'static str, &Option<Best>); 3] {
        [("preperiod", &self.preperiod), ("period", &self.period), ("largest value", &self.max_value)]
    }
}

fn raise(best: &mut Option<Best>, value: u64, row: &Row<'_>) {
    if best.as_ref().is_none_or(|best| value > best.value) {
        *best = Some(Best { value, at: row.sweep.label(row.data), game: row.game.to_string() });
    }
}

/// Everything that is kept of the rows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tally {
    pub all: Records,
    /// Of a sweep over subsets: by the largest element.
    pub by_largest: BTreeMap<u64, Records>,
    /// What was found of the cells of `[expect]`.
    pub cells: Vec<Option<String>>,
}

impl Tally {
    pub fn add(&mut self, row: &Row<'_>, fields: &[String]) {
        self.all.add(row);
        let set = row.data.iter().find_map(|datum| if let Datum::Set(set) = datum { set.last() } else { None });
        if let Some(&largest) = set {
            self.by_largest.entry(largest.unsigned_abs()).or_default().add(row);
        }
        let wanted = &row.sweep.plan.expect.at;
        self.cells.resize(wanted.len(), None);
        if wanted.is_empty() {
            return;
        }
        let shown: Vec<String> = row.data.iter().map(|datum| show(datum, " ")).collect();
        for (at, cell) in wanted.iter().zip(&mut self.cells) {
            if values_of(&at.row, &row.sweep.variables).as_ref() == Some(&shown) {
                let columns = columns(row.sweep);
                *cell = columns.iter().position(|column| *column == at.column).map(|place| fields[place].clone());
            }
        }
    }
}
