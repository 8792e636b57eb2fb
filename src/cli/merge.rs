//! `grundy merge`: writes results from shards.

use super::progress::{Progress, When};
use super::{CANCELLED, say, shards};
use crate::answer::Session;
use crate::error::Error;
use crate::merge;
use clap::Args;
use std::path::PathBuf;

/// Write results from the shards in their folder: the same bytes as a run without shards
#[derive(Args)]
pub(super) struct Arguments {
    /// The folder of the results, in which the shards are
    folder: PathBuf,

    /// Where there are shards of several numbers, as after another try with more of them: those of this one
    #[arg(long, value_name = "N", value_parser = shards::count)]
    shards: Option<u32>,

    /// Write the results again, even if they are up to date
    #[arg(long)]
    fresh: bool,

    /// On a terminal a bar, else a line for each job (auto); a bar (always); nothing (never)
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: When,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let progress = Progress::new(arguments.progress);
    let session = Session::new(&CANCELLED, &progress);
    let told = merge::merge(&arguments.folder, arguments.shards, arguments.fresh, session);
    progress.clear();
    say(&told?)
}
