//! Configs: from a TOML file (or a command line) to a checked [`Job`].

mod analysis;
mod asked;
mod check;
mod conjecture;
mod expect;
mod frame;
mod game;
mod job;
mod place;
mod range;
mod schema;
mod settings;
mod sweep;
mod wire;
mod wrong;

pub use asked::{from_code, from_code_in, from_coded, from_identity, from_keys};
pub use schema::schema;
pub use sweep::over;

use crate::diagnostic::Blame;
use crate::disk;
use crate::error::Error;
use crate::job::{Job, Name, Source};
use crate::sweep::Sweep;
use std::io::Read;
use std::path::Path;

/// The work that a config describes.
#[derive(Debug)]
pub enum Work {
    /// One game.
    Job(Box<Job>),
    /// A family of games.
    Sweep(Box<Sweep>),
}

impl Work {
    /// Its name.
    pub fn name(&self) -> &Name {
        match self {
            Work::Job(job) => &job.name,
            Work::Sweep(sweep) => &sweep.name,
        }
    }

    /// The config.
    pub fn source(&self) -> Option<&Source> {
        match self {
            Work::Job(job) => job.source.as_ref(),
            Work::Sweep(sweep) => sweep.source.as_ref(),
        }
    }
}

/// Reads and checks a config file; `-` is standard input.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read; [`Error::Usage`] if it is a folder or not UTF-8; [`Error::Config`]
/// with the line of the error for everything else.
pub fn load(path: &Path) -> Result<Work, Error> {
    if path.is_dir() {
        let text =
            format!("{} is a folder, not a config; give its files, as in {}/*.toml", path.display(), path.display());
        return Err(Error::Usage(text));
    }
    let (bytes, path) = match path == Path::new("-") {
        true => (from_stdin()?, Path::new(STDIN)),
        false => (disk::read(path).map_err(Error::io("read", path))?, path),
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        Error::Usage(format!("{}:{line}: the config is not UTF-8 (byte {at}); save it as UTF-8", path.display()))
    })?;
    parse_any(&text, Name::of_path(path)?, path)
}

/// Checks the text of a config with a game or a sweep. Messages and the manifest name it `path`.
///
/// # Errors
/// As for [`parse`] and [`parse_sweep`].
pub fn parse_any(text: &str, name: Name, path: &Path) -> Result<Work, Error> {
    let source = Source { path: path.to_path_buf(), text: text.to_string() };
    match wire::read_any(text, path)? {
        wire::Any::Sweep(wire) => Ok(Work::Sweep(Box::new(of_sweep(*wire, name, source)?))),
        wire::Any::Game(wire) => Ok(Work::Job(Box::new(of_game(*wire, name, source)?))),
    }
}

/// The name of a config from standard input. Its file arguments are relative to the current folder.
const STDIN: &str = "stdin.toml";

fn from_stdin() -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(Error::io("read", Path::new("standard input")))
}

/// Checks the text of a config with a game. Messages and the manifest name it `path`.
///
/// # Errors
/// [`Error::Config`] with the line of the error.
pub fn parse(text: &str, name: Name, path: &Path) -> Result<Job, Error> {
    let source = Source { path: path.to_path_buf(), text: text.to_string() };
    of_game(wire::read(text, path)?, name, source)
}

/// Checks the text of a config with a sweep. Messages and the manifest name it `path`.
///
/// # Errors
/// [`Error::Config`] with the line of the error; [`Error::Limit`] for more combinations than `max-rows`.
pub fn parse_sweep(text: &str, name: Name, path: &Path) -> Result<Sweep, Error> {
    let source = Source { path: path.to_path_buf(), text: text.to_string() };
    of_sweep(wire::read(text, path)?, name, source)
}

fn of_game(wire: wire::Config, name: Name, source: Source) -> Result<Job, Error> {
    job::from_wire(wire, name, source.clone()).map_err(|blame| in_config(blame, &source))
}

fn of_sweep(wire: wire::SweepConfig, name: Name, source: Source) -> Result<Sweep, Error> {
    sweep::from_wire(wire, name, source.clone())?.map_err(|blame| in_config(blame, &source))
}

/// The error, shown in the text of the config.
fn in_config(blame: Blame, source: &Source) -> Error {
    blame.within(&source.path.display().to_string(), &source.text).into()
}
