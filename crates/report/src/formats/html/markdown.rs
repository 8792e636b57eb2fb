//! A report in Markdown as HTML. HTML in it is text, links are their words, and pictures are placed into the page.

use super::escape::escape;
use super::math;
use crate::latex::Formula;
use pulldown_cmark::{Alignment, CowStr, Event, Options, Parser, Tag, TagEnd, TextMergeStream, html};

/// Converts a report. Where a text has a formula in its plain form, it is shown as mathematics; a link to a picture
/// becomes the picture.
pub(super) fn to_html(text: &str, formulas: &[Formula], pictures: &[(String, String)]) -> String {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
    let mut events: Vec<Event<'_>> = TextMergeStream::new(parser.filter_map(without_markup)).collect();
    align(&mut events);
    let mut shown = Vec::with_capacity(events.len());
    let (mut in_code, mut image): (bool, Option<(String, String)>) = (false, None);
    for event in events {
        match event {
            Event::Start(Tag::Image { dest_url, .. }) => image = Some((dest_url.to_string(), String::new())),
            Event::End(TagEnd::Image) => shown.extend(image.take().map(|image| picture(&image.0, &image.1, pictures))),
            Event::Text(words) if image.is_some() => {
                image.iter_mut().for_each(|(_, alt)| alt.push_str(&words));
            }
            Event::Start(Tag::CodeBlock(_)) => {
                in_code = true;
                shown.push(event);
            }
            Event::End(TagEnd::CodeBlock) => {
                in_code = false;
                shown.push(event);
            }
            Event::Text(words) if !in_code => shown.push(Event::InlineHtml(prose(&words, formulas).into())),
            event => shown.push(event),
        }
    }
    let mut out = String::new();
    html::push_html(&mut out, shown.into_iter());
    out
}

/// Turns HTML into text, and drops links.
fn without_markup(event: Event<'_>) -> Option<Event<'_>> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Link { .. } | Tag::HtmlBlock) | Event::End(TagEnd::Link | TagEnd::HtmlBlock) => None,
        event => Some(event),
    }
}

/// A picture of the page, or the words for one that it does not have.
fn picture<'e>(file: &str, alt: &str, pictures: &[(String, String)]) -> Event<'e> {
    let words = escape(alt);
    let Some((_, svg)) = pictures.iter().find(|(name, _)| *name == file) else {
        return Event::InlineHtml(words.into());
    };
    Event::InlineHtml(format!("<span class=\"picture\" role=\"img\" aria-label=\"{words}\">{svg}</span>").into())
}

/// Words in which formulas are shown as mathematics.
fn prose(text: &str, formulas: &[Formula]) -> String {
    // The first formula; of those that begin at one place, the longest.
    let places = formulas.iter().filter_map(|formula| Some((text.find(&formula.plain)?, formula)));
    let first = places.min_by_key(|(place, formula)| (*place, usize::MAX - formula.plain.len()));
    match first {
        Some((place, formula)) if !formula.plain.is_empty() => {
            let (before, rest) = text.split_at(place);
            let after = rest.strip_prefix(formula.plain.as_str()).unwrap_or_default();
            format!("{}{}{}", signs(before), math::html(&formula.latex), prose(after, formulas))
        }
        _ => signs(text),
    }
}

/// Words with proper signs.
fn signs(text: &str) -> String {
    escape(&text.replace("<=", "\u{2264}").replace(">=", "\u{2265}"))
}

/// Sets columns of numbers flush right.
fn align(events: &mut [Event<'_>]) {
    let mut begin = None;
    for index in 0..events.len() {
        match &events[index] {
            Event::Start(Tag::Table(_)) => begin = Some(index),
            Event::End(TagEnd::Table) => {
                if let Some(begin) = begin.take() {
                    let columns = columns(&events[begin..index]);
                    events[begin] = Event::Start(Tag::Table(columns));
                }
            }
            _ => {}
        }
    }
}

/// The alignment of each column of a table.
fn columns(table: &[Event<'_>]) -> Vec<Alignment> {
    let (mut kinds, mut column, mut head) = (Vec::<[bool; 2]>::new(), 0, true);
    for event in table {
        match event {
            Event::End(TagEnd::TableHead) => head = false,
            Event::Start(Tag::TableRow | Tag::TableHead) => column = 0,
            Event::Start(Tag::TableCell) => {
                column += 1;
                kinds.resize(kinds.len().max(column), [false, false]);
            }
            Event::Text(words) | Event::Code(words) if !head => {
                kinds[column - 1][usize::from(!is_number(words))] = true;
            }
            _ => {}
        }
    }
    let alignment = |&[numbers, words]: &[bool; 2]| if numbers && !words { Alignment::Right } else { Alignment::None };
    kinds.iter().map(alignment).collect()
}

fn is_number(text: &CowStr<'_>) -> bool {
    let digits = text.trim().trim_start_matches('-');
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        to_html(text, &[], &[])
    }

    #[test]
    fn html_is_text() {
        let text =
            "# a <script>alert(1)</script> [b](javascript:c)\n\n<iframe src=x>\n\nd <img src=x onerror=e> `<i>`\n";
        let shown = plain(text);
        assert!(shown.starts_with("<h1>a &lt;script&gt;alert(1)&lt;/script&gt; b</h1>"), "{shown}");
        for tag in ["<script", "<iframe", "<img", "<i>", "<a"] {
            assert!(!shown.contains(tag), "{tag} in {shown}");
        }
        assert!(plain("![a <b>](https://example.org/c.png)").contains("<p>a &lt;b&gt;</p>"));
        assert!(plain("```toml\nx = \"<b>\"\n```").contains("x = \"&lt;b&gt;\""));
    }

    #[test]
    fn formulas_and_pictures_are_placed() {
        let formula = |plain: &str, latex: &str| Formula { plain: plain.to_string(), latex: latex.to_string() };
        let formulas = [formula("G(n) = n", "$n$"), formula("G(n) = n for n >= 2", "$m$")];
        let shown = to_html("Then G(n) = n for n >= 2, and G(n) = n if n <= 5.", &formulas, &[]);
        let expected = "<p>Then <math><mi>m</mi></math>, and <math><mi>n</mi></math> if n \u{2264} 5.</p>\n";
        assert_eq!(shown, expected);
        let pictures = [("pictures/a.svg".to_string(), "<svg></svg>".to_string())];
        assert!(to_html("![A](pictures/a.svg)", &[], &pictures).contains("aria-label=\"A\"><svg></svg></span>"));
    }

    #[test]
    fn numbers_are_flush_right() {
        let shown = plain("| a | b |\n|---|---|\n| 1 | `x` |\n| | y |\n");
        assert_eq!(shown.matches("text-align: right").count(), 3, "{shown}");
    }
}
