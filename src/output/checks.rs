//! The checks of `[expect]` as a table: CSV, and Markdown for reports.

use super::csv_writer;
use super::markdown::plain;
use crate::analysis::expectation::Check;
use std::io::{self, Write};

/// The name of the CSV.
pub const CHECKS: &str = "checks.csv";

/// Writes `check,expected,found,ok`.
pub fn checks_csv(checks: &[Check], out: impl Write) -> io::Result<()> {
    let mut out = csv_writer(out);
    out.write_record(["check", "expected", "found", "ok"])?;
    for check in checks {
        out.write_record([&check.name, &check.expected, &check.found, &check.ok.to_string()])?;
    }
    out.flush()
}

/// Writes the part of a report, if there are any.
pub fn checks_report(checks: &[Check], out: &mut dyn Write) -> io::Result<()> {
    if checks.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Checks\n\n| check | expected | found | agrees |\n|---|---|---|---|")?;
    for check in checks {
        let ok = if check.ok { "yes" } else { "**no**" };
        let [name, expected, found] = [&check.name, &check.expected, &check.found].map(|text| plain(text));
        writeln!(out, "| {name} | {expected} | {found} | {ok} |")?;
    }
    writeln!(out)
}
