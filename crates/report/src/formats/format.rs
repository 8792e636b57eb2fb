//! The description of an output format.

use crate::job::Job;
use crate::results::ResultFile;

/// An output format: a name for `formats = [...]`, and the files it writes.
pub struct Format {
    /// The name.
    pub name: &'static str,
    /// An error if a job cannot be written in this format, with the reason.
    pub check: fn(&Job) -> Result<(), &'static str>,
    /// Its files.
    pub files: &'static [ResultFile],
}

impl Format {
    /// A one-line description of its files.
    pub fn summary(&self) -> String {
        self.files.iter().map(|file| format!("{}: {}", file.name, file.summary)).collect::<Vec<_>>().join("; ")
    }
}

/// The check for formats that suit every job.
pub(super) fn every_job(_: &Job) -> Result<(), &'static str> {
    Ok(())
}
