//! The rows of a sum, given the values of its components.
//!
//! The last component of a row varies fastest. So a run of rows consists of the values of the last component, each
//! xored with one number. If the last component is short, several components are joined into a longer run first.
//! Cost: a few bytes read and written per row. If the sink can work with the components ([`NimSum`]), no row is
//! computed.

use crate::Task;
use crate::shared::blocks::{SHORTEST_BLOCK, next_block};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::limits::check_memory;
use grundy_core::nim_sum::{NimSum, Part};
use grundy_core::ruleset::{Value, ValueClass};
use grundy_core::simd::{Work, fast};
use grundy_core::stream::{Flow, Outlet, Values};

/// Gives the rows of the sum of `parts[part_of[0]]`, `parts[part_of[1]]`, ..., starting where a stopped run ended.
///
/// # Errors
/// Those of the sink; [`Error::Limit`] if rows are wanted and the values of the components do not fit in memory;
/// [`Error::Interrupted`]; [`Error::Unfit`] for a state of another kernel.
pub fn give_sum(task: &Task<'_>, parts: Vec<Part>, part_of: &[usize], sink: &mut dyn Outlet) -> Result<(), Error> {
    let rows = task.ruleset.rows().len();
    // The next row, and the number of all rows.
    let own = |&(row, all): &(u64, u64)| row < all && all == rows;
    let (begun, _) = task.resume(|kept| kept.take().filter(own))?.unwrap_or((0, rows));
    task.control.phase("computing", rows);
    if begun == 0 {
        let sum = NimSum::new(task.ruleset.rows(), &parts, part_of, task.value == Value::OUTCOME, task.memory);
        if sink.takes_overview(&sum) {
            return sink.overview(&sum, task.control);
        }
    }
    let lengths: Vec<u64> = part_of.iter().map(|&part| parts[part].terms.rows()).collect();
    let (count, run) = run_of(&lengths, task.scale.joined);
    let parts = values_of(parts, run, task.memory)?;
    let largest = parts.iter().flatten().fold(0, |all, value| all | value);
    let all: Vec<&[u32]> = part_of.iter().map(|&part| &parts[part][..]).collect();
    let lines = JoinedLines::new(&all, count);
    match (task.value.class, largest) {
        (ValueClass::Outcome, _) => give(&lines, task, begun, sink, |value| u8::from(value != 0)),
        (_, 0..=0xff) => give(&lines, task, begun, sink, |value| value as u8),
        _ => give(&lines, task, begun, sink, |value| value),
    }
}

/// All values of the components. Checks that the memory also has room for a run.
fn values_of(parts: Vec<Part>, run: u64, memory: Bytes) -> Result<Vec<Vec<u32>>, Error> {
    let all: u128 = parts.iter().map(|part| u128::from(part.terms.rows())).sum();
    check_memory("a sum row by row", Bytes(4 * (all + u128::from(run))), memory)?;
    Ok(parts.into_iter().map(|part| part.terms.into_vec()).collect())
}

/// How many of the last components form a run of at most `most` rows, and the length of the run. A single component
/// is a run whatever its length.
fn run_of(lengths: &[u64], most: u64) -> (usize, u64) {
    let (mut count, mut run) = (0, 1u64);
    for length in lengths.iter().rev() {
        let longer = run.saturating_mul(*length);
        if count > 0 && longer > most {
            break;
        }
        (count, run) = (count + 1, longer);
    }
    (count, run)
}

/// The rows of a sum as lines. A line xors one number with every value of a run.
struct JoinedLines<'l> {
    /// The components that precede those of the run.
    before: Vec<&'l [u32]>,
    run: Vec<u32>,
}

impl<'l> JoinedLines<'l> {
    /// The lines of a sum. The last `count` components form the run.
    fn new(all: &[&'l [u32]], count: usize) -> Self {
        let (before, last) = all.split_at(all.len() - count);
        let join = |run: Vec<u32>, part: &&[u32]| -> Vec<u32> {
            let mut joined = Vec::with_capacity(run.len() * part.len());
            run.iter().for_each(|&head| joined.extend(part.iter().map(|&value| head ^ value)));
            joined
        };
        Self { before: before.to_vec(), run: last.iter().fold(vec![0], join) }
    }

    /// The number that a line xors with every value of the run.
    fn head(&self, line: u64) -> u32 {
        let (mut rest, mut head) = (line, 0);
        for part in self.before.iter().rev() {
            let length = part.len() as u64;
            head ^= part[(rest % length) as usize];
            rest /= length;
        }
        head
    }
}

/// An integer type for values.
trait ValueForm: Copy {
    fn values(block: &[Self]) -> Values<'_>;
}

impl ValueForm for u8 {
    fn values(block: &[u8]) -> Values<'_> {
        Values::Bytes(block)
    }
}

impl ValueForm for u32 {
    fn values(block: &[u32]) -> Values<'_> {
        Values::Words(block)
    }
}

/// Gives all rows from `begun` on. A block lies within one run.
fn give<F: ValueForm>(
    lines: &JoinedLines<'_>,
    task: &Task<'_>,
    begun: u64,
    sink: &mut dyn Outlet,
    form: impl Fn(u32) -> F + Copy,
) -> Result<(), Error> {
    let (rows, length) = (task.ruleset.rows().len(), lines.run.len() as u64);
    // A long run is given in several blocks.
    let most = usize::try_from(4 * task.scale.joined).unwrap_or(usize::MAX).max(SHORTEST_BLOCK);
    let mut block = Vec::with_capacity(lines.run.len().min(most));
    let mut row = begun;
    while row < rows {
        task.control.check()?;
        let (line, place) = (row / length, (row % length) as usize);
        let end = place.saturating_add(next_block(row, most));
        let run = &lines.run[place..lines.run.len().min(end)];
        block.clear();
        fast(Join { run, head: lines.head(line), form, block: &mut block });
        if sink.block(row, F::values(&block))? == Flow::Stop {
            return Ok(());
        }
        row += run.len() as u64;
        task.control.progress(row);
        if row < rows {
            sink.checkpoint(&mut |state| state.put(&(row, rows)))?;
        }
    }
    Ok(())
}

/// A run xored with one number.
struct Join<'j, F, T> {
    run: &'j [u32],
    head: u32,
    form: T,
    block: &'j mut Vec<F>,
}

impl<F: ValueForm, T: Fn(u32) -> F + Copy> Work for Join<'_, F, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { run, head, form, block } = self;
        block.extend(run.iter().map(|&value| form(value ^ head)));
    }
}
