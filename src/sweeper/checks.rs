//! The checks of a sweep's `[expect]`.

use super::conjectures::checked;
use super::tally::Tally;
use crate::analysis::expectation::Check;
use crate::output::conjectures_checks;
use crate::sweep::Sweep;

/// Every expected answer beside what was found.
pub(super) fn checks(sweep: &Sweep, tally: &Tally) -> Vec<Check> {
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
    let verdicts = conjectures_checks(&checked(sweep, &tally.conjectures, games.rows));
    counts.chain(cells).chain(verdicts).collect()
}
