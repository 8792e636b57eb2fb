//! Values that an automaton reads off the digits of positions, and the proof that they are right
//! (`docs/theorems.md`, "Values from digits").
//!
//! The automata here share no code with whatever guessed or wrote the one that is to be proved.

mod automaton;
mod numeration;
mod options;
mod relations;
mod table;
mod theorem;

pub use numeration::Numeration;
pub use options::AutomaticGame;
pub use table::DigitTable;
pub use theorem::{AutomaticClaim, AutomaticRefusal, OutputMeaning};

#[cfg(test)]
mod tests;
