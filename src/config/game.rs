//! The `[game]` section: `code`, or `family` with its keys; and `play`.

use super::wire;
use crate::diagnostic::Blame;
use crate::games::args::{Args, Item};
use crate::games::code;
use crate::games::code::Coded;
pub(super) use crate::games::keys::inside;
use crate::games::keys::{self, kind};
use crate::ruleset::Play;
use std::path::Path;
use toml::Spanned;

/// Reads `[game]`: `code`, or `family` with its keys; and `play`. `text` is that of the config, `config` its name.
pub(super) fn read(
    section: Spanned<wire::Keys>,
    text: &str,
    base: &Path,
    config: &str,
) -> Result<(Coded, Play), Blame> {
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
            let items = keys::read(family.parameters, text, keys)?;
            let args = Args::from_keys(family.parameters, items, name.span)?.at_home(base, code::parse_game);
            let args = args.in_config(config);
            Ok((Coded::build(family, &args)?, play))
        }
    }
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
