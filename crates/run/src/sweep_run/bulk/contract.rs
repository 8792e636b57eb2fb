//! What answers for the games of a sweep in place of jobs.

use super::super::game::Found;
use super::super::tally::Tally;
use crate::bytes::Bytes;
use crate::language::Datum;
use crate::ruleset::{Play, Value};
use crate::sweep::Sweep;

/// A game that was not solved as a job: its canonical code, the upper bound of its range, and its results.
pub(crate) struct Known {
    pub code: String,
    pub max: Option<u64>,
    pub found: Found,
}

/// What answers for the games of a sweep.
pub(crate) trait Bulk: Sync {
    /// The game of a combination; none if it must be solved as a job.
    fn known(&self, data: &[Datum]) -> Option<Known>;

    /// The memory that it holds, which is not free for jobs.
    fn held(&self) -> Bytes {
        Bytes(0)
    }

    /// Gives up what it holds, because a job needs all the memory. From then on it may know no games.
    fn release(&self) {}

    /// The tally of the whole sweep, if no single row is needed.
    fn tally(&self) -> Option<Tally> {
        None
    }
}

/// Whether nothing is asked of the games but what such a kernel can tell: Grundy values in normal play.
pub(super) fn is_plain(sweep: &Sweep) -> bool {
    let (plan, settings) = (&sweep.plan, &sweep.plan.settings);
    plan.played() == Play::Normal
        && settings.value.is_none_or(|value| value == Value::GRUNDY)
        && settings.kernel.is_none()
        && sweep.game_conjectures().is_empty()
        && !settings.has_format("csv")
}
