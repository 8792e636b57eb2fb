//! What a run left, checked: its folder, or a certificate alone.

mod certificate;
mod folder;

pub use certificate::certificate;
pub use folder::verify;
