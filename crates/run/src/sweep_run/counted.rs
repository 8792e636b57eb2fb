//! How many games of a sweep have each word in a column, such as each kind of pattern, and the first games without one.

use super::row::Row;
use crate::language::Datum;
use crate::results::Out;
use crate::results::markdown::code_in_table;
use crate::sweep::Sweep;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// So many games without a word are named.
const NAMED: usize = 20;

/// The counts of each column that is counted, in the order of the columns.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Counted {
    columns: Vec<WordCounts>,
}

/// The counts of a column.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct WordCounts {
    games: BTreeMap<String, u64>,
    without: u64,
    /// The first games without a word.
    named: Vec<String>,
}

/// The columns that are counted: their places and names.
fn columns(sweep: &Sweep) -> impl Iterator<Item = (usize, &'static str)> {
    (0..).zip(sweep.columns.list()).filter_map(|(place, column)| Some((place, column.counts?)))
}

impl Counted {
    /// Adds the row of a game that did not fail.
    pub fn add(&mut self, sweep: &Sweep, row: &Row) {
        self.columns.resize(columns(sweep).count(), WordCounts::default());
        for ((place, _), counts) in columns(sweep).zip(&mut self.columns).filter(|_| row.error().is_none()) {
            match &row.cells[place] {
                Datum::Text(word) => *counts.games.entry(word.to_string()).or_insert(0) += 1,
                _ => {
                    counts.without += 1;
                    if counts.named.len() < NAMED {
                        counts.named.push(row.game().to_string());
                    }
                }
            }
        }
    }

    /// The part of the report.
    pub fn report(&self, sweep: &Sweep, out: &mut Out) -> io::Result<()> {
        for ((_, name), counts) in columns(sweep).zip(&self.columns) {
            writeln!(out, "## Games by {name}\n\n| {name} | games |\n|---|---|")?;
            for (word, games) in &counts.games {
                writeln!(out, "| {} | {games} |", code_in_table(word))?;
            }
            writeln!(out, "| none | {} |\n", counts.without)?;
            if !counts.named.is_empty() {
                let games: Vec<String> = counts.named.iter().map(|game| format!("`{game}`")).collect();
                let more = if counts.without > counts.named.len() as u64 { ", ..." } else { "" };
                writeln!(out, "Games with none: {}{more}.\n", games.join(", "))?;
            }
        }
        Ok(())
    }
}
