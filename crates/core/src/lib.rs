//! The words of `grundy`: rulesets, values on their way, claims and their theorems, and the ground under all rooms.
//!
//! What every other room may use, and what itself uses none of them. `ARCHITECTURE.md` shows the house.
#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod bytes;
pub mod claim;
pub mod control;
pub mod diagnostic;
pub mod error;
pub mod event;
pub mod nimber;
pub mod packed;
pub mod ruleset;
pub mod simd;
pub mod stream;

pub use error::Error;
