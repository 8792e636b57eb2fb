//! The checks of `[expect]` as a table in CSV, and in Markdown for reports.

use super::data_table::{DataTable, text};
use super::markdown::prose;
use crate::analysis::expectation::Check;
use std::io::{self, Write};

/// The name of the CSV file.
pub const CHECKS: &str = "checks.csv";

/// The table with the columns `check,expected,found,ok`.
pub fn checks_table(checks: &[Check]) -> DataTable<'_> {
    let row = |check: &Check| [&check.name, &check.expected, &check.found, &check.ok.to_string()].map(text).into();
    DataTable::new(["check", "expected", "found", "ok"], checks.iter().map(row))
}

/// Writes the checks into a report, if there are any.
pub fn checks_report(checks: &[Check], out: &mut dyn Write) -> io::Result<()> {
    if checks.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Checks\n\n| check | expected | found | agrees |\n|---|---|---|---|")?;
    for check in checks {
        let ok = if check.ok { "yes" } else { "**no**" };
        let [name, expected, found] = [&check.name, &check.expected, &check.found].map(|text| prose(text));
        writeln!(out, "| {name} | {expected} | {found} | {ok} |")?;
    }
    writeln!(out)
}
