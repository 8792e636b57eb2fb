//! The `[game]` section: `code`, or `family` with its keys; and `play`.

use super::wire;
use crate::diagnostic::Blame;
use crate::games::args::{Args, Item};
use crate::games::code;
use crate::games::code::Coded;
use crate::ruleset::Play;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;

/// Reads `[game]`: `code`, or `family` with its keys; and `play`.
pub(super) fn read(section: Spanned<wire::Keys>, text: &str, base: &Path) -> Result<(Coded, Play), Blame> {
    let whole = section.span();
    let mut keys = section.into_inner();
    let play = take(&mut keys, "play")?.map(read_play).transpose()?.unwrap_or(Play::Normal);
    let code = take(&mut keys, "code")?;
    let family = take(&mut keys, "family")?;
    match (code, family) {
        (Some(_), Some(family)) => Err(Blame::new(
            family.span,
            "both `code` and `family` are given",
            "give one of them: they name the same thing",
        )),
        (None, None) => {
            Err(Blame::new(whole, "[game] names no game", "`code = \"octal:0.77\"`, or `family` and its keys"))
        }
        (Some(code), None) => {
            if let Some(key) = keys.keys().next() {
                let text = format!("`{}` stands beside `code`", key.get_ref());
                return Err(Blame::new(key.span(), text, "arguments belong into the code, or use `family`"));
            }
            let span = inside(text, &code.span, &code.text);
            let coded = match span.len() == code.text.len() {
                true => code::parse_at(&code.text, span.start, base),
                false => code::parse_at(&code.text, 0, base).map_err(|blame| Blame { span, ..blame }),
            };
            Ok((coded?, play))
        }
        (None, Some(name)) => {
            let family = code::find_family(&name.text, name.span.clone())?;
            let items = keys.into_iter().map(|key| read_argument(text, key)).collect::<Result<Vec<_>, _>>()?;
            let args = Args::from_keys(family.parameters, items, name.span)?.at_home(base, code::parse_game);
            Ok((Coded::build(family, &args)?, play))
        }
    }
}

/// The place of a string without its quotes; with them, if it is written with escapes.
pub(super) fn inside(text: &str, span: &Range<usize>, string: &str) -> Range<usize> {
    let inner = span.start + 1..span.end.saturating_sub(1);
    if text.get(inner.clone()) == Some(string) { inner } else { span.clone() }
}

/// Takes a key that must be a string out of `[game]`.
fn take(keys: &mut wire::Keys, wanted: &str) -> Result<Option<Item>, Blame> {
    let found = keys.extract_if(.., |key, _| key.get_ref() == wanted).next();
    found
        .map(|(key, value)| match value.get_ref() {
            toml::Value::String(text) => Ok(Item { text: text.clone(), span: value.span() }),
            other => {
                let text = format!("`{}` is {}, not a string", key.get_ref(), kind(other));
                Err(Blame::new(value.span(), text, "put it in quotes"))
            }
        })
        .transpose()
}

/// `normal` or `misere`.
pub(super) fn read_play(item: Item) -> Result<Play, Blame> {
    match item.text.as_str() {
        "normal" => Ok(Play::Normal),
        "misere" | "misère" => Ok(Play::Misere),
        other => Err(Blame::new(item.span, format!("`{other}` is not a play"), "`normal` or `misere`")),
    }
}

/// One key of a family: a number, a string, or a list of them.
fn read_argument(
    text: &str,
    (key, value): (Spanned<String>, Spanned<toml::Value>),
) -> Result<(Item, Vec<Item>), Blame> {
    let span = value.span();
    let item = |value: &toml::Value| match value {
        toml::Value::Integer(number) => Ok(Item { text: number.to_string(), span: span.clone() }),
        toml::Value::String(string) => Ok(Item { text: string.clone(), span: inside(text, &span, string) }),
        other => {
            let what = format!("`{}` cannot be {}", key.get_ref(), kind(other));
            let help = match other {
                toml::Value::Float(_) => "put it in quotes: as a number it would lose its digits",
                _ => "a whole number, a string, or a list of them",
            };
            Err(Blame::new(span.clone(), what, help))
        }
    };
    let items = match value.get_ref() {
        toml::Value::Array(values) => values.iter().map(item).collect::<Result<_, _>>()?,
        single => vec![item(single)?],
    };
    Ok((Item { span: key.span(), text: key.into_inner() }, items))
}

fn kind(value: &toml::Value) -> &'static str {
    match value {
        toml::Value::String(_) => "a string",
        toml::Value::Integer(_) => "a whole number",
        toml::Value::Float(_) => "a number with a point",
        toml::Value::Boolean(_) => "true or false",
        toml::Value::Datetime(_) => "a date",
        toml::Value::Array(_) => "a list",
        toml::Value::Table(_) => "a table",
    }
}
