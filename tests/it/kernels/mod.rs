//! The oracle judges every kernel: all families, random rulesets, both play conventions, several thread
//! counts. Blocks must reach the sinks in order and without gaps. There is one file for each kind of games.

mod contract;
mod crossings;
mod divisors;
mod elements;
mod entailing;
mod faces;
mod general;
mod generating;
mod hackenbush;
mod heaps;
mod judge;
mod kinds;
mod one_heap;
mod sparse;
mod sums;
mod tables;
mod three_heaps;
mod vectors;
