//! Solves a game of a stored sweep again.

use super::game::solve;
use super::outline::Prepared;
use super::row::Row;
use crate::answer::Session;
use crate::bytes::Bytes;
use crate::conjecture::Tally;
use crate::control::Allowance;
use crate::error::Error;
use crate::kernel::Named;
use crate::language::Datum;

/// The maximum number of rows of a game that the oracle solves.
const SCRATCH: u64 = 2_000;

/// The memory limit for the oracle. A game with few rows may have many positions.
const SCRATCH_BYTES: u128 = 32 << 20;

/// The maximum number of options that it looks at, for each game of the sample.
const SCRATCH_OPTIONS: u64 = 4_000_000;

/// How a game is solved again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    /// Exactly as before: by its own kernel, with its files. So an error occurs again.
    AsItWas,
    /// Only its row, by the oracle if the game is small.
    Independently,
}

/// Solves a game again. Returns its row, the results of the conjectures about it, and whether the oracle solved
/// it.
pub(super) fn solve_again(
    prepared: &Prepared<'_>,
    data: &[Datum],
    way: Again,
    session: Session<'_>,
) -> Result<(Row, Vec<Tally>, bool), Error> {
    let sweep = prepared.sweep;
    let files = if way == Again::AsItWas { &prepared.files[..] } else { &[] };
    let job = prepared.job(data);
    let mut by_oracle = way == Again::Independently && job.as_ref().is_ok_and(|job| job.rows().len() <= SCRATCH);
    let found = match &job {
        Ok(job) if by_oracle => {
            let mut from_scratch = job.clone();
            let settings = from_scratch.settings_mut();
            settings.kernel = Named::new("oracle");
            settings.memory = settings.memory.min(Bytes(SCRATCH_BYTES));
            let allowance = Allowance::new(SCRATCH_OPTIONS);
            match solve(&from_scratch, files, Session { allowance: Some(&allowance), ..session }) {
                Err(Error::Limit { .. }) => {
                    by_oracle = false;
                    solve(job, files, session)
                }
                found => found,
            }
        }
        Ok(job) => solve(job, files, session),
        Err(error) => Err(Error::Usage(error.to_string())),
    };
    if let Err(stop @ (Error::Interrupted | Error::Stopped)) = found {
        return Err(stop);
    }
    let template = sweep.code(data);
    let game = job.as_ref().map_or(template.as_str(), |job| job.game.code.as_str());
    let max = job.as_ref().ok().filter(|job| job.game.shape.has_range()).map(|job| job.range.max);
    let row = Row::new(&sweep.columns, data, game, max, found.as_ref());
    Ok((row, found.map(|found| found.tallies).unwrap_or_default(), by_oracle))
}
