//! The basic types of `grundy`: rulesets, sinks for values, claims and their theorems, errors.
//!
//! Every other crate may use this one; it uses none of them. See `ARCHITECTURE.md`.
#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod automaton;
pub mod bytes;
pub mod claim;
pub mod control;
pub mod diagnostic;
pub mod disk;
pub mod error;
pub mod event;
pub mod limits;
pub mod nim_product;
pub mod nim_sum;
pub mod nimber;
pub mod overview;
pub mod packed;
pub mod periodicity;
pub mod picture;
pub mod random;
pub mod ruleset;
pub mod simd;
pub mod stream;
pub mod structure;
pub mod system;
pub mod words;

pub use error::Error;
