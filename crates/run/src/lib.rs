//! How jobs are run: configs are read and checked, jobs and sweeps planned and solved, folders, checkpoints and shards kept, results verified.
#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod answer;
pub mod batch;
pub mod checkpoint;
pub mod config;
mod cost;
pub mod drawing;
pub mod engine;
pub mod folder;
mod handover;
pub mod identity;
pub mod inquiry;
mod lock;
pub mod manifest;
pub mod merge;
pub mod oeis;
pub mod plan;
pub mod position;
mod results;
pub mod shard;
pub mod sinks;
pub mod sweep;
pub mod sweeper;
pub mod verify;

use grundy_core::{
    bytes, claim, control, diagnostic, disk, error, event, nim_sum, nimber, packed, random, ruleset, stream, structure,
};
use grundy_games::{self as games, number, space};
use grundy_kernels as kernel;
use grundy_language as language;
use grundy_report::{
    analysis, claim_words, column, conjecture, files, job, latex, output, picture, question, table, writer,
};
