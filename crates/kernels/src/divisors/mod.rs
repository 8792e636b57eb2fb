//! Kernels for divisor games.

mod prime_powers;
mod sieve;
mod squarefree_powers;

pub use prime_powers::PrimePowers;
pub use squarefree_powers::SquarefreePowers;
