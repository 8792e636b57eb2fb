//! Kernels, the algorithms that compute values, and the choice of a kernel for a task.
//!
//! A kernel reads a [`Task`] and streams values, row by row, into an [`Outlet`](grundy_core::stream::Outlet). It
//! never prints, reads configs or opens files. There is one folder for each kind of game: one heap, boxes of several
//! coordinates, divisors, and elements of graphs and boards. The kernels in `general` do not depend on the kind of
//! game.

mod boxes;
mod contract;
mod divisors;
mod elements;
mod general;
mod one_heap;
mod registry;
mod shared;
mod task;
#[cfg(test)]
mod testing;
mod viewed;

pub use boxes::ChompTable;
pub use contract::{Evidence, HandsOn, Kernel, KindsProof, Proof, Solution};
pub use elements::{Looked, NoRoom, TreeValues, facts_of, has_facts, look_at};
pub use general::{
    Labels, NO_ROUND, Oracle, PositionsOfCompound, WinningSets, labels, room_for_ranks, values_of, values_of_ranks,
    winning_sets,
};
pub use one_heap::subsets;
pub use one_heap::{Base, Classes, Going, MaskOf, SegmentCheck, Short, mask_of, sparse_space};
pub use registry::{KERNELS, Named, choose, handing_on};
pub use shared::{WinningSet, all_terms, terms_by_period};
pub use task::{Scale, Task};
pub use viewed::Viewed;
