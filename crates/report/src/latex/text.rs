//! Any text as LaTeX, so that nothing in it is taken for a command and no letter stops the compiler.

use crate::games::names::in_papers;
use crate::language::in_latex;

/// Escapes a text.
pub fn escape(text: &str) -> String {
    quoted(text, &mut false)
}

/// Escapes a text, or a part of a text in which a quotation may be open.
fn quoted(text: &str, open: &mut bool) -> String {
    let mut letters = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                *open = !*open;
                out.push_str(if *open { "``" } else { "''" });
            }
            letter => out.push_str(&one(letter)),
        }
        keep_apart(letter, letters.peek().copied(), &mut out);
    }
    out
}

/// A game code in a typewriter font. A long one may be broken after its commas.
pub fn code(text: &str) -> String {
    const BETWEEN: [char; 3] = [',', '+', ';'];
    let after: &[char] = if text.contains(BETWEEN) { &BETWEEN } else { &[':'] };
    format!(r"\texttt{{{}}}", typed(text, text.chars().count() > LONG, after))
}

/// A game as a paper writes it: by its name, or by its rules in mathematics, if it has either; otherwise by its
/// code.
pub fn game(text: &str) -> String {
    in_papers(text).unwrap_or_else(|| code(text))
}

/// A game by its name, with the code that readers can type.
pub fn game_and_code(text: &str) -> String {
    in_papers(text).map_or_else(|| code(text), |name| format!("{name} ({})", code(text)))
}

/// A field of a table: an integer as mathematics, with separators from 10,000 on; other text unchanged.
pub fn field(text: &str) -> String {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return escape(text);
    }
    let sign = &text[..text.len() - digits.len()];
    if digits.len() < 5 {
        return format!("${text}$");
    }
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect::<Vec<_>>();
    format!("${sign}{}$", groups.join("{,}"))
}

/// An expression in a typewriter font. It may be broken at its spaces.
pub fn expression(text: &str) -> String {
    format!(r"\texttt{{{}}}", typed(text, false, &[]))
}

/// An expression as mathematics, if it has a usual notation; otherwise in a typewriter font.
pub fn formula(text: &str) -> String {
    in_latex(text).map_or_else(|| expression(text), |formula| format!("${formula}$"))
}

/// Codes of up to this length are not broken.
pub const LONG: usize = 18;

fn typed(text: &str, breaks: bool, after: &[char]) -> String {
    let mut letters = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        match letter {
            '"' => out.push_str(r"\char34{}"),
            letter => out.push_str(&one(letter)),
        }
        keep_apart(letter, letters.peek().copied(), &mut out);
        if breaks && after.contains(&letter) && letters.peek().is_some() {
            out.push_str(r"\allowbreak{}");
        }
    }
    out
}

/// Prevents ligatures: some fonts turn two hyphens into a dash, for example.
fn keep_apart(letter: char, next: Option<char>, out: &mut String) {
    let joined = match letter {
        '-' | '\'' | ',' => next == Some(letter),
        _ => false,
    };
    if joined {
        out.push_str("{}");
    }
}

/// Escapes a letter.
fn one(letter: char) -> String {
    match letter {
        '\\' => r"\textbackslash{}".to_string(),
        '{' | '}' | '$' | '&' | '#' | '%' | '_' => format!("\\{letter}"),
        '~' => r"\textasciitilde{}".to_string(),
        '^' => r"\textasciicircum{}".to_string(),
        '<' => r"\textless{}".to_string(),
        '>' => r"\textgreater{}".to_string(),
        '|' => r"\textbar{}".to_string(),
        '`' => r"\`{}".to_string(),
        letter if letter.is_whitespace() => " ".to_string(),
        ' '..='~' => letter.to_string(),
        letter => beyond_ascii(letter),
    }
}

/// Letters that LaTeX knows stay as they are, signs become commands, and all others become their code points.
/// That is better than a document that does not compile, or a letter that is lost.
fn beyond_ascii(letter: char) -> String {
    let known = matches!(letter, 'À'..='ÿ') && !matches!(letter, '×' | '÷');
    if known || MORE.contains(letter) {
        return letter.to_string();
    }
    match SIGNS.iter().find(|(sign, _)| *sign == letter) {
        Some((_, command)) => command.to_string(),
        None => format!("[U+{:04X}]", u32::from(letter)),
    }
}

/// Accented Latin letters that T1 fonts contain or can compose.
const MORE: &str = "ĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĪīĮįİıĹĺĽľŁłŃńŅņŇňŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŸŹźŻżŽž";

/// Signs with their commands.
const SIGNS: &[(char, &str)] = &[
    ('×', r"$\times$"),
    ('÷', r"$\div$"),
    ('±', r"$\pm$"),
    ('·', r"$\cdot$"),
    ('≤', r"$\le$"),
    ('≥', r"$\ge$"),
    ('≠', r"$\ne$"),
    ('≡', r"$\equiv$"),
    ('⊕', r"$\oplus$"),
    ('∈', r"$\in$"),
    ('∞', r"$\infty$"),
    ('→', r"$\to$"),
    ('−', "$-$"),
    ('\u{2013}', "--"),
    ('\u{2014}', "---"),
    ('\u{2018}', "`"),
    ('\u{2019}', "'"),
    ('\u{201c}', "``"),
    ('\u{201d}', "''"),
    ('…', r"\ldots{}"),
    ('²', "$^2$"),
    ('³', "$^3$"),
    ('α', r"$\alpha$"),
    ('β', r"$\beta$"),
    ('γ', r"$\gamma$"),
    ('ε', r"$\varepsilon$"),
    ('π', r"$\pi$"),
    ('φ', r"$\varphi$"),
];

/// Converts sentences of a report, with `code` and **emphasis**. A mark without a partner is kept as it is.
pub fn markdown(text: &str) -> String {
    let pieces = pieces(text);
    let marks: usize = pieces.iter().filter(|(is_code, _)| !is_code).map(|(_, part)| part.matches("**").count()).sum();
    let (mut out, mut mark, mut open) = (String::new(), 0, false);
    for (is_code, part) in pieces {
        if is_code {
            out.push_str(&expression(part));
            continue;
        }
        for (index, words) in part.split("**").enumerate() {
            if index > 0 {
                mark += 1;
                out.push_str(match mark % 2 {
                    0 => "}",
                    _ if mark == marks => "**",
                    _ => r"\textbf{",
                });
            }
            out.push_str(&quoted(words, &mut open));
        }
    }
    out
}

/// Splits a text into what is between backticks, which is code, and the rest.
fn pieces(text: &str) -> Vec<(bool, &str)> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while let Some((before, after)) = rest.split_once('`') {
        let Some((code, behind)) = after.split_once('`') else { break };
        pieces.extend([(false, before), (true, code)]);
        rest = behind;
    }
    pieces.push((false, rest));
    pieces
}

/// A text as a one-line comment.
pub fn comment(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    format!("% {}\n", text.chars().map(plain).collect::<String>())
}

/// A number of things, with a plural s if needed.
pub fn plural(count: u64, thing: &str) -> String {
    format!("${count}$ {thing}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_a_command() {
        assert_eq!(
            escape(r"\a{b}$&#%_~^<>|[*"),
            r"\textbackslash{}a\{b\}\$\&\#\%\_\textasciitilde{}\textasciicircum{}\textless{}\textgreater{}\textbar{}[*"
        );
        assert_eq!(escape("a \"b\" -- c--- ?` ''"), "a ``b'' -{}- c-{}-{}- ?\\`{} '{}'");
        assert_eq!(escape("Duchêne ≤ Łódź\n中\u{7}"), "Duchêne $\\le$ Łódź [U+4E2D][U+0007]");
        assert_eq!(code("octal:0.77"), r"\texttt{octal:0.77}");
        assert_eq!(code("custom:a_b#1"), r"\texttt{custom:a\_b\#1}");
        let long = code("subtraction:1,3,5,7,9,11,13");
        assert!(long.starts_with(r"\texttt{subtraction:1,\allowbreak{}3,") && !long.contains(r"13\allow"), "{long}");
        assert_eq!(code("a\"b"), r"\texttt{a\char34{}b}");
        assert_eq!(markdown("by `a_b`: **re_futed**."), r"by \texttt{a\_b}: \textbf{re\_futed}.");
        let power = r"\texttt{2**k} *b \texttt{c\_d} \textbf{bold \texttt{x**2}}";
        assert_eq!(markdown("`2**k` *b `c_d` **bold `x**2`**"), power);
        assert_eq!(markdown("\"a `b` c\""), r"``a \texttt{b} c''");
        assert_eq!(markdown("a ` b ** c `d"), r"a \texttt{ b ** c }d");
        assert_eq!(markdown("a**b, ` alone"), r"a**b, \`{} alone");
        assert_eq!(comment("a\nb%"), "% a b%\n");
    }
}
