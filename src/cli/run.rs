//! `grundy run`: configs to folders of results.

use super::progress::{Progress, When};
use super::{CANCELLED, complain, say};
use crate::answer::Session;
use crate::error::Error;
use crate::{batch, config, engine};
use clap::Args;
use std::path::PathBuf;

/// Run configs and write their results
#[derive(Args)]
pub(super) struct Arguments {
    /// Config files
    #[arg(required = true)]
    configs: Vec<PathBuf>,

    /// The folder of the results: for several configs, their parent [default: data/runs/<stem>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// How many threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Compute again what is up to date
    #[arg(long)]
    fresh: bool,

    /// A bar on a terminal and a line a job elsewhere (auto), a bar (always), nothing (never)
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: When,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    // 0 stands for one a core.
    let threads = arguments.threads.unwrap_or(0).into();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Error::Usage(format!("cannot start {threads} threads: {error}")))?;
    // Inside the pool, so that this thread is none beside those that were asked for.
    pool.install(|| run_here(arguments))
}

fn run_here(arguments: &Arguments) -> Result<(), Error> {
    let jobs = arguments.configs.iter().map(|path| config::load(path)).collect::<Result<Vec<_>, _>>()?;
    let progress = Progress::new(arguments.progress);
    let session = Session { cancelled: &CANCELLED, observer: &progress };
    let parent = PathBuf::from("data/runs");
    let [job] = &jobs[..] else {
        let parent = arguments.out.clone().unwrap_or(parent);
        return batch::run(&jobs, &parent, arguments.fresh, session, &mut |_, error| complain(error));
    };
    let folder = arguments.out.clone().unwrap_or_else(|| parent.join(job.name.as_str()));
    let findings = engine::run(job, &folder, arguments.fresh, session)?;
    say(&folder.display().to_string())?;
    match findings.failed.len() {
        0 => Ok(()),
        failed => Err(Error::ChecksFailed(format!(
            "{failed} of {} checks failed: {}",
            findings.checks,
            findings.failed.join("; ")
        ))),
    }
}
