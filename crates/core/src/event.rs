//! What a run reports while it works. Progress bars, logs and tests are observers of these events;
//! the engine itself prints nothing.

use crate::bytes::Bytes;
use std::path::Path;

/// Something that happened in a run.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum RunEvent<'a> {
    /// A job begins.
    Started {
        /// The job's name (the stem of its config).
        job: &'a str,
        /// Its game code.
        code: &'a str,
        /// How many values were asked for.
        rows: u64,
    },
    /// The kernel of the job is chosen, and its limits are checked.
    Planned {
        /// The kernel.
        kernel: &'static str,
        /// The memory the job needs at most.
        needs: Bytes,
    },
    /// A long phase begins.
    Phase {
        /// What is done, as in `computing`.
        name: &'static str,
        /// How many positions it has; 0 if nobody knows.
        total: u64,
    },
    /// The current phase has done so many positions.
    Progress {
        /// Positions done since the phase began.
        done: u64,
    },
    /// A report on a long computation, in words.
    Status(&'a str),
    /// A note for the log: as on another method, or a period that was found.
    Note(&'a str),
    /// What whoever watches must be told: as that a run goes on from where it was stopped.
    Told(&'a str),
    /// A result file is in its place.
    Written(&'a Path),
    /// The folder already holds the results of this job.
    UpToDate {
        /// The job's name.
        job: &'a str,
        /// The folder.
        folder: &'a Path,
    },
    /// A job ended well.
    Finished {
        /// The job's name.
        job: &'a str,
        /// One line that sums it up.
        summary: &'a str,
        /// Positions computed or continued from a proved period.
        rows: u64,
        /// Wall-clock seconds.
        seconds: f64,
    },
}

/// Receives the events of a run.
pub trait Observer: Sync {
    /// Called for every event, from the thread that runs the job or, for `Progress`, from
    /// any thread of the kernel.
    fn event(&self, event: &RunEvent<'_>);
}

/// An observer that ignores everything.
pub struct Silent;

impl Observer for Silent {
    fn event(&self, _: &RunEvent<'_>) {}
}
