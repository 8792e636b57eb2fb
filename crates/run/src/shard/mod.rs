//! Work that is shared out: a run is cut into shards, which any machines do at any time, and is merged from their files.
//!
//! A run is a list of units in an order that everybody knows: the combinations of a sweep, the configs of a batch, the segments of a certificate. Every
//! shard deals them out by itself (`deal.rs`), with the same result everywhere, does its own, and writes what each came to into one file (`file.rs`),
//! which names the run and has a chain of checksums. Where all files are there (`set.rs`), a merge goes through the units once more, takes from the
//! files what it would have computed, and so writes the same bytes as a run without shards.

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
