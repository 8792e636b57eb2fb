//! What a run left, checked: its folder, or a certificate alone.

mod certificate;
mod folder;
mod segments;
mod shards;
mod state;

pub use certificate::certificate;
pub use folder::verify;
pub use shards::{is_in_segments, run_shard};
pub(crate) use shards::{merge, shared};
pub use state::state;
