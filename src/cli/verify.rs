//! `grundy verify`: checks folders of results, and certificates.

use super::progress::{Progress, When};
use super::{CANCELLED, say, silent_session};
use crate::analysis::certificate::StateFile;
use crate::answer::Session;
use crate::error::Error;
use crate::number::whole;
use crate::table::TableFile;
use crate::verify;
use clap::Args;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Check results: checksums, [expect], samples recomputed by options and mex, certificates
#[derive(Args)]
pub(super) struct Arguments {
    /// Folders of runs; certificates and states of long runs (.json); or packed tables (.gnt), of which only the checksum is verified
    #[arg(required = true)]
    paths: Vec<PathBuf>,

    /// Of a certificate in segments only those with these numbers, from 1 on, as in 1..=64: others are checked elsewhere
    #[arg(long, value_name = "A..=B", value_parser = segments)]
    segments: Option<RangeInclusive<u64>>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    for path in &arguments.paths {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if arguments.segments.is_some() && extension != Some("json") {
            let what = "--segments means nothing for it: only certificates and states (.json) have segments";
            return Err(Error::Usage(format!("{}: {what}", path.display())));
        }
        let told = match extension {
            Some("gnt") => table(path)?,
            Some("json") => certificate(path, arguments.segments.clone())?,
            _ => verify::verify(path, silent_session())?,
        };
        say(&format!("{}: {told}", path.display()))?;
    }
    Ok(())
}

fn table(path: &Path) -> Result<String, Error> {
    let table = TableFile::open(path)?;
    let header = table.header();
    Ok(format!("`{}`, {} values of {} bits, checksum agrees", header.code, header.length, header.width))
}

fn certificate(path: &Path, segments: Option<RangeInclusive<u64>>) -> Result<String, Error> {
    let progress = Progress::new(When::Auto);
    let check = if StateFile::is_one(path) { verify::state } else { verify::certificate };
    let told = check(path, segments, Session::new(&CANCELLED, &progress));
    progress.clear();
    told
}

/// `A..=B`, or one number.
fn segments(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (from, to) = text.split_once("..=").unwrap_or((text, text));
    match (whole(from), whole(to)) {
        (Ok(from), Ok(to)) if 1 <= from && from <= to => Ok(from..=to),
        _ => Err("write the first and the last one, as in 1..=64: they are counted from 1".to_string()),
    }
}
