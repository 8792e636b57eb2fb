//! Runs sweeps: chunks of games are solved in parallel or alone, and their rows come in order.

mod again;
mod bulk;
mod checks;
mod compare;
mod conjectures;
mod counted;
mod course;
mod distribution;
mod estimate;
mod game;
mod kept;
mod latex;
mod listed;
mod outline;
mod page;
mod pictures;
mod recheck;
mod report;
mod row;
mod row_patterns;
mod run;
mod sequences;
mod shards;
mod tables;
mod tally;
mod verify;

pub use estimate::{Estimate, estimate};
pub use listed::Foreseen;
pub use outline::{asks_in_vain, owner};
pub(crate) use run::merge;
pub use run::{print, run, run_shard};
pub use verify::verify;
