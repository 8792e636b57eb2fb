//! Certificates: a proved period, with what somebody else needs to check it. The format is in `docs/certificates.md`.

mod form;
mod make;
mod packed;
mod state;

pub use form::{Certificate, Cycle, Prefix, is_certified};
pub use packed::Segments;
pub use state::StateFile;
