//! Positions, ways and wrong rules in words.

use grundy_core::error::Error;
use grundy_language::Wrong;

/// The error for a rule that is wrong.
pub(super) fn wrong(wrong: &Wrong) -> Error {
    Error::Usage(wrong.to_string())
}

/// A position as people write it.
pub(super) fn show(place: &[i64]) -> String {
    place.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

/// How many positions of either end of a long way are shown.
const ENDS: usize = 6;

/// What must be known of a way to show it: all of it, or the ends of a long one.
pub(super) fn ends<W: Iterator>(way: impl Fn() -> W) -> Vec<W::Item> {
    let length = way().count();
    let shown = |at: usize| at <= ENDS || at + ENDS + 2 >= length;
    way().enumerate().filter(|(at, _)| shown(*at)).map(|(_, position)| position).collect()
}

/// A way from position to position, its middle left out if it is long.
pub fn show_way(way: &[String]) -> String {
    match way.len() {
        0..=14 => way.join(" -> "),
        long => format!("{} -> ... -> {}", way[..ENDS].join(" -> "), way[long - ENDS..].join(" -> ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_a_way_are_shown_as_the_whole_way_is() {
        for length in 0..40 {
            let words = |way: Vec<u32>| show_way(&way.iter().map(u32::to_string).collect::<Vec<_>>());
            let cut = words(ends(|| 0..length));
            assert_eq!(cut, words((0..length).collect()));
            assert_eq!(cut.contains("..."), length > 14, "{cut}");
        }
    }
}
