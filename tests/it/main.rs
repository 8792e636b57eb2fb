//! Tests of the whole program, as one test program, with one file for each function.

#[cfg(unix)]
mod automata;
mod automatic;
mod bad_input;
mod blocking;
mod building;
mod certificates;
mod codes;
mod common;
mod compounds;
#[cfg(unix)]
mod conjectures;
mod counting;
mod custom;
mod docs;
mod drawings;
mod entailing;
mod export;
mod facts;
mod found;
#[cfg(unix)]
mod graphs;
mod guessing;
mod guessing_proofs;
mod hand;
#[cfg(unix)]
mod handover;
mod kernels;
mod kind_rows;
mod kinds;
mod known;
mod latex;
mod layers;
mod lengths;
mod linear_sets;
#[cfg(unix)]
mod locks;
mod loopy;
mod misere;
mod null_patterns;
mod oeis;
#[cfg(unix)]
mod pages;
mod patterns;
mod periods;
#[cfg(unix)]
mod pictures;
mod positions;
mod ranges;
#[cfg(unix)]
mod resume;
mod runs;
#[cfg(unix)]
mod shards;
#[cfg(unix)]
mod sweeps;
mod theorems;
mod variants;
mod watch;
