//! The `[game]` section: `code`, or `family` with its keys; and `play`.

use super::wire;
use crate::diagnostic::Blame;
use crate::games::Family;
use crate::games::args::Args;
use crate::games::code;
use crate::games::code::Coded;
pub(super) use crate::games::keys::inside;
use crate::games::keys::{self, read_play, take};
use crate::ruleset::Play;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;

/// Reads `[game]`. `text` is the text of the config, `config` its name.
pub(super) fn read(
    section: Spanned<wire::Keys>,
    text: &str,
    base: &Path,
    config: &str,
) -> Result<(Coded, Play), Blame> {
    let whole = section.span();
    let mut keys = section.into_inner();
    let play = take(&mut keys, "play")?;
    let place = play.as_ref().map(|play| play.span.clone());
    let asked = play.map(read_play).transpose()?;
    let coded = read_coded(keys, whole, text, base, config)?;
    let how = "remove `play`, so that the one in the file is used, or change it there";
    let play = coded.game.played(asked).map_err(|what| Blame::new(place.unwrap_or(0..0), what, how))?;
    Ok((coded, play))
}

fn read_coded(
    mut keys: wire::Keys,
    whole: Range<usize>,
    text: &str,
    base: &Path,
    config: &str,
) -> Result<Coded, Blame> {
    let code = take(&mut keys, "code")?;
    let family = take(&mut keys, "family")?;
    match (code, family) {
        (Some(_), Some(family)) => {
            Err(Blame::new(family.span, "both `code` and `family` are given", "give only one of them"))
        }
        (None, None) => {
            Err(Blame::new(whole, "[game] names no game", "write `code = \"octal:0.77\"`, or `family` and its keys"))
        }
        (Some(code), None) => {
            if let Some(key) = keys.keys().next() {
                let text = format!("`{}` cannot be combined with `code`", key.get_ref());
                return Err(Blame::new(key.span(), text, "put arguments in the code, or use `family`"));
            }
            let span = inside(text, &code.span, &code.text);
            match span.len() == code.text.len() {
                true => code::parse_at(&code.text, span.start, base),
                false => code::parse_at(&code.text, 0, base).map_err(|blame| Blame { span, ..blame }),
            }
        }
        (None, Some(name)) => {
            let family = code::find_family(&name.text, name.span.clone())?;
            of_family(family, keys, name.span, text, base, config)
        }
    }
}

/// The game of a family whose arguments are keys. An error about a missing key is reported at `whole`.
pub(super) fn of_family(
    family: &'static Family,
    keys: wire::Keys,
    whole: Range<usize>,
    text: &str,
    base: &Path,
    config: &str,
) -> Result<Coded, Blame> {
    let items = keys::read(family.parameters, text, keys)?;
    let args = Args::from_keys(family.parameters, items, whole)?.at_home(base, code::parse_game);
    Coded::build(family, &args.in_config(config))
}
