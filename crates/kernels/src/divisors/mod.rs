//! Kernels for divisor games.

mod marks;
mod prime_powers;
mod sieve;
mod squarefree_powers;

pub use marks::DivisorMarks;
pub use prime_powers::PrimePowersKernel;
pub use squarefree_powers::SquarefreePowersKernel;
