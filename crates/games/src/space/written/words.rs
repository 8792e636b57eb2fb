//! Positions, ways and wrong rules in words.

use grundy_core::error::Error;
use grundy_core::ruleset::Point;
use grundy_language::Wrong;

/// The error for a rule that is wrong.
pub(super) fn wrong(wrong: &Wrong) -> Error {
    Error::Usage(wrong.to_string())
}

/// A position as people write it.
pub(super) fn show(point: &Point) -> String {
    point.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// A way from position to position, its middle left out if it is long.
pub fn show_way(way: &[String]) -> String {
    const ENDS: usize = 6;
    match way.len() {
        0..=14 => way.join(" -> "),
        long => format!("{} -> ... -> {}", way[..ENDS].join(" -> "), way[long - ENDS..].join(" -> ")),
    }
}
