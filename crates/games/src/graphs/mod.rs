//! Graph codes: `path`, `grid:rows=3`, `petersen:k=2`, `file:edges.csv`, .... They stand where a game asks for a graph.
//!
//! Sizes that a code leaves open are the coordinates of the game's rows.

mod code;
mod families;
mod family;
mod files;
mod places;
mod property;
mod trees;

pub(crate) use code::GraphCode;
pub use family::MOST_VERTICES;
pub use grundy_core::system::{read_graph6, write_graph6};
pub use property::{GRAPH_NUMBERS, GraphNumber};
pub use trees::each_tree;
