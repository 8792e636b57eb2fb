//! Rules of games: what a family implements ([`Rules`]), what a kernel sees ([`Ruleset`]), and what a fast
//! kernel may know beyond the options ([`Structures`](crate::structure::Structures)).

pub mod python;
pub mod rows;
pub mod symmetry;
pub mod take_and_break;

mod cells;
mod descending;
mod entailing;
mod joining;
mod kind_rows;
mod loopy;
mod play;
mod point;
mod range;
mod rules;
mod shape;
mod turn;
mod value;
mod visit;

pub use cells::{Cells, Condition, MOST_CELLS};
pub use descending::descending;
pub use entailing::{MOON, MOON_WORD, moon_sum};
pub use joining::Joining;
pub use kind_rows::{KindRows, RowKind};
pub use loopy::{LoopyOutcome, LoopyValue};
pub use play::Play;
pub use point::{MOST_COORDINATES, Point};
pub use python::Python;
pub use range::RowRange;
pub use rows::Rows;
pub use rules::{Convention, Joined, Position, Rank, Rules, Ruleset, Setup, Spot, Summands, spilled};
pub use shape::{NO_LAST, Shape};
pub use symmetry::Symmetry;
pub use take_and_break::TakeAndBreak;
pub use turn::Turn;
pub use value::{KIND_NAMES, KINDS, KindWords, PlayLength, Value, ValueClass, ValueKind};
pub use visit::Visit;
