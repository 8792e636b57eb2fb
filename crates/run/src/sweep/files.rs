//! The names of a sweep's files.

/// The table of all games.
pub const TABLE: &str = "sweep.csv";

/// The report.
pub const REPORT: &str = "sweep.md";

/// The records, each with its first witness.
pub const MAXIMA: &str = "sweep_maxima.csv";

/// How many graphs have each value.
pub const TALLY: &str = "sweep_tally.csv";

/// The rules that were found in columns.
pub const ROW_PATTERNS: &str = "row_patterns.csv";

/// The name of the table that collects a file of all games.
pub fn table_of(file: &str) -> String {
    format!("{PREFIX}{file}")
}

/// The name of the games' file that a table collects; none if the name is not that of such a table.
pub fn file_of(table: &str) -> Option<&str> {
    table.strip_prefix(PREFIX)
}

const PREFIX: &str = "sweep_";
