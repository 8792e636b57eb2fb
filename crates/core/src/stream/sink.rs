//! Sinks: what receives the values that a kernel computes.

use super::state::{State, StateReader};
use super::values::Values;
use crate::control::Control;
use crate::error::Error;
use crate::nim_sum::NimSum;

/// What a sink wants next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// More values.
    Continue,
    /// No more values are needed from the kernel.
    Stop,
}

/// Receives the values of consecutive rows.
pub trait Sink {
    /// Takes the values of the rows from `first` on. Blocks come in order, without gaps.
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error>;

    /// The same; a sink with long work of its own for a row ends it if it is cancelled.
    ///
    /// # Errors
    /// Those of [`Sink::block`], and [`Error::Interrupted`].
    fn block_under(&mut self, _control: &Control<'_>, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.block(first, values)
    }

    /// Whether the sink can take all remaining values of a periodic sequence at once, by [`Sink::periodic`].
    fn takes_periodic(&self) -> bool {
        false
    }

    /// Whether it is time for a checkpoint. Kernels that compute ahead ask this; if so, they give the rows that
    /// they have begun and then call [`Sink::checkpoint`].
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

    /// Writes the state of the sink.
    fn save(&mut self, _state: &mut State) -> Result<(), Error> {
        Ok(())
    }

    /// Reads the state that [`Sink::save`] wrote; none if this is not the state of such a sink.
    fn load(&mut self, _state: &mut StateReader<'_>) -> Option<()> {
        Some(())
    }

    /// Takes the rows `first`, ..., `rows - 1`, whose values repeat `cycle`.
    fn periodic(&mut self, _first: u64, _cycle: &[u32], _rows: u64) {}

    /// Whether the sink can take all rows of a sum at once, by [`Sink::sum`], in less time than one after the other.
    fn takes_sum(&self, _sum: &NimSum<'_>) -> bool {
        false
    }

    /// Takes all rows of a sum.
    ///
    /// # Errors
    /// Those of [`Sink::block`], and [`Error::Interrupted`].
    fn sum(&mut self, _sum: &NimSum<'_>, _control: &Control<'_>) -> Result<(), Error> {
        Ok(())
    }
}

/// A sink whose long work ends if it is cancelled, whoever gives it the rows.
pub struct Under<'u> {
    /// How it is cancelled.
    pub control: &'u Control<'u>,
    /// The sink.
    pub sink: &'u mut dyn Sink,
}

impl Sink for Under<'_> {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.sink.block_under(self.control, first, values)
    }

    fn takes_periodic(&self) -> bool {
        self.sink.takes_periodic()
    }

    fn periodic(&mut self, first: u64, cycle: &[u32], rows: u64) {
        self.sink.periodic(first, cycle, rows);
    }
}

/// Several sinks that all receive everything; it stops as soon as one of them does.
pub struct Fan<'s>(pub Vec<&'s mut dyn Sink>);

impl Sink for Fan<'_> {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.block_under(&Control::free(), first, values)
    }

    fn block_under(&mut self, control: &Control<'_>, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        let mut flow = Flow::Continue;
        for sink in &mut self.0 {
            if sink.block_under(control, first, values)? == Flow::Stop {
                flow = Flow::Stop;
            }
        }
        Ok(flow)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        self.0.iter_mut().try_for_each(|sink| sink.save(state))
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.0.iter_mut().try_for_each(|sink| sink.load(state))
    }

    fn takes_periodic(&self) -> bool {
        self.0.iter().all(|sink| sink.takes_periodic())
    }

    fn periodic(&mut self, first: u64, cycle: &[u32], rows: u64) {
        self.0.iter_mut().for_each(|sink| sink.periodic(first, cycle, rows));
    }

    fn takes_sum(&self, sum: &NimSum<'_>) -> bool {
        self.0.iter().all(|sink| sink.takes_sum(sum))
    }

    fn sum(&mut self, sum: &NimSum<'_>, control: &Control<'_>) -> Result<(), Error> {
        self.0.iter_mut().try_for_each(|sink| sink.sum(sum, control))
    }
}

/// Collects every value.
impl Sink for Vec<u32> {
    fn block(&mut self, _: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.extend_from_slice(values.words(&mut Vec::new()));
        Ok(Flow::Continue)
    }
}
