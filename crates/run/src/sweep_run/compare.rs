//! Checks the conjectures that compare rows, once all rows are known.

use super::kept::{AllRows, KeptRows};
use super::outline::Prepared;
use crate::conjecture::{Example, RowConjecture, Tally};
use crate::control::Control;
use crate::error::Error;
use crate::sweep::Sweep;
use rayon::prelude::*;

/// The number of rows that are looked at between two chances to stop.
const CHUNK: u64 = 1 << 7;

/// Puts the results of these conjectures into `tallies`, which has a place for every conjecture.
///
/// # Errors
/// [`Error::Interrupted`]. Nothing is then changed.
pub(super) fn compare_rows(
    prepared: &Prepared<'_>,
    kept: &KeptRows,
    tallies: &mut Vec<Tally>,
    control: &Control<'_>,
) -> Result<(), Error> {
    let sweep = prepared.sweep;
    let Some(rows) = AllRows::new(kept, sweep) else { return Ok(()) };
    let all = 0..sweep.plan.settings.conjectures.len();
    let comparing: Vec<(usize, &RowConjecture)> = all
        .filter_map(|index| Some((index, sweep.row_conjecture(index)?)))
        .filter(|(_, conjecture)| conjecture.kept().is_some())
        .collect();
    control.phase("comparing rows", kept.len() * comparing.len() as u64);
    let mut found = Vec::new();
    for (done, (index, conjecture)) in (0..).zip(&comparing) {
        let mut tally = Tally::default();
        let mut first = 0;
        while first < kept.len() && tally.error.is_none() {
            control.check()?;
            let end = (first + CHUNK).min(kept.len());
            let looked: Vec<Tally> =
                (first..end).into_par_iter().map(|row| look(sweep, conjecture, &rows, row)).collect();
            looked.into_iter().for_each(|later| tally.merge(later));
            control.progress(done * kept.len() + end);
            first = end;
        }
        let failed = tally.error.as_mut().map(|(example, _)| example);
        for example in tally.examples.iter_mut().chain(&mut tally.firm).chain(failed) {
            name(prepared, example);
        }
        found.push((*index, tally));
    }
    tallies.resize(sweep.plan.settings.conjectures.len(), Tally::default());
    found.into_iter().for_each(|(index, tally)| tallies[index] = tally);
    Ok(())
}

fn look(sweep: &Sweep, conjecture: &RowConjecture, rows: &AllRows<'_>, row: u64) -> Tally {
    let cells = rows.row(row);
    let words = || sweep.label(&cells[sweep.columns.variables()]);
    conjecture.look(&cells, words, &|variables| rows.find(variables))
}

/// Completes the label of a counterexample by its game, which is not kept.
fn name(prepared: &Prepared<'_>, example: &mut Example) {
    let Some(data) = prepared.sweep.data_of(&example.words) else { return };
    if let Some(game) = example.label.first_mut() {
        *game = prepared.job(&data).map_or_else(|_| prepared.sweep.code(&data), |job| job.game.code.clone());
    }
}
