//! Integration tests of the theory of misère play, as one test program.

mod brute;
mod common;
mod genus;
mod infinite;
mod known;
mod tame;
