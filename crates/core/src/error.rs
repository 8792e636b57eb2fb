//! All errors, and the exit code of each kind.

use crate::diagnostic::Diagnostic;
use std::path::{Path, PathBuf};

/// The result of an operation of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// The config key that limits the memory of a run, as messages name it.
pub const MEMORY_KEY: &str = "`memory` in [solve]";

/// An error of the engine. [`Error::exit_code`] gives the exit code of the process.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A config or game code that cannot be run. The message points at the mistake.
    #[error("{0}")]
    Config(Box<Diagnostic>),

    /// A request that makes no sense, without a text to point at.
    #[error("{0}")]
    Usage(String),

    /// The rules allow endless play. The text lists the positions of a cycle, with the first one repeated at
    /// the end. A space reports this error; callers that cannot play such games pass it on.
    #[error("the rules allow infinite play: {0}")]
    Endless(String),

    /// A folder that cannot take the results: it contains something else, or another run is writing to it.
    #[error("{0}")]
    Folder(String),

    /// A limit would be exceeded. This is detected before work starts wherever possible.
    #[error("{what} needs {needed}, but {key} allows {allowed}; {remedy}")]
    Limit {
        /// What would exceed the limit.
        what: String,
        /// The amount needed.
        needed: String,
        /// The amount allowed.
        allowed: String,
        /// The config key or option that sets the limit.
        key: String,
        /// What to change.
        remedy: String,
    },

    /// A file or folder could not be read or written.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// The action, as in "cannot ... PATH".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },

    /// A file of this project is damaged, or was written by another version.
    #[error("{}: {what}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },

    /// Some checks failed. The results were written nevertheless.
    #[error("{0}")]
    ChecksFailed(String),

    /// Everything that was checked holds, but not everything was checked.
    #[error("{0}")]
    Unchecked(String),

    /// The kernel cannot resume from the saved state. The engine then starts from scratch.
    #[error("the saved state belongs to another run; use --fresh to start again")]
    Unfit,

    /// An error raised by rules outside this program, e.g. by a script. The caller gets it back unchanged.
    #[error("{0}")]
    Outside(Box<dyn std::error::Error + Send + Sync>),

    /// A bug in this program, detected before it could do harm.
    #[error("internal error in grundy: {0}; please report it")]
    Fault(String),

    /// A signal stopped the work, and its state was saved.
    #[error("stopped; progress is saved. Run the same command again to resume.")]
    Stopped,

    /// A signal stopped the work, and no checkpoint was written.
    #[error("interrupted; the results of finished jobs are kept, and no other file was changed")]
    Interrupted,
}

impl Error {
    /// Whether a higher memory limit would help.
    pub fn wants_memory(&self) -> bool {
        matches!(self, Error::Limit { key, .. } if key == MEMORY_KEY)
    }

    /// The exit code of the process: 1 failed checks, 2 bad input, 3 limit, 4 I/O, 5 corrupt data (or a bug),
    /// 6 not everything was checked, 75 stopped with a checkpoint, 130 interrupted without one.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::ChecksFailed(_) => 1,
            Error::Config(_) | Error::Usage(_) | Error::Endless(_) | Error::Folder(_) | Error::Outside(_) => 2,
            Error::Limit { .. } => 3,
            Error::Io { .. } => 4,
            Error::Corrupt { .. } | Error::Unfit | Error::Fault(_) => 5,
            Error::Unchecked(_) => 6,
            Error::Stopped => 75,
            Error::Interrupted => 130,
        }
    }

    /// Adds an action and a path to a system error: `.map_err(Error::io("read", path))`.
    pub fn io<'a>(action: &'static str, path: &'a Path) -> impl FnOnce(std::io::Error) -> Error + 'a {
        move |source| Error::Io { action, path: path.to_path_buf(), source }
    }

    /// A damaged file.
    pub fn corrupt(path: &Path, what: impl Into<String>) -> Error {
        Error::Corrupt { path: path.to_path_buf(), what: what.into() }
    }
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Self {
        Error::Config(Box::new(diagnostic))
    }
}
