//! `grundy completions`: prints the script with which a shell completes commands and options.

use super::{Cli, stdout};
use crate::error::Error;
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};
use std::io::Write;
use std::path::Path;

/// Print shell completions, as in: grundy completions bash > ~/.local/share/bash-completion/completions/grundy
#[derive(Args)]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    // Generate into memory first, because the generator panics if it writes to a closed pipe.
    let mut text = Vec::new();
    generate(arguments.shell, &mut Cli::command(), "grundy", &mut text);
    let mut out = stdout();
    let written = out.write_all(&text).and_then(|()| out.flush());
    written.map_err(Error::io("write to", Path::new("standard output")))
}
