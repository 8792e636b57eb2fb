//! Kernels for games of many families: Nim and sums by nim-sums; and for every game: the definition, and the same in parallel.

mod cropped;
mod joined;
mod nim;
mod oracle;
mod strata;
mod sum;

pub use cropped::CroppedKernel;
pub use nim::NimKernel;
pub use oracle::{Oracle, values_of};
pub use strata::{Strata, values_of_ranks};
pub use sum::SumKernel;
