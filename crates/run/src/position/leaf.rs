//! The interface of one component of a sum in normal play.

use crate::error::Error;
use crate::ruleset::Setup;
use std::ops::ControlFlow;

/// Receives an option, as the notation of the positions it consists of.
pub type VisitWritten<'v> = dyn FnMut(Vec<String>) -> ControlFlow<()> + 'v;

/// A position whose Grundy value is known.
pub trait Leaf {
    /// The Grundy value.
    fn value(&self) -> u32;

    /// Visits the options whose value is `wanted`, until `visit` breaks off.
    fn each_option_of(&self, wanted: u32, setup: Setup<'_>, visit: &mut VisitWritten<'_>) -> Result<(), Error>;
}
