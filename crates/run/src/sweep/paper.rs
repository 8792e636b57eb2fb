//! `[output.latex]`: which rows and columns of a sweep its table in a paper shows, and in which order.

use super::columns::Columns;
use crate::diagnostic::Blame;
use crate::games::args::list;
use crate::language::{self, Datum, Number, Scope, evaluate};
use serde::{Deserialize, Serialize};

/// Rows that are shown unless something else is said.
const ROWS: u64 = 500;

/// More rows than anybody prints.
const MOST: u64 = 10_000;

/// The table as it is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperPlan {
    /// Columns of `sweep.csv`, in the order of the table; none: the game, and what questions show in papers.
    pub columns: Option<Vec<String>>,
    /// An expression in the columns: rows are sorted by it, in ascending order, ties in the order of the sweep; none: in
    /// that order. Rows where it has no value come last.
    pub sort: Option<String>,
    /// How many rows are shown at most.
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

/// The table, checked.
#[derive(Debug)]
pub struct PaperTable {
    /// The places of its columns.
    pub columns: Vec<usize>,
    sort: Option<Number>,
    /// How many rows it shows at most.
    pub rows: usize,
}

impl PaperTable {
    /// Checks what is asked for.
    ///
    /// # Errors
    /// The key that is wrong, and why.
    pub(super) fn new(plan: &PaperPlan, all: &Columns) -> Result<Self, (PaperKey, Blame)> {
        let names: Vec<&str> = all.names().collect();
        let place = |name: &String| {
            let blame = || Blame::new(0..0, format!("there is no column `{name}`"), list(&names));
            all.place(name).ok_or_else(|| (PaperKey::Columns, blame()))
        };
        let columns = match &plan.columns {
            Some(columns) if columns.is_empty() => {
                return Err((PaperKey::Columns, Blame::new(0..0, "a table has at least one column", list(&names))));
            }
            Some(columns) => columns.iter().map(place).collect::<Result<_, _>>()?,
            None => std::iter::once(0).chain(all.in_papers().map(|(place, _)| place)).collect(),
        };
        let scope = all.list().iter().fold(Scope::default(), |scope, column| scope.with(&column.name, column.kind));
        let sort = plan.sort.as_deref().map(|text| language::number(text, 0, &scope)).transpose();
        let sort = sort.map_err(|blame| (PaperKey::Sort, blame))?;
        let rows = plan.rows.unwrap_or(ROWS);
        if !(1..=MOST).contains(&rows) {
            let what = format!("a table of {rows} rows cannot be printed");
            return Err((PaperKey::Rows, Blame::new(0..0, what, format!("1 to {MOST}"))));
        }
        Ok(Self { columns, sort, rows: rows as usize })
    }

    /// By what a row is sorted; rows without a value come last, and so does every row of a table that is not sorted.
    pub fn key(&self, cells: &[Datum]) -> Option<i64> {
        evaluate(self.sort.as_ref()?, cells, &|_| None).ok()
    }

    /// Whether rows are sorted.
    pub fn is_sorted(&self) -> bool {
        self.sort.is_some()
    }
}
