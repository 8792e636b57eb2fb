//! Graph codes: `path`, `grid:rows=3`, `petersen:k=2`, `file:edges.csv`, .... They stand where a game asks for a graph.
//!
//! Sizes that a code leaves open are the coordinates of the game's rows.

mod code;
mod families;
mod family;
mod files;
mod graph6;
mod places;
mod property;
mod trees;

pub(crate) use code::GraphCode;
pub use family::MOST_VERTICES;
pub use graph6::{read as read_graph6, write as write_graph6};
pub use property::{GRAPH_NUMBERS, GraphNumber};
pub use trees::trees;
