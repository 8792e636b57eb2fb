//! Outlets, which receive the output of a kernel.

use super::sink::{Flow, Sink};
use super::state::State;
use super::values::Values;
use crate::control::Control;
use crate::error::Error;
use crate::overview::Overview;

/// Receives the output of a kernel. The outlet of a run passes the values on to its sinks and writes
/// checkpoints. An outlet that only collects values implements nothing but [`Outlet::block`].
pub trait Outlet {
    /// Takes the values of the rows from `first` on. Blocks arrive in order, without gaps.
    ///
    /// # Errors
    /// Those of its sinks.
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error>;

    /// Whether [`Outlet::overview`] can take all these rows at once, in fewer steps than row by row.
    fn takes_overview(&self, _all: &dyn Overview) -> bool {
        false
    }

    /// Takes all rows. Called only if [`Outlet::takes_overview`] returned true.
    ///
    /// # Errors
    /// Those of [`Outlet::block`], and [`Error::Interrupted`].
    fn overview(&mut self, _all: &dyn Overview, _control: &Control<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Whether a checkpoint is due. A kernel that computes ahead asks this. It then outputs the rows that it
    /// has started, and calls [`Outlet::checkpoint`].
    fn wants_checkpoint(&self) -> bool {
        false
    }

    /// Offers a checkpoint. The kernel calls this between two blocks, when it has output all rows so far and
    /// can resume from the state that `_kernel` writes.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the run ends here with its state saved; [`Error::Io`].
    fn checkpoint(&mut self, _kernel: &mut dyn FnMut(&mut State) -> Result<(), Error>) -> Result<(), Error> {
        Ok(())
    }
}

/// Collects the values in a vector.
impl Outlet for Vec<u32> {
    fn block(&mut self, _: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.extend_from_slice(values.words(&mut Vec::new()));
        Ok(Flow::Continue)
    }
}

/// An outlet that passes everything to a sink, without checkpoints.
pub struct Feed<'i> {
    /// The sink.
    pub sink: &'i mut dyn Sink,
    /// Passed to the sink with every block, to cancel its work.
    pub control: &'i Control<'i>,
}

impl Outlet for Feed<'_> {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.sink.block(first, values, self.control)
    }

    fn takes_overview(&self, all: &dyn Overview) -> bool {
        self.sink.takes_overview(all)
    }

    fn overview(&mut self, all: &dyn Overview, control: &Control<'_>) -> Result<(), Error> {
        self.sink.overview(all, control)
    }
}
