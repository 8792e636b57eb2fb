//! `sweep_tally.csv`: how many graphs have each value, for each combination of some columns.

use super::row::Row;
use crate::error::Error;
use crate::formats::{b_file_of, draft_of};
use crate::language::Datum;
use crate::results::Out;
use crate::results::csv_writer;
use crate::results::markdown::plain;
use crate::sweep::{Over, Sweep};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The maximum number of lines.
const MOST: usize = 1 << 20;

/// The maximum number of lines that the report shows.
const MOST_SHOWN: usize = 200;

/// A cell by which graphs are counted. Numbers come in their order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Cell {
    Number(i64),
    Text(String),
}

/// How many graphs there are with the same cells, and the first of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Counted {
    graphs: u64,
    first: String,
}

/// The graphs counted so far, by the cells of the columns and the value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Distribution(BTreeMap<Vec<Cell>, Counted>);

/// What is counted.
fn counted(sweep: &Sweep) -> &'static str {
    if sweep.plan.over.iter().any(|(_, over)| matches!(over, Over::Trees(_))) { "trees" } else { "graphs" }
}

/// What the graphs of row n have in common, in words.
fn with(column: &str) -> String {
    match column {
        "vertices" | "edges" => format!("n {column}"),
        _ => format!("{column} = n"),
    }
}

impl Distribution {
    /// Adds a row, unless its game failed or nothing is to be counted.
    ///
    /// # Errors
    /// [`Error::Limit`] for too many lines.
    pub fn add(&mut self, sweep: &Sweep, row: &Row) -> Result<(), Error> {
        let Some((columns, graph)) = &sweep.tally else { return Ok(()) };
        let Some(value) = row.number(sweep.columns.value()).filter(|_| row.error().is_none()) else { return Ok(()) };
        let cell = |&place: &usize| match &row.cells[place] {
            Datum::Number(number) => Cell::Number(*number),
            other => Cell::Text(other.show(" ")),
        };
        let key = columns.iter().map(cell).chain([Cell::Number(value as i64)]).collect();
        let first = || Counted { graphs: 0, first: row.cells[*graph].show(" ") };
        self.0.entry(key).or_insert_with(first).graphs += 1;
        if self.0.len() <= MOST {
            return Ok(());
        }
        Err(Error::Limit {
            what: "the tally".to_string(),
            needed: "more lines".to_string(),
            allowed: format!("{MOST} lines"),
            key: "`tally` in [sweep]".to_string(),
            remedy: "count by columns with fewer values".to_string(),
        })
    }

    fn head(sweep: &Sweep) -> Vec<&str> {
        let names: Vec<&str> = sweep.columns.names().collect();
        let columns = sweep.tally.iter().flat_map(|(columns, _)| columns).map(|&place| names[place]);
        columns.chain(["value", "graphs", "first"]).collect()
    }

    fn lines(&self) -> impl Iterator<Item = Vec<String>> {
        let text = |cell: &Cell| match cell {
            Cell::Number(number) => number.to_string(),
            Cell::Text(text) => text.clone(),
        };
        self.0.iter().map(move |(key, Counted { graphs, first })| {
            key.iter().map(text).chain([graphs.to_string(), first.clone()]).collect()
        })
    }

    /// The table, if the sweep has one.
    pub fn table(&self, sweep: &Sweep) -> io::Result<Option<Vec<u8>>> {
        if sweep.tally.is_none() {
            return Ok(None);
        }
        let mut out = csv_writer(Vec::new());
        out.write_record(Self::head(sweep))?;
        self.lines().try_for_each(|line| out.write_record(line))?;
        out.into_inner().map(Some).map_err(|error| io::Error::other(error.to_string()))
    }

    /// For the OEIS, if graphs are counted by one number that goes up by one: row n has how many graphs have the values
    /// 0, 1, ..., up to the largest one.
    pub fn files(&self, sweep: &Sweep) -> Vec<(String, String)> {
        let mut rows: BTreeMap<i64, Vec<u64>> = BTreeMap::new();
        for (key, Counted { graphs, .. }) in &self.0 {
            let [Cell::Number(n), Cell::Number(value)] = key[..] else { return Vec::new() };
            let row = rows.entry(n).or_default();
            row.resize(value as usize, 0);
            row.push(*graphs);
        }
        let first = rows.keys().next().copied().filter(|&first| first >= 0);
        let (Some(first), true) = (first, sweep.plan.settings.has_format("oeis")) else { return Vec::new() };
        if !(first..).zip(rows.keys()).all(|(n, key)| n == *key) {
            return Vec::new();
        }
        let terms: Vec<u64> = rows.into_values().flatten().collect();
        let games = sweep.plan.settings.title.as_deref().unwrap_or(&sweep.plan.code);
        let column = &sweep.plan.tally[0];
        // Only these numbers bound the trees: all trees with n leaves are not known.
        if counted(sweep) == "trees" && !["vertices", "edges"].contains(&column.as_str()) {
            return Vec::new();
        }
        let counted = match counted(sweep) {
            "graphs" => "graphs of a list",
            trees => trees,
        };
        let with = with(column);
        let condition = sweep.plan.condition.as_ref().map(|text| format!(", where {text}")).unwrap_or_default();
        let name = format!(
            "Irregular triangle T(n,k): the number of {counted} with {with}{condition}, on which the game has the value k, \
             n >= {first}, k >= 0: {games}"
        );
        let offset = first.unsigned_abs();
        vec![b_file_of("tally", offset, &terms), draft_of("tally", &name, "nonn,tabf", offset, &terms)]
    }

    /// Its part of the report.
    pub fn report(&self, sweep: &Sweep, out: &mut Out) -> io::Result<()> {
        if sweep.tally.is_none() {
            return Ok(());
        }
        let head = Self::head(sweep);
        writeln!(out, "## How many {} have each value\n", counted(sweep))?;
        writeln!(out, "| {} |\n|{}", head.join(" | "), "---|".repeat(head.len()))?;
        for line in self.lines().take(MOST_SHOWN) {
            let cells: Vec<String> = line.iter().map(|cell| plain(cell)).collect();
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
        if self.0.len() > MOST_SHOWN {
            writeln!(out, "\nThese are the first {MOST_SHOWN} of {} lines.", self.0.len())?;
        }
        writeln!(out)
    }
}
