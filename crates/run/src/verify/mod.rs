//! Verifies what a run left: its folder, or only a certificate or a state.

mod automatic;
mod certificate;
mod folder;
mod kinds;
mod linear;
mod misere;
mod patterns;
mod scratch;
mod segments;
mod shards;
mod state;

pub use automatic::prove_automatic;
pub use certificate::certificate;
pub use folder::verify;
pub use shards::{is_in_segments, run_shard};
pub(crate) use shards::{merge, shared};
pub use state::state;
