//! The result of reading a position: a position, or the reason why there is none.

use grundy_core::error::Error;
use grundy_core::ruleset::{Shape, Spot};

/// Why a text yields no position.
#[derive(Debug)]
pub enum NoSpot {
    /// The text is not a position. The reason continues the message "is not a position of the game:".
    Unread(String),
    /// The text may be a position, but another error occurred.
    Failed(Error),
}

impl NoSpot {
    /// The text is not a position, for this reason.
    pub fn because(why: impl Into<String>) -> Self {
        NoSpot::Unread(why.into())
    }
}

impl From<Error> for NoSpot {
    fn from(error: Error) -> Self {
        NoSpot::Failed(error)
    }
}

/// A position in a ruleset, or the reason why there is none.
pub type Sought = Result<Spot, NoSpot>;

/// The number of coordinates of the labels of each game.
pub(crate) fn dimensions<'s>(shapes: impl Iterator<Item = &'s Shape>) -> Vec<usize> {
    shapes.map(|shape| shape.firsts().len()).collect()
}
