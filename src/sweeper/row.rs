//! A row of a sweep: a combination, its game, and what was found.

use super::game::Found;
use crate::error::Error;
use crate::language::Datum;
use crate::sweep::Sweep;

/// A row of a sweep.
pub(super) struct Row<'r> {
    pub sweep: &'r Sweep,
    pub data: &'r [Datum],
    /// The canonical code, or what was made of the template.
    pub game: &'r str,
    /// The range; none if there is none, or it is not known.
    pub max: Option<u64>,
    pub found: Result<&'r Found, &'r Error>,
}
