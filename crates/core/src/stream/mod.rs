//! Blocks of values that a kernel gives to sinks, and the states of both that a checkpoint keeps.

mod bits;
mod outlet;
mod sink;
mod state;
mod values;

pub use bits::{BitBlock, Bits};
pub use outlet::{Feed, Outlet};
pub use sink::{Fan, Flow, Sink};
pub use state::{Kept, State, StateReader, serialized};
pub use values::Values;
