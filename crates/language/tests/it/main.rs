//! The tests of the language as a whole, as one test program.

mod any_text;
mod reference;
