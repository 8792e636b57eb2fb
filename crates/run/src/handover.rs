//! Hands long runs on from machine to machine by a small file.

use crate::analysis::certificate::StateFile;
use crate::analysis::statistics::Summary;
use crate::disk;
use crate::error::Error;
use crate::job::Job;
use crate::kernel::{self, Short};
use crate::stream::{Kept, State};
use std::path::{Path, PathBuf};

/// What an earlier run handed on.
#[derive(Debug)]
pub(crate) struct Handed {
    /// The name of the kernel.
    pub kernel: &'static str,
    /// The state of the kernel.
    pub state: Kept,
    /// The statistics of the values so far.
    pub summary: Summary,
    /// The number of values so far.
    pub rows: u64,
    /// The running time so far in seconds.
    pub seconds: f64,
}

/// The file of a run that is handed on.
#[derive(Debug, Clone)]
pub(crate) struct Handover {
    path: PathBuf,
    game: String,
}

impl Handover {
    /// The file of a job.
    pub fn new(path: &Path, job: &Job) -> Self {
        Self { path: path.to_path_buf(), game: job.game.code.clone() }
    }

    /// What another run left in the file; none if the file does not exist.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Corrupt`]; [`Error::Usage`] if it belongs to another game.
    pub fn read(&self) -> Result<Option<Handed>, Error> {
        if !self.path.exists() {
            return Ok(None);
        }
        let file = StateFile::read(&self.path)?;
        if file.game != self.game {
            let Self { path, game } = self;
            return Err(Error::Usage(format!("{} is the state of `{}`, not of `{game}`", path.display(), file.game)));
        }
        let short = file.short().map_err(|what| Error::corrupt(&self.path, what))?;
        let mut state = State::default();
        state.put(&short)?;
        let kernel = kernel::handing_on().next().map(|kernel| kernel.name());
        let kernel = kernel.ok_or_else(|| Error::Fault("no kernel can hand on runs".to_string()))?;
        Ok(Some(Handed { kernel, state: state.kept(), summary: file.summary, rows: file.n, seconds: file.seconds }))
    }

    /// Writes the state of a kernel and the statistics of its values. Returns false if the kernel's state is not
    /// sufficient to resume from.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(&self, kept: &Kept, summary: Summary, seconds: f64) -> Result<bool, Error> {
        let Some(short) = kept.reader().take::<Short>() else { return Ok(false) };
        let text = StateFile::new(&self.game, short, summary, seconds).to_json();
        disk::write(&self.path, text.as_bytes()).map_err(Error::io("write", &self.path))?;
        Ok(true)
    }

    /// The error for a file from which the kernel cannot resume.
    pub fn unfit(&self) -> Error {
        Error::corrupt(
            &self.path,
            "it is not the state of a run of this game: its first values or its windows do not fit",
        )
    }
}
