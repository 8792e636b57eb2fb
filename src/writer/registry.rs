//! Every format, and the files of a job. A new format is one file and one line here.

use super::format::Format;
use super::{antidiagonals, b_file, csv, latex, list, matrix, npy, oeis, parquet, report, svg, table, triangle};
use crate::job::Job;
use crate::output::ResultFile;
use crate::question::QUESTIONS;
use crate::sweep::files;

/// Every format, in the order of `grundy list`.
pub static FORMATS: &[&Format] = &[
    &csv::FORMAT,
    &b_file::FORMAT,
    &list::FORMAT,
    &report::FORMAT,
    &table::FORMAT,
    &npy::FORMAT,
    &parquet::FORMAT,
    &matrix::FORMAT,
    &antidiagonals::FORMAT,
    &triangle::FORMAT,
    &oeis::FORMAT,
    &latex::FORMAT,
    &svg::FORMAT,
];

/// The format of a name.
pub fn find_format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|format| format.name == name)
}

/// The files that a job asks for: those of its formats, and those of its questions.
pub fn files_of(job: &Job) -> Vec<&'static ResultFile> {
    let named = FORMATS.iter().filter(|format| job.settings.formats.iter().any(|name| name == format.name));
    let files = named.flat_map(|format| format.files).chain(QUESTIONS.iter().flat_map(|question| question.files));
    let mut wanted: Vec<&'static ResultFile> = Vec::new();
    for file in files.filter(|file| (file.wanted)(job)) {
        // Two formats may have the same file.
        if wanted.iter().all(|other| other.name != file.name) {
            wanted.push(file);
        }
    }
    wanted
}

/// Whether a run may write a file of this name. This is checked because files that a manifest names are read and
/// removed. Some are in folders of their own, as counterexamples are, named after their conjectures.
pub fn is_result(name: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let plain = |file: &str| {
        let stem = file.rsplit_once('.').filter(|(_, end)| ENDS.contains(end)).map(|(stem, _)| stem);
        stem.is_some_and(|stem| !stem.is_empty() && stem.bytes().all(letter))
    };
    let folders = all_files().map(|file| file.name).filter(|name| name.ends_with('/'));
    let in_folder = folders.filter_map(|folder| name.strip_prefix(folder)).any(plain);
    let of_sweep = files::file_of(name).is_some_and(|name| all_files().any(|file| file.name == name));
    in_folder || of_sweep || SWEEP.contains(&name) || all_files().any(|file| file.name == name)
}

/// How the names of files in folders may end.
const ENDS: &[&str] = &["csv", "txt", "tex", "bib", "svg"];

/// The files of a sweep beside those that its games' files become.
const SWEEP: &[&str] = &[files::TABLE, files::REPORT, files::MAXIMA];

/// All files of formats and questions.
fn all_files() -> impl Iterator<Item = &'static ResultFile> {
    FORMATS.iter().flat_map(|format| format.files).chain(QUESTIONS.iter().flat_map(|question| question.files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_results_are_results() {
        for name in [
            "values.csv",
            "growth_histogram.csv",
            "certificate.json",
            "counterexamples/sum-of-2.csv",
            "sweep.csv",
            "sweep_values.csv",
        ] {
            assert!(is_result(name), "{name}");
        }
        for name in [
            "",
            "thesis.tex",
            "../values.csv",
            "counterexamples/../../a.csv",
            "counterexamples/.csv",
            "counterexamples",
        ] {
            assert!(!is_result(name), "{name}");
        }
    }

    #[test]
    fn no_two_files_have_one_name() {
        // A file of two formats is one file.
        let mut files: Vec<(&str, &str)> = all_files().map(|file| (file.name, file.summary)).collect();
        files.sort_unstable();
        files.dedup();
        let own = SWEEP.iter().map(|name| name.to_string());
        let both = files.iter().flat_map(|(name, _)| [name.to_string(), files::table_of(name)]);
        let mut names: Vec<String> = both.chain(own).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
