//! Places inside texts of a config: where a text stands, and where something stands in it.

use crate::diagnostic::Blame;
use std::ops::Range;

/// What is wrong within a text that stands at `whole` in the config, quotes included; with no place of its own it is about all of it.
pub(super) fn within(blame: Blame, whole: Range<usize>, config: &str) -> Blame {
    let written = &config[whole.clone()];
    // Quotes, or three of them, behind which the end of a line is no part of the text.
    let quotes = ["\"\"\"\n", "'''\n", "\"\"\"", "'''", "\"", "'"];
    let quotes = quotes.into_iter().find(|quotes| written.starts_with(quotes)).filter(|_| !written.contains('\\'));
    let span = match quotes {
        Some(quotes) if !blame.span.is_empty() => {
            let start = whole.start + quotes.len();
            start + blame.span.start..(start + blame.span.end).min(whole.end)
        }
        // The end of a text is a place, too.
        Some(_) if blame.span.start > 0 => whole.end - 1..whole.end,
        _ => whole,
    };
    Blame { span, ..blame }
}
