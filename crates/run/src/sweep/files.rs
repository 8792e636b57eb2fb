//! The names of a sweep's files.

/// The table of all games.
pub const TABLE: &str = "sweep.csv";

/// The report.
pub const REPORT: &str = "sweep.md";

/// The largest figures, each with its first witness.
pub const MAXIMA: &str = "sweep_maxima.csv";

/// The table that a file of a game becomes a part of.
pub fn table_of(file: &str) -> String {
    format!("{PREFIX}{file}")
}

/// The file of a game that a table is made of; none if its name is not that of such a table.
pub fn file_of(table: &str) -> Option<&str> {
    table.strip_prefix(PREFIX)
}

const PREFIX: &str = "sweep_";
