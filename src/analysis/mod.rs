//! What is read off a sequence or box of values: periods, statistics, the
//! answers a config expects.

pub mod certificate;
pub mod cousins;
pub mod expectation;
pub mod periodicity;
pub mod statistics;

pub use periodicity::PeriodFinder;
