//! Kernels: the algorithms that compute values, and how one is chosen.
//!
//! A kernel reads a [`Task`] and streams values, row by row, into an [`Outlet`](grundy_core::stream::Outlet). It never
//! prints, reads configs or opens files. There is a room for each kind of game: one heap, boxes of several
//! coordinates, divisors; the general ones can do every game.

mod boxes;
mod contract;
mod divisors;
mod general;
mod one_heap;
mod registry;
mod shared;
mod task;
#[cfg(test)]
mod testing;
mod viewed;

pub use boxes::ChompTable;
pub use contract::{HandsOn, Kernel, Proof, Solution};
pub use general::{Oracle, values_of, values_of_ranks};
pub use one_heap::subsets;
pub use one_heap::{Base, Classes, Going, MaskOf, SegmentCheck, Short, mask_of, sparse_space};
pub use registry::{KERNELS, Named, choose, handing_on};
pub use shared::{all_terms, terms_by_period};
pub use task::{Scale, Task};
