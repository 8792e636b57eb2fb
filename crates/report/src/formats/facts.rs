//! `facts.txt`: a proof of the values of a game on graphs or boards, which `scripts/check_facts.py` checks.

use super::format::Format;
use crate::job::Job;
use crate::results::{Content, ResultFile, always};
use crate::ruleset::{Play, Value};
use std::io::Write;

/// The name of the file.
pub const FACTS: &str = "facts.txt";

pub(super) const FORMAT: Format = Format {
    name: "facts",
    check: |job: &Job| match job.value == Value::GRUNDY && job.play == Play::Normal {
        true => Ok(()),
        false => Err("facts are about Grundy values in normal play"),
    },
    files: &[ResultFile {
        name: FACTS,
        summary: "facts from which the values of a game on graphs or boards follow, each by one look (docs/graphs.md)",
        wanted: always,
        content: Content::Results(|results, mut out| {
            writeln!(out, "grundy facts 1\ngame {}", results.job.game.code)?;
            out.write_all(results.facts.unwrap_or_default().as_bytes())?;
            out.flush()
        }),
    }],
};
