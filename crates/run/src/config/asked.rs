//! Jobs that do not come from the whole text of a config, but from a command line, Python, a manifest or a
//! sweep: a game, a range and settings.

use super::check::{NO_RANGE, VALUE_HELP, begin, finish};
use super::wrong::WrongJob;
use super::{game, wire};
use crate::conjecture::Bound;
use crate::error::Error;
use crate::games::Family;
use crate::games::code::{self, Coded};
use crate::games::custom::INLINE;
use crate::identity::JobIdentity;
use crate::job::{Job, Name, Settings, Source};
use crate::language::Automata;
use std::path::Path;
use std::sync::Arc;

/// A job from a game code. File arguments are relative to the current folder.
///
/// # Errors
/// [`Error::Config`] for a code that cannot be run, [`Error::Usage`] for settings that make no sense for it.
pub fn from_code(text: &str, max: Option<u64>, settings: Settings) -> Result<Job, Error> {
    from_code_in(&here(), text, max, Arc::new(settings), Vec::new())
}

/// The automata in the current folder.
fn here() -> Automata {
    Automata::in_folder(Path::new(""))
}

/// Like [`from_code`], with files relative to the folder of `automata`. `bound` are the variables of the sweep that the
/// game belongs to.
///
/// # Errors
/// As for [`from_code`].
pub fn from_code_in(
    automata: &Automata,
    text: &str,
    max: Option<u64>,
    settings: Arc<Settings>,
    bound: Vec<Bound>,
) -> Result<Job, Error> {
    let coded = code::parse_at(text, 0, automata.folder()).map_err(|blame| blame.within("game code", text))?;
    let name = Name::of_code(&coded.game.code);
    begin(name, coded, max, settings, automata.clone()).and_then(|job| finish(Job { bound, ..job })).map_err(in_words)
}

/// A job of a game that is already made.
///
/// # Errors
/// [`Error::Usage`] for settings that make no sense for it.
pub fn from_coded(coded: Coded, max: Option<u64>, settings: Settings) -> Result<Job, Error> {
    let name = Name::of_code(&coded.game.code);
    begin(name, coded, max, Arc::new(settings), here()).and_then(finish).map_err(in_words)
}

/// The game of a family whose arguments are keys, as in `[game]`. Messages call the text of these keys `name`. File
/// arguments are relative to the current folder.
///
/// # Errors
/// [`Error::Config`] with the place of the mistake in `text`.
pub fn from_keys(family: &'static Family, text: &str, name: &str) -> Result<Coded, Error> {
    let keys = wire::read(text, Path::new(name))?;
    let read = game::of_family(family, keys, 0..text.len(), text, Path::new(""), name);
    read.map_err(|blame| blame.within(name, text).into())
}

/// Rebuilds the job of a manifest. File arguments are relative to the folder of its config.
///
/// # Errors
/// [`Error::Config`] and [`Error::Usage`] if this version of the program has no such job.
pub fn from_identity(identity: &JobIdentity, source: Source) -> Result<Job, Error> {
    let base = source.path.parent().unwrap_or(Path::new("")).to_path_buf();
    let name = Name::of_path(&source.path)?;
    let inline = identity.files.iter().any(|(file, _)| file == INLINE);
    let coded = match inline {
        // The game has no code of its own; its rules are in the config.
        true => inline_game(&source, &base, &name)?,
        false => code::parse_at(&identity.game, 0, &base).map_err(|blame| blame.within("game code", &identity.game))?,
    };
    let max = coded.game.shape.has_range().then_some(identity.max);
    let (settings, expect) = (Arc::new(identity.settings.clone()), identity.expect.clone());
    let job = begin(name, coded, max, settings, Automata::in_folder(&base)).map_err(in_words)?;
    finish(Job { source: Some(source), expect, ..job }).map_err(in_words)
}

/// The game whose rules are in a config.
fn inline_game(source: &Source, base: &Path, name: &Name) -> Result<Coded, Error> {
    let wire: wire::Config = wire::read(&source.text, &source.path)?;
    let section = wire.game.ok_or_else(|| Error::Usage("the config has no [game] section".to_string()))?;
    let read = game::read(section, &source.text, base, name.as_str());
    read.map(|(coded, _)| coded).map_err(|blame| blame.within(&source.path.display().to_string(), &source.text).into())
}

/// The error in the terms of the command line.
fn in_words(wrong: WrongJob) -> Error {
    Error::Usage(match wrong {
        WrongJob::Play(what) | WrongJob::NoRows(what) => what,
        WrongJob::NeedlessRange(code) => format!("--max does not apply to `{code}`: {NO_RANGE}"),
        WrongJob::Bounds(message, help) => format!("{message} ({help})"),
        WrongJob::Where(blame) => format!("--where: {} ({})", blame.message, blame.help),
        WrongJob::NoRange => "--max is missing; give the end of the range, as in --max 1000".to_string(),
        WrongJob::Value(why) => format!("{why} ({VALUE_HELP})"),
        WrongJob::Question(problem) => format!("{} ({})", problem.message, problem.help),
        WrongJob::Format(_, message, help) => format!("{message} ({help})"),
    })
}
