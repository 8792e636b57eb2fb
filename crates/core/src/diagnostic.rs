//! Messages that point at a place in a config file or a game code.

use std::fmt;
use std::ops::Range;

/// An error in a text: what is wrong, where, and what is allowed.
///
/// `Display` writes one line (`file:line:column: message`). [`Diagnostic::render`] shows the source line with
/// the error underlined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong.
    pub message: String,
    /// The name of the text: the path of a file, or `game code`.
    pub origin: String,
    /// The text itself.
    pub text: String,
    /// The range of bytes of `text` that is wrong.
    pub span: Range<usize>,
    /// What is allowed there, or how to fix it.
    pub help: String,
}

/// An error in a piece of text whose file or origin is not known yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blame {
    /// What is wrong.
    pub message: String,
    /// The range of bytes that is wrong.
    pub span: Range<usize>,
    /// What is allowed there.
    pub help: String,
}

impl Blame {
    /// An error at `span`.
    pub fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), span, help: help.into() }
    }

    /// Adds the text that the error is in, and its name.
    pub fn within(self, origin: &str, text: &str) -> Diagnostic {
        let end = self.span.end.min(text.len());
        let start = self.span.start.min(end);
        Diagnostic {
            message: self.message,
            origin: origin.to_string(),
            text: text.to_string(),
            span: floor(text, start)..floor(text, end).max(floor(text, start)),
            help: self.help,
        }
    }
}

/// The nearest character boundary at or before `index`.
fn floor(text: &str, index: usize) -> usize {
    (0..=index).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0)
}

impl Diagnostic {
    /// Line and column of the error, both counted from 1; the column counts characters.
    pub fn position(&self) -> (usize, usize) {
        let before = &self.text[..self.span.start];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[start..].chars().count() + 1)
    }

    /// The message with its source line, in the style of the Rust compiler.
    pub fn render(&self, colour: bool) -> String {
        use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
        let annotation = AnnotationKind::Primary.span(self.span.clone());
        let mut group = Level::ERROR
            .primary_title(&self.message)
            .element(Snippet::source(&self.text).path(&self.origin).annotation(annotation));
        if !self.help.is_empty() {
            group = group.element(Level::HELP.message(&self.help));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.position();
        write!(f, "{}:{line}:{column}: {}", self.origin, self.message)?;
        if !self.help.is_empty() {
            write!(f, " ({})", self.help)?;
        }
        Ok(())
    }
}

/// The candidate nearest to a misspelt word, if one is near enough to be suggested: at most a third of its letters are
/// wrong, or one of a short word.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = word.chars().count();
    candidates
        .into_iter()
        .map(|candidate| (edit_distance(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= (letters.min(candidate.chars().count()) / 3).max(1))
        .min()
        .map(|(_, candidate)| candidate)
}

/// How many letters must be inserted, deleted, replaced, or exchanged with the next one; computed row by row.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let (mut before, mut last): (Vec<usize>, Option<char>) = (Vec::new(), None);
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let is_exchanged = j > 0 && last == Some(*y) && b[j - 1] == x;
            let exchanged = if is_exchanged { before[j - 1] + 1 } else { usize::MAX };
            next.push((row[j] + usize::from(x != *y)).min(row[j + 1] + 1).min(next[j] + 1).min(exchanged));
        }
        (before, row, last) = (row, next, Some(x));
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_at_line_and_column() {
        let text = "[game]\nheaps = 0\n";
        let shown = Blame::new(15..16, "`heaps` is 0", "1 to 16").within("a.toml", text);
        assert_eq!(shown.to_string(), "a.toml:2:9: `heaps` is 0 (1 to 16)");
        let picture = shown.render(false);
        assert!(picture.contains("a.toml:2:9") && picture.contains("heaps = 0"), "{picture}");
    }

    #[test]
    fn a_span_outside_the_text_or_inside_a_character_is_moved_in() {
        let shown = Blame::new(1..99, "m", "").within("a", "é");
        assert_eq!(shown.position(), (1, 1));
        assert_eq!(shown.span, 0..2);
    }

    #[test]
    fn suggests_only_what_is_near() {
        assert_eq!(nearest("nmi", ["nim", "octal"]), Some("nim"));
        assert_eq!(nearest("octel", ["nim", "octal"]), Some("octal"));
        assert_eq!(nearest("subtractoin", ["subtraction"]), Some("subtraction"));
        assert_eq!(nearest("zzz", ["nim"]), None);
        assert_eq!(nearest("h1", ["phi"]), None);
        assert_eq!(nearest("cols", ["rows"]), None);
        assert_eq!((edit_distance("ab", "ba"), edit_distance("kitten", "sitting"), edit_distance("", "ab")), (1, 3, 2));
    }
}
