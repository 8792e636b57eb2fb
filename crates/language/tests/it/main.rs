//! Integration tests of the language, as one test program.

mod any_text;
mod reference;
