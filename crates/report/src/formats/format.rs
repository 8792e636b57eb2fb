//! What an output format is.

use crate::job::Job;
use crate::results::ResultFile;

/// An output format: a name for `formats = [...]`, and the files it makes.
pub struct Format {
    /// The name.
    pub name: &'static str,
    /// Why a job cannot have it.
    pub check: fn(&Job) -> Result<(), &'static str>,
    /// Its files.
    pub files: &'static [ResultFile],
}

impl Format {
    /// What its files hold, in a line.
    pub fn summary(&self) -> String {
        self.files.iter().map(|file| format!("{}: {}", file.name, file.summary)).collect::<Vec<_>>().join("; ")
    }
}

/// For formats every job can have.
pub(super) fn every_job(_: &Job) -> Result<(), &'static str> {
    Ok(())
}
