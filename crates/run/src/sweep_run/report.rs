//! Writes `sweep.md` and `sweep_maxima.csv`: the number of games of each kind, and the records with their first
//! witnesses.

use super::conjectures::checked;
use super::row_patterns::{self, ColumnPatterns};
use super::tally::{Records, Tally};
use crate::analysis::expectation::Check;
use crate::claim_words::capital;
use crate::results::markdown::{code_in_table, plain};
use crate::results::{Out, checks_report, conjectures_report, csv_writer};
use crate::sweep::{Item, Over, Sweep};
use std::io::{self, Write};

/// Writes the report, with links to the pictures if there are any.
pub(super) fn report(
    sweep: &Sweep,
    tally: &Tally,
    patterns: &[ColumnPatterns],
    checks: &[Check],
    pictures: bool,
    mut out: Out,
) -> io::Result<()> {
    head(sweep, &mut out)?;
    counts(sweep, &tally.all, &mut out)?;
    records(sweep, &tally.all, &mut out)?;
    by_largest(sweep, tally, &mut out)?;
    tally.distribution.report(sweep, &mut out)?;
    if pictures {
        tally.scatter.report(sweep, &mut out)?;
    }
    tally.counted.report(sweep, &mut out)?;
    row_patterns::report(patterns, &mut out)?;
    conjectures_report(&checked(sweep, &tally.conjectures, &tally.all.games), &mut out)?;
    checks_report(checks, &mut out)?;
    if let Some(source) = &sweep.source {
        let name = &sweep.name;
        writeln!(out, "## How to reproduce\n\nSave this as `{name}.toml` and run `grundy run {name}.toml`:\n")?;
        writeln!(out, "```toml\n{}\n```\n", source.text.trim_end())?;
    }
    writeln!(out, "Made by grundy {}.", env!("CARGO_PKG_VERSION"))?;
    out.flush()
}

fn head(sweep: &Sweep, out: &mut Out) -> io::Result<()> {
    let plan = &sweep.plan;
    writeln!(out, "# {}\n", plan.settings.title.as_deref().unwrap_or(&plan.code))?;
    writeln!(out, "All games `{}`{}, where\n", plan.code, plan.in_play())?;
    for (name, over) in &plan.over {
        writeln!(out, "- {name} runs over {}", words(over))?;
    }
    if let Some(condition) = &plan.condition {
        writeln!(out, "- and `{condition}`")?;
    }
    match &plan.max {
        Some(max) => writeln!(out, "\nRange of each game: max = `{max}`.\n"),
        None => writeln!(out),
    }
}

/// The longest list whose elements are named.
const MOST_LISTED: usize = 20;

fn item(item: &Item) -> String {
    match item {
        Item::Number(number) => number.to_string(),
        Item::Text(text) => code_in_table(text),
    }
}

/// What a variable runs over, in Markdown.
pub(super) fn words(over: &Over) -> String {
    match over {
        Over::Range(text) => format!("`{text}`"),
        Over::List(items) if items.len() <= MOST_LISTED => items.iter().map(item).collect::<Vec<_>>().join(", "),
        Over::List(items) => format!("a list of {} values", items.len()),
        Over::Subsets { of, size, containing, avoiding, gcd } => {
            let mut words = format!("the non-empty subsets of 1, ..., {of}");
            let elements = |set: &[u64]| set.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
            if let Some(size) = size {
                words.push_str(&format!(" with `{size}` elements"));
            }
            if !containing.is_empty() {
                words.push_str(&format!(", containing {}", elements(containing)));
            }
            if !avoiding.is_empty() {
                words.push_str(&format!(", not containing {}", elements(avoiding)));
            }
            if let Some(gcd) = gcd {
                words.push_str(&format!(", with greatest common divisor {gcd}"));
            }
            words
        }
        Over::Trees(range) => format!("all trees, by their number of vertices in {range}"),
        Over::Graphs { file, graphs } => format!("the {} graphs of {file}", graphs.len()),
        Over::Digits { base: 8, places } => format!("all texts of up to {places} octal digits"),
        Over::Digits { places, .. } => format!("all texts of up to {places} hexadecimal digits"),
    }
}

fn counts(sweep: &Sweep, records: &Records, out: &mut Out) -> io::Result<()> {
    let games = &records.games;
    writeln!(out, "## Games\n\n| | games |\n|---|---|\n| all | {} |", games.rows)?;
    if let Some((_, claim)) = sweep.columns.status() {
        writeln!(out, "| {claim} proved | {} |\n| {claim} observed, not proved | {} |", games.proved, games.observed)?;
        writeln!(out, "| no {claim} found within the range | {} |", games.none)?;
    }
    if games.errors > 0 {
        writeln!(out, "| **failed** | {} |", games.errors)?;
    }
    writeln!(out)
}

fn records(sweep: &Sweep, records: &Records, out: &mut Out) -> io::Result<()> {
    if records.named(&sweep.columns).next().is_none() {
        return Ok(());
    }
    writeln!(out, "## Records\n\n| record | value | first at | game |\n|---|---|---|---|")?;
    for (name, best) in records.named(&sweep.columns) {
        writeln!(out, "| {name} | {} | {} | {} |", best.value, plain(&best.at), code_in_table(&best.game))?;
    }
    if let Some((_, claim)) = sweep.columns.status().filter(|_| records.games.observed > 0) {
        writeln!(out, "\n{}s that are only observed are included.", capital(claim))?;
    }
    writeln!(out)
}

fn by_largest(sweep: &Sweep, tally: &Tally, out: &mut Out) -> io::Result<()> {
    if tally.by_largest.is_empty() {
        return Ok(());
    }
    // The last of several records is shown without a witness.
    let all: Vec<&str> = sweep.columns.recorded().map(|(_, name)| name).collect();
    let last = if all.len() > 1 { all.len() - 1 } else { all.len() };
    let heads = all.iter().enumerate().map(|(index, name)| match index {
        index if index == last => format!("{name} |"),
        _ => format!("{name} | first at |"),
    });
    let heads: Vec<String> = heads.collect();
    let width = 2 + all.len() + last;
    writeln!(out, "## By the largest element\n\n| largest | sets | {}\n|{}", heads.join(" "), "---|".repeat(width))?;
    for (largest, records) in &tally.by_largest {
        let cells = records.best.iter().enumerate().map(|(index, best)| match best {
            Some(best) if index == last => format!(" {} |", best.value),
            Some(best) => format!(" {} | {} |", best.value, plain(&best.at)),
            None if index == last => "  |".to_string(),
            None => "  |  |".to_string(),
        });
        writeln!(out, "| {largest} | {} |{}", records.games.rows, cells.collect::<String>())?;
    }
    writeln!(out)
}

/// The table of records.
pub(super) fn table(sweep: &Sweep, tally: &Tally) -> io::Result<Vec<u8>> {
    let mut out = csv_writer(Vec::new());
    out.write_record(["largest", "games", "record", "value", "at", "game"])?;
    let all = std::iter::once((String::new(), &tally.all));
    let each = tally.by_largest.iter().map(|(largest, records)| (largest.to_string(), records));
    for (largest, records) in all.chain(each) {
        for (name, best) in records.named(&sweep.columns) {
            let (games, value) = (records.games.rows.to_string(), best.value.to_string());
            out.write_record([largest.as_str(), &games, name, &value, &best.at, &best.game])?;
        }
    }
    out.into_inner().map_err(|error| io::Error::other(error.to_string()))
}
