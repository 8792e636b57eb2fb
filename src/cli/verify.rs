//! `grundy verify`: checks folders of results.

use super::{say, silent_session};
use crate::error::Error;
use crate::table::TableFile;
use crate::verify;
use clap::Args;
use std::path::PathBuf;

/// Check results: checksums, [expect], samples recomputed by options and mex, certificates
#[derive(Args)]
pub(super) struct Arguments {
    /// Folders of runs, or packed tables (.gnt), of which only the checksum is verified
    #[arg(required = true)]
    folders: Vec<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    for path in &arguments.folders {
        let told = if path.extension().is_some_and(|extension| extension == "gnt") {
            let table = TableFile::open(path)?;
            let header = table.header();
            format!("`{}`, {} values of {} bits, checksum agrees", header.code, header.length, header.width)
        } else {
            verify::verify(path, silent_session())?
        };
        say(&format!("{}: {told}", path.display()))?;
    }
    Ok(())
}
