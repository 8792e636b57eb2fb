//! Spaces. A space gives each position that is needed a number (its rank), and groups positions into strata.
//!
//! [`Heap`] and [`Boxed`] compute ranks by arithmetic. [`Enumerated`] searches for all positions reachable
//! from those asked for; `Vertices` has all vertices of a graph. [`Written`] does whichever is possible, for moves
//! written by the user. `told` asks
//! rules [`Outside`] this program. [`Bag`], [`Blocking`], [`Pass`] and [`Joint`] make spaces from other spaces.

mod bag;
mod blocking;
mod boxed;
mod cropped;
mod enumerated;
mod found;
mod heap;
mod joining;
mod joint;
mod layout;
mod limits;
mod numbered;
mod option_list;
mod pass;
mod sought;
mod sum;
mod told;
mod vertices;
mod written;

pub use bag::Bag;
pub(crate) use bag::{Component, distinct};
pub use blocking::Blocking;
pub use boxed::Boxed;
pub use cropped::Cropped;
pub use enumerated::Enumerated;
pub use heap::Heap;
pub use joint::Joint;
pub use layout::{Layout, NOTHING, components};
pub(crate) use limits::{check_cells, check_count, check_units};
pub use limits::{check_coordinate, check_memory};
pub use pass::Pass;
pub(crate) use sought::dimensions;
pub use sought::{NoSpot, Sought};
pub(crate) use sum::Sum;
pub use told::{Outside, Respondent, VisitTold};
pub(crate) use told::{WantedPositions, ruleset as told};
pub(crate) use vertices::Vertices;
pub use written::{AskedPositions, NormalForm, Place, Written};
