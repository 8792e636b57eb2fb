//! `grundy merge`: writes results from shards.

use super::progress::{Progress, When};
use super::{CANCELLED, say, shards};
use crate::answer::Session;
use crate::error::Error;
use crate::merge;
use clap::Args;
use std::path::PathBuf;

/// Merge the shards in a folder into results: the same bytes as those of a run without shards
#[derive(Args)]
pub(super) struct Arguments {
    /// The folder of the results, which contains the shards
    folder: PathBuf,

    /// Use the shards of a division into N shards; needed if the folder contains shards of several divisions
    #[arg(long, value_name = "N", value_parser = shards::count)]
    shards: Option<u32>,

    /// Write the results again, even if they are up to date
    #[arg(long)]
    fresh: bool,

    /// auto: a bar on a terminal, otherwise one line per job; always: a bar; never: nothing
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
