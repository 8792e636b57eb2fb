//! Writes SVG text.

use std::fmt::{self, Write};

/// A length in tenths of a pixel, which is displayed in pixels for SVG.
#[derive(Clone, Copy)]
pub struct Tenths(pub i64);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        let sign = if self.0 < 0 { "-" } else { "" };
        match rest {
            0 => write!(f, "{sign}{whole}"),
            _ => write!(f, "{sign}{whole}.{rest}"),
        }
    }
}

/// The size of a picture or of a part of it, in tenths of a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// From the left edge to the right one.
    pub width: i64,
    /// From the upper edge to the lower one.
    pub height: i64,
}

/// Which part of a text is placed at its coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// An SVG text that is being written. Lengths are in tenths of a pixel.
#[derive(Debug, Default)]
pub struct Canvas {
    body: String,
}

impl Canvas {
    /// An upper estimate of the width of a text, in tenths of a pixel. Fonts differ, so it is a little more than
    /// most of them need.
    pub fn width_of(text: &str, size: i64) -> i64 {
        text.chars().count() as i64 * size * 6
    }

    /// Adds an element without changes.
    pub fn raw(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(element);
        self.body.push('\n');
    }

    /// Adds a text. `size` is in pixels; `more` contains further attributes.
    pub fn text(&mut self, x: i64, y: i64, size: i64, anchor: Anchor, more: &str, text: &str) {
        let (x, y, anchor, text) = (Tenths(x), Tenths(y), anchor.name(), escaped(text));
        self.raw(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\"{more}>{text}</text>"
        ));
    }

    /// Adds a rectangle, by its upper left corner and its size.
    pub fn rect(&mut self, x: i64, y: i64, width: i64, height: i64, more: &str) {
        let (x, y, width, height) = (Tenths(x), Tenths(y), Tenths(width), Tenths(height));
        self.raw(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{more}/>"));
    }

    /// Adds a line from one place to another.
    pub fn line(&mut self, x1: i64, y1: i64, x2: i64, y2: i64, more: &str) {
        let (x1, y1, x2, y2) = (Tenths(x1), Tenths(y1), Tenths(x2), Tenths(y2));
        self.raw(format_args!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"{more}/>"));
    }

    /// Adds a circle, by its centre.
    pub fn circle(&mut self, x: i64, y: i64, radius: i64, more: &str) {
        let (x, y, radius) = (Tenths(x), Tenths(y), Tenths(radius));
        self.raw(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{more}/>"));
    }

    /// Adds several elements as a group with a title, which browsers show beside the pointer.
    pub fn group(&mut self, title: &str, draw: impl FnOnce(&mut Self)) {
        self.raw(format_args!("<g><title>{}</title>", escaped(title)));
        draw(self);
        self.raw(format_args!("</g>"));
    }

    /// The whole SVG.
    pub fn finish(self, title: &str, size: Size) -> String {
        let (width, height) = (Tenths(size.width), Tenths(size.height));
        let (title, body) = (escaped(title), self.body);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\" fill=\"#222\" role=\"img\">\n<title>{title}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
        )
    }
}

/// Escapes a text for XML. Control characters become spaces, and other characters that XML forbids become
/// question marks.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{FFFE}' | '\u{FFFF}' => escaped.push('?'),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_and_texts() {
        assert_eq!([0, 5, -5, 10, -123].map(|tenths| Tenths(tenths).to_string()), ["0", "0.5", "-0.5", "1", "-12.3"]);
        assert_eq!(escaped("a<b & \"c\"\u{1}"), "a&lt;b &amp; &quot;c&quot; ");
    }
}
