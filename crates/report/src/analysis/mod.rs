//! What is computed from the values: certificates, statistics, and the comparison with the answers that a config
//! expects.

pub mod certificate;
pub mod expectation;
pub mod statistics;

pub use grundy_core::periodicity::{self, PeriodFinder};
