//! Limits for the size of spaces.

use grundy_core::error::Error;
pub use grundy_core::limits::{check_memory, check_memory_without_range};
use grundy_core::ruleset::{MOST_CELLS, Rows, Shape};

/// Refuses a position that is too large to be made: one with more than `most` of its units, such as cells.
pub fn check_units(what: &str, count: u64, most: u64, units: &str) -> Result<(), Error> {
    if count <= most {
        return Ok(());
    }
    Err(Error::Limit {
        what: what.to_string(),
        needed: format!("{count} {units}"),
        allowed: format!("{most} {units}"),
        key: "a game of this kind".to_string(),
        remedy: "choose a smaller range".to_string(),
    })
}

/// Refuses a box in which only some cells are rows, if it is too large to test every cell.
pub fn check_cells(shape: &Shape, rows: &Rows) -> Result<(), Error> {
    if let Shape::Part(..) = shape { check_count(rows) } else { Ok(()) }
}

/// Refuses a box that is too large to test every cell.
pub fn check_count(rows: &Rows) -> Result<(), Error> {
    if rows.len() <= MOST_CELLS {
        return Ok(());
    }
    Err(Error::Limit {
        what: match rows.dimensions() {
            1 => format!("a table of {} positions", rows.len()),
            d => format!("a box of {d} coordinates up to {}", rows.end() - 1),
        },
        needed: format!("{} tests of which of them are positions", rows.len()),
        allowed: MOST_CELLS.to_string(),
        key: "this program".to_string(),
        remedy: "lower `max` in [range] (--max on the command line)".to_string(),
    })
}

/// Refuses a heap size that does not fit into a coordinate of a [`Point`](grundy_core::ruleset::Point).
pub fn check_coordinate(max: u64) -> Result<(), Error> {
    if max < u64::from(u32::MAX) {
        return Ok(());
    }
    Err(Error::Limit {
        what: format!("a heap of {max} tokens"),
        needed: "more than 32 bits per coordinate".to_string(),
        allowed: "less than 2^32 - 1".to_string(),
        key: "`max` in [range]".to_string(),
        remedy: "lower it (--max on the command line)".to_string(),
    })
}
