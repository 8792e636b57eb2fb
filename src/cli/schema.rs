//! `grundy schema`: prints the JSON schema of configs, with which editors complete and check them.

use super::init::write_new;
use super::{complain_of, say_json};
use crate::config::schema;
use crate::error::Error;
use clap::Args;
use std::path::PathBuf;

/// Print the JSON schema of configs, which lets editors complete and check them
#[derive(Args)]
pub(super) struct Arguments {
    /// The file to write, which must not exist yet [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let Some(path) = &arguments.out else {
        complain_of(
            "note: run `grundy schema --out grundy.schema.json`, and put this line first in a config in the same folder:",
        );
        complain_of("#:schema ./grundy.schema.json");
        return say_json(&schema());
    };
    let text =
        serde_json::to_string_pretty(&schema()).map_err(|error| Error::Fault(format!("cannot write JSON: {error}")))?;
    write_new(path, &format!("{text}\n"))?;
    let name = path.file_name().unwrap_or_default().display();
    complain_of(&format!("note: put this line first in a config in the same folder: #:schema ./{name}"));
    Ok(())
}
