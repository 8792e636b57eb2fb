//! The kernel for one-heap games that take and break, by sparse spaces.
//!
//! Idea: a mask divides values into rare and common ones (`model/classes.rs`). A common value of an option comes only
//! from a split with exactly one rare part, or from a plain move. So the rare positions alone determine the first
//! missing common value. It is the mex unless a smaller rare value is missing too. A few witnesses exclude this at
//! nearly every position; otherwise an exact search decides. If it finds a rare value, this position joins the rare
//! ones, and the work continues after it. Nothing is assumed: any mask gives the right values, but a bad one gives
//! them slowly. If no mask helps, or if there are many rare values, all splits are marked, many positions side by
//! side (`exact/dense.rs`).
//!
//! Recurrence: H(n) = mex { H(n - s) ^ v } over the pairs (s, v) = (rare position + place, compressed rare value). H
//! is the value without the lowest bit of the mask. Cost: a load and an OR for 4 to 32 positions and every pair.
//! Memory: the stored values, up to half of the job's memory; a long run stores the first and the last ones. Other
//! values are generated again if a proof reads them (`period/replay.rs`). A search that needs them ends the run with
//! an error.
//!
//! Read `plain.rs` first: it is the same method without optimisations. Then read `run.rs` (a run), `standing.rs` (its
//! state) and `choice.rs` (how it chooses its method). Its parts are the form for the beginning
//! (`value_by_value.rs`), the two halves of later forms (`pipeline.rs`, `narrow/`, `wide/`), and the watch for a
//! period (`period/watch.rs`). `docs/sparse-spaces.md` explains all this on one game, with numbers.
//!
//! Reference: Winning Ways ch. 4; J. P. Grossman, Searching for periodicity in officers (2018), for the idea of
//! verified sparse spaces.

mod choice;
mod exact;
mod extras;
mod facts;
mod forms;
mod judge;
mod model;
mod narrow;
mod period;
mod pipeline;
#[cfg(test)]
mod plain;
mod run;
mod standing;
#[cfg(test)]
mod testing;
mod value_by_value;
mod wide;
mod witnesses;

use crate::{HandsOn, Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::claim::Sparse;
use grundy_core::error::Error;
use grundy_core::ruleset::Play;
use grundy_core::stream::{Kept, Outlet};
use grundy_core::structure::Structures;
pub use model::classes::Classes;
use model::moves::HeapMoves;
pub use period::segment::{Base, SegmentCheck};
pub use period::short::{Going, Short};
use run::solve;
use standing::Method;

/// One-heap games with splits, by sparse spaces.
pub struct SparseSpace;

/// One-heap games with splits, by marking all of them.
pub struct Dense;

impl Kernel for SparseSpace {
    fn name(&self) -> &'static str {
        "sparse-space"
    }

    fn summary(&self) -> &'static str {
        "one-heap games that take and break, by rare and common values"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        supports(task)
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        needs(task)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        solve(task, sink, Method::Sparse).map(|(solution, _)| solution)
    }

    fn hands_on(&self) -> Option<&dyn HandsOn> {
        Some(self)
    }
}

impl HandsOn for SparseSpace {
    fn solve_in_short(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<(Solution, Option<Kept>), Error> {
        solve(task, sink, Method::InShort)
    }
}

impl Kernel for Dense {
    fn name(&self) -> &'static str {
        "dense"
    }

    fn summary(&self) -> &'static str {
        "one-heap games that take and break, many splits at a time"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        supports(task)
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        needs(task)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        solve(task, sink, Method::Dense).map(|(solution, _)| solution)
    }
}

fn supports(task: &Task<'_>) -> bool {
    task.play == Play::Normal && HeapMoves::of(&task.ruleset.structures()).is_some()
}

/// The stored values, at first with four bytes each; a long run stores only a part. In addition a form needs up to 1
/// KiB per heap, but at most a sixteenth of the memory or 16 MiB.
fn needs(task: &Task<'_>) -> Bytes {
    let rows = u128::from(task.ruleset.rows().len());
    Bytes((rows * 4).min(task.memory.0 / 2) + (rows * 1024).min(task.memory.0 / 16).max(16 << 20))
}

/// The sparse space of a sequence up to n, as an aid for recomputing it; `None` if the game has none. It depends on
/// the values alone.
pub fn sparse_space(game: &Structures<'_>, value: impl Fn(u64) -> u32, upto: u64) -> Option<Sparse> {
    let moves = HeapMoves::of(game).filter(|moves| !moves.splits.is_empty())?;
    let values = || (1..=upto).map(|n| (n, value(n)));
    // All values, because several masks may fit those of the period, and some leave fewer rare values before it.
    let classes = Classes::of_values(values(), moves.parity())?;
    let rares = values().filter(|&(n, value)| classes.is_rare(n, value)).collect();
    Some(classes.sparse(rares))
}

/// Finds the best mask, given how often each value occurs at even and at odd n.
pub type MaskOf = fn(&[u64], &[u64]) -> Option<Classes>;

/// How to find the mask of a game from its histograms. The parity of n may take part only if all splitting places
/// have the same parity.
pub fn mask_of(game: &Structures<'_>) -> MaskOf {
    match HeapMoves::of(game).and_then(|moves| moves.parity()) {
        None => |even, odd| Classes::of_histogram(even, odd, None),
        Some(0) => |even, odd| Classes::of_histogram(even, odd, Some(0)),
        Some(_) => |even, odd| Classes::of_histogram(even, odd, Some(1)),
    }
}
