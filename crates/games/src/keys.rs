//! The arguments of a game as TOML keys, with their places in the text.

use super::args::{Arity, Parameter, WrittenValue};
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::Play;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;

/// Keys and values with their places in the text.
pub type Keys = BTreeMap<Spanned<String>, Spanned<toml::Value>>;

/// The values of the given keys: numbers, strings, `true` or `false`, or lists of these; a table if the parameter takes
/// one.
///
/// # Errors
/// The [`Blame`] of a value of any other kind.
pub fn read(parameters: &[Parameter], text: &str, keys: Keys) -> Result<Vec<(WrittenValue, Vec<WrittenValue>)>, Blame> {
    let one = |(key, value): (Spanned<String>, Spanned<toml::Value>)| {
        let table = parameters.iter().any(|known| known.key == key.get_ref() && known.form == Arity::Table);
        let items = match value.get_ref() {
            toml::Value::Table(entries) if table => read_table(key.get_ref(), entries, value.span())?,
            _ => read_values(key.get_ref(), &value, text)?,
        };
        Ok((WrittenValue { span: key.span(), text: key.into_inner() }, items))
    };
    keys.into_iter().map(one).collect()
}

fn read_values(key: &str, value: &Spanned<toml::Value>, text: &str) -> Result<Vec<WrittenValue>, Blame> {
    let span = value.span();
    let mut rest = span.clone();
    let mut item = |value: &toml::Value| match value {
        toml::Value::Integer(number) => Ok(WrittenValue { text: number.to_string(), span: span.clone() }),
        toml::Value::Boolean(truth) => Ok(WrittenValue { text: truth.to_string(), span: span.clone() }),
        toml::Value::String(string) => {
            // A string without escapes can be found in the text, so that its exact place is known.
            let place = quoted(text, &rest, string);
            if let Some(place) = &place {
                rest.start = place.end + 1;
            }
            Ok(WrittenValue { text: string.clone(), span: place.unwrap_or(span.clone()) })
        }
        other => {
            let what = format!("`{key}` cannot be {}", kind(other));
            let help = match other {
                toml::Value::Float(_) => "put it in quotes; as a number it would not keep its digits",
                _ => "a whole number, a string, or a list of them",
            };
            Err(Blame::new(span.clone(), what, help))
        }
    };
    match value.get_ref() {
        toml::Value::Array(values) => values.iter().map(item).collect(),
        single => Ok(vec![item(single)?]),
    }
}

/// The entries of a table, written as in a code: `k=3`, `T=[4,1]`, `S={1,4}`. In TOML a set is a string.
fn read_table(key: &str, entries: &toml::Table, span: Range<usize>) -> Result<Vec<WrittenValue>, Blame> {
    let entry = |(name, value): (&String, &toml::Value)| {
        let text = match value {
            toml::Value::String(set) if set.trim_start().starts_with('{') => Ok(set.clone()),
            value => in_code(value),
        };
        let text = text.map_err(|wrong| {
            let what = format!("`{name}` in `{key}` cannot be {}", kind(wrong));
            Blame::new(span.clone(), what, "a whole number, a list, as in [4, 1], or a set in quotes, as in \"{1, 4}\"")
        })?;
        Ok(WrittenValue { text: format!("{name}={text}"), span: span.clone() })
    };
    entries.iter().map(entry).collect()
}

/// A number or a list, written as in a code; otherwise the value that is neither.
fn in_code(value: &toml::Value) -> Result<String, &toml::Value> {
    match value {
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Array(values) => {
            values.iter().map(in_code).collect::<Result<Vec<_>, _>>().map(|values| format!("[{}]", values.join(",")))
        }
        other => Err(other),
    }
}

/// The place of a string without its quotes. If the string contains escapes, it is the place including the quotes.
pub fn inside(text: &str, span: &Range<usize>, string: &str) -> Range<usize> {
    quoted(text, span, string).unwrap_or(span.clone())
}

/// The first place where a string appears between quotes.
fn quoted(text: &str, span: &Range<usize>, string: &str) -> Option<Range<usize>> {
    let part = text.get(span.clone())?;
    let quote = |index: usize| part.as_bytes().get(index).filter(|byte| matches!(byte, b'"' | b'\''));
    let found = part.match_indices(string).find(|(at, _)| {
        let (before, behind) = (at.checked_sub(1).and_then(quote), quote(at + string.len()));
        before.is_some() && before == behind
    });
    found.map(|(at, _)| span.start + at..span.start + at + string.len())
}

/// The kind of a value, in words.
pub fn kind(value: &toml::Value) -> &'static str {
    match value {
        toml::Value::String(_) => "a string",
        toml::Value::Integer(_) => "a whole number",
        toml::Value::Float(_) => "a decimal fraction",
        toml::Value::Boolean(_) => "true or false",
        toml::Value::Datetime(_) => "a date",
        toml::Value::Array(_) => "a list",
        toml::Value::Table(_) => "a table",
    }
}

/// Removes and returns a key of `[game]` whose value must be a string.
///
/// # Errors
/// The [`Blame`] of a value that is not a string.
pub fn take(keys: &mut Keys, wanted: &str) -> Result<Option<WrittenValue>, Blame> {
    let found = keys.extract_if(.., |key, _| key.get_ref() == wanted).next();
    found
        .map(|(key, value)| match value.get_ref() {
            toml::Value::String(text) => Ok(WrittenValue { text: text.clone(), span: value.span() }),
            other => {
                let text = format!("`{}` is {}, not a string", key.get_ref(), kind(other));
                Err(Blame::new(value.span(), text, "put it in quotes"))
            }
        })
        .transpose()
}

/// Reads `normal` or `misere`.
///
/// # Errors
/// The [`Blame`] of any other word.
pub fn read_play(item: WrittenValue) -> Result<Play, Blame> {
    match item.text.as_str() {
        "normal" => Ok(Play::Normal),
        "misere" | "misère" => Ok(Play::Misere),
        other => Err(Blame::new(item.span, format!("`{other}` is not a play"), "`normal` or `misere`")),
    }
}
