//! Splits texts into tokens.

use super::functions::{FUNCTIONS, SET_FUNCTIONS};
use grundy_core::diagnostic::Blame;
use std::ops::Range;

/// The maximum length of a text, in bytes.
const LONGEST: usize = 10_000;

/// The maximum number of tokens. The tree of a chain of operators is as deep as the chain is long.
const MOST_TOKENS: usize = 1000;

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Number(i64),
    Text(String),
    /// A name or a keyword, as written.
    Word(String),
    Symbol(&'static str),
    End,
}

/// A token with its place.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub token: Token,
    pub span: Range<usize>,
}

/// The words of the language, which cannot be used as names.
const KEYWORDS: &[&str] = &[
    "implies",
    "iff",
    "or",
    "and",
    "not",
    "in",
    "xor",
    "bitor",
    "bitand",
    "true",
    "false",
    "all",
    "any",
    "count",
    "sum",
    "for",
    "if",
    "when",
    "times",
    "nothing",
    "automatic",
    "P",
    "N",
    "g",
    "h",
];

/// The symbols; a longer one comes before its prefixes.
const SYMBOLS: &[&str] = &[
    "..=", "..", "**", "->", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", "{", "}",
    ",", "&", ".", "=",
];

/// Whether a word belongs to the language, so that no variable, parameter or coordinate may have this name.
pub fn is_reserved(name: &str) -> bool {
    let functions = FUNCTIONS.iter().map(|function| function.name);
    KEYWORDS.contains(&name)
        || functions.chain(SET_FUNCTIONS.iter().map(|function| function.name)).any(|known| known == name)
}

/// The tokens of a text that starts at byte `start` of its source. The last token marks the end.
pub(super) fn tokens(text: &str, start: usize) -> Result<Vec<Placed>, Blame> {
    if text.len() > LONGEST {
        let help = format!("at most {LONGEST} bytes");
        return Err(Blame::new(start..start + text.len(), "the expression is too long", help));
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(symbol) = text[at..].chars().next() {
        if symbol.is_whitespace() {
            at += symbol.len_utf8();
            continue;
        }
        let (token, length) = match symbol {
            '0'..='9' => number(&text[at..], start + at)?,
            '"' => quoted(&text[at..], start + at)?,
            'a'..='z' | 'A'..='Z' | '_' => {
                let length =
                    text[at..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len() - at);
                (Token::Word(text[at..at + length].to_string()), length)
            }
            _ => self::symbol(&text[at..], start + at)?,
        };
        found.push(Placed { token, span: start + at..start + at + length });
        at += length;
    }
    if found.len() > MOST_TOKENS {
        let help = format!("at most {MOST_TOKENS} numbers, names and symbols");
        return Err(Blame::new(start..start + text.len(), "the expression is too long", help));
    }
    let end = start + text.len();
    found.push(Placed { token: Token::End, span: end..end });
    Ok(found)
}

fn number(text: &str, start: usize) -> Result<(Token, usize), Blame> {
    let length = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let span = start..start + length;
    let digits: String = text[..length].chars().filter(|&c| c != '_').collect();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let help = "whole numbers, as in 12, 1_000 or 10**6";
        return Err(Blame::new(span, format!("`{}` is not a number", &text[..length]), help));
    }
    if text[length..].starts_with('.') && text[length + 1..].starts_with(|c: char| c.is_ascii_digit()) {
        return Err(Blame::new(
            span,
            "decimal fractions are not supported",
            "use whole numbers; a range is written a..b",
        ));
    }
    let number = digits
        .parse()
        .map_err(|_| Blame::new(span, format!("{digits} is too large"), format!("whole numbers up to {}", i64::MAX)))?;
    Ok((Token::Number(number), length))
}

fn quoted(text: &str, start: usize) -> Result<(Token, usize), Blame> {
    match text[1..].find('"') {
        Some(length) => Ok((Token::Text(text[1..1 + length].to_string()), length + 2)),
        None => Err(Blame::new(start..start + text.len(), "the quoted text is not closed", "close it with \"")),
    }
}

fn symbol(text: &str, start: usize) -> Result<(Token, usize), Blame> {
    if text.starts_with("//") {
        return Err(Blame::new(start..start + 2, "there is no operator `//`", "`/` already rounds down"));
    }
    if let Some(symbol) = SYMBOLS.iter().find(|symbol| text.starts_with(**symbol)) {
        return Ok((Token::Symbol(symbol), symbol.len()));
    }
    let first: String = text.chars().take(1).collect();
    let help = match first.as_str() {
        "^" => "the nim-sum is `xor`, the power is `**`",
        "|" => "use `or`, `bitor` (for binary digits) or divides(d, n)",
        "!" => "use `not` or `!=`",
        "'" => "write texts in \"double quotes\"",
        _ => "use numbers, names, and + - * / % ** == != < <= > >= ( ) [ ] { } , ..",
    };
    Err(Blame::new(start..start + first.len(), format!("unexpected `{first}`"), help))
}
