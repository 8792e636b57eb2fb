//! Spaces: they give each position that is needed a number (its rank), and sort positions into strata.
//!
//! [`Heap`] and [`Boxed`] number positions by arithmetic; [`Enumerated`] searches for all positions
//! reachable from those asked for; [`Written`] does whichever fits, for moves that a person wrote; `told` asks rules that stand [`Outside`] of the program. [`Bag`], [`Pass`] and [`Selective`]
//! make spaces of other spaces.

mod bag;
mod boxed;
mod enumerated;
mod heap;
mod limits;
mod numbered;
mod pass;
mod selective;
mod sum;
mod told;
mod written;

pub use bag::{Bag, in_brackets};
pub(crate) use bag::{Component, texts_of_components};
pub use boxed::Boxed;
pub use enumerated::Enumerated;
pub use heap::Heap;
pub(crate) use limits::check_cells;
pub use limits::{check_coordinate, check_memory};
pub use pass::Pass;
pub use selective::Selective;
pub(crate) use sum::Sum;
pub use told::{Answers, Outside};
pub(crate) use told::{Wanted, ruleset as told};
pub use written::{Asked, Written};
