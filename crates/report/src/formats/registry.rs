//! All formats, and the files of a job. To add a format, add one file and one line here.

use super::format::Format;
use super::{
    antidiagonals, b_file, csv, facts, html, latex, list, matrix, npy, oeis, parquet, report, svg, table, triangle,
};
use crate::job::Job;
use crate::question::QUESTIONS;
use crate::results::ResultFile;

/// All formats, in the order of `grundy list`.
pub const FORMATS: &[&Format] = &[
    &csv::FORMAT,
    &b_file::FORMAT,
    &list::FORMAT,
    &report::FORMAT,
    &html::FORMAT,
    &table::FORMAT,
    &npy::FORMAT,
    &parquet::FORMAT,
    &matrix::FORMAT,
    &antidiagonals::FORMAT,
    &triangle::FORMAT,
    &oeis::FORMAT,
    &latex::FORMAT,
    &svg::FORMAT,
    &facts::FORMAT,
];

/// The format with this name.
pub fn find_format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|format| format.name == name)
}

/// The files that a job requests, through its formats and through its questions.
pub fn files_of(job: &Job) -> Vec<&'static ResultFile> {
    let named = FORMATS.iter().filter(|format| job.settings.formats.iter().any(|name| name == format.name));
    let files = named.flat_map(|format| format.files).chain(QUESTIONS.iter().flat_map(|question| question.files));
    let mut wanted: Vec<&'static ResultFile> = Vec::new();
    for file in files.filter(|file| (file.wanted)(job)) {
        // Two formats may share a file.
        if wanted.iter().all(|other| other.name != file.name) {
            wanted.push(file);
        }
    }
    wanted
}

/// All files of formats and questions.
pub fn all_files() -> impl Iterator<Item = &'static ResultFile> {
    FORMATS.iter().flat_map(|format| format.files).chain(QUESTIONS.iter().flat_map(|question| question.files))
}
