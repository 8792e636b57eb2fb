//! What flows: values on their way from a kernel to sinks, and the states of both between two blocks.

mod bits;
mod sink;
mod state;
mod values;

pub use bits::{BitBlock, Bits};
pub use sink::{Fan, Flow, Sink};
pub use state::{Kept, State, StateReader, serialized};
pub use values::Values;
