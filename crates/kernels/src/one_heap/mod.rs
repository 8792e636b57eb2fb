//! Kernels for games on one heap.

mod all_but;
mod all_but_lengths;
mod circle;
mod coins;
mod entailing;
mod kinds;
mod no_repeat;
mod repeating;
mod sparse;
mod strikes;
pub mod subsets;
mod subtraction;
mod take_and_break;
mod three_heaps;

pub use all_but::AllButKernel;
pub use all_but_lengths::AllButLengths;
pub use circle::CircleKernel;
pub use coins::{CoinSets, values_of_heads};
pub use entailing::EntailingHeapKernel;
pub use kinds::KindsKernel;
pub use no_repeat::NoRepeatKernel;
pub use repeating::RepeatingDigits;
pub use sparse::{Base, Classes, Going, MaskOf, SegmentCheck, Short, mask_of, sparse_space};
pub use sparse::{Dense, SparseSpace};
pub use strikes::Strikes;
pub use subtraction::{SubtractionAutomaton, SubtractionSteps};
pub use take_and_break::TakeAndBreakKernel;
pub use three_heaps::ThreeHeaps;
