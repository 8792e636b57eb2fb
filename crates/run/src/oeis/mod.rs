//! The OEIS's download `stripped.gz`: which of its sequences another one is, shifted, cut short, or with 1 added.

mod search;
mod stripped;

pub use search::{Match, search};
pub use stripped::{SequenceEntry, read};
