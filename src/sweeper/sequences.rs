//! `oeis/` of a sweep: the b-file of every column of figures, in the order of the rows.
//!
//! A period that is only observed is no term: a column ends before the first row that has none, or whose game failed.

use super::row::Row;
use crate::claim::Status;
use crate::sweep::Sweep;
use crate::writer::b_file_of;
use serde::{Deserialize, Serialize};

/// The terms of a column that are kept.
const TERMS: usize = 100_000;

/// The columns that are sequences, and whether only proved periods have them.
const COLUMNS: [(&str, bool); 5] =
    [("preperiod", true), ("period", true), ("saltus", true), ("max_value", false), ("zeros", false)];

/// The terms so far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sequences {
    /// The variable of the first row, if there is only one, and whether it went up by one with every row.
    first: Option<u64>,
    rows: u64,
    consecutive: bool,
    columns: Vec<Terms>,
}

/// Those of a column.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Terms {
    list: Vec<u64>,
    ended: bool,
}

impl Sequences {
    /// Adds a row, if the sweep asks for sequences.
    pub fn add(&mut self, sweep: &Sweep, row: &Row) {
        if !sweep.plan.has_format("oeis") {
            return;
        }
        self.columns.resize(COLUMNS.len(), Terms::default());
        let variables = sweep.columns.variables();
        let variable = if variables.len() == 1 { row.number(variables.start) } else { None };
        if self.rows == 0 {
            (self.first, self.consecutive) = (variable, true);
        }
        self.consecutive &= self.first.and_then(|first| first.checked_add(self.rows)) == variable;
        self.rows += 1;
        let proved =
            sweep.columns.place("status").and_then(|place| row.text(place)) == Some(&Status::Proved.to_string());
        for ((name, of_period), terms) in COLUMNS.iter().zip(&mut self.columns) {
            let known = row.error().is_none() && (proved || !of_period);
            let term = sweep.columns.place(name).filter(|_| known).and_then(|place| row.number(place));
            match term {
                Some(term) if !terms.ended && terms.list.len() < TERMS => terms.list.push(term),
                _ => terms.ended = true,
            }
        }
    }

    /// The files with their names. The index is the variable, if there is one that goes up by one, and else the number of the row.
    pub fn files(&self) -> Vec<(String, String)> {
        let offset = self.first.filter(|_| self.consecutive).unwrap_or(1);
        let with_terms = COLUMNS.iter().zip(&self.columns).filter(|(_, terms)| !terms.list.is_empty());
        with_terms.map(|((name, _), terms)| b_file_of(&name.replace('_', "-"), offset, &terms.list)).collect()
    }
}
