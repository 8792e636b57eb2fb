//! The notation of sums: `3,4,5`, `3,4 + 5`, `(1 + 6) + 2`, `nothing`. Texts that are shown can be read again.

use crate::nesting;
use grundy_core::words::counted;

/// The empty sum.
pub const NOTHING: &str = "nothing";

/// How the positions of a sum are grouped. Its leaves, which are positions of games that are not sums, are
/// numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    /// A position of a game that is not a sum.
    Leaf(usize),
    /// One position for each component of a sum of games.
    Components(Vec<Layout>),
    /// Several positions of one game, as moves that split leave them.
    Parts(Vec<Layout>),
}

impl Layout {
    /// The text of the sum, where `texts[i]` lists the positions that leaf i has become: one, several or none.
    pub fn show(&self, texts: &[Vec<String>]) -> String {
        match self {
            Layout::Leaf(leaf) => joined(texts[*leaf].iter().cloned()),
            Layout::Parts(parts) => joined(parts.iter().map(|part| part.show(texts)).filter(|text| text != NOTHING)),
            Layout::Components(components) => {
                let shown: Vec<String> = components.iter().map(|component| component.show(texts)).collect();
                match shown.iter().all(|text| is_number(text)) {
                    true => shown.join(","),
                    false => joined(shown.into_iter().map(in_brackets)),
                }
            }
        }
    }
}

fn joined(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() { NOTHING.to_string() } else { texts.join(" + ") }
}

/// Whether the text is a number, possibly marked as a position: `=3`.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('=').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A position as a component of another one: in brackets if it is a sum itself.
pub(super) fn in_brackets(shown: String) -> String {
    if shown.contains('+') { format!("({shown})") } else { shown }
}

/// Splits the text of a sum into the texts of its components; `coordinates` gives their numbers of
/// coordinates. The text is either a list of components separated by `+`, with brackets around components
/// that are sums; or the label of a row, whose numbers are separated by commas.
///
/// # Errors
/// The reason why the text cannot be split.
pub fn components<'t>(text: &'t str, coordinates: &[usize]) -> Result<Vec<&'t str>, String> {
    let all: usize = coordinates.iter().sum();
    let sums = nesting::split(text, '+');
    if sums.len() == 1 {
        let numbers = nesting::split(text, ',');
        if numbers.len() != all {
            return Err(format!(
                "it has {}, but it needs {} components separated by `+`, or {} separated by commas",
                counted(numbers.len(), "part", "parts"),
                coordinates.len(),
                counted(all, "number", "numbers")
            ));
        }
        let mut next = 0;
        let component = |count: &usize| {
            // A game with a single position, which is called `all`.
            if *count == 0 {
                return "all";
            }
            let (first, last) = (next, next + count - 1);
            next += count;
            &text[numbers[first].0..numbers[last].0 + numbers[last].1.len()]
        };
        return Ok(coordinates.iter().map(component).collect());
    }
    if sums.len() != coordinates.len() {
        return Err(format!("it has {} components, but the game has {}", sums.len(), coordinates.len()));
    }
    let bare = |(_, text): (usize, &'t str)| nesting::inside(text, '(', ')').map_or(text.trim(), |(_, inner)| inner);
    Ok(sums.into_iter().map(bare).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_shown_as_they_are_read() {
        let leaf = Layout::Leaf;
        let texts = |texts: &[&[&str]]| -> Vec<Vec<String>> {
            texts.iter().map(|texts| texts.iter().map(|text| text.to_string()).collect()).collect()
        };
        let heaps = Layout::Components(vec![leaf(0), leaf(1)]);
        for (shown, leaves) in [
            ("3,0", texts(&[&["3"], &["0"]])),
            ("=3,0", texts(&[&["=3"], &["0"]])),
            ("(1 + 6) + 2", texts(&[&["1", "6"], &["2"]])),
            ("nothing + 2", texts(&[&[], &["2"]])),
            ("3,4 + 5", texts(&[&["3,4"], &["5"]])),
        ] {
            assert_eq!(heaps.show(&leaves), shown);
        }
        let nested = Layout::Components(vec![Layout::Components(vec![leaf(0), leaf(1)]), leaf(2)]);
        assert_eq!(nested.show(&texts(&[&["1"], &["2"], &["3"]])), "1,2 + 3");
        assert_eq!(nested.show(&texts(&[&["1"], &["2", "4"], &["3"]])), "(1 + (2 + 4)) + 3");
        let parts = Layout::Parts(vec![leaf(0), leaf(1)]);
        assert_eq!(parts.show(&texts(&[&["1", "6"], &["2"]])), "1 + 6 + 2");
        assert_eq!(parts.show(&texts(&[&[], &["2"]])), "2");
        assert_eq!(parts.show(&texts(&[&[], &[]])), NOTHING);
    }

    #[test]
    fn components_are_read() {
        assert_eq!(components("3, 4", &[1, 1]), Ok(vec!["3", " 4"]));
        assert_eq!(components("3,4,5", &[2, 1]), Ok(vec!["3,4", "5"]));
        assert_eq!(components("3,4 + 5", &[2, 1]), Ok(vec!["3,4", "5"]));
        assert_eq!(components("(1 + 6) + 2", &[1, 1]), Ok(vec!["1 + 6", "2"]));
        assert_eq!(components("nothing + 2", &[1, 1]), Ok(vec!["nothing", "2"]));
        for wrong in ["3", "3,4,5", "3 + 4 + 5", ""] {
            assert!(components(wrong, &[1, 1]).is_err(), "{wrong}");
        }
    }
}
