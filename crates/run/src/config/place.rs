//! Translates places within a string of a config to places in the config.

use crate::diagnostic::Blame;
use std::ops::Range;

/// Moves an error from a string to the config. `whole` is the place of the string, with its quotes. An error
/// without a place of its own gets the whole string.
pub(super) fn within(blame: Blame, whole: Range<usize>, config: &str) -> Blame {
    let written = &config[whole.clone()];
    // TOML ignores a line end directly after an opening triple quote. With escapes, places cannot be translated.
    let quotes = ["\"\"\"\n", "'''\n", "\"\"\"", "'''", "\"", "'"];
    let quotes = quotes.into_iter().find(|quotes| written.starts_with(quotes)).filter(|_| !written.contains('\\'));
    let span = match quotes {
        Some(quotes) if !blame.span.is_empty() => {
            let start = whole.start + quotes.len();
            start + blame.span.start..(start + blame.span.end).min(whole.end)
        }
        // The error is at the end of the string.
        Some(_) if blame.span.start > 0 => whole.end - 1..whole.end,
        _ => whole,
    };
    Blame { span, ..blame }
}
