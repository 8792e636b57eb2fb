//! What pictures show of the values, and how: `[output.svg]`.

use crate::ruleset::Value;
use serde::{Deserialize, Serialize};

/// The part of the values that pictures show, and their axes and colours.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Frame {
    /// The first and the last number on the horizontal axis: the first coordinate.
    pub x: Option<(u64, u64)>,
    /// The first and the last number on the vertical axis: the second coordinate, or the value.
    pub y: Option<(u64, u64)>,
    /// Whether the axes of a sequence are logarithmic.
    pub log_axes: bool,
    /// Whether the colours of a table stand for logarithms of values.
    pub log_colours: bool,
    /// Whether P-positions have a colour of their own in a table.
    pub p_positions: bool,
}

impl Frame {
    /// Whether it is what pictures show by default.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// The part of the numbers `first`, ..., `last` that lies within a range, if there is any.
    pub fn within(range: Option<(u64, u64)>, first: u64, last: u64) -> Option<(u64, u64)> {
        let (from, to) = range.unwrap_or((first, last));
        Some((from.max(first), to.min(last))).filter(|(from, to)| from <= to)
    }

    /// The first setting that has no meaning for rows with so many coordinates and values of this kind, and why.
    pub fn needless(&self, dimensions: usize, value: Value) -> Option<(&'static str, &'static str)> {
        let table = dimensions == 2 && value.is_number();
        [
            ("x", self.x.is_some() && dimensions > 2, "only rows with one or two coordinates are drawn along an axis"),
            ("y", self.y.is_some() && dimensions > 2, "only rows with one or two coordinates are drawn along an axis"),
            ("axes", self.log_axes && dimensions != 1, "only sequences can have logarithmic axes"),
            ("colours", self.log_colours && !table, "only tables with two coordinates show numbers as colours"),
            ("p-positions", self.p_positions && !table, "only tables with two coordinates show numbers as colours"),
        ]
        .into_iter()
        .find(|(_, needless, _)| *needless)
        .map(|(key, _, why)| (key, why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_ranges() {
        assert_eq!(Frame::within(None, 3, 9), Some((3, 9)));
        assert_eq!(Frame::within(Some((0, 5)), 3, 9), Some((3, 5)));
        assert_eq!(Frame::within(Some((10, 15)), 3, 9), None);
    }
}
