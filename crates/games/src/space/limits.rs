//! Limits that a space must keep to.

use grundy_core::error::Error;
pub use grundy_core::limits::check_memory;

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
