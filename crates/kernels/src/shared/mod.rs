//! What several kernels share.

pub mod blocks;
mod emitter;
pub mod lanes;
pub mod places;
pub mod wavefront;

pub use emitter::Emitter;
