//! `grundy man`: writes the manual pages of all commands.

use super::Cli;
use crate::disk;
use crate::error::Error;
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use std::path::{Path, PathBuf};

/// Write manual pages, as in: grundy man ~/.local/share/man/man1
#[derive(Args)]
pub(super) struct Arguments {
    /// The folder, which is made if it does not exist
    folder: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let folder = &arguments.folder;
    disk::create_dir_all(folder).map_err(Error::io("create", folder))?;
    let mut whole = Cli::command();
    whole.build();
    write(&whole, "grundy", folder)?;
    for verb in whole.get_subcommands() {
        write(verb, &format!("grundy-{}", verb.get_name()), folder)?;
    }
    Ok(())
}

/// Writes the page of a command.
fn write(command: &Command, name: &str, folder: &Path) -> Result<(), Error> {
    let mut page = Vec::new();
    let path = folder.join(format!("{name}.1"));
    Man::new(command.clone()).render(&mut page).map_err(Error::io("write", &path))?;
    disk::write(&path, &page).map_err(Error::io("write", &path))
}
