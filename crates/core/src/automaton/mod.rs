//! Automata that read the digits of numbers, most significant first, and end with an output.
//!
//! A sequence is *automatic* if such an automaton gives its terms (Allouche and Shallit, Automatic Sequences (2003)).
//! The digits are those of a base, or of a numeration like that of Zeckendorf. The files are those of Walnut.

mod machine;
mod numeration;
mod text;

pub use machine::{Automaton, State, Values};
pub use numeration::{Numeration, Word, WordType};
pub use text::Unreadable;
