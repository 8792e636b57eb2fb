//! `[output.latex]`: which rows and columns of a sweep its table for papers shows, and in which order.

use super::columns::Columns;
use crate::diagnostic::Blame;
use crate::games::args::list;
use crate::language::{self, Automata, Datum, Number, Scope, evaluate};
use serde::{Deserialize, Serialize};

/// The default maximum number of rows.
const ROWS: u64 = 500;

/// The largest number of rows that may be requested.
const MOST: u64 = 10_000;

/// The table as the config describes it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperPlan {
    /// The columns of `sweep.csv` to show, in order. By default the game, and the columns that questions show in
    /// papers.
    pub columns: Option<Vec<String>>,
    /// A numeric expression in the columns. Rows are sorted by it in ascending order; ties keep the order of the
    /// sweep. Rows where it has no value come last. By default the order is that of the sweep.
    pub sort: Option<String>,
    /// The maximum number of rows.
    pub rows: Option<u64>,
}

/// A part of `[output.latex]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaperKey {
    /// `columns`.
    Columns,
    /// `sort`.
    Sort,
    /// `rows`.
    Rows,
}

/// The checked table.
#[derive(Debug)]
pub struct PaperTable {
    /// The indices of its columns.
    pub columns: Vec<usize>,
    sort: Option<Number>,
    /// The maximum number of rows.
    pub rows: usize,
}

impl PaperTable {
    /// Checks the table that a config describes.
    ///
    /// # Errors
    /// The key that is wrong, and the error.
    pub(super) fn new(plan: &PaperPlan, all: &Columns, automata: &Automata) -> Result<Self, (PaperKey, Blame)> {
        let names: Vec<&str> = all.names().collect();
        let place = |name: &String| {
            let blame = || Blame::new(0..0, format!("there is no column `{name}`"), list(&names));
            all.place(name).ok_or_else(|| (PaperKey::Columns, blame()))
        };
        let columns = match &plan.columns {
            Some(columns) if columns.is_empty() => {
                return Err((
                    PaperKey::Columns,
                    Blame::new(0..0, "a table needs at least one column", format!("the columns are {}", list(&names))),
                ));
            }
            Some(columns) => columns.iter().map(place).collect::<Result<_, _>>()?,
            None => std::iter::once(0).chain(all.in_papers().map(|(place, _)| place)).collect(),
        };
        let empty = Scope::default().with_automata(automata);
        let scope = all.list().iter().fold(empty, |scope, column| scope.with(&column.name, column.kind));
        let sort = plan.sort.as_deref().map(|text| language::number(text, 0, &scope)).transpose();
        let sort = sort.map_err(|blame| (PaperKey::Sort, blame))?;
        let rows = plan.rows.unwrap_or(ROWS);
        if !(1..=MOST).contains(&rows) {
            let what = format!("a table of {rows} rows cannot be printed");
            return Err((PaperKey::Rows, Blame::new(0..0, what, format!("`rows` must be from 1 to {MOST}"))));
        }
        Ok(Self { columns, sort, rows: rows as usize })
    }

    /// The sort key of a row. None if the expression has no value, or if the table is not sorted.
    pub fn key(&self, cells: &[Datum]) -> Option<i64> {
        evaluate(self.sort.as_ref()?, cells, &|_| None).ok()
    }

    /// Whether rows are sorted.
    pub fn is_sorted(&self) -> bool {
        self.sort.is_some()
    }
}
