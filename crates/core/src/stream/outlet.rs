//! Outlets: what a kernel writes into.

use super::sink::{Flow, Sink};
use super::state::State;
use super::values::Values;
use crate::control::Control;
use crate::error::Error;
use crate::nim_sum::NimSum;

/// What a kernel writes into. A run has one that gives all to its sinks and writes checkpoints; whoever only wants the
/// values needs no more than [`Outlet::block`].
pub trait Outlet {
    /// Takes the values of the rows from `first` on. Blocks come in order, without gaps.
    ///
    /// # Errors
    /// Those of the sinks behind it.
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error>;

    /// Whether all rows of a sum may be given at once, by [`Outlet::sum`], in less time than one after the other.
    fn takes_sum(&self, _sum: &NimSum<'_>) -> bool {
        false
    }

    /// Takes all rows of a sum.
    ///
    /// # Errors
    /// Those of [`Outlet::block`], and [`Error::Interrupted`].
    fn sum(&mut self, _sum: &NimSum<'_>, _control: &Control<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Whether it is time for a checkpoint. Kernels that compute ahead ask this; if so, they give the rows that
    /// they have begun and then call [`Outlet::checkpoint`].
    fn wants_checkpoint(&self) -> bool {
        false
    }

    /// A chance for a checkpoint: the kernel is between two blocks, has given every row so far, and can
    /// go on from the state that `_kernel` writes.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the run is to end here, its state saved; [`Error::Io`].
    fn checkpoint(&mut self, _kernel: &mut dyn FnMut(&mut State) -> Result<(), Error>) -> Result<(), Error> {
        Ok(())
    }
}

/// The values alone, in a list.
impl Outlet for Vec<u32> {
    fn block(&mut self, _: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.extend_from_slice(values.words(&mut Vec::new()));
        Ok(Flow::Continue)
    }
}

/// An outlet into a sink, without checkpoints.
pub struct Feed<'i> {
    /// The sink.
    pub sink: &'i mut dyn Sink,
    /// How its work is cancelled.
    pub control: &'i Control<'i>,
}

impl Outlet for Feed<'_> {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.sink.block(first, values, self.control)
    }

    fn takes_sum(&self, sum: &NimSum<'_>) -> bool {
        self.sink.takes_sum(sum)
    }

    fn sum(&mut self, sum: &NimSum<'_>, control: &Control<'_>) -> Result<(), Error> {
        self.sink.sum(sum, control)
    }
}
