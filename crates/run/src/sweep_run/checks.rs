//! The checks of a sweep's `[expect]`.

use super::conjectures::checked;
use super::tally::Tally;
use crate::analysis::expectation::Check;
use crate::results::conjectures_checks;
use crate::sweep::Sweep;

/// All expected answers, with what was found. With `by_rows` only the rows are known, so conjectures about terms
/// and positions are omitted.
pub(super) fn checks(sweep: &Sweep, tally: &Tally, by_rows: bool) -> Vec<Check> {
    let games = &tally.all.games;
    let count = |key: &str| match key {
        "rows" => games.rows,
        "proved" => games.proved,
        "observed" => games.observed,
        "none" => games.none,
        _ => games.errors,
    };
    let expect = &sweep.plan.expect;
    let counts = expect.counts.iter().map(|(key, expected)| Check::new(key.as_str(), expected, count(key)));
    let cells = expect.at.iter().enumerate().map(|(index, at)| {
        let found = tally.cells.get(index).cloned().flatten().unwrap_or_else(|| "no such row".to_string());
        Check::new(format!("{} at {}", at.column, at.row), &at.value, found)
    });
    let known = (0..).map(|index| !by_rows || sweep.row_conjecture(index).is_some());
    let known = checked(sweep, &tally.conjectures, games).into_iter().zip(known).filter(|(_, known)| *known);
    let verdicts = conjectures_checks(&known.map(|(one, _)| one).collect::<Vec<_>>());
    counts.chain(cells).chain(verdicts).collect()
}
