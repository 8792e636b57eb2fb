//! Everything that can go wrong, and the exit code of each kind.

use crate::diagnostic::Diagnostic;
use std::path::{Path, PathBuf};

/// The result of an operation of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// The key that says how much memory a run may use.
pub const MEMORY_KEY: &str = "`memory` in [solve]";

/// An error of the engine; [`Error::exit_code`] is what the command line answers.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A config or game code that cannot be run; the message points at the culprit.
    #[error("{0}")]
    Config(Box<Diagnostic>),

    /// A request that makes no sense, with no text to point at.
    #[error("{0}")]
    Usage(String),

    /// Some play never ends: the positions of a cycle, and the first of them again. A space reports it; whoever cannot play such games
    /// hands it on.
    #[error("the rules allow infinite play: {0}")]
    Endless(String),

    /// A folder that cannot take the results: it holds something else, or another run is writing to it.
    #[error("{0}")]
    Folder(String),

    /// A limit would be exceeded; found before work starts wherever that is possible.
    #[error("{what} needs {needed}, but {key} allows {allowed}; {remedy}")]
    Limit {
        /// What would exceed it.
        what: String,
        /// The figure needed.
        needed: String,
        /// The figure allowed.
        allowed: String,
        /// The config key or option that holds the limit.
        key: String,
        /// Which keys change it.
        remedy: String,
    },

    /// A file or folder could not be read or written.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried, as in "cannot ... PATH".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },

    /// A file of this project whose content is damaged or from another version.
    #[error("{}: {what}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },

    /// Some checks failed; the results were written all the same.
    #[error("{0}")]
    ChecksFailed(String),

    /// What was checked holds, but not everything was checked.
    #[error("{0}")]
    Unchecked(String),

    /// A kept state is not one that the kernel can go on from; the engine then begins again.
    #[error("the saved state belongs to another run; use --fresh to start again")]
    Unfit,

    /// An error raised by rules that stand outside of this program, as in a script; whoever called gets it back as it is.
    #[error("{0}")]
    Outside(Box<dyn std::error::Error + Send + Sync>),

    /// A fault of this program, found before it could do harm.
    #[error("internal error in grundy: {0}; please report it")]
    Fault(String),

    /// A signal stopped the work, and its state is kept.
    #[error("stopped; progress is saved. Run the same command again to resume.")]
    Stopped,

    /// A signal stopped the work and no checkpoint was written.
    #[error("interrupted; the results of finished jobs are kept, and no other file was changed")]
    Interrupted,
}

impl Error {
    /// Whether more memory would help.
    pub fn wants_memory(&self) -> bool {
        matches!(self, Error::Limit { key, .. } if key == MEMORY_KEY)
    }

    /// The process exit code: 1 checks, 2 bad input, 3 limit, 4 I/O, 5 corrupt data (or a fault),
    /// 6 not all was checked, 75 stopped with a checkpoint, 130 interrupted without.
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

    /// Attaches an action and a path to a system error: `.map_err(Error::io("read", path))`.
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
