//! The columns of `sweep.csv`, each with its type: what conjectures read and what `[expect]` may name.

use crate::language::Type;

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name: that of a variable, or one of [`COLUMNS`].
    pub name: String,
    /// What its cells are.
    pub kind: Type,
}

/// The columns beside those of the variables. No variable may be called so.
pub const COLUMNS: &[&str] =
    &["game", "max", "preperiod", "period", "saltus", "status", "theorem", "checked_to", "max_value", "zeros", "error"];

/// Those of a period.
const OF_PERIOD: [(&str, Type); 6] = [
    ("preperiod", Type::Number),
    ("period", Type::Number),
    ("saltus", Type::Number),
    ("status", Type::Text),
    ("theorem", Type::Text),
    ("checked_to", Type::Number),
];

/// All columns of a sweep, in their order: the game, the variables, the range, the period if it is asked for, figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    list: Vec<Column>,
    variables: usize,
    period: bool,
}

impl Columns {
    /// The columns for some variables.
    pub(super) fn new(variables: impl Iterator<Item = (String, Type)>, period: bool) -> Self {
        let column = |(name, kind): (&str, Type)| Column { name: name.to_string(), kind };
        let mut list = vec![column(("game", Type::Text))];
        list.extend(variables.map(|(name, kind)| Column { name, kind }));
        let variables = list.len() - 1;
        list.push(column(("max", Type::Number)));
        list.extend(OF_PERIOD.into_iter().filter(|_| period).map(column));
        let figures = [("max_value", Type::Number), ("zeros", Type::Number), ("error", Type::Text)];
        list.extend(figures.map(column));
        Self { list, variables, period }
    }

    /// All of them.
    pub fn list(&self) -> &[Column] {
        &self.list
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|column| column.name.as_str())
    }

    /// The place of a column.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.names().position(|column| column == name)
    }

    /// The places of the variables.
    pub fn variables(&self) -> std::ops::Range<usize> {
        1..1 + self.variables
    }

    /// Where the columns of the period begin, in the order `preperiod, period, saltus, status, theorem, checked_to`; none if no
    /// period is asked for.
    pub fn period(&self) -> Option<usize> {
        self.period.then_some(self.variables + 2)
    }

    /// Where `max_value`, `zeros`, `error` begin.
    pub fn figures(&self) -> usize {
        self.list.len() - 3
    }
}
