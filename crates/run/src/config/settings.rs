//! `[solve]`, `[analysis]`, `[[conjecture]]` and `[output]`, which configs of games and of sweeps share: turns
//! the parsed tables into [`Settings`].

use super::conjecture::Spots;
use super::{analysis, conjecture, wire};
use crate::diagnostic::Blame;
use crate::games::args::list;
use crate::games::suggest::suggest;
use crate::job::{CHECKPOINT, Settings};
use crate::kernel::{KERNELS, Named};
use crate::ruleset::{KIND_NAMES, Value};
use std::ops::Range;
use std::time::Duration;
use toml::Spanned;

/// The places in the config of settings that may be found wrong later.
pub(super) struct SettingPlaces {
    pub value: Range<usize>,
    pub analysis: analysis::QuestionPlaces,
    pub conjectures: Spots,
}

/// Reads the settings, except the play and the formats, and the time between two checkpoints. `text` is the text
/// of the config.
///
/// # Errors
/// The error with its place.
pub(super) fn read_settings(
    wire: wire::SharedTables,
    text: &str,
) -> Result<(Settings, Duration, SettingPlaces), Blame> {
    let solve = wire.solve;
    let value_place = solve.value.as_ref().map_or(0..0, Spanned::span);
    let value = solve.value.map(named_value).transpose()?;
    let (conjectures, spots) = conjecture::read(wire.conjecture, text)?;
    let (analysis, places) = analysis::read(wire.analysis)?;
    let defaults = Settings::default();
    let settings = Settings {
        title: wire.title,
        value,
        kernel: solve.kernel.map(read_kernel).transpose()?.flatten(),
        memory: match solve.memory {
            Some(memory) => memory
                .get_ref()
                .parse()
                .map_err(|why: String| Blame::new(memory.span(), "`memory` is not an amount", why))?,
            None => defaults.memory,
        },
        analysis,
        conjectures,
        max_rows: wire.max_rows.map_or(defaults.max_rows, |rows| rows.into_inner().0),
        ..defaults
    };
    let checkpoint = solve.checkpoint.map_or(Ok(CHECKPOINT), read_duration)?;
    Ok((settings, checkpoint, SettingPlaces { value: value_place, analysis: places, conjectures: spots }))
}

fn named_value(text: Spanned<String>) -> Result<Value, Blame> {
    Value::named(text.get_ref()).ok_or_else(|| {
        Blame::new(
            text.span(),
            format!("`{}` is not a kind of value", text.get_ref()),
            format!("one of {}", list(&KIND_NAMES)),
        )
    })
}

/// The kernel with this name; none for `auto`.
fn read_kernel(name: Spanned<String>) -> Result<Option<Named>, Blame> {
    if name.get_ref() == "auto" {
        return Ok(None);
    }
    Named::new(name.get_ref()).map(Some).ok_or_else(|| {
        let names: Vec<&str> = KERNELS.iter().map(|kernel| kernel.name()).collect();
        let entries: Vec<(&str, String)> =
            KERNELS.iter().map(|kernel| (kernel.name(), kernel.summary().to_string())).collect();
        let all = format!("`auto`, {}", list(&names));
        let help = match suggest(name.get_ref(), &entries, "") {
            near if near.is_empty() => all,
            near => format!("{near} Allowed: {all}"),
        };
        Blame::new(name.span(), format!("there is no kernel `{}`", name.get_ref()), help)
    })
}

fn read_duration(text: Spanned<String>) -> Result<Duration, Blame> {
    let help = "write a time as in \"30s\", \"10min\" or \"1h 30min\"";
    humantime::parse_duration(text.get_ref())
        .map_err(|why| Blame::new(text.span(), format!("`checkpoint` is not a time: {why}"), help))
}
