//! Values of Chomp, with every bite looked up in an array.
//!
//! Idea: a bite in row r to the length x shortens this row and the longer rows above it. When x decreases by one,
//! these rows lose one more piece each, and so do the rows of length x. This distance in rank is looked up for each
//! row r, last shortened row and x.
//!
//! Recurrence: G(p) = mex { G(q) : q the result of a bite }. Cost: three loads for each bite of each position.
//! Memory: four bytes for each of the C(rows + columns, rows) positions. Reference: D. Gale, Amer. Math. Monthly 81
//! (1974).

use super::ranks::{Bar, advance, bar, distances, positions};
use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::limits::check_memory;
use grundy_core::nimber::NimberSet;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::{Flow, Outlet};

/// Values of Chomp.
pub struct ChompValues;

/// The number of positions between two checks for cancellation.
const STRETCH: usize = 1 << 12;

impl Kernel for ChompValues {
    fn name(&self) -> &'static str {
        "chomp-values"
    }

    fn summary(&self) -> &'static str {
        "values of Chomp, with every bite looked up by its rank"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.play == Play::Normal && task.value == Value::GRUNDY && bar(task).is_some()
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        // A value is at most the number of pieces.
        let pieces = bar(task).map_or(usize::MAX, |bar| bar.rows * bar.columns);
        (usize::BITS - pieces.leading_zeros()).clamp(1, 32)
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let Some(Bar { rows, columns, .. }) = bar(task) else { return Bytes(u128::MAX) };
        bytes(positions(rows, columns).unwrap_or(u128::MAX), rows, columns)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(bar) = bar(task) else { return Ok(Solution::default()) };
        let mut out = Emitter::new(task, sink);
        let mut give = |value| out.push(value);
        ChompTable::fill(bar, task.control, &mut give)?;
        out.flush().map(|_| Solution::default())
    }
}

/// The values of all positions of Chomp with this number of rows and at most this number of columns.
pub struct ChompTable {
    values: Vec<u32>,
    distances: Vec<Vec<usize>>,
}

impl ChompTable {
    /// Computes all values.
    ///
    /// # Errors
    /// [`Error::Limit`] if they do not fit in memory; [`Error::Interrupted`].
    pub fn new(rows: usize, columns: usize, memory: Bytes, control: &Control<'_>) -> Result<Self, Error> {
        let count = if rows <= 32 { positions(rows, columns) } else { None };
        check_memory("all smaller positions of Chomp", bytes(count.unwrap_or(u128::MAX), rows, columns), memory)?;
        Self::fill(Bar { rows, columns, all: false }, control, &mut |_| Ok(Flow::Continue))
    }

    /// The value of a position, given the length of every row, the longest first.
    ///
    /// # Panics
    /// If there are more rows or columns than in the table.
    pub fn value(&self, lengths: &[u32]) -> u32 {
        let back = |(row, &length): (usize, &u32)| self.distances[row][1..=length as usize].iter().sum::<usize>();
        self.values[lengths.iter().enumerate().map(back).sum::<usize>()]
    }

    /// The same. `asked` receives the requested values, and may stop the work.
    fn fill(bar: Bar, control: &Control<'_>, asked: &mut dyn FnMut(u32) -> Result<Flow, Error>) -> Result<Self, Error> {
        let Bar { rows, columns, .. } = bar;
        let total = positions(rows, columns).unwrap_or(0) as usize;
        control.phase("computing", total as u64);
        control.check()?;
        let distances = distances(rows, columns);
        let sums = sums(&distances, columns);
        let mut values = vec![0u32; total];
        let (mut lengths, mut set) = (vec![0; rows], NimberSet::new());
        for rank in 1..total {
            advance(&mut lengths);
            set.clear();
            for row in 0..rows {
                bites(&lengths, row, &sums, |back| set.insert(values[rank - back]));
            }
            values[rank] = set.mex();
            if bar.asks(&lengths) && asked(values[rank])? == Flow::Stop {
                break;
            }
            if rank % STRETCH == 0 {
                control.check()?;
                control.progress(rank as u64);
            }
        }
        Ok(Self { values, distances })
    }
}

/// The memory of a table of this many positions.
fn bytes(positions: u128, rows: usize, columns: usize) -> Bytes {
    let tables = 16 * (rows as u128 + 1) * (columns as u128 + 1);
    Bytes(positions.saturating_mul(4)).plus(Bytes(tables))
}

/// `[x][row]`: how far back it leads to shorten all rows below `row` from x by one piece.
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
