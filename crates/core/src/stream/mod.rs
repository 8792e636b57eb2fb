//! Blocks of values, which kernels pass to sinks; and the states of kernels and sinks, which checkpoints save.

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
