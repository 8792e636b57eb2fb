//! Why a certificate of misère play proves nothing.

use crate::error::Error;
use std::fmt;

/// Why a certificate proves nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MisereRefusal(pub String);

impl fmt::Display for MisereRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How a check ends without a claim.
pub(super) enum Ended {
    Refused(String),
    Cancelled(Error),
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Self::Cancelled(error)
    }
}

/// A claim, or why there is none.
///
/// # Errors
/// [`Error::Interrupted`] if the control cancelled the work.
pub(super) fn told<T>(claim: Result<T, Ended>) -> Result<Result<T, MisereRefusal>, Error> {
    match claim {
        Ok(claim) => Ok(Ok(claim)),
        Err(Ended::Refused(what)) => Ok(Err(MisereRefusal(what))),
        Err(Ended::Cancelled(error)) => Err(error),
    }
}

pub(super) fn refuse<T>(what: impl Into<String>) -> Result<T, Ended> {
    Err(Ended::Refused(what.into()))
}
