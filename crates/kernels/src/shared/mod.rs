//! Code shared by several kernels.

pub mod blocks;
mod complete;
mod emitter;
pub mod lanes;
pub mod places;
pub mod search;
pub mod strokes;
pub mod value_set;
pub mod wavefront;
pub mod width;
mod winning_set;

pub use complete::{all_terms, needs_of_terms, terms_by_period};
pub use emitter::Emitter;
pub use winning_set::WinningSet;
