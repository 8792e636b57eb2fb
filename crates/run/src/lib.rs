//! Runs jobs: reads and checks configs, plans and solves jobs and sweeps, manages folders, checkpoints and
//! shards, and verifies results.
#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod answer;
pub mod batch;
pub mod checkpoint;
pub mod commands;
pub mod config;
mod cost;
pub mod diagram;
pub mod folder;
mod handover;
pub mod identity;
pub mod job_run;
mod lock;
pub mod manifest;
pub mod merge;
pub mod oeis;
pub mod plan;
pub mod position;
mod result_names;
pub mod shard;
pub mod sinks;
pub mod sweep;
pub mod sweep_run;
pub mod verify;

use grundy_core::{
    automaton, bytes, claim, control, diagnostic, disk, error, event, nim_sum, nimber, overview, packed, picture,
    random, ruleset, stream, structure, system, words,
};
use grundy_games::{self as games, number, space};
use grundy_kernels as kernel;
use grundy_language as language;
use grundy_misere as misere_theory;
use grundy_patterns as patterns;
use grundy_report::{
    analysis, charts, claim_words, column, conjecture, files, formats, frame, guessed, job, latex, misere, question,
    results, rule_words, table,
};
