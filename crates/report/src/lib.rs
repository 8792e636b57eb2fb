//! Everything that is derived from values and written down: questions, tables, formats, LaTeX, pictures, and
//! claims in words. A job is plain data here; `grundy-run` runs it.
#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod analysis;
pub mod charts;
pub mod claim_words;
pub mod column;
pub mod conjecture;
pub mod files;
pub mod formats;
pub mod frame;
pub mod game_words;
pub mod guessed;
pub mod job;
pub mod latex;
pub mod misere;
pub mod question;
pub mod results;
pub mod rule_words;
pub mod table;

use grundy_core::{
    bytes, claim, control, diagnostic, disk, error, overview, picture, ruleset, simd, stream, structure, system, words,
};
use grundy_games::{self as games, number, space};
use grundy_kernels as kernel;
use grundy_language as language;
use grundy_misere as misere_theory;
use grundy_patterns as patterns;
