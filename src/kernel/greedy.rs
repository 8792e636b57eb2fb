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

use super::bits::BitBlock;
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

/// The largest block, in rows, but for the lines of a group.
const BLOCK: u64 = 1 << 16;

impl Kernel for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn summary(&self) -> &'static str {
        "greedy Nim, by sorted rests"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        (task.play == Play::Normal || task.value == Value::Outcome) && self.needs(task) <= task.memory
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let line = |side: usize| match task.value {
            Value::Grundy => u8::elements(side),
            Value::Outcome => 8 * u64::elements(side),
        };
        Numbers::of(task).map_or(Bytes(u128::MAX), |numbers| Bytes(numbers.bytes(line(numbers.side))))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<Solution, Error> {
        let Some(numbers) = Numbers::of(task) else { return Ok(Solution::default()) };
        task.control.phase("computing", task.ruleset.positions());
        task.control.check()?;
        match task.value {
            Value::Grundy => stream::<u8>(task, &numbers, sink)?,
            Value::Outcome => stream::<u64>(task, &numbers, sink)?,
        }
        Ok(Solution::default())
    }
}

/// The numbers of sorted rests: a rest a1 <= a2 <= ... has the number C(a1, 1) +
/// C(a2 + 1, 2) + ..., so that rests with smaller largest heaps come first.
struct Numbers {
    side: usize,
    /// Heaps of a rest.
    rest: usize,
    /// C(a + i, i + 1), at `i * side + a`.
    choose: Vec<usize>,
    /// How many there are.
    count: usize,
}

impl Numbers {
    /// Those of a task's rests.
    fn of(task: &Task<'_>) -> Option<Self> {
        let rows = task.ruleset.rows();
        let side = rows.end();
        let cube = task.ruleset.ranks_are_rows() && rows.sides().iter().all(|&other| other == side);
        if !matches!(task.ruleset.view(), View::Largest) || !cube || side > LONGEST || rows.dimensions() < 2 {
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
        Some(Self { side, rest, choose, count })
    }

    /// The memory of the lines, of so many bytes each, of a block of rows, and of the table.
    fn bytes(&self, line: usize) -> u128 {
        (self.count as u128) * line as u128 + 8 * self.choose.len() as u128 + 2 * u128::from(BLOCK)
    }

    fn part(&self, i: usize, heap: usize) -> usize {
        self.choose[i * self.side + heap]
    }

    /// For x = 0, 1, ... below `end`, the number of the rest of some sorted heaps and x.
    fn with_each<'n>(&'n self, heaps: &'n [usize], end: usize) -> impl Iterator<Item = usize> + 'n {
        // The heaps that stand behind x count one place more.
        let mut sum: usize = (1..).zip(heaps).map(|(i, &heap)| self.part(i, heap)).sum();
        let mut place = 0;
        (0..end).map(move |x| {
            while let Some(&heap) = heaps.get(place).filter(|&&heap| heap <= x) {
                sum = sum + self.part(place, heap) - self.part(place + 1, heap);
                place += 1;
            }
            sum + self.part(place, x)
        })
    }
}

/// What a line is made of.
trait Line: Copy + Default {
    /// Elements of a line of some length.
    fn elements(side: usize) -> usize;

    /// Makes a line from the value at place `most` of each of the lines that have 0, 1, ...
    /// instead of `most`. `nothing` is the line with the position without tokens of misère play.
    fn make(line: &mut [Self], most: usize, others: impl Iterator<Item = u8>, nothing: bool, side: usize);

    /// The value at a place.
    fn at(line: &[Self], place: usize) -> u8;

    /// Rows on their way to the sink.
    type Block: Default;

    /// Appends some of the lines, by their numbers.
    fn append(block: &mut Self::Block, lines: &[Self], numbers: impl Iterator<Item = usize>, side: usize);

    fn values(block: &Self::Block) -> Values<'_>;

    fn clear(block: &mut Self::Block);
}

/// Values, a byte each.
impl Line for u8 {
    fn elements(side: usize) -> usize {
        side
    }

    fn make(line: &mut [u8], most: usize, others: impl Iterator<Item = u8>, _: bool, _: usize) {
        let mut used = [false; LONGEST as usize];
        for (value, other) in line.iter_mut().zip(others) {
            *value = other;
            used[usize::from(other)] = true;
        }
        let missing = (0..=u8::MAX).filter(|&value| !used[usize::from(value)]);
        line[most..].iter_mut().zip(missing).for_each(|(value, missing)| *value = missing);
    }

    fn at(line: &[u8], place: usize) -> u8 {
        line[place]
    }

    type Block = Vec<u8>;

    fn append(block: &mut Vec<u8>, lines: &[u8], numbers: impl Iterator<Item = usize>, side: usize) {
        numbers.for_each(|number| block.extend_from_slice(&lines[number * side..][..side]));
    }

    fn values(block: &Vec<u8>) -> Values<'_> {
        Values::Bytes(block)
    }

    fn clear(block: &mut Vec<u8>) {
        block.clear();
    }
}

/// Outcomes, a bit each.
impl Line for u64 {
    fn elements(side: usize) -> usize {
        side.div_ceil(64)
    }

    fn make(line: &mut [u64], most: usize, others: impl Iterator<Item = u8>, nothing: bool, side: usize) {
        let mut none = true;
        line.fill(u64::MAX);
        for (x, _) in others.enumerate().filter(|(_, other)| *other == 0) {
            line[x / 64] ^= 1 << (x % 64);
            none = false;
        }
        let first = most + usize::from(nothing);
        if none && first < side {
            line[first / 64] ^= 1 << (first % 64);
        }
    }

    fn at(line: &[u64], place: usize) -> u8 {
        (line[place / 64] >> (place % 64)) as u8 & 1
    }

    type Block = BitBlock;

    fn append(block: &mut BitBlock, lines: &[u64], numbers: impl Iterator<Item = usize>, side: usize) {
        let size = Self::elements(side);
        block.extend_lines(side, numbers, |number, word| lines[number * size + word]);
    }

    fn values(block: &BitBlock) -> Values<'_> {
        Values::Bits(block.bits())
    }

    fn clear(block: &mut BitBlock) {
        block.clear();
    }
}

/// Computes the lines in the order of their numbers.
fn compute<L: Line>(task: &Task<'_>, numbers: &Numbers) -> Result<Vec<L>, Error> {
    let (side, size) = (numbers.side, L::elements(numbers.side));
    let mut lines = vec![L::default(); numbers.count * size];
    let mut rest = vec![0; numbers.rest];
    for number in 0..numbers.count {
        if number.is_multiple_of(LINES) {
            task.control.check()?;
        }
        let (before, line) = lines.split_at_mut(number * size);
        if let Some((&most, heaps)) = rest.split_last() {
            let others = numbers.with_each(heaps, most).map(|other| L::at(&before[other * size..][..size], most));
            let nothing = number == 0 && task.play == Play::Misere;
            L::make(&mut line[..size], most, others, nothing, side);
        }
        next_sorted(&mut rest);
    }
    Ok(lines)
}

/// Computes all lines, and gives all rows: for each rest its line.
fn stream<L: Line>(task: &Task<'_>, numbers: &Numbers, sink: &mut dyn Sink) -> Result<(), Error> {
    let lines = compute::<L>(task, numbers)?;
    let side = numbers.side as u64;
    // Rests come in groups that differ in their last heap only.
    let (group, groups) = (side * side, task.ruleset.rows().len() / (side * side));
    // The lines are made anew; what is kept is how many rows were given.
    let kept = sink.resume().and_then(|kept| kept.reader().take::<u64>());
    let mut given = kept.filter(|given| given % group == 0 && given / group < groups).unwrap_or(0);
    let (mut block, mut limit, mut heaps) = (L::Block::default(), 64, vec![0; numbers.rest - 1]);
    for index in given / group..groups {
        let mut rank = index;
        for heap in &mut heaps {
            (*heap, rank) = ((rank % side) as usize, rank / side);
        }
        heaps.sort_unstable();
        L::append(&mut block, &lines, numbers.with_each(&heaps, numbers.side), numbers.side);
        let length = L::values(&block).len() as u64;
        if length < limit && index + 1 < groups {
            continue;
        }
        if sink.block(given, L::values(&block))? == Flow::Stop {
            return Ok(());
        }
        given += length;
        task.control.progress(given);
        limit = (given / 4).clamp(64, BLOCK);
        L::clear(&mut block);
        if index + 1 < groups {
            sink.checkpoint(&mut |state| state.put(&given))?;
            task.control.check()?;
        }
    }
    Ok(())
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
