//! The folder `pictures/`: the results as SVG. All pictures are drawn from the values, whatever `[analysis]`
//! requests.

mod boards;
mod folded;
mod histogram;
mod picture;
mod records;
mod table;
mod values;

use self::picture::Picture;
use super::format::Format;
use crate::job::Job;
use crate::results::{Content, Out, ResultFile, Results, Texts, always, one_kind};
use crate::table::PackedTable;
use std::io::{self, Write};

/// The folder of pictures.
pub const FOLDER: &str = "pictures/";

/// The name of the format.
pub const NAME: &str = "svg";

pub(super) const FORMAT: Format = Format {
    name: NAME,
    check: |job| match (one_kind(job), pictures(job).next()) {
        (Err(why), _) => Err(why),
        (_, Some(_)) => Ok(()),
        (_, None) => Err("outcomes can be drawn only for games with one or two coordinates"),
    },
    files: &[ResultFile {
        name: FOLDER,
        summary: "pictures (SVG): boards and graphs, values, rows of values, tables, P-positions, histogram, records; for a sweep, its periods",
        wanted: always,
        content: Content::Many { texts, table: true },
    }],
};

/// All pictures, in the order of the report.
const PICTURES: &[Picture] = &[
    boards::PICTURE,
    values::PICTURE,
    folded::PICTURE,
    table::HEAT,
    table::ZEROS,
    histogram::PICTURE,
    records::PICTURE,
];

fn pictures(job: &Job) -> impl Iterator<Item = &'static Picture> {
    PICTURES.iter().filter(move |picture| (picture.wanted)(job))
}

fn texts(results: &Results<'_>) -> io::Result<Texts> {
    let Some(table) = results.table else { return Ok(Texts::new()) };
    Ok(drawn(results, table).into_iter().map(|(name, text)| (name, text.into_bytes())).collect())
}

/// The file of a picture.
pub fn file(name: &str) -> String {
    format!("{FOLDER}{name}.svg")
}

/// All pictures of a job that has any, with the names of their files.
pub(super) fn drawn(results: &Results<'_>, table: &PackedTable) -> Vec<(String, String)> {
    let draw = |picture: &Picture| (file(picture.name), (picture.draw)(results, table));
    match one_kind(results.job) {
        Ok(()) => pictures(results.job).map(draw).collect(),
        Err(_) => Vec::new(),
    }
}

/// Adds the pictures to a report.
pub(super) fn report(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    if one_kind(results.job).is_err() {
        return Ok(());
    }
    links(pictures(results.job).map(|picture| (picture.shows, file(picture.name))), out)
}

/// Adds pictures in Markdown, each with its description.
pub fn links(pictures: impl Iterator<Item = (&'static str, String)>, out: &mut Out) -> io::Result<()> {
    for (index, (shows, file)) in pictures.enumerate() {
        if index == 0 {
            writeln!(out, "## Pictures\n")?;
        }
        writeln!(out, "![{shows}]({file})\n")?;
    }
    Ok(())
}
