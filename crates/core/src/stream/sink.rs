//! Where values go.

use super::state::{State, StateReader};
use super::values::Values;
use crate::error::Error;

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

    /// Whether the sink can take a periodic rest at once, by [`Sink::periodic`].
    fn takes_periodic(&self) -> bool {
        false
    }

    /// Whether a checkpoint would be welcome: asked by kernels that work ahead of what they give, which
    /// then give what they have begun and come to one.
    fn wants_checkpoint(&self) -> bool {
        false
    }

    /// The kernel stands between two blocks, every row so far given, and could go on from
    /// the state it describes: the moment for a checkpoint.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the run ends here, its state kept; [`Error::Io`].
    fn checkpoint(&mut self, _kernel: &mut dyn FnMut(&mut State) -> Result<(), Error>) -> Result<(), Error> {
        Ok(())
    }

    /// Adds what the sink itself has to remember.
    fn save(&mut self, _state: &mut State) -> Result<(), Error> {
        Ok(())
    }

    /// Takes up what it saved; none if that is not its own.
    fn load(&mut self, _state: &mut StateReader<'_>) -> Option<()> {
        Some(())
    }

    /// Takes the rows from `first` to `rows`, which repeat the values of `cycle` for ever.
    fn periodic(&mut self, _first: u64, _cycle: &[u32], _rows: u64) {}
}

/// Several sinks that all receive everything; Stop as soon as one says so.
pub struct Fan<'s>(pub Vec<&'s mut dyn Sink>);

impl Sink for Fan<'_> {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        let mut flow = Flow::Continue;
        for sink in &mut self.0 {
            if sink.block(first, values)? == Flow::Stop {
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
}

/// Collects every value.
impl Sink for Vec<u32> {
    fn block(&mut self, _: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.extend_from_slice(values.words(&mut Vec::new()));
        Ok(Flow::Continue)
    }
}
