//! Values of Chomp, every bite looked up in an array.
//!
//! Idea: a bite in row r to the length x shortens this row and those above it that are longer. As x falls by one, the same
//! rows lose a piece each, and those that are as long as x was: a distance in rank that is looked up for each row r, last shortened row and x.
//!
//! Recurrence: G(p) = mex { G(q) : q the result of a bite }. Cost: three loads for each bite of each position.
//! Memory: four bytes for each of the C(rows + columns, rows) positions. Reference: D. Gale, Amer. Math. Monthly 81 (1974).

use super::ranks::{advance, bar, distances, is_whole, positions};
use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::nimber::NimberSet;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::{Flow, Sink};

/// Values of Chomp.
pub struct ChompValues;

/// Positions between two looks at the cancellation flag.
const STRETCH: usize = 1 << 12;

impl Kernel for ChompValues {
    fn name(&self) -> &'static str {
        "chomp-values"
    }

    fn summary(&self) -> &'static str {
        "values of Chomp, every bite looked up by its rank"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.play == Play::Normal && task.value == Value::Grundy && bar(task).is_some()
    }

    fn walks(&self) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        // A value is at most the number of pieces.
        let pieces = bar(task).map_or(usize::MAX, |(rows, columns)| rows * columns);
        (usize::BITS - pieces.leading_zeros()).clamp(1, 32)
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let Some((rows, columns)) = bar(task) else { return Bytes(u128::MAX) };
        let tables = 16 * (rows as u128 + 1) * (columns as u128 + 1);
        Bytes(positions(rows, columns).unwrap_or(u128::MAX).saturating_mul(4)).plus(Bytes(tables))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<Solution, Error> {
        let Some((rows, columns)) = bar(task) else { return Ok(Solution::default()) };
        let total = positions(rows, columns).unwrap_or(0) as usize;
        task.control.phase("computing", total as u64);
        task.control.check()?;
        let sums = sums(&distances(rows, columns), columns);
        let mut values = vec![0u32; total];
        let (mut lengths, mut set) = (vec![0; rows], NimberSet::new());
        let mut out = Emitter::new(task, sink);
        for rank in 1..total {
            advance(&mut lengths);
            set.clear();
            for row in 0..rows {
                bites(&lengths, row, &sums, |back| set.insert(values[rank - back]));
            }
            values[rank] = set.mex();
            if is_whole(&lengths) && out.push(values[rank])? == Flow::Stop {
                return Ok(Solution::default());
            }
            if rank % STRETCH == 0 {
                task.control.check()?;
                task.control.progress(rank as u64);
            }
        }
        out.flush().map(|_| Solution::default())
    }
}

/// `[x][row]`: how far back it is to shorten all rows below `row` from x by a piece.
fn sums(distances: &[Vec<usize>], columns: usize) -> Vec<Vec<usize>> {
    let of = |x: usize| {
        let mut sum = 0;
        let ends = distances.iter().map(|distances| {
            sum += distances[x];
            sum
        });
        std::iter::once(0).chain(ends).collect()
    };
    (0..=columns).map(of).collect()
}

/// How far back in rank each bite in a row leads.
#[inline]
fn bites(lengths: &[usize], row: usize, sums: &[Vec<usize>], mut visit: impl FnMut(usize)) {
    // The corner is poisoned.
    let shortest = usize::from(row == 0);
    let (mut back, mut end) = (0, row);
    for x in (shortest + 1..=lengths[row]).rev() {
        while end < lengths.len() && lengths[end] >= x {
            end += 1;
        }
        back += sums[x][end] - sums[x][row];
        visit(back);
    }
}
