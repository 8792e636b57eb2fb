//! Systems: games on elements that are present or absent, whose positions fall apart.
//!
//! A position is the set x of the elements that are present. A move may be made if x contains what it needs and
//! nothing that it excludes; it deletes some elements and adds others; and no forbidden set may be contained in what
//! it leaves. Node-Kayles, Arc-Kayles, Cram, Clobber, poset games and octal games on graphs are such games.
//!
//! A position is the disjunctive sum of its components (`components.rs`). Every play ends (`ends.rs`).

mod components;
mod ends;
mod graph;
mod graph6;
mod model;
mod moves;
mod set;

pub use ends::NeverEnds;
pub use graph::Graph;
pub use graph6::{read as read_graph6, write as write_graph6};
pub use model::{Condition, System, Taken};
pub use moves::Move;
pub use set::{Bits, Members, Set, Wide};
