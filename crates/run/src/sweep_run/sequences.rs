//! The folder `oeis/` of a sweep: a draft and a b-file for every column whose figures depend only on the games,
//! in the order of the rows.
//!
//! A figure that depends on how far a game was computed is not a term. Examples are a period that is only
//! observed, and the number of P-positions up to max. The largest value up to max is a term only if a proved
//! period without a saltus shows that no larger value follows. A column ends before the first row that has no
//! term or whose game failed.

use super::row::Row;
use crate::column::{Column, TermColumn};
use crate::formats::{b_file_of, draft_of};
use crate::ruleset::{Play, Value};
use crate::sweep::{Domain, Sweep};
use serde::{Deserialize, Serialize};

/// The maximum number of terms that are kept of a column.
const TERMS: usize = 100_000;

/// The columns that may be sequences, with their indices.
fn columns(sweep: &Sweep) -> impl Iterator<Item = (usize, &Column, TermColumn)> {
    let all = (0..).zip(sweep.columns.list());
    all.filter_map(|(place, column)| Some((place, column, column.terms?)))
}

/// The definition of a(n): a figure of the game whose variable is n, or else of the n-th game. `first` is the first
/// variable, if it is the index.
fn name_of(sweep: &Sweep, figure: &str, first: Option<u64>) -> String {
    let games = sweep.plan.settings.title.as_deref().unwrap_or(&sweep.plan.code);
    let game = match (&sweep.variables[..], &sweep.domains[..]) {
        ([variable], _) if first.is_some() => format!("game {variable} = n"),
        ([variable], [Domain::Subsets(Some(sets))]) if sets.is_every_set() && sweep.plan.condition.is_none() => {
            format!("game whose {variable} is the set of the places (from 1) of the ones of n in binary")
        }
        _ => "n-th game".to_string(),
    };
    let (value, play) = (sweep.plan.settings.value.unwrap_or(Value::GRUNDY), sweep.plan.played());
    // Figures are those of Grundy values in normal play, if nothing else is said.
    let (figure, of) = match value == Value::GRUNDY {
        true => (figure.to_string(), String::new()),
        false => (figure.replace("Grundy value", value.name), format!(" ({})", value.called.oeis_sequence)),
    };
    let play = if play == Play::Misere { " in misere play" } else { "" };
    format!("a(n) is the {figure}{of} of the {game}{play}, n >= {}: {games}", first.unwrap_or(1))
}

/// The terms so far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sequences {
    /// The variable of the first row if the sweep has only one variable, and whether it has gone up by one with
    /// every row.
    first: Option<u64>,
    rows: u64,
    consecutive: bool,
    columns: Vec<ColumnTerms>,
}

/// The terms of a column.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct ColumnTerms {
    list: Vec<u64>,
    ended: bool,
}

impl Sequences {
    /// Adds a row, if the sweep writes sequences.
    pub fn add(&mut self, sweep: &Sweep, row: &Row) {
        if !sweep.plan.settings.has_format("oeis") {
            return;
        }
        self.columns.resize(columns(sweep).count(), ColumnTerms::default());
        let variables = sweep.columns.variables();
        let variable = if variables.len() == 1 { row.number(variables.start) } else { None };
        if self.rows == 0 {
            (self.first, self.consecutive) = (variable, true);
        }
        self.consecutive &= self.first.and_then(|first| first.checked_add(self.rows)) == variable;
        self.rows += 1;
        for ((place, _, column), terms) in columns(sweep).zip(&mut self.columns) {
            let is_term = row.error().is_none() && (column.is_term)(&row.named(&sweep.columns));
            match row.number(place).filter(|_| is_term) {
                Some(term) if !terms.ended && terms.list.len() < TERMS => terms.list.push(term),
                _ => terms.ended = true,
            }
        }
    }

    /// The files with their names. The index is the variable, if there is only one and it goes up by one.
    /// Otherwise it is the number of the row.
    pub fn files(&self, sweep: &Sweep) -> Vec<(String, String)> {
        let first = self.first.filter(|_| self.consecutive);
        let offset = first.unwrap_or(1);
        let with_terms = columns(sweep).zip(&self.columns).filter(|(_, terms)| !terms.list.is_empty());
        let of_column =
            |((_, column, TermColumn { words, .. }), terms): ((usize, &Column, TermColumn), &ColumnTerms)| {
                let key = column.name.replace('_', "-");
                let draft = draft_of(&key, &name_of(sweep, words, first), "nonn", offset, &terms.list);
                [b_file_of(&key, offset, &terms.list), draft]
            };
        with_terms.flat_map(of_column).collect()
    }
}
