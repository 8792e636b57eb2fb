//! `report.html` of a sweep: its report as a page, with its pictures, and with the rows of `sweep.csv`.

use super::outline::{Prepared, each};
use super::tally::Tally;
use crate::control::Control;
use crate::disk::File;
use crate::error::Error;
use crate::formats::{HTML, MOST_PAGE_ROWS, PAGE, Page, PageColumn, PageData};
use crate::language::Type;
use crate::question::{Across, records_of};
use crate::results::Out;
use crate::sweep::Sweep;
use std::io;

/// The name of the file, if the sweep has a page.
pub(super) fn name(sweep: &Sweep) -> Option<&'static str> {
    sweep.plan.settings.has_format(HTML).then_some(PAGE)
}

/// Refuses a page with too many games, before work starts.
///
/// # Errors
/// [`Error::Limit`]; the errors of the condition and of the ranges.
pub(super) fn foresee(prepared: &Prepared<'_>, control: &Control<'_>) -> Result<(), Error> {
    let sweep = prepared.sweep;
    if name(sweep).is_none() || sweep.combinations <= MOST_PAGE_ROWS {
        return Ok(());
    }
    control.phase("counting rows", sweep.combinations);
    let mut games = 0;
    each(sweep, control, &mut |_| {
        games += 1;
        Ok(games <= MOST_PAGE_ROWS)
    })?;
    if games <= MOST_PAGE_ROWS {
        return Ok(());
    }
    Err(Error::Limit {
        what: format!("the page {PAGE} of all games"),
        needed: format!("more than {MOST_PAGE_ROWS} rows"),
        allowed: format!("{MOST_PAGE_ROWS} rows"),
        key: format!("the format `{HTML}`"),
        remedy: "narrow the ranges, or remove it from `formats`".to_string(),
    })
}

/// Writes the page. `report` is the report with links to the pictures, `table` the file of all rows.
pub(super) fn write(sweep: &Sweep, tally: &Tally, report: &str, table: &mut File, out: Out) -> io::Result<()> {
    let title = sweep.plan.settings.title.as_deref().unwrap_or(&sweep.plan.code);
    let pictures = tally.scatter.files(sweep);
    let column = |column: &crate::column::Column| PageColumn {
        name: column.name.to_string(),
        is_number: column.kind == Type::Number,
    };
    let data = PageData {
        columns: sweep.columns.list().iter().map(column).collect(),
        rows: tally.all.games.rows,
        things: ["game", "games"],
        names: 1,
        axes: axes(sweep),
        colour: None,
    };
    Page { title, report, formulas: &[], pictures: &pictures, tables: &[] }.write(&data, table, out)
}

/// What the chart shows at first: the columns of the first picture of the questions.
fn axes(sweep: &Sweep) -> Option<[String; 2]> {
    let mut pictures = records_of(&sweep.plan.settings.analysis).flat_map(|record| record.pictures);
    pictures.find_map(|picture| match picture.across {
        Across::Column(across) => Some([across.to_string(), picture.up.to_string()]),
        Across::LargestElement => None,
    })
}
