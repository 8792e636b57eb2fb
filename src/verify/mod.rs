//! What a run left, checked: its folder, or a certificate alone.

mod certificate;
mod folder;
mod segments;
mod state;

pub use certificate::certificate;
pub use folder::verify;
pub use state::state;
