//! What every kernel must provide.

use super::task::Task;
use grundy_core::bytes::Bytes;
use grundy_core::claim::{Claim, JointClaim, KindValues, Sequence, Spacing, Sparse};
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::limits::value_too_large;
use grundy_core::periodicity::continue_into;
use grundy_core::ruleset::{Rows, Value, ValueClass};
use grundy_core::stream::{Kept, Outlet, Values};
use std::fmt;
use std::sync::Arc;

/// An algorithm that computes the requested values of some games.
pub trait Kernel: Send + Sync {
    /// The name, as in `kernel = "..."` and in the manifest.
    fn name(&self) -> &'static str;

    /// A one-line description for `grundy list`.
    fn summary(&self) -> &'static str;

    /// Whether it can compute values of a kind at all. Most kernels know Grundy values and outcomes only.
    fn knows(&self, value: Value) -> bool {
        matches!(value.class, ValueClass::Mex | ValueClass::Outcome)
    }

    /// Whether it can compute this task.
    fn can(&self, task: &Task<'_>) -> bool {
        self.knows(task.value) && self.supports(task)
    }

    /// Whether it can compute this task, if it knows values of this kind.
    fn supports(&self, task: &Task<'_>) -> bool;

    /// Whether it needs the positions, and not only the rows, the structures and the summands. A kernel that does not
    /// need them must compute outcomes only, or override [`Kernel::value_bits`], which is derived from the strata.
    fn walks(&self, _: &Task<'_>) -> bool {
        true
    }

    /// Whether it looks at all options of all positions of any game.
    fn is_general(&self) -> bool {
        false
    }

    /// An upper bound on the memory it uses.
    fn needs(&self, task: &Task<'_>) -> Bytes;

    /// A number of bits that is enough for every value it gives. It may be smaller than the strata imply.
    fn value_bits(&self, task: &Task<'_>) -> u32 {
        task.value_bits()
    }

    /// Whether a sink may stop it once a period is proved. The remaining values then follow from the theorem.
    fn trusts_theorems(&self) -> bool {
        true
    }

    /// Whether it looks for a proof of a period by itself. Then the search for a period need not keep all values.
    fn proves_periods(&self) -> bool {
        false
    }

    /// Computes the requested values and gives them to the sink, in the order of the rows.
    ///
    /// # Errors
    /// Any error of the sink, and [`Error::Interrupted`] if the control requests it.
    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error>;

    /// Its implementation of handing on a run, if there is one.
    fn hands_on(&self) -> Option<&dyn HandsOn> {
        None
    }
}

/// A kernel whose runs can be handed on. Its states are short ([`Short`](crate::Short)): a few kilobytes, from which
/// any machine can resume the run.
pub trait HandsOn {
    /// Like [`Kernel::solve`], but with short states at checkpoints and at the end. While a short state is not
    /// sufficient, checkpoints are empty, and no state is returned.
    ///
    /// # Errors
    /// Those of [`Kernel::solve`].
    fn solve_in_short(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<(Solution, Option<Kept>), Error>;
}

/// What a kernel reports at the end, besides the values.
#[derive(Debug, Default)]
pub struct Solution {
    /// Notes for readers of the manifest: the forms that were used, and any fallbacks.
    pub notes: Vec<String>,
    /// A period that the kernel proved. The rows that it did not give follow from it.
    pub proof: Option<Proof>,
    /// The periods of kinds that it proved, if the rows are positions of all kinds. It has given all rows.
    pub kinds: Option<KindsProof>,
}

/// A period that a kernel proved from what it knows about the structure of the game.
pub struct Proof {
    /// The claim, with its theorem.
    pub claim: Claim,
    /// The values, at least to the end of the range that the proof uses.
    pub values: Box<dyn Sequence>,
    /// The number of rows given.
    pub given: u64,
    /// What the theorem uses.
    pub evidence: Evidence,
}

/// What the theorem of a proof uses besides the values of the rows.
pub enum Evidence {
    /// A sparse space.
    Sparse {
        /// The space.
        sparse: Sparse,
        /// The spacing of the states from which other values can be recomputed.
        spacing: Spacing,
    },
    /// The periods of all kinds of heaps that are reached.
    Kinds(KindsProof),
}

/// The periods of kinds of heaps that a kernel proved.
#[derive(Debug, Clone)]
pub struct KindsProof {
    /// The claims about them.
    pub joint: JointClaim,
    /// The values of all kinds, from the least size on, as far as they were computed.
    pub values: Arc<Vec<KindValues>>,
}

/// Periods up to this length are held in memory as a whole when a sequence is continued.
const LONG_PERIOD: u64 = 1 << 28;

impl Proof {
    /// The values of the period that begins at row `given`; `None` if it is too long to hold in memory.
    ///
    /// # Errors
    /// As for [`Sequence::read`]; [`Error::Limit`] if a value does not fit into 32 bits.
    pub fn next_period(&mut self, rows: &Rows, control: &Control<'_>) -> Result<Option<Vec<u32>>, Error> {
        let (p, saltus) = (self.claim.period, self.claim.saltus);
        if p > LONG_PERIOD {
            return Ok(None);
        }
        let mut cycle = vec![0; p as usize];
        // Row r is the position of n = first + r; its value is the one a period earlier, plus the saltus.
        self.values.read(rows.first() + self.given - p, &mut cycle, control)?;
        for value in &mut cycle {
            *value = u32::try_from(u64::from(*value) + saltus).map_err(|_| value_too_large())?;
        }
        Ok(Some(cycle))
    }

    /// Gives the rows that follow from the claim, from row `given` on.
    ///
    /// # Errors
    /// As for [`Proof::next_period`], and those of the outlet.
    pub fn give_rest(&mut self, rows: &Rows, out: &mut dyn Outlet, control: &Control<'_>) -> Result<(), Error> {
        let (n0, p, count, mut next) = (self.claim.preperiod, self.claim.period, rows.len(), self.given);
        control.phase("continuing the proved period", count);
        let tick = |done: u64| {
            control.progress(done);
            control.check()
        };
        if let Some(cycle) = self.next_period(rows, control)? {
            return continue_into(&cycle, self.claim.saltus, next, count, out, tick);
        }
        let mut block = vec![0; 1 << 16];
        while next < count {
            let place = n0 + (rows.first() + next - n0) % p;
            block.resize((1 << 16).min(count - next).min(n0 + p - place) as usize, 0);
            self.values.read(place, &mut block, control)?;
            out.block(next, Values::Words(&block))?;
            next += block.len() as u64;
            tick(next)?;
        }
        Ok(())
    }

    /// The sparse space of a proof by one, and the spacing of its states.
    pub fn sparse(&self) -> Option<(&Sparse, Spacing)> {
        match &self.evidence {
            Evidence::Sparse { sparse, spacing } => Some((sparse, *spacing)),
            Evidence::Kinds(_) => None,
        }
    }
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof").field("claim", &self.claim).field("given", &self.given).finish_non_exhaustive()
    }
}
