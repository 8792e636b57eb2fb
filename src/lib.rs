//! `grundy` computes Grundy values, outcomes and periods of impartial combinatorial games in batches. A TOML
//! config gives a game, a range and questions. The engine computes the values of the positions in parallel, and
//! writes sequences, tables and a report. In the report, every claim about a period is either proved by a named
//! theorem or marked as only observed.
//!
//! Data flows one way: [`config`] -> [`job::Job`] -> [`ruleset`] -> [`space`] ->
//! [`kernel`] -> sinks ([`question`], [`table`], [`formats`]). [`job_run`] is that pipeline.
//!
//! The library can also be used without the command line:
//!
//! ```
//! use grundy::bytes::Bytes;
//! use grundy::control::Control;
//! use grundy::kernel::{Task, choose};
//! use grundy::games::code;
//! use grundy::ruleset::{Play, Setup, Value};
//!
//! # fn main() -> Result<(), grundy::Error> {
//! let control = Control::free();
//! let setup = Setup::new(Bytes(1 << 20), &control, Play::Normal);
//! let kayles = code::parse("octal:0.77")?.game.ruleset(10, setup)?;
//! let task = Task::new(&*kayles, Play::Normal, Value::GRUNDY, Bytes(1 << 30), &control);
//! let mut values: Vec<u32> = Vec::new();
//! choose(None, &task)?.solve(&task, &mut values)?;
//! assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]);
//! # Ok(())
//! # }
//! ```
#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod cli;

pub use answer::{Answer, answer};
pub use error::Error;
pub use grundy_core::{
    automaton, bytes, claim, control, diagnostic, disk, error, event, nim_sum, nimber, overview, packed, picture,
    random, ruleset, simd, stream, structure, system, words,
};
pub use grundy_games as games;
pub use grundy_games::{number, space};
pub use grundy_kernels as kernel;
pub use grundy_language as language;
pub use grundy_misere as misere_theory;
pub use grundy_patterns as patterns;
pub use grundy_report::{analysis, charts, conjecture, files, formats, job, misere, question, results, table};
pub use grundy_run::{
    answer, batch, checkpoint, commands, config, diagram, folder, identity, job_run, manifest, merge, oeis, position,
    shard, sweep, sweep_run, verify,
};
use grundy_run::{plan, sinks};
