//! What every kernel does.

use super::task::Task;
use grundy_core::bytes::Bytes;
use grundy_core::claim::{Claim, Sequence, Spacing, Sparse};
use grundy_core::error::Error;
use grundy_core::stream::{Kept, Outlet};
use std::fmt;

/// An algorithm that computes the asked values of some games.
pub trait Kernel: Send + Sync {
    /// The name, as in `kernel = "..."` and in the manifest.
    fn name(&self) -> &'static str;

    /// What it does, in a line for `grundy list`.
    fn summary(&self) -> &'static str;

    /// Whether it can compute this task.
    fn supports(&self, task: &Task<'_>) -> bool;

    /// Whether it asks for positions, beyond the rows, the structures and the summands. One that does not
    /// computes outcomes only, or says by [`Kernel::value_bits`] how wide Grundy values are: else that is known from the strata.
    fn walks(&self, _: &Task<'_>) -> bool {
        true
    }

    /// Whether it looks at all options of all positions, whatever the game.
    fn is_general(&self) -> bool {
        false
    }

    /// The most memory it will use.
    fn needs(&self, task: &Task<'_>) -> Bytes;

    /// Bits that surely hold every value it gives; fewer than the strata tell, where it knows better.
    fn value_bits(&self, task: &Task<'_>) -> u32 {
        task.value_bits()
    }

    /// Whether a sink may stop it once a period is proved, so that the other values follow
    /// from a theorem.
    fn trusts_theorems(&self) -> bool {
        true
    }

    /// Computes the asked values and gives them to the sink, in the order of the rows.
    ///
    /// # Errors
    /// Whatever the sink reports, and [`Error::Interrupted`] when the control says so.
    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error>;

    /// How it hands a run on, if it can.
    fn hands_on(&self) -> Option<&dyn HandsOn> {
        None
    }
}

/// What a kernel can that hands runs on: its states are short, kilobytes from which a run goes on on any machine
/// ([`Short`](crate::Short)).
pub trait HandsOn {
    /// As [`Kernel::solve`], with short states at checkpoints, and that at the end. While a short state is not enough, it is empty.
    ///
    /// # Errors
    /// As for [`Kernel::solve`].
    fn solve_in_short(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<(Solution, Option<Kept>), Error>;
}

/// What a kernel has to say at the end, beside the values.
#[derive(Debug, Default)]
pub struct Solution {
    /// What the reader of the manifest should know: forms used, fall-backs.
    pub notes: Vec<String>,
    /// A period that the kernel proved; the rows it did not give follow from it.
    pub proof: Option<Proof>,
}

/// A period that a kernel proved by what it knows about the game's structure.
pub struct Proof {
    /// The claim, with its theorem.
    pub claim: Claim,
    /// What the theorem speaks about.
    pub sparse: Sparse,
    /// The values, at least to the end of what the proof uses.
    pub values: Box<dyn Sequence>,
    /// The rows given.
    pub given: u64,
    /// Where the values are at hand from which others can be computed again.
    pub spacing: Spacing,
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof").field("claim", &self.claim).field("given", &self.given).finish_non_exhaustive()
    }
}
