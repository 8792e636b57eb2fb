//! What several kernels share.

pub mod blocks;
mod emitter;
pub mod lanes;
pub mod places;
mod viewed;
pub mod wavefront;

pub use emitter::Emitter;
pub use viewed::Viewed;
