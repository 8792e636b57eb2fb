//! Kernels that can do every game: the definition, and the same in parallel.

mod oracle;
mod strata;

pub use oracle::{Oracle, values_of};
pub use strata::Strata;
