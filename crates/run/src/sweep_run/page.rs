//! `report.html` of a sweep: its report as a page, with its pictures, and with the rows of `sweep.csv`.

use super::tally::Tally;
use crate::disk::File;
use crate::formats::{HTML, PAGE, Page, PageColumn, PageData};
use crate::language::Type;
use crate::question::{Across, records_of};
use crate::results::Out;
use crate::sweep::Sweep;
use std::io;

/// The name of the file, if the sweep has a page.
pub(super) fn name(sweep: &Sweep) -> Option<&'static str> {
    sweep.plan.settings.has_format(HTML).then_some(PAGE)
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
