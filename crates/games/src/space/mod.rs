//! Spaces: they give each position that is needed a number (its rank), and sort positions into strata.
//!
//! [`Heap`] and [`Boxed`] number positions by arithmetic; [`Enumerated`] searches for all positions
//! reachable from those asked for; [`Written`] does whichever fits, for moves that a person wrote; `told` asks rules that stand [`Outside`] of the program. [`Bag`], [`Pass`] and [`Selective`]
//! make spaces of other spaces.

mod bag;
mod boxed;
mod cropped;
mod enumerated;
mod heap;
mod layout;
mod limits;
mod numbered;
mod pass;
mod selective;
mod sum;
mod told;
mod written;

pub use bag::Bag;
pub(crate) use bag::Component;
pub use boxed::Boxed;
pub use cropped::Cropped;
pub use enumerated::Enumerated;
pub use heap::Heap;
pub use layout::{Layout, NOTHING, components};
pub(crate) use limits::check_cells;
pub use limits::{check_coordinate, check_memory};
pub use pass::Pass;
pub use selective::Selective;
pub(crate) use sum::Sum;
pub use told::{Answers, Outside};
pub(crate) use told::{Wanted, ruleset as told};
pub use written::{Asked, Place, Written};

use grundy_core::error::Error;
use grundy_core::ruleset::{Shape, Spot};

/// Why a text gives no position.
#[derive(Debug)]
pub enum NoSpot {
    /// It is none, for this reason: what stands after "is not a position of the game:".
    Unread(String),
    /// It could be none, but something went wrong.
    Failed(Error),
}

impl NoSpot {
    /// For this reason it is no position.
    pub fn because(why: impl Into<String>) -> Self {
        NoSpot::Unread(why.into())
    }
}

impl From<Error> for NoSpot {
    fn from(error: Error) -> Self {
        NoSpot::Failed(error)
    }
}

/// A position of a ruleset, or why there is none.
pub type Sought = Result<Spot, NoSpot>;

/// How many coordinates the labels of some games have.
pub(crate) fn dimensions<'s>(shapes: impl Iterator<Item = &'s Shape>) -> Vec<usize> {
    shapes.map(|shape| shape.firsts().len()).collect()
}
