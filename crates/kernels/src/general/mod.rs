//! Kernels that can do every game: the definition, and the same in parallel.

mod oracle;
mod strata;
mod sum;

pub use oracle::{Oracle, values_of};
pub use strata::Strata;
pub use sum::Sum;
