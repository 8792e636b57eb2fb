//! The columns of `sweep.csv`. Conjectures read them, and `[expect]` may name them.

use crate::column::{Column, NamedCells, PaperColumn};
use crate::job::Analysis;
use crate::language::Type;
use crate::question::{all_records, records_of};

const GAME: Column = Column::new("game", Type::Text);

const MAX: Column = Column::new("max", Type::Number).in_papers("$n\\le$", Some("the range of $n$"));

/// The value of a game with a single row, in sweeps over graphs.
const VALUE: Column = Column::new("value", Type::Number).in_papers("value", Some("the value"));

/// The name of the record for the largest values.
pub const LARGEST_VALUE: &str = "largest value";

/// The last columns of every row.
const FIGURES: [Column; 3] = [
    // A proved period without a saltus shows that no larger value follows.
    Column::new("max_value", Type::Number)
        .record(LARGEST_VALUE)
        .in_papers("largest", Some("the largest value"))
        .terms("largest Grundy value", |row| {
            is_whole(row) || (row.is("status", "proved") && row.number("saltus") == Some(0))
        }),
    Column::new("zeros", Type::Number)
        .in_papers("zeros", Some("the number of zeros"))
        .terms("number of P-positions", is_whole),
    Column::new("error", Type::Text),
];

/// Whether the game has no range, so that all of it is computed.
fn is_whole(row: &NamedCells<'_>) -> bool {
    row.number("max").is_none()
}

/// All columns of a sweep, in order: the game, the variables, the range, the columns of the questions, and the
/// final figures.
#[derive(Debug, Clone)]
pub struct Columns {
    list: Vec<Column>,
    variables: usize,
    has_value: bool,
}

impl Columns {
    /// The columns for these variables and questions. With `has_value` every game is a single position, whose value is
    /// a column.
    pub(super) fn new(variables: impl Iterator<Item = (String, Type)>, analysis: &Analysis, has_value: bool) -> Self {
        let mut list = vec![GAME];
        list.extend(variables.map(|(name, kind)| Column { name: name.into(), ..Column::new("", kind) }));
        let variables = list.len() - 1;
        // A single position has no range, and its figures are its value.
        let unshown = |column: Column| match has_value {
            true => Column { paper: None, terms: None, ..column },
            false => column,
        };
        list.push(unshown(MAX));
        list.extend(has_value.then_some(VALUE));
        list.extend(records_of(analysis).flat_map(|record| record.columns.iter().cloned()));
        list.extend(FIGURES.map(unshown));
        Self { list, variables, has_value }
    }

    /// All columns.
    pub fn list(&self) -> &[Column] {
        &self.list
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|column| &*column.name)
    }

    /// The columns that papers show, with their indices.
    pub fn in_papers(&self) -> impl Iterator<Item = (usize, PaperColumn)> {
        (0..).zip(&self.list).filter_map(|(place, column)| Some((place, column.paper?)))
    }

    /// The index of a column.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.names().position(|column| column == name)
    }

    /// The indices of the variables.
    pub fn variables(&self) -> std::ops::Range<usize> {
        1..1 + self.variables
    }

    /// Whether every game is a single position, whose value is a column.
    pub fn has_value(&self) -> bool {
        self.has_value
    }

    /// The index of the value, if every game is a single position; else of a column that may have it.
    pub fn value(&self) -> usize {
        2 + self.variables
    }

    /// The number of columns that come from questions.
    pub fn of_questions(&self) -> usize {
        self.list.len() - 2 - self.variables - usize::from(self.has_value) - FIGURES.len()
    }

    /// The index of the status column by which games are counted, and the subject of the status, such as
    /// `period`. None if no question has a status.
    pub fn status(&self) -> Option<(usize, &'static str)> {
        (0..).zip(&self.list).find_map(|(place, column)| Some((place, column.status_of?)))
    }

    /// The columns whose largest cells are recorded, with their indices and the names of the records.
    pub fn recorded(&self) -> impl Iterator<Item = (usize, &'static str)> {
        (0..).zip(&self.list).filter_map(|(place, column)| Some((place, column.record?)))
    }
}

/// Whether some sweep has a column of this name, so that no variable may have it.
pub(super) fn is_column(name: &str) -> bool {
    let all = [GAME, MAX].into_iter().chain(FIGURES);
    let of_questions = all_records().flat_map(|record| record.columns.iter().cloned());
    all.chain(of_questions).any(|column| column.name == name)
}
