//! Finds a sequence in the OEIS's download `stripped.gz`, possibly shifted, cut short, or with 1 added.

mod search;
mod stripped;

pub use search::{Match, search};
pub use stripped::{SequenceEntry, read};
