//! Texts for messages: positions, sequences of moves, and wrong rules.

use grundy_core::error::Error;
use grundy_language::Wrong;

/// The error for a wrong rule.
pub(super) fn wrong(wrong: &Wrong) -> Error {
    Error::Usage(wrong.to_string())
}

/// The number of positions shown at each end of a long sequence.
const ENDS: usize = 6;

/// The part of a sequence that is needed to show it: everything, or the two ends of a long one.
pub(super) fn ends<W: Iterator>(way: impl Fn() -> W) -> Vec<W::Item> {
    let length = way().count();
    let shown = |at: usize| at <= ENDS || at + ENDS + 2 >= length;
    way().enumerate().filter(|(at, _)| shown(*at)).map(|(_, position)| position).collect()
}

/// A sequence of positions; the middle of a long one is omitted.
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
