//! `grundy` computes Grundy values and outcomes of impartial combinatorial games.
#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod analysis;
pub mod batch;
pub mod bytes;
pub mod cli;
pub mod config;
pub mod diagnostic;
pub mod engine;
pub mod error;
pub mod event;
pub mod folder;
pub mod kernel;
pub mod manifest;
pub mod nimber;
pub mod ruleset;
pub mod space;
pub mod table;
pub mod verify;
pub mod writer;

pub use error::Error;
