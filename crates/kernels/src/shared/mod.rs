//! What several kernels share.

mod emitter;
pub mod lanes;
pub mod places;
pub mod wavefront;

pub use emitter::Emitter;
