//! Errors for requests that are too large.

use crate::bytes::Bytes;
use crate::error::{Error, MEMORY_KEY};

/// Refuses what does not fit into the memory limit. The message gives the keys that change it.
///
/// # Errors
/// [`Error::Limit`].
pub fn check_memory(what: &str, needed: Bytes, allowed: Bytes) -> Result<(), Error> {
    if needed <= allowed {
        return Ok(());
    }
    Err(Error::Limit {
        what: what.to_string(),
        needed: needed.to_string(),
        allowed: allowed.to_string(),
        key: MEMORY_KEY.to_string(),
        remedy: "raise it or lower `max` in [range] (--memory and --max on the command line)".to_string(),
    })
}

/// [`check_memory`] where no smaller range would need less memory.
///
/// # Errors
/// [`Error::Limit`].
pub fn check_memory_without_range(what: &str, needed: Bytes, allowed: Bytes) -> Result<(), Error> {
    match check_memory(what, needed, allowed) {
        Err(Error::Limit { what, needed, allowed, key, .. }) => {
            let remedy = "raise it (--memory on the command line)".to_string();
            Err(Error::Limit { what, needed, allowed, key, remedy })
        }
        checked => checked,
    }
}

/// The error for a proved period whose values would exceed 32 bits.
pub fn value_too_large() -> Error {
    Error::Limit {
        what: "a value of the periodic part".to_string(),
        needed: "more than 32 bits".to_string(),
        allowed: "32 bits".to_string(),
        key: "the table".to_string(),
        remedy: "lower `max` in [range]".to_string(),
    }
}
