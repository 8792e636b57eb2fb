//! Kernels for games on one heap.

mod sparse;
mod subtraction;
mod take_and_break;

pub use sparse::{Dense, SparseSpace};
pub(crate) use sparse::{MaskOf, mask_of, sparse_space};
pub use subtraction::{SubtractionAutomaton, SubtractionSteps};
pub use take_and_break::TakeAndBreakKernel;
