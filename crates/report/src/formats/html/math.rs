//! Formulas of the library's LaTeX fragments as HTML, with MathML for what stands between dollars. A command that is
//! not known is shown by its name, so that nothing is lost.

use super::escape::escape;
use std::iter::Peekable;
use std::str::Chars;

/// Converts a text with formulas between dollars.
pub(super) fn html(latex: &str) -> String {
    let mut out = String::new();
    let mut parts = latex.split('$').peekable();
    let mut formula = false;
    while let Some(part) = parts.next() {
        if formula {
            let shown = format!("<math>{}</math>", row(&mut part.chars().peekable()));
            // No line begins with the comma after a formula.
            let sign = parts.peek().and_then(|next| next.chars().next()).filter(|letter| ",.;:)".contains(*letter));
            out.push_str(&match sign {
                Some(sign) => format!("<span class=\"joined\">{shown}{sign}</span>"),
                None => shown,
            });
        } else {
            let after = part.strip_prefix([',', '.', ';', ':', ')']).filter(|_| !out.is_empty());
            out.push_str(&escape(&words(after.unwrap_or(part))));
        }
        formula = !formula;
    }
    out
}

/// Text outside of formulas.
fn words(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '~' => out.push('\u{a0}'),
            '\\' => match letters.next_if(|next| !next.is_ascii_alphabetic()) {
                Some(escaped) => out.push(escaped),
                None => out.push_str(sign(&name(&mut letters)).unwrap_or("")),
            },
            '{' | '}' => {}
            letter => out.push(letter),
        }
    }
    out
}

/// The name of a command.
fn name(letters: &mut Peekable<Chars<'_>>) -> String {
    std::iter::from_fn(|| letters.next_if(char::is_ascii_alphabetic)).collect()
}

/// A row of a formula, up to its end or a closing brace.
fn row(letters: &mut Peekable<Chars<'_>>) -> String {
    let mut items: Vec<String> = Vec::new();
    while let Some(&letter) = letters.peek() {
        match letter {
            '}' => {
                letters.next();
                break;
            }
            '_' | '^' => {
                letters.next();
                let (base, script) = (items.pop().unwrap_or_default(), item(letters));
                let tag = if letter == '_' { "msub" } else { "msup" };
                items.push(format!("<{tag}><mrow>{base}</mrow>{script}</{tag}>"));
            }
            letter if letter.is_whitespace() => drop(letters.next()),
            _ => items.push(item(letters)),
        }
    }
    items.concat()
}

/// One symbol, number or group.
fn item(letters: &mut Peekable<Chars<'_>>) -> String {
    match letters.next() {
        None => "<mrow></mrow>".to_string(),
        Some('{') => format!("<mrow>{}</mrow>", row(letters)),
        Some('\\') => command(letters),
        Some(letter) if letter.is_ascii_digit() => format!("<mn>{letter}{}</mn>", digits(letters)),
        Some(letter) if letter.is_alphabetic() => format!("<mi>{letter}</mi>"),
        Some('-') => "<mo>\u{2212}</mo>".to_string(),
        Some('~') => SPACE.to_string(),
        Some(',') => "<mo separator=\"true\">,</mo>".to_string(),
        Some(letter @ ('(' | ')' | '[' | ']' | '|')) => format!("<mo stretchy=\"false\">{letter}</mo>"),
        Some(letter) => format!("<mo>{}</mo>", escape(&letter.to_string())),
    }
}

/// The rest of a number. Its groups of digits are separated by `{,}`.
fn digits(letters: &mut Peekable<Chars<'_>>) -> String {
    let mut out = String::new();
    loop {
        if let Some(digit) = letters.next_if(char::is_ascii_digit) {
            out.push(digit);
            continue;
        }
        let mut ahead = letters.clone();
        if [ahead.next(), ahead.next(), ahead.next()] != [Some('{'), Some(','), Some('}')] {
            return out;
        }
        *letters = ahead;
        out.push(',');
    }
}

const SPACE: &str = "<mspace width=\"0.3em\"></mspace>";

fn command(letters: &mut Peekable<Chars<'_>>) -> String {
    if let Some(letter) = letters.next_if(|letter| !letter.is_ascii_alphabetic()) {
        return match letter {
            ',' | ' ' | ';' | ':' | '!' => SPACE.to_string(),
            letter => format!("<mo stretchy=\"false\">{}</mo>", escape(&letter.to_string())),
        };
    }
    let name = name(letters);
    while letters.next_if(|letter| *letter == ' ').is_some() {}
    match name.as_str() {
        "dot" => format!("<mover accent=\"true\">{}<mo>\u{2d9}</mo></mover>", item(letters)),
        "overline" => format!("<mover>{}<mo stretchy=\"true\">\u{203e}</mo></mover>", item(letters)),
        "mathrm" | "text" | "operatorname" | "texttt" => format!("<mtext>{}</mtext>", escape(&group(letters))),
        "mathcal" => format!("<mi class=\"cal\">{}</mi>", escape(&group(letters))),
        _ => match sign(&name) {
            Some(sign) if sign.chars().all(char::is_alphabetic) => format!("<mi>{sign}</mi>"),
            Some(sign) => format!("<mo stretchy=\"false\">{}</mo>", escape(sign)),
            None => format!("<mtext>{}</mtext>", escape(&name)),
        },
    }
}

/// The text of a group.
fn group(letters: &mut Peekable<Chars<'_>>) -> String {
    match letters.next() {
        Some('{') => words(&std::iter::from_fn(|| letters.next().filter(|letter| *letter != '}')).collect::<String>()),
        Some(letter) => letter.to_string(),
        None => String::new(),
    }
}

/// The sign of a command.
fn sign(name: &str) -> Option<&'static str> {
    SIGNS.iter().find(|(command, _)| *command == name).map(|(_, sign)| *sign)
}

const SIGNS: &[(&str, &str)] = &[
    ("le", "\u{2264}"),
    ("ge", "\u{2265}"),
    ("ne", "\u{2260}"),
    ("in", "\u{2208}"),
    ("to", "\u{2192}"),
    ("mid", "|"),
    ("cdot", "\u{b7}"),
    ("times", "\u{d7}"),
    ("pm", "\u{b1}"),
    ("oplus", "\u{2295}"),
    ("otimes", "\u{2297}"),
    ("equiv", "\u{2261}"),
    ("infty", "\u{221e}"),
    ("ldots", "\u{2026}"),
    ("dots", "\u{2026}"),
    ("langle", "\u{27e8}"),
    ("rangle", "\u{27e9}"),
    ("lfloor", "\u{230a}"),
    ("rfloor", "\u{230b}"),
    ("bmod", "mod"),
    ("Phi", "\u{3a6}"),
    ("Pi", "\u{3a0}"),
    ("alpha", "\u{3b1}"),
    ("varphi", "\u{3c6}"),
    ("textless", "<"),
    ("textgreater", ">"),
    ("textbar", "|"),
    ("textbackslash", "\\"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_mathml() {
        assert_eq!(
            html(r"$\mathcal{G}(n+12)=4$ for all $n\ge 71$"),
            "<math><mi class=\"cal\">G</mi><mo stretchy=\"false\">(</mo><mi>n</mi><mo>+</mo><mn>12</mn>\
             <mo stretchy=\"false\">)</mo><mo>=</mo><mn>4</mn></math> for all \
             <math><mi>n</mi><mo stretchy=\"false\">\u{2265}</mo><mn>71</mn></math>"
        );
        assert_eq!(
            html(r"$\dot{12}$"),
            "<math><mover accent=\"true\"><mrow><mn>12</mn></mrow><mo>\u{2d9}</mo></mover></math>"
        );
        assert_eq!(
            html("$n_0^2$"),
            "<math><msup><mrow><msub><mrow><mi>n</mi></mrow><mn>0</mn></msub></mrow><mn>2</mn></msup></math>"
        );
        assert_eq!(html("$12{,}345$"), "<math><mn>12,345</mn></math>");
        assert_eq!(
            html(r"$\mathrm{P}$, $\ldots$"),
            "<span class=\"joined\"><math><mtext>P</mtext></math>,</span> <math><mo stretchy=\"false\">\u{2026}</mo></math>"
        );
    }

    /// Whatever the text is, tags are balanced, nothing is taken for markup, and nothing is lost.
    #[test]
    fn any_text_is_safe() {
        for text in ["$", "$}$", "$^$", "$\\", "a<b> & \"c\"", "$<script>$", r"$\unknown{x}_{$", "$_{_{_{", r"\_\%"] {
            let shown = html(text);
            assert!(!shown.contains("<script") && !shown.contains("<b>"), "{text}: {shown}");
            assert_eq!(shown.matches("<m").count(), shown.matches("</m").count(), "{text}: {shown}");
        }
        assert!(html(r"$\unknown$").contains("unknown"));
        assert_eq!(html("a<b & c"), "a&lt;b &amp; c");
    }
}
