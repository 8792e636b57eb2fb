//! `report.md`: the results for readers, with the status and theorem of each claim.

use super::dotted::dotted;
use super::format::{Format, every_job};
use super::svg;
use crate::claim_words::capital;
use crate::games::ITS_AUTHOR;
use crate::question::QUESTIONS;
use crate::results::markdown::plain;
use crate::results::{Content, Out, ResultFile, Results, always, checks_report};
use crate::ruleset::Play;
use crate::words::counted;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "report",
    check: every_job,
    files: &[ResultFile {
        name: "report.md",
        summary: "Markdown report: the game in words, nim-sequence, claims with status and theorem, checks",
        wanted: always,
        content: Content::Results(write),
    }],
};

fn write(results: &Results<'_>, out: Out) -> io::Result<()> {
    write_with(results, results.job.settings.has_format(svg::NAME), out)
}

/// Writes the report, with links to the pictures if there are any.
pub(super) fn write_with(results: &Results<'_>, pictures: bool, mut out: Out) -> io::Result<()> {
    game(results, &mut out)?;
    if results.rows.is_sequence() {
        sequence(results, &mut out)?;
    }
    if let Some(names) = results.rows.names() {
        named(results, names, &mut out)?;
    }
    small_table(results, &mut out)?;
    p_positions(results, &mut out)?;
    for question in QUESTIONS {
        (question.report)(results, &mut out)?;
    }
    if pictures {
        svg::report(results, &mut out)?;
    }
    figures(results, &mut out)?;
    checks_report(results.checks, &mut out)?;
    reproduce(results, &mut out)?;
    out.flush()
}

fn game(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    let job = results.job;
    writeln!(out, "# {}\n", job.settings.title.as_deref().unwrap_or(&job.game.code))?;
    writeln!(out, "Game: `{}`. {}.\n", job.game.code, capital(&job.game.words))?;
    writeln!(out, "{}\n", job.family.rules)?;
    let losing = match job.play {
        Play::Normal => "normal play (the player who cannot move loses)",
        Play::Misere => "misère play (the player who cannot move wins)",
    };
    let asked = capital(job.value.called.values);
    let reach = results.rows.reach();
    let range = match results.rows.names() {
        Some(_) => String::new(),
        None if reach.contains(',') => format!(": coordinates up to {reach}"),
        None => format!(": {} from {} to {reach}", bounded(&job.family.max), results.rows.first()),
    };
    let condition = job.settings.rows_where.as_ref().map(|text| format!(", where `{text}`")).unwrap_or_default();
    let values = counted(results.rows.len(), "value", "values");
    writeln!(out, "{asked} in {losing}, {values}{range}{condition}.\n")?;
    if job.family.source != ITS_AUTHOR {
        writeln!(out, "Source: {}.\n", job.family.source)?;
    }
    Ok(())
}

/// What `max` bounds, without a remark in parentheses.
fn bounded(max: &str) -> &str {
    match max.split(" (").next() {
        None | Some("-") => "n",
        Some(name) => name,
    }
}

fn sequence(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    let first = results.rows.first();
    let text = dotted(&results.summary.prefix, first, results.claim, results.job.value);
    let dots = match results.claim {
        Some(claim) if text.contains('\u{307}') => {
            format!(" (the dots mark the first and the last value of the period, {})", claim.status())
        }
        _ => String::new(),
    };
    writeln!(out, "## Sequence\n\nFrom n = {first}{dots}:\n\n{text}\n")
}

/// The value of each named position, and a list of the P-positions.
fn named(results: &Results<'_>, names: &[String], out: &mut Out) -> io::Result<()> {
    let values = &results.summary.prefix;
    writeln!(out, "## Positions\n\n| position | value |\n|---|---|")?;
    for (name, &value) in names.iter().zip(values) {
        writeln!(out, "| {} | {} |", plain(name), results.job.value.show(value))?;
    }
    if values.len() < names.len() {
        let more = if results.job.value.class.zero_is_p() { "; zeros.csv lists the P-positions" } else { "" };
        return writeln!(out, "\nThese are the first {} of {}{more}.\n", values.len(), names.len());
    }
    if !results.job.value.class.zero_is_p() {
        return writeln!(out);
    }
    let zeros: Vec<String> =
        names.iter().zip(values).filter(|(_, value)| **value == 0).map(|(name, _)| plain(name)).collect();
    writeln!(out, "\nP-positions: {}.\n", if zeros.is_empty() { "none".to_string() } else { zeros.join(", ") })
}

/// The maximum side length of a table that a report shows.
const SIDE: u64 = 16;

/// The maximum number of P-positions that a report shows.
const SHOWN: usize = 100;

/// All values of a small table with two coordinates.
fn small_table(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    let (rows, value) = (results.rows, results.job.value);
    let (firsts, sides) = (rows.firsts(), rows.sides());
    let ([x0, y0], [height, width]) = (firsts, sides) else { return Ok(()) };
    if !rows.is_whole() || rows.names().is_some() || *height > SIDE || *width > SIDE {
        return Ok(());
    }
    let cells = |row: &[u32]| row.iter().map(|&cell| value.show(cell)).collect::<Vec<_>>().join(" | ");
    let columns: Vec<String> = (*y0..y0 + width).map(|y| y.to_string()).collect();
    writeln!(out, "## Table\n\n| h1 \\ h2 | {} |\n|---|{}", columns.join(" | "), "---|".repeat(*width as usize))?;
    for (x, row) in (*x0..).zip(results.summary.prefix.chunks(*width as usize)).take(*height as usize) {
        writeln!(out, "| **{x}** | {} |", cells(row))?;
    }
    writeln!(out)
}

/// The P-positions of the range, if all values are in the prefix and the P-positions are few.
fn p_positions(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    let (rows, prefix) = (results.rows, &results.summary.prefix);
    let is_known = (prefix.len() as u64) >= rows.len() && results.job.value.class.zero_is_p();
    if rows.names().is_some() || !is_known {
        return Ok(());
    }
    let zeros: Vec<String> =
        (0..rows.len()).zip(prefix).filter(|(_, value)| **value == 0).map(|(row, _)| rows.show_row(row)).collect();
    let separator = if rows.is_sequence() { ", " } else { "; " };
    match zeros.len() {
        0 => writeln!(out, "P-positions: none.\n"),
        1..=SHOWN => writeln!(out, "P-positions: {}.\n", zeros.join(separator)),
        _ => Ok(()),
    }
}

fn figures(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    let (summary, value) = (results.summary, results.job.value);
    let zeros = summary.zeros;
    writeln!(out, "## Statistics\n\n| | |\n|---|---|")?;
    if value.is_number() {
        let first = plain(&results.rows.show_row(summary.max_row));
        writeln!(out, "| largest value | {}, first at {first} |", summary.max_value)?;
    }
    match value.class.zero_is_p() {
        true => writeln!(out, "| P-positions | {zeros} of {} |\n", results.rows.len()),
        false => writeln!(out),
    }
}

fn reproduce(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    let job = results.job;
    writeln!(out, "## How to reproduce\n")?;
    match &job.source {
        Some(source) => {
            writeln!(out, "Save this as `{}.toml` and run `grundy run {}.toml`:\n", job.name, job.name)?;
            writeln!(out, "```toml\n{}\n```\n", source.text.trim_end())?;
        }
        None if job.game.shape.has_range() => {
            let condition =
                job.settings.rows_where.as_ref().map(|text| format!(" --where \"{text}\"")).unwrap_or_default();
            writeln!(out, "`grundy values {} --max {}{condition}`\n", job.game.code, results.rows.reach())?;
        }
        None => writeln!(out, "`grundy values {}`\n", job.game.code)?,
    }
    writeln!(out, "Made by grundy {}.", env!("CARGO_PKG_VERSION"))
}
