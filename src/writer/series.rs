//! The figures of a run that are sequences of whole numbers: what the OEIS, papers and pictures are made of.

use super::triangle::sides;
use crate::claim::Claim;
use crate::output::Results;
use crate::question::{AllCounts, Histogram};
use crate::ruleset::{Symmetry, Value};
use crate::table::PackedTable;

/// A sequence a(offset), a(offset + 1), ....
pub(super) struct Series<'r> {
    /// A short name, that of its files.
    pub key: &'static str,
    /// What a(n) is, as the name of an entry in the OEIS.
    pub name: String,
    /// The first n.
    pub offset: u64,
    /// The terms.
    pub terms: Vec<u64>,
    /// The claim about its period, if it has one.
    pub claim: Option<&'r Claim>,
    /// Whether it is a table, read by lines.
    pub is_table: bool,
}

/// All that the job asks for. `table` has all values.
pub(super) fn series<'r>(results: &Results<'r>, table: &PackedTable) -> Vec<Series<'r>> {
    let mut all = Vec::new();
    let game = format!("the game {}", results.job.game.code);
    if results.rows.is_sequence() {
        all.push(values(results, table, &game));
        all.extend(zeros(results, table, &game));
        all.extend(occurrences(results, &game));
    } else if let Some((firsts, _)) = results.rows.table() {
        all.extend(tables(results, table, firsts, &game));
    }
    let counts = results.of::<AllCounts>().map_or(Vec::new(), |all| all.by_name());
    for (by, counts) in counts {
        let (key, what) = if by == "max" { ("counts-max", "largest coordinate") } else { ("counts-total", "sum") };
        let name = format!("Number of P-positions of {game} with {what} n");
        let offset = counts.first().map_or(0, |(n, _)| *n);
        let terms = counts.into_iter().map(|(_, count)| count).collect();
        all.push(Series { key, name, offset, terms, claim: None, is_table: false });
    }
    all
}

fn values<'r>(results: &Results<'r>, table: &PackedTable, game: &str) -> Series<'r> {
    let name = match results.job.value {
        Value::Grundy => format!("Sprague-Grundy values (nim-sequence) of {game}: {}", results.job.game.words),
        Value::Outcome => {
            format!("a(n) = 1 if n is an N-position, 0 if it is a P-position of {game}: {}", results.job.game.words)
        }
    };
    let terms = (0..table.len()).map(|row| table.get(row).into()).collect();
    Series { key: "values", name, offset: results.rows.first(), terms, claim: results.claim, is_table: false }
}

/// The P-positions, if they are asked for.
fn zeros<'r>(results: &Results<'r>, table: &PackedTable, game: &str) -> Option<Series<'r>> {
    let zeros = (0..table.len()).filter(|&row| table.get(row) == 0).map(|row| row + results.rows.first());
    results.job.settings.analysis.is_on("zeros").then(|| Series {
        key: "zeros",
        name: format!("P-positions of {game}: numbers n from which the player to move loses"),
        offset: 1,
        terms: zeros.collect(),
        claim: None,
        is_table: false,
    })
}

/// Records and first occurrences, if they are asked for.
fn occurrences<'r>(results: &Results<'r>, game: &str) -> Vec<Series<'r>> {
    let (analysis, first) = (&results.job.settings.analysis, results.rows.first());
    let Some(histogram) = results.of::<Histogram>().filter(|_| results.job.value == Value::Grundy) else {
        return Vec::new();
    };
    let plain = |key, offset, name: &str, terms: Vec<u64>| Series {
        key,
        name: format!("{name} of {game}"),
        offset,
        terms,
        claim: None,
        is_table: false,
    };
    let mut all = Vec::new();
    if analysis.is_on("records") {
        let records = histogram.records();
        let at = records.iter().map(|record| record.first + first).collect();
        let values = records.iter().map(|record| record.value.into()).collect();
        all.push(plain("records", 1, "Where records occur in the Sprague-Grundy values", at));
        all.push(plain("record-values", 1, "Records of the Sprague-Grundy values", values));
    }
    if analysis.is_on("first-occurrence") {
        // Up to the first value that does not occur.
        let each = histogram.occurrences().zip(0..).take_while(|(occurrence, value)| occurrence.value == *value);
        let terms = each.map(|(occurrence, _)| occurrence.first + first).collect();
        all.push(plain("first-occurrence", 0, "Least position with Sprague-Grundy value n", terms));
    }
    all
}

/// A table by antidiagonals; if it is symmetric, as a triangle too.
fn tables<'r>(results: &Results<'r>, table: &PackedTable, [n0, k0]: [u64; 2], game: &str) -> Vec<Series<'r>> {
    let what = match results.job.value {
        Value::Grundy => "Sprague-Grundy values",
        Value::Outcome => "Outcomes (0 is P, 1 is N)",
    };
    let [side, width] = sides(results.rows);
    let by = |key, name: String, cell: fn(u64, u64) -> (u64, u64)| {
        let cells = (0..side).flat_map(|i| (0..=i).map(move |j| cell(i, j)));
        let terms = cells.map(|(x, y)| table.get(x * width + y).into()).collect();
        Series { key, name, offset: n0, terms, claim: None, is_table: true }
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
