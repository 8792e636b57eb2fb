//! Shards on the command line: selects the shard of this process, and reports on it.

use super::{complain, complain_of, say};
use crate::answer::Session;
use crate::config::Work;
use crate::error::Error;
use crate::number::whole;
use crate::shard::Part;
use crate::words::counted;
use crate::{batch, sweep_run};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The parser of `--shards`.
pub(super) fn count(text: &str) -> Result<u32, String> {
    // Valid if it is the count of some shard.
    let count = whole(text).ok().and_then(|count| format!("1/{count}").parse::<Part>().ok());
    count.map(Part::of).ok_or_else(|| "expected a whole number from 1 to 65536".to_string())
}

/// `--shard`.
#[derive(Debug, Clone, Copy)]
pub(super) enum AskedShards {
    /// All of the work, also in an array of Slurm.
    Whole,
    Part(Part),
}

impl FromStr for AskedShards {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "whole" { Ok(AskedShards::Whole) } else { text.parse().map(AskedShards::Part) }
    }
}

/// The shard of these configs that this process must run: the one in the arguments, or that of a Slurm array
/// task. None if everything must be run.
///
/// # Errors
/// [`Error::Usage`] if there is nothing to share out, or if the variables of Slurm are inconsistent.
pub(super) fn part(asked: Option<AskedShards>, works: &[Work]) -> Result<Option<Part>, Error> {
    match asked {
        Some(AskedShards::Whole) => Ok(None),
        Some(AskedShards::Part(part)) => refuse_one_game(works).map(|()| Some(part)),
        // A Slurm task with a single game runs it as a whole.
        None if refuse_one_game(works).is_err() => Ok(None),
        None => {
            let part = Part::of_slurm(|name| std::env::var(name).ok())?;
            if let Some(part) = part {
                complain_of(&format!(
                    "this is shard {part}, according to the variables SLURM_ARRAY_TASK_...; --shard whole does all of the work"
                ));
            }
            Ok(part)
        }
    }
}

/// Refuses a config that cannot be shared out.
pub(super) fn refuse_one_game(works: &[Work]) -> Result<(), Error> {
    match works {
        [Work::Job(_)] => Err(Error::Usage(
            "a single game cannot be divided into shards; a sweep, several configs and (with `grundy verify`) a certificate in segments can".to_string(),
        )),
        _ => Ok(()),
    }
}

/// Runs a shard of some configs. The results go into a folder.
pub(super) fn run(works: &[Work], part: Part, folder: &Path, fresh: bool, session: Session<'_>) -> Result<(), Error> {
    match works {
        [Work::Sweep(sweep)] => {
            let done = sweep_run::run_shard(sweep, folder, part, fresh, session)?;
            told(folder, part, done, ["game", "games"])
        }
        _ => {
            let done = batch::run_shard(works, folder, part, fresh, session, &mut |_, error| complain(error))?;
            told(folder, part, done, ["job", "jobs"])
        }
    }
}

/// Reports on a shard. `done` is none if the shard was already complete.
pub(super) fn told(folder: &Path, part: Part, done: Option<u64>, [one, many]: [&str; 2]) -> Result<(), Error> {
    let path = folder.display();
    match done {
        Some(done) => say(&format!("{path}: shard {part} is done ({})", counted(done, one, many))),
        None => say(&format!("{path}: shard {part} was already done")),
    }
}

/// The default folder for the shards of a certificate.
pub(super) fn folder_of_certificate(path: &Path) -> PathBuf {
    PathBuf::from("data/runs").join(path.file_stem().unwrap_or(path.as_os_str()))
}
