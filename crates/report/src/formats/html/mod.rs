//! `report.html`: the report as one page for a browser, with formulas as MathML, the pictures, and all rows in a table
//! and a chart that answer questions. The page is one file that loads nothing. Its words are those of `report.md`.

mod data;
mod escape;
mod markdown;
mod math;
mod page;

use super::format::{Format, every_job};
use super::{dotted, report, svg};
use crate::latex::{self, Formula};
use crate::question::QUESTIONS;
use crate::results::markdown::plain;
use crate::results::{Content, InMemory, Lines, Listing, Out, ResultFile, Results, always};
use crate::stream::Values;
use crate::table::PackedTable;
use std::io::{self, Write};

pub use data::{Data, DataColumn};
pub use page::{Page, PageTable};

/// The page.
pub const FILE: &str = "report.html";

/// The name of the format.
pub const NAME: &str = "html";

/// The maximum number of rows in the table of a page.
pub const MOST_ROWS: u64 = 1_000_000;

pub(super) const FORMAT: Format = Format {
    name: NAME,
    check: every_job,
    files: &[ResultFile {
        name: FILE,
        summary: "the report as a page for a browser: formulas, pictures, all rows in a table and a chart",
        wanted: always,
        content: Content::Packed(write, |_| Listing::Short),
    }],
};

fn write(results: &Results<'_>, table: &PackedTable, out: Out) -> io::Result<()> {
    let job = results.job;
    let words = InMemory::default();
    report::write_with(results, true, Box::new(words.clone()))?;
    let report = String::from_utf8(words.into_bytes()).map_err(io::Error::other)?;
    let page = Page {
        title: job.settings.title.as_deref().unwrap_or(&job.game.code),
        report: &report,
        formulas: &formulas(results),
        pictures: &svg::drawn(results, table),
        tables: &tables(results),
    };
    if table.len() > MOST_ROWS {
        let words = format!("The page has no table of all values, since there are more than {MOST_ROWS}.");
        return page.write_without_rows(&words, out);
    }
    let labels = results.rows.columns();
    let is_number = results.rows.names().is_none() && results.rows.kinds().is_none();
    let label = |name: &String| DataColumn { name: name.clone(), is_number };
    let value = DataColumn { name: "value".to_string(), is_number: job.value.is_number() };
    let columns = labels.iter().map(label).chain([value]).collect();
    // A table with two coordinates is shown in colours, a sequence as points.
    let (axes, colour) = match &labels[..] {
        [x, y] if is_number => ([x.clone(), y.clone()], job.value.is_number().then(|| "value".to_string())),
        _ => ([labels.first().cloned().unwrap_or_default(), "value".to_string()], None),
    };
    let things = ["position", "positions"];
    let data = Data { columns, rows: table.len(), things, names: labels.len(), axes: Some(axes), colour };
    let text = InMemory::default();
    rows(results, table, Box::new(text.clone()))?;
    page.write(&data, &mut &text.into_bytes()[..], out)
}

/// The maximum number of lines of a table about the values.
const SHOWN: usize = 40;

/// The small tables that the questions write.
fn tables(results: &Results<'_>) -> Vec<PageTable> {
    let files = QUESTIONS.iter().flat_map(|question| question.files).filter(|file| (file.wanted)(results.job));
    let mut tables = Vec::new();
    for file in files {
        let Content::Table(table) = file.content else { continue };
        let table = table(results);
        let line = |cells: &mut dyn Iterator<Item = String>| format!("| {} |", cells.collect::<Vec<_>>().join(" | "));
        let mut lines = vec![line(&mut table.columns.iter().map(|name| plain(name)))];
        lines.push(format!("|{}", "---|".repeat(table.columns.len())));
        let mut rows = table.rows;
        lines.extend(rows.by_ref().take(SHOWN).map(|row| line(&mut row.iter().map(|cell| plain(&cell.show(" "))))));
        if rows.next().is_some() {
            lines.push(format!("\nThese are the first {SHOWN} rows."));
        }
        tables.push(PageTable { file: file.name, summary: file.summary, markdown: lines.join("\n") });
    }
    tables
}

/// The number of values that are written at a time.
const PART: u64 = 1 << 12;

/// All rows, as in `values.csv`.
fn rows(results: &Results<'_>, table: &PackedTable, mut out: Out) -> io::Result<()> {
    let columns: Vec<String> = results.rows.columns().into_iter().chain(["value".to_string()]).collect();
    writeln!(out, "{}", columns.join(","))?;
    let mut lines = Lines::new(results.rows.clone(), results.job.value, b',');
    for first in (0..table.len()).step_by(PART as usize) {
        let values: Vec<u32> = (first..table.len().min(first + PART)).map(|row| table.get(row)).collect();
        lines.write(first, Values::Words(&values), &mut out)?;
    }
    out.flush()
}

/// The formulas of the report.
fn formulas(results: &Results<'_>) -> Vec<Formula> {
    let mut formulas: Vec<Formula> = QUESTIONS.iter().flat_map(|question| (question.formulas)(results)).collect();
    if results.rows.is_sequence() {
        let (prefix, first, claim) = (&results.summary.prefix, results.rows.first(), results.claim);
        let value = results.job.value;
        let latex = latex::dotted(prefix, first, claim, value);
        formulas.push(Formula { plain: dotted::dotted(prefix, first, claim, value), latex });
    }
    formulas
}
