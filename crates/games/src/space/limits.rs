//! Limits that a space must keep to.

use grundy_core::bytes::Bytes;
use grundy_core::error::{Error, MEMORY_KEY};

/// Refuses a space that would not fit; the message names the keys that change it.
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

/// Refuses a largest heap that does not fit a coordinate of a [`Point`](grundy_core::ruleset::Point).
pub fn check_coordinate(max: u64) -> Result<(), Error> {
    if max < u64::from(u32::MAX) {
        return Ok(());
    }
    Err(Error::Limit {
        what: format!("a heap of {max} tokens"),
        needed: "more than 32 bits a coordinate".to_string(),
        allowed: "less than 2^32 - 1".to_string(),
        key: "`max` in [range]".to_string(),
        remedy: "lower it (--max on the command line)".to_string(),
    })
}
