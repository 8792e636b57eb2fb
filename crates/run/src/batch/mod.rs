//! Runs several jobs: one folder for each, and one `summary.csv` for all.

mod run;
mod shards;

pub use run::{run, run_one};
pub use shards::run_shard;
pub(crate) use shards::{merge, shared};
