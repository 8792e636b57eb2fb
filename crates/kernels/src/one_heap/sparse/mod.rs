//! The kernel for one-heap games that take and break, by sparse spaces.
//!
//! Idea: by a mask, values fall into rare and common ones (`model/classes.rs`), and a common
//! value of an option comes only from one rare part, or from a plain move. So the first
//! common value that is missing follows from the rare positions alone; it is the mex unless
//! a rare value below it is missing too, which is excluded for nearly every position by a
//! few witnesses, and searched for exactly where not. A rare value found in this way joins
//! the rare positions, and the work goes on behind it. Nothing is assumed: any mask gives
//! the right values, a bad one gives them slowly, and where no mask helps, or rare values are many,
//! all splits are marked, many positions side by side (`exact/dense.rs`).
//! Recurrence: H(n) = mex { H(n - s) ^ v } over the pairs (s, v) = (rare position + place,
//! compressed rare value); H is the value without the lowest bit of the mask.
//! Cost: a load and an OR for 4 to 32 positions and every pair. Memory: the values kept, up
//! to half of the job's memory: the first ones, and the last ones. What was let go is generated
//! again where a proof reads it (`period/replay.rs`); where a search misses it, the run ends with an
//! error. `plain.rs` is to be read first: the same without haste. Then `run.rs`: a run, how it stands (`standing.rs`), and how it chooses its method (`choice.rs`); the form of its beginning (`value_by_value.rs`), the
//! two halves of later ones (`pipeline.rs`, `narrow/`, or `wide/` for both) and the watch for a period (`period/watch.rs`).
//! `docs/sparse-spaces.md` tells all of this on one game, with numbers.
//! Reference: Winning Ways ch. 4; J. P. Grossman, Searching for periodicity in officers
//! (2018), for the idea of verified sparse spaces.

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

/// One-heap games with splits, by the marks of all of them.
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

/// Values kept, four bytes each until it is known how few they need; a long run keeps a part.
/// Beside them what a form keeps: up to 1 KiB a heap, but a sixteenth of the memory at most.
fn needs(task: &Task<'_>) -> Bytes {
    let rows = u128::from(task.ruleset.rows().len());
    Bytes((rows * 4).min(task.memory.0 / 2) + (rows * 1024).min(task.memory.0 / 16).max(16 << 20))
}

/// The sparse space of a sequence up to n, as an aid for whoever recomputes it; none if the
/// game has none. A matter of the values alone.
pub fn sparse_space(game: &Structures<'_>, value: impl Fn(u64) -> u32, upto: u64) -> Option<Sparse> {
    let moves = HeapMoves::of(game).filter(|moves| !moves.splits.is_empty())?;
    let values = || (1..=upto).map(|n| (n, value(n)));
    // Of all values: those of the period alone may fit many masks, of which others leave fewer rare values before it.
    let classes = Classes::of_values(values(), moves.parity())?;
    let rares = values().filter(|&(n, value)| classes.is_rare(n, value)).collect();
    Some(classes.sparse(rares))
}

/// Finds the best mask of a histogram: how often each value occurs at even and at odd n.
pub type MaskOf = fn(&[u64], &[u64]) -> Option<Classes>;

/// How the mask of a game's histograms is found: the parity of n may take part only where
/// all splits have places of one parity.
pub fn mask_of(game: &Structures<'_>) -> MaskOf {
    match HeapMoves::of(game).and_then(|moves| moves.parity()) {
        None => |even, odd| Classes::of_histogram(even, odd, None),
        Some(0) => |even, odd| Classes::of_histogram(even, odd, Some(0)),
        Some(_) => |even, odd| Classes::of_histogram(even, odd, Some(1)),
    }
}
