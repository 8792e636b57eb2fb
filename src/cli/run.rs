//! `grundy run`: runs configs and writes folders of results.

use super::dry;
use super::notes::note_works;
use super::progress::{Progress, When};
use super::shards::AskedShards;
use super::{CANCELLED, complain, say, shards};
use crate::answer::Session;
use crate::config::Work;
use crate::error::Error;
use crate::number::whole;
use crate::{batch, config};
use clap::Args;
use std::path::PathBuf;

/// Run configs and write their results
#[derive(Args)]
pub(super) struct Arguments {
    /// Config files; - means standard input, whose results go to data/runs/stdin unless --out is given
    #[arg(required = true)]
    configs: Vec<PathBuf>,

    /// The folder for the results; with several configs, the folder in which each gets its own [default:
    /// data/runs/<name of the config>, or data/runs]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,

    /// Start from scratch, even if the results are up to date or a stopped run could be resumed
    #[arg(long)]
    fresh: bool,

    /// Resume from this file, if it exists, and save progress to it instead of a checkpoint in the folder: a small file
    /// for a run of any length, if the rare values of the game have settled (docs/long-runs.md). For a single config
    /// that asks only for the period
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Do only this part of the work, as in 3/8: shard 3 of 8 of a sweep or of several configs, for `grundy merge`. By
    /// default a task of a Slurm array does the shard with its number; `whole` does all of the work (docs/shards.md)
    #[arg(long, value_name = "K/N|whole", conflicts_with = "state")]
    shard: Option<AskedShards>,

    /// With --dry-run: also show what each of N shards would take
    #[arg(long, value_name = "N", requires = "dry_run", value_parser = shards::count)]
    shards: Option<u32>,

    /// Write no results: print how many positions, bits and bytes each config takes, and about how long it runs
    #[arg(long)]
    dry_run: bool,

    /// auto: a bar on a terminal, otherwise one line per job; always: a bar; never: nothing
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: When,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    // 0 means one thread per core.
    let threads = arguments.threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Error::Usage(format!("cannot start {threads} threads: {error}")))?;
    // Run inside the pool, so that this thread counts as one of those requested.
    pool.install(|| run_here(arguments))
}

/// The folder of the results. For several configs, it contains a folder for each.
pub(super) fn folder_of(works: &[Work], out: Option<&PathBuf>) -> PathBuf {
    let runs = PathBuf::from("data/runs");
    match (out, works) {
        (Some(out), _) => out.clone(),
        (None, [work]) => runs.join(work.name().as_str()),
        (None, _) => runs,
    }
}

/// The parser of `--threads`.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    let count = whole(text).ok().filter(|count| (1..=1024).contains(count));
    count.map(|count| count as usize).ok_or_else(|| "expected a whole number from 1 to 1024".to_string())
}

fn run_here(arguments: &Arguments) -> Result<(), Error> {
    let works = arguments.configs.iter().map(|path| config::load(path)).collect::<Result<Vec<_>, _>>()?;
    if arguments.progress != When::Never {
        note_works(&works);
    }
    if arguments.dry_run {
        let folder = folder_of(&works, arguments.out.as_ref());
        let own = |work: &Work| if works.len() > 1 { folder.join(work.name().as_str()) } else { folder.clone() };
        return works.iter().try_for_each(|work| dry::print(work, &own(work), arguments.shards));
    }
    let progress = Progress::new(arguments.progress);
    let session = Session { state: arguments.state.as_deref(), ..Session::new(&CANCELLED, &progress) };
    if session.state.is_some() && !matches!(&works[..], [Work::Job(_)]) {
        return Err(Error::Usage("--state requires a single config of one game, not a sweep".to_string()));
    }
    if let Some(part) = shards::part(arguments.shard, &works)? {
        let folder = folder_of(&works, arguments.out.as_ref());
        return shards::run(&works, part, &folder, arguments.fresh, session);
    }
    let [work] = &works[..] else {
        let parent = folder_of(&works, arguments.out.as_ref());
        return batch::run(&works, &parent, arguments.fresh, session, &mut |_, error| complain(error));
    };
    let folder = folder_of(&works, arguments.out.as_ref());
    let findings = batch::run_one(work, &folder, arguments.fresh, session)?;
    say(&folder.display().to_string())?;
    match findings.complaint() {
        None => Ok(()),
        Some(complaint) => Err(Error::ChecksFailed(complaint)),
    }
}
