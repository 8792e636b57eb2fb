//! Games: families (one per file), game codes, and games as values. A game makes rulesets for any range;
//! their positions are organised in [spaces](space).

#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod args;
pub mod code;
pub mod names;
pub mod registry;

mod family;
mod game;

mod all_but;
mod building_nim;
mod chomp;
mod circle;
mod circular_nim;
mod coin_turning;
mod compound;
mod count;
pub mod custom;
mod divisor;
mod effort;
mod graph;
mod greedy_nim;
mod grundys_game;
pub mod keys;
mod moore_nim;
pub mod nesting;
mod nim;
mod node_kayles;
pub mod number;
mod octal;
mod pass;
mod poker_nim;
mod poset;
mod python;
pub mod reading;
mod selective;
mod shapes;
pub mod space;
mod subtraction;
pub mod suggest;
mod sum;
mod vectors;
mod wythoff;

pub use args::{Args, Arity, Parameter};
pub use family::Family;
pub use game::{About, Classic, Game};
pub use registry::FAMILIES;
pub use sum::sum_of;
