//! The names of result files.

use crate::formats::all_files;
use crate::sweep::files;

/// Whether a run may write a file of this name. This check is needed because files that a manifest lists are
/// read and removed. Some files are in subfolders, such as the counterexamples, which are named after their
/// conjectures.
pub(crate) fn is_result(name: &str) -> bool {
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

/// The allowed extensions of files in subfolders.
const ENDS: &[&str] = &["csv", "txt", "tex", "bib", "svg"];

/// The files of a sweep, besides the tables made from the files of its games.
const SWEEP: &[&str] = &[files::TABLE, files::REPORT, files::MAXIMA, files::TALLY, files::ROW_PATTERNS];

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
        // A file that two formats write is one file.
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
