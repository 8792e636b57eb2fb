//! Misère quotients of games that are sums of heaps: how they are found, and how they are shown.
//!
//! The search claims nothing. What it finds becomes a claim when the checker of `grundy_core::claim` accepts it, which
//! shares no code with the search. See `docs/theorems.md`, "Misère play".
#![warn(missing_docs)]
#![deny(unsafe_code)]

mod bits;
pub mod canonical;
pub mod genus;
pub mod infinite;
pub mod present;
pub mod quotient;
pub mod search;
pub mod word;
