//! Disjunctive sums in normal play: each distinct component by its own kernel, then nim-sums.
//!
//! Recurrence: G(x1 + ... + xk) = G(x1) xor ... xor G(xk) (Sprague 1935, Grundy 1939); an outcome is P iff that is 0.
//!
//! The rows of a sum are those of its components in turn, the last component fastest: a run of rows is the values of the last component,
//! each joined with one number. Where the last component is short, several are joined to a longer run before.
//!
//! Who asks for numbers of positions only gets the components ([`NimSum`]), and no row is looked at.
//!
//! Cost: that of the components, then some bytes read and written a row. Memory: the values of the components, four bytes each, and a run;
//! where no row is looked at, only those before a proved period.

use crate::shared::{all_terms, bytes_of_terms};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::limits::check_memory;
use grundy_core::nim_sum::{NimSum, Part};
use grundy_core::ruleset::{Play, Ruleset, Summands, Value};
use grundy_core::simd::{Work, fast};
use grundy_core::stream::{Flow, Sink, Values};

/// Sums by the theorem of Sprague and Grundy.
pub struct Sum {
    /// Finds the kernel of a component, whose positions are known.
    pub first: fn(&Task<'_>) -> Option<&'static dyn Kernel>,
}

impl Kernel for Sum {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn summary(&self) -> &'static str {
        "sums in normal play: each component by its own kernel, then nim-sums"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let known = |part: &dyn Ruleset| (self.first)(&component(task, part)).is_some();
        let summands = task.ruleset.summands().filter(|_| task.play == Play::Normal);
        let numbered = task.ruleset.rows().len() < 1 << 63;
        numbered && summands.is_some_and(|summands| summands.parts.iter().all(|part| known(&**part)))
    }

    /// The components have their positions; the sum's own are not needed.
    fn walks(&self) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        if task.value == Value::Outcome {
            return 1;
        }
        let bits = |part: &dyn Ruleset| {
            let part = component(task, part);
            (self.first)(&part).map_or(32, |kernel| kernel.value_bits(&part))
        };
        task.ruleset.summands().map_or(32, |sum| sum.parts.iter().map(|part| bits(&**part)).max().unwrap_or(32))
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let Some(summands) = task.ruleset.summands() else { return Bytes(0) };
        let (mut values, mut most) = (Bytes(0), Bytes(0));
        for part in summands.parts {
            let part = component(task, &**part);
            values = values.plus(bytes_of_terms(&part));
            most = most.max((self.first)(&part).map_or(Bytes(0), |kernel| kernel.needs(&part)));
        }
        // What is given at once; if rows are given at all, that is known later.
        values.plus(most).plus(Bytes(16 * u128::from(task.scale.joined)))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<Solution, Error> {
        let Some(summands) = task.ruleset.summands() else {
            return Err(Error::Fault("a sum without summands".to_string()));
        };
        let rows = task.ruleset.rows().len();
        // The next row, and of how many.
        let own = |&(row, all): &(u64, u64)| row < all && all == rows;
        let (begun, _) = task.resume(|kept| kept.take().filter(own))?.unwrap_or((0, rows));
        let mut parts = Vec::new();
        for part in summands.parts {
            let part = component(task, &**part);
            let kernel = (self.first)(&part).ok_or_else(|| Error::Fault("a component without a kernel".to_string()))?;
            parts.push(Part { rows: part.ruleset.rows().clone(), terms: all_terms(kernel, &part)? });
        }
        task.control.phase("computing", rows);
        if begun == 0 {
            let sum = NimSum::new(task.ruleset.rows(), &parts, summands.part_of, task.value == Value::Outcome);
            if sink.takes_sum(&sum) {
                return sink.sum(&sum, task.control).map(|()| Solution::default());
            }
        }
        let parts = values_of(parts, run_of(&summands, task.scale.joined).1, task.memory)?;
        let largest = parts.iter().flatten().fold(0, |all, value| all | value);
        task.control.phase("computing", rows);
        let lines = Lines::new(&summands, &parts, task.scale.joined);
        match (task.value, largest) {
            (Value::Outcome, _) => give(&lines, (task, begun), sink, |value| u8::from(value != 0)),
            (_, 0..=0xff) => give(&lines, (task, begun), sink, |value| value as u8),
            _ => give(&lines, (task, begun), sink, |value| value),
        }?;
        Ok(Solution::default())
    }
}

/// The values of the components, all of them kept, and room for a run.
fn values_of(parts: Vec<Part>, run: u64, memory: Bytes) -> Result<Vec<Vec<u32>>, Error> {
    let all: u128 = parts.iter().map(|part| u128::from(part.terms.rows())).sum();
    check_memory("a sum row by row", Bytes(4 * (all + u128::from(run))), memory)?;
    Ok(parts.into_iter().map(|part| part.terms.into_vec()).collect())
}

/// The task of a component.
fn component<'t>(task: &Task<'t>, part: &'t dyn Ruleset) -> Task<'t> {
    Task { ruleset: part, value: Value::Grundy, kept: None, ..*task }
}

/// How many of the last components make a run of at most so many rows (but one does, however long it is), and how many rows it has.
fn run_of(summands: &Summands<'_>, most: u64) -> (usize, u64) {
    let (mut count, mut run) = (0, 1u64);
    for &part in summands.part_of.iter().rev() {
        let longer = run.saturating_mul(summands.parts[part].rows().len());
        if count > 0 && longer > most {
            break;
        }
        (count, run) = (count + 1, longer);
    }
    (count, run)
}

/// The rows of a sum as lines: each joins one number with every value of a run.
struct Lines<'l> {
    /// The components before those of the run.
    before: Vec<&'l [u32]>,
    run: Vec<u32>,
}

impl<'l> Lines<'l> {
    fn new(summands: &Summands<'_>, parts: &'l [Vec<u32>], most: u64) -> Self {
        let (count, _) = run_of(summands, most);
        let all: Vec<&[u32]> = summands.part_of.iter().map(|&part| &parts[part][..]).collect();
        let (before, last) = all.split_at(all.len() - count);
        let join = |run: Vec<u32>, part: &&[u32]| -> Vec<u32> {
            run.iter().flat_map(|&head| part.iter().map(move |&value| head ^ value)).collect()
        };
        Self { before: before.to_vec(), run: last.iter().fold(vec![0], join) }
    }

    /// What a line joins every value of the run with.
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

/// A form of values.
trait Form: Copy {
    fn values(block: &[Self]) -> Values<'_>;
}

impl Form for u8 {
    fn values(block: &[u8]) -> Values<'_> {
        Values::Bytes(block)
    }
}

impl Form for u32 {
    fn values(block: &[u32]) -> Values<'_> {
        Values::Words(block)
    }
}

/// Gives all rows from `begun` on, in parts of a run.
fn give<F: Form>(
    lines: &Lines<'_>,
    (task, begun): (&Task<'_>, u64),
    sink: &mut dyn Sink,
    form: impl Fn(u32) -> F + Copy,
) -> Result<(), Error> {
    let (rows, length) = (task.ruleset.rows().len(), lines.run.len() as u64);
    // A long run is given in several blocks.
    let most = usize::try_from(4 * task.scale.joined).unwrap_or(usize::MAX);
    let mut block = Vec::with_capacity(lines.run.len().min(most));
    let mut row = begun;
    while row < rows {
        task.control.check()?;
        let (line, place) = (row / length, (row % length) as usize);
        let run = &lines.run[place..lines.run.len().min(place.saturating_add(most))];
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

/// A run joined with one number.
struct Join<'j, F, T> {
    run: &'j [u32],
    head: u32,
    form: T,
    block: &'j mut Vec<F>,
}

impl<F: Form, T: Fn(u32) -> F + Copy> Work for Join<'_, F, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { run, head, form, block } = self;
        block.extend(run.iter().map(|&value| form(value ^ head)));
    }
}
