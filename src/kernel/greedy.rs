//! Greedy Nim: a move takes from a largest heap only.
//!
//! Idea: all heaps but one are a *rest*, the positions with that rest a line, its other heap x
//! going up. Let m be the largest heap of the rest. From x = m on, x is a largest heap, and the
//! options of its position are (up to the order of heaps) those before it on the line. So the
//! values from m on are the ones that are missing below m, in rising order. Below m, the heap m
//! is the largest; so the value is that at place m of the line whose rest has x instead of m,
//! which comes earlier. Values depend on no order: one line for each sorted rest does.
//!
//! Outcomes are similar: P is the first position from m on, if there is no P below m; in misère
//! play the position without tokens is N.
//!
//! Cost: a look-up or two for each position of the lines of sorted rests, then copies of whole
//! lines. Memory: these lines. No value is larger than the largest heap.
//! Reference: M. H. Albert and R. J. Nowakowski, Nim restrictions, Integers 4 (2004).

use super::{Flow, Kernel, Sink, Solution, Task, Values};
use crate::bytes::Bytes;
use crate::error::Error;
use crate::ruleset::{Play, Value, View};

/// Greedy Nim, a line for each sorted rest.
pub struct Greedy;

/// The largest side: values are bytes.
const LONGEST: u64 = 256;

/// Lines between two looks at the cancellation flag.
const LINES: usize = 1 << 10;

/// The largest block, in rows.
const BLOCK: usize = 1 << 16;

impl Kernel for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn summary(&self) -> &'static str {
        "greedy Nim, by sorted rests"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let fits = |lines: &Lines| lines.bytes() <= task.memory.0;
        (task.play == Play::Normal || task.value == Value::Outcome) && Lines::of(task).is_some_and(|lines| fits(&lines))
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        Lines::of(task).map_or(Bytes(u128::MAX), |lines| Bytes(lines.bytes()))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<Solution, Error> {
        let Some(mut lines) = Lines::of(task) else { return Ok(Solution::default()) };
        task.control.phase("computing", task.ruleset.positions());
        task.control.check()?;
        lines.compute(task)?;
        lines.give(task, sink)?;
        Ok(Solution::default())
    }
}

/// The lines of all sorted rests: a rest a1 <= a2 <= ... has the number C(a1, 1) +
/// C(a2 + 1, 2) + ..., so that rests with smaller largest heaps come first.
struct Lines {
    side: usize,
    /// Heaps of a rest.
    rest: usize,
    /// C(a + i, i + 1), at `i * side + a`.
    choose: Vec<usize>,
    /// How many there are.
    count: usize,
    values: Vec<u8>,
}

impl Lines {
    /// The lines of a task, not computed yet.
    fn of(task: &Task<'_>) -> Option<Self> {
        let rows = task.ruleset.rows();
        let side = rows.end();
        let cube = task.ruleset.ranks_are_rows() && rows.sides().iter().all(|&other| other == side);
        if !matches!(task.ruleset.view(), View::Largest) || !cube || side > LONGEST {
            return None;
        }
        let (side, rest) = (side as usize, rows.dimensions() - 1);
        // Pascal's triangle, by columns: the row of i + 1 adds up that of i.
        let mut choose: Vec<usize> = (0..side).collect();
        for i in 1..rest {
            let mut sum = 0usize;
            for a in 0..side {
                sum = sum.checked_add(choose[(i - 1) * side + a])?;
                choose.push(sum);
            }
        }
        // One more than the number of the last.
        let count = (0..rest).try_fold(1usize, |count, i| count.checked_add(choose[i * side + side - 1]))?;
        Some(Self { side, rest, choose, count, values: Vec::new() })
    }

    fn bytes(&self) -> u128 {
        let table = 8 * self.choose.len() as u128;
        (self.count as u128) * self.side as u128 + table + 2 * BLOCK as u128 + self.side as u128
    }

    fn number(&self, sorted: &[usize]) -> usize {
        sorted.iter().enumerate().map(|(i, &heap)| self.choose[i * self.side + heap]).sum()
    }

    /// Computes the lines in the order of their numbers.
    fn compute(&mut self, task: &Task<'_>) -> Result<(), Error> {
        self.values = vec![0; self.count * self.side];
        let mut rest = vec![0; self.rest];
        let mut other = rest.clone();
        for number in 0..self.count {
            if number.is_multiple_of(LINES) {
                task.control.check()?;
            }
            let most = rest.last().copied().unwrap_or(0);
            let mut used = [false; LONGEST as usize];
            for x in 0..most {
                other.copy_from_slice(&rest);
                exchange_last(&mut other, x);
                let value = self.values[self.number(&other) * self.side + most];
                self.values[number * self.side + x] = value;
                used[usize::from(value)] = true;
            }
            let line = &mut self.values[number * self.side..][..self.side];
            match task.value {
                Value::Grundy => {
                    let missing = (0..=u8::MAX).filter(|&value| !used[usize::from(value)]);
                    line[most..].iter_mut().zip(missing).for_each(|(value, missing)| *value = missing);
                }
                Value::Outcome => {
                    line[most..].fill(1);
                    let nothing = number == 0 && task.play == Play::Misere;
                    let first = most + usize::from(nothing);
                    if let Some(value) = line.get_mut(first).filter(|_| !used[0]) {
                        *value = 0;
                    }
                }
            }
            next_sorted(&mut rest);
        }
        Ok(())
    }

    /// Gives all rows: for each rest its line.
    fn give(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let (side, lines) = (self.side as u64, task.ruleset.rows().len() / self.side as u64);
        // The lines are made anew; what is kept is how many rows were given.
        let kept = sink.resume().and_then(|kept| kept.reader().take::<u64>());
        let mut given = kept.filter(|given| given % side == 0 && given / side < lines).unwrap_or(0);
        let (mut block, mut limit) = (Vec::with_capacity(BLOCK + self.side), 64);
        let (mut rest, mut sorted) = (vec![0; self.rest], vec![0; self.rest]);
        let mut number = given / side;
        for heap in rest.iter_mut().rev() {
            (*heap, number) = ((number % side) as usize, number / side);
        }
        for line in given / side..lines {
            sorted.copy_from_slice(&rest);
            sorted.sort_unstable();
            block.extend_from_slice(&self.values[self.number(&sorted) * self.side..][..self.side]);
            if block.len() >= limit || line + 1 == lines {
                if sink.block(given, Values::Bytes(&block))? == Flow::Stop {
                    return Ok(());
                }
                given += block.len() as u64;
                task.control.progress(given);
                limit = (given as usize / 4).clamp(64, BLOCK);
                block.clear();
                if line + 1 < lines {
                    sink.checkpoint(&mut |state| state.put(&given))?;
                    task.control.check()?;
                }
            }
            advance(&mut rest, self.side);
        }
        Ok(())
    }
}

/// Puts a smaller heap in the place of the last, in order.
fn exchange_last(sorted: &mut [usize], heap: usize) {
    let place = sorted.partition_point(|&other| other <= heap);
    if let Some(part) = sorted.get_mut(place..) {
        part.rotate_right(1);
        if let Some(first) = part.first_mut() {
            *first = heap;
        }
    }
}

/// The next sorted rest: the first heap that may grow does, those before it start again.
fn next_sorted(rest: &mut [usize]) {
    for at in 0..rest.len() {
        if rest.get(at + 1).is_none_or(|&next| rest[at] < next) {
            rest[at] += 1;
            rest[..at].fill(0);
            return;
        }
    }
}

/// The next point, the last coordinate fastest.
fn advance(point: &mut [usize], side: usize) {
    for coordinate in point.iter_mut().rev() {
        *coordinate += 1;
        if *coordinate < side {
            return;
        }
        *coordinate = 0;
    }
}
