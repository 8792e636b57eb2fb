//! Shared work: a run is cut into shards, which can be computed on any machines at any time, and is merged from
//! their files.
//!
//! A run is a list of units in a fixed order: the combinations of a sweep, the configs of a batch, or the
//! segments of a certificate. Every shard deals out the units by itself (`deal.rs`), with the same result
//! everywhere. It does its own units and writes their results into one file (`file.rs`), which identifies the
//! run and has a chain of checksums. When all files are there (`set.rs`), a merge goes through the units again,
//! takes the results from the files, and so writes the same bytes as a run without shards.

mod deal;
mod file;
mod header;
mod part;
mod set;
mod writing;

pub(crate) use deal::Dealer;
pub(crate) use file::Reader;
pub(crate) use header::{ShardHeader, ShardTask, Shared};
pub use part::Part;
pub(crate) use set::ShardSet;
pub(crate) use writing::{Begun, UnfinishedFile, Writing, open};
