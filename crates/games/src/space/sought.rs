//! A position that was looked for, or why there is none.

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
