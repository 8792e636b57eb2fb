//! Sweeps whose games are not solved one by one: kernels that know a whole family answer for each of its games. The
//! rows are the same as those of the games solved one by one, in the same order.

mod contract;
mod subsets;
mod trees;

pub(super) use contract::{Bulk, Known};

use super::game::Asked;
use crate::control::Control;
use crate::error::Error;
use crate::language::Datum;
use crate::sweep::Sweep;
use subsets::AllSubsets;
use trees::OnTrees;

/// What answers for the games of a sweep, if anything does.
///
/// # Errors
/// As for `kernel::subsets::Subsets::solve`.
pub(super) fn of<'s>(
    sweep: &'s Sweep,
    asked: &'s Asked,
    control: &Control<'_>,
) -> Result<Option<Box<dyn Bulk + 's>>, Error> {
    if let Some(subsets) = AllSubsets::of(sweep, control)? {
        return Ok(Some(Box::new(subsets)));
    }
    Ok(OnTrees::of(sweep, asked).map(|trees| Box::new(trees) as Box<dyn Bulk>))
}

/// Whether the game of a combination is solved together with others.
pub(super) fn is_for(sweep: &Sweep, asked: &Asked, data: &[Datum]) -> bool {
    AllSubsets::is_for(sweep).is_some() || OnTrees::of(sweep, asked).is_some_and(|trees| trees.knows(data))
}
