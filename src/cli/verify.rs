//! `grundy verify`: checks folders of results, certificates, states of long runs, and packed tables.

use super::progress::{Progress, When};
use super::{CANCELLED, say, shards, silent_session};
use crate::analysis::certificate::StateFile;
use crate::answer::Session;
use crate::error::Error;
use crate::number::whole;
use crate::shard::Part;
use crate::table::TableFile;
use crate::verify;
use clap::Args;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Check results: checksums, [expect], samples recomputed as the mex of their options, certificates
#[derive(Args)]
pub(super) struct Arguments {
    /// Folders of runs; certificates and states of long runs (.json); or packed tables (.gnt), of which only the
    /// checksum is verified
    #[arg(required = true)]
    paths: Vec<PathBuf>,

    /// Check only these segments of a certificate, as in 1..=64 (they are numbered from 1)
    #[arg(long, value_name = "A..=B", value_parser = segments)]
    segments: Option<RangeInclusive<u64>>,

    /// Check only this part of the segments of one certificate, as in 3/8, and write the result to a file for `grundy
    /// merge`
    #[arg(long, value_name = "K/N", conflicts_with = "segments")]
    shard: Option<Part>,

    /// With --shard: the folder for that file [default: data/runs/<name of the certificate>]
    #[arg(long, value_name = "DIR", requires = "shard")]
    out: Option<PathBuf>,

    /// With --shard: check again even if this part was already checked
    #[arg(long, requires = "shard")]
    fresh: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    if let Some(part) = arguments.shard {
        return shard(arguments, part);
    }
    for path in &arguments.paths {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if arguments.segments.is_some() && extension != Some("json") {
            let what = "--segments does not apply: only certificates and states (.json) have segments";
            return Err(Error::Usage(format!("{}: {what}", path.display())));
        }
        let told = match extension {
            Some("gnt") => table(path)?,
            Some("json") => certificate(path, arguments.segments.clone())?,
            _ if path.is_file() => {
                let what =
                    "verify takes the folder of a run, a certificate or a state (.json), or a packed table (.gnt)";
                return Err(Error::Usage(format!("{}: {what}", path.display())));
            }
            _ => verify::verify(path, silent_session())?,
        };
        say(&format!("{}: {told}", path.display()))?;
    }
    Ok(())
}

/// Checks the segments of a shard.
fn shard(arguments: &Arguments, part: Part) -> Result<(), Error> {
    let [path] = &arguments.paths[..] else {
        return Err(Error::Usage("--shard takes one certificate at a time".to_string()));
    };
    let folder = arguments.out.clone().unwrap_or_else(|| shards::folder_of_certificate(path));
    let progress = Progress::new(When::Auto);
    let done = verify::run_shard(path, &folder, part, arguments.fresh, Session::new(&CANCELLED, &progress));
    progress.clear();
    shards::told(&folder, part, done?, ["segment", "segments"])
}

fn table(path: &Path) -> Result<String, Error> {
    let table = TableFile::open(path)?;
    let header = table.header();
    Ok(format!("`{}`, {} values of {} bits, the checksum agrees", header.code, header.length, header.width))
}

fn certificate(path: &Path, segments: Option<RangeInclusive<u64>>) -> Result<String, Error> {
    let progress = Progress::new(When::Auto);
    let check = if StateFile::is_one(path) { verify::state } else { verify::certificate };
    let told = check(path, segments, Session::new(&CANCELLED, &progress));
    progress.clear();
    told
}

/// The parser of `--segments`: `A..=B`, or a single number.
fn segments(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (from, to) = text.split_once("..=").unwrap_or((text, text));
    match (whole(from), whole(to)) {
        (Ok(from), Ok(to)) if 1 <= from && from <= to => Ok(from..=to),
        _ => Err("expected the first and the last segment, numbered from 1, as in 1..=64".to_string()),
    }
}
