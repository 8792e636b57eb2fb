//! Long runs that are handed on from machine to machine by a small file: what may be run so, and the file.

use crate::analysis::certificate::StateFile;
use crate::analysis::statistics::Summary;
use crate::checkpoint::{End, Left};
use crate::disk::{self, Partial};
use crate::error::Error;
use crate::job::Job;
use crate::kernel::Short;
use crate::plan::Plan;
use crate::stream::{Kept, State};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The kernel that can hand a run on.
const KERNEL: &str = "sparse-space";

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

    /// What another run left there, if the file exists.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Corrupt`]; [`Error::Usage`] if it is of another game.
    pub fn read(&self) -> Result<Option<Left>, Error> {
        if !disk::exists(&self.path) {
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
        let end = End { kernel: KERNEL.to_string(), rows: file.n, seconds: file.seconds, streams: Vec::new() };
        Ok(Some(Left::handed_on(state.kept(), file.summary, end)))
    }

    /// Writes what a kernel and the figures of its values leave; false if the kernel's state is not enough to go on from.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(&self, kept: &Kept, summary: Summary, seconds: f64) -> Result<bool, Error> {
        let Some(short) = kept.reader().take::<Short>() else { return Ok(false) };
        let text = StateFile::new(&self.game, short, summary, seconds).to_json();
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let write = || {
            let mut file = Partial::new(folder)?;
            file.write_all(text.as_bytes())?;
            file.file.sync()?;
            file.persist(&self.path)
        };
        write().map_err(Error::io("write", &self.path))?;
        Ok(true)
    }

    /// That it is said where the file is wrong.
    pub fn unfit(&self) -> Error {
        Error::corrupt(&self.path, "it is no state of a run of this game: its first values or its windows do not fit")
    }
}

/// Whether a job can be handed on: nothing is asked of its values but a period, and rows are not listed.
///
/// # Errors
/// [`Error::Usage`] with the reason.
pub(crate) fn allowed(job: &Job, plan: &Plan, (questions, streams): (usize, usize), begun: u64) -> Result<(), Error> {
    let refuse = |why: &str| Err(Error::Usage(format!("--state is for the search for a period alone: {why}")));
    if plan.kernel.name() != KERNEL {
        return refuse(&format!("the kernel `{}` cannot hand a run on, only `{KERNEL}` can", plan.kernel.name()));
    }
    if !job.wants_period() {
        return refuse("set `period = true` in [analysis]");
    }
    if questions > 0 || !job.expect.at.is_empty() || !job.conjectures.is_empty() {
        return refuse("[analysis] may ask for the period only, [expect] for no values `at` a place");
    }
    if plan.table || streams > 0 {
        return refuse("leave out the formats that list values");
    }
    if begun > job.rows().len() {
        return Err(Error::Usage(format!("the state has {begun} values already: raise `max` beyond that")));
    }
    Ok(())
}
