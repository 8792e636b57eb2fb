//! The two sides of a comparison, or all parts of a chain of them.

use super::parser::parse;
use super::tree::{Comparison, TreeKind};
use std::ops::Range;

/// Where the numbers that a comparison compares stand in its text: two of `a <= b`, three of `a < b <= c`. None if the
/// text is no comparison, or compares with a set.
pub fn sides(text: &str) -> Vec<Range<usize>> {
    let Ok(tree) = parse(text, 0) else { return Vec::new() };
    let TreeKind::Compare(first, links) = tree.kind else { return Vec::new() };
    let in_set = |comparison: &Comparison| matches!(comparison, Comparison::In | Comparison::NotIn);
    if links.iter().any(|(comparison, _)| in_set(comparison)) {
        return Vec::new();
    }
    std::iter::once(first.span).chain(links.into_iter().map(|(_, side)| side.span)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_those_of_the_outermost_comparison() {
        let of = |text: &'static str| sides(text).into_iter().map(|span| &text[span]).collect::<Vec<_>>();
        assert_eq!(of("period <= a + b"), ["period", "a + b"]);
        assert_eq!(of("0 < g(n - 3) * 2 <= n"), ["0", "g(n - 3) * 2", "n"]);
        assert!(of("n in {1, 2}").is_empty() && of("n < 3 or n > 5").is_empty() && of("n <").is_empty());
    }
}
