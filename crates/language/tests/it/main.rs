//! Integration tests of the language, as one test program. Tests inside the crate compile it once more, so only those
//! that need its private parts are there.

mod any_text;
mod automata;
mod automatic;
mod kinds;
mod linear;
mod meaning;
mod moves;
mod random_kinds;
mod reference;
