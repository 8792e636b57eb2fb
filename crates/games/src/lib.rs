//! Games: families (one per file), game codes, and games as values. A game makes rulesets for any range;
//! their positions are organised in [spaces](space).

#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod args;
pub mod code;
pub mod names;
pub mod registry;

mod args_files;
mod args_numbers;
mod family;
mod game;

mod all_but;
mod arc_kayles;
mod blocking;
mod board;
mod building_nim;
mod chomp;
mod circle;
mod circular_nim;
mod clobber;
mod coin_turning;
mod colouring;
mod composite;
mod compound;
mod count;
mod cram;
pub mod custom;
mod deletion;
mod divisor;
mod domination;
mod edge_game;
mod effort;
mod generate;
mod geography;
mod graph;
mod graph_chomp;
mod graph_games;
mod graph_octal;
mod graph_takes;
pub mod graphs;
mod greedy_nim;
mod grim;
mod groups;
mod grundys_game;
mod hackenbush;
mod joint;
pub mod keys;
mod law;
mod memgame;
mod moore_nim;
pub mod nesting;
mod nim;
mod nimstring;
mod node_kayles;
mod nogo;
pub mod number;
mod octal;
mod partition;
mod pass;
mod poker_nim;
mod poset;
mod python;
pub mod reading;
mod seeded;
mod shapes;
mod shrinking_circle;
pub mod space;
mod subtraction;
pub mod suggest;
mod sum;
mod system_python;
mod systems;
mod tartan;
mod typed;
mod vectors;
mod vertex_game;
mod wythoff;

pub use args::{Args, Arity, Parameter};
pub use family::Family;
pub use game::{About, Classic, Game};
pub use law::Law;
pub use registry::{FAMILIES, GROUPS};
pub use sum::{sum_of, sum_refused};
