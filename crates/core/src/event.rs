//! Events of a run. Progress bars, logs and tests observe them; the engine itself prints nothing.

use crate::bytes::Bytes;
use std::path::Path;

/// Something that happened in a run.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum RunEvent<'a> {
    /// A job starts.
    Started {
        /// The job's name (the stem of its config).
        job: &'a str,
        /// Its game code.
        code: &'a str,
        /// How many values were asked for.
        rows: u64,
    },
    /// The kernel of the job has been chosen, and its limits have been checked.
    Planned {
        /// The kernel.
        kernel: &'static str,
        /// The most memory that the job may need.
        needs: Bytes,
    },
    /// A long phase starts.
    Phase {
        /// What is done, e.g. `computing`.
        name: &'static str,
        /// The number of positions; 0 if unknown.
        total: u64,
    },
    /// Progress of the current phase.
    Progress {
        /// Positions done since the phase began.
        done: u64,
    },
    /// The state of a long computation, in words.
    Status(&'a str),
    /// A note for the log, e.g. that the method changed or that a period was found.
    Note(&'a str),
    /// Something the user must be told, e.g. that a run resumes from a checkpoint.
    Told(&'a str),
    /// A result file has been put into its place.
    Written(&'a Path),
    /// The folder already holds the results of this job.
    UpToDate {
        /// The job's name.
        job: &'a str,
        /// The folder.
        folder: &'a Path,
    },
    /// A job finished successfully.
    Finished {
        /// The job's name.
        job: &'a str,
        /// A one-line summary.
        summary: &'a str,
        /// The number of positions computed, or continued from a proved period.
        rows: u64,
        /// Wall-clock time in seconds.
        seconds: f64,
    },
}

/// Receives the events of a run.
pub trait Observer: Sync {
    /// Called for every event, from the thread that runs the job; for `Progress`, from any thread of the kernel.
    fn event(&self, event: &RunEvent<'_>);
}

/// An observer that ignores everything.
pub struct Silent;

impl Observer for Silent {
    fn event(&self, _: &RunEvent<'_>) {}
}
