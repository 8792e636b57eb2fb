//! The oracle judges every kernel: every family, random rulesets, both plays, several thread
//! counts; and blocks reach the sinks in order and without gaps. A file for each kind of games.

mod contract;
mod crossings;
mod divisors;
mod faces;
mod general;
mod heaps;
mod judge;
mod one_heap;
mod sparse;
mod sums;
mod tables;
mod three_heaps;
mod vectors;
