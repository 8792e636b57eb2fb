//! What is asked of one position of a sum in normal play.

use crate::error::Error;
use crate::ruleset::Setup;
use std::ops::ControlFlow;

/// Receives an option: the positions that it consists of, as people write them.
pub type VisitWritten<'v> = dyn FnMut(Vec<String>) -> ControlFlow<()> + 'v;

/// A position whose Grundy value is known.
pub trait Leaf {
    /// The Grundy value.
    fn value(&self) -> u32;

    /// Visits the options of a value until no more are wanted.
    fn each_option_of(&self, wanted: u32, setup: Setup<'_>, visit: &mut VisitWritten<'_>) -> Result<(), Error>;
}
