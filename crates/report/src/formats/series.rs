//! The values of a run as sequences, and the figures of its questions that are sequences.

use super::triangle::sides;
use crate::game_words::game_in_words;
use crate::question::QUESTIONS;
use crate::results::{Results, Series};
use crate::ruleset::Symmetry;
use crate::table::PackedTable;

/// All sequences of a job. `table` contains all values.
pub(super) fn series<'r>(results: &Results<'r>, table: &PackedTable) -> Vec<Series<'r>> {
    let game = game_in_words(results.job);
    let mut all = match (results.rows.is_sequence(), results.rows.table()) {
        (true, _) => vec![values(results, table, &game)],
        (false, Some((firsts, _))) => tables(results, table, firsts, &game),
        (false, None) => Vec::new(),
    };
    all.extend(QUESTIONS.iter().flat_map(|question| (question.series)(results, table)));
    all
}

fn values<'r>(results: &Results<'r>, table: &PackedTable, game: &str) -> Series<'r> {
    let name = format!("{} of {game}", results.job.value.called.oeis_sequence);
    let terms = (0..table.len()).map(|row| table.get(row).into()).collect();
    Series { claim: results.claim, ..Series::new("values", name, results.rows.first(), terms) }
}

/// A table read by antidiagonals and, if it is symmetric, also as a triangle.
fn tables<'r>(results: &Results<'r>, table: &PackedTable, [n0, k0]: [u64; 2], game: &str) -> Vec<Series<'r>> {
    let what = results.job.value.called.in_oeis;
    let [side, width] = sides(results.rows);
    let by = |key, name: String, cell: fn(u64, u64) -> (u64, u64)| {
        let cells = (0..side).flat_map(|i| (0..=i).map(move |j| cell(i, j)));
        let terms = cells.map(|(x, y)| table.get(x * width + y).into()).collect();
        Series { is_table: true, ..Series::new(key, name, n0, terms) }
    };
    let from = if [n0, k0] == [0, 0] { String::new() } else { format!(", n >= {n0}, k >= {k0},") };
    let square = format!("Square array T(n,k){from} read by antidiagonals: {what} of {game} at (n, k)");
    let mut all = vec![by("antidiagonals", square, |sum, x| (x, sum - x))];
    if results.job.game.symmetry != Symmetry::None && n0 == k0 {
        let triangle = format!("Triangle T(n,k), {k0} <= k <= n, read by rows: {what} of {game} at (n, k)");
        all.push(by("triangle", triangle, |n, k| (n, k)));
    }
    all
}
