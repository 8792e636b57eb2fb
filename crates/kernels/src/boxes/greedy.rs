//! Greedy Nim: a move takes tokens only from a largest heap.
//!
//! Idea: all heaps but one form a *rest*. The positions with the same rest are a *line*, in ascending order of their
//! other heap x. Let m be the largest heap of the rest. From x = m on, x is a largest heap, and the options of the
//! position are, up to the order of heaps, the earlier positions of the line. So the values from m on are those that
//! do not occur below m, in ascending order. Below m, the heap m is the largest. So the value is that at place m of
//! the line whose rest has x instead of m, which comes earlier. Values do not depend on the order of heaps, so there
//! is one line for each sorted rest.
//!
//! Outcomes are similar: the first position from m on is P, if there is no P below m. In misère play the position
//! without tokens is N. Such a P is entered at once in the lines that omit another heap, which have larger numbers.
//!
//! Cost: one or two look-ups for each position of the lines of sorted rests (for outcomes, one for each heap and
//! line), then copies of whole lines. Memory: these lines. No value exceeds the largest heap. Reference: M. H. Albert
//! and R. J. Nowakowski, Nim restrictions, Integers 4 (2004).

use crate::shared::blocks::{LONGEST_BLOCK, next_block};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Value, ValueClass};
use grundy_core::stream::{BitBlock, Flow, Outlet, Values};
use grundy_core::structure::Largest;

/// Greedy Nim, with one line for each sorted rest.
pub struct Greedy;

/// The largest side: values have at most 16 bits.
const LONGEST: u64 = 1 << 16;

/// The largest side with values of one byte.
const BYTES: usize = 1 << 8;

/// The number of lines between two checks for cancellation.
const LINES: usize = 1 << 10;

impl Kernel for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn summary(&self) -> &'static str {
        "Greedy Nim, one line for each sorted choice of all heaps but one"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let asked = task.play == Play::Normal || task.value == Value::OUTCOME;
        asked && RestNumbers::of(task).is_some() && self.needs(task) <= task.memory
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let line = |side: usize| match task.value.class {
            ValueClass::Mex if side <= BYTES => side,
            ValueClass::Mex | ValueClass::Length { .. } | ValueClass::Loopy | ValueClass::Entailing => 2 * side,
            ValueClass::Outcome => 8 * u64::elements(side),
        };
        RestNumbers::of(task).map_or(Bytes(u128::MAX), |numbers| Bytes(numbers.bytes(line(numbers.side))))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(numbers) = RestNumbers::of(task) else { return Ok(Solution::default()) };
        task.control.phase("computing", task.ruleset.positions());
        task.control.check()?;
        match task.value.class {
            ValueClass::Mex if numbers.side <= BYTES => stream::<ValueCell<u8>>(task, &numbers, sink)?,
            ValueClass::Mex | ValueClass::Length { .. } | ValueClass::Loopy | ValueClass::Entailing => {
                stream::<ValueCell<u16>>(task, &numbers, sink)?
            }
            ValueClass::Outcome => stream::<u64>(task, &numbers, sink)?,
        }
        Ok(Solution::default())
    }
}

/// The numbering of sorted rests. A rest a1 <= a2 <= ... has the number C(a1, 1) + C(a2 + 1, 2) + ..., so rests with
/// smaller largest heaps come first.
struct RestNumbers {
    side: usize,
    /// The number of heaps of a rest.
    rest: usize,
    /// C(a + i, i + 1), at `i * side + a`.
    choose: Vec<usize>,
    /// The number of sorted rests.
    count: usize,
}

impl RestNumbers {
    /// The numbering for a task.
    fn of(task: &Task<'_>) -> Option<Self> {
        let rows = task.ruleset.rows();
        let side = rows.end();
        let cube = task.ruleset.ranks_are_rows() && rows.sides().iter().all(|&other| other == side);
        if !task.has::<Largest>() || !cube || side > LONGEST || rows.dimensions() < 2 {
            return None;
        }
        let (side, rest) = (side as usize, rows.dimensions() - 1);
        // Pascal's triangle by columns: the row of i + 1 has the partial sums of that of i.
        let mut choose: Vec<usize> = (0..side).collect();
        for i in 1..rest {
            let mut sum = 0usize;
            for a in 0..side {
                sum = sum.checked_add(choose[(i - 1) * side + a])?;
                choose.push(sum);
            }
        }
        // One more than the number of the last rest.
        let count = (0..rest).try_fold(1usize, |count, i| count.checked_add(choose[i * side + side - 1]))?;
        Some(Self { side, rest, choose, count })
    }

    /// The memory of the lines (`line` bytes each), of a block of rows, and of the table.
    fn bytes(&self, line: usize) -> u128 {
        (self.count as u128) * line as u128 + 8 * self.choose.len() as u128 + 2 * LONGEST_BLOCK as u128
    }

    fn part(&self, i: usize, heap: usize) -> usize {
        self.choose[i * self.side + heap]
    }

    /// For x = 0, 1, ... below `end`, the number of the rest that consists of some sorted heaps and x.
    fn with_each(&self, heaps: &[usize], end: usize, numbers: &mut Vec<usize>) {
        numbers.clear();
        // The heaps behind x move up one place.
        let mut sum: usize = (1..).zip(heaps).map(|(i, &heap)| self.part(i, heap)).sum();
        for place in 0..=heaps.len() {
            let next = heaps.get(place).map_or(end, |&heap| heap.min(end));
            let parts = &self.choose[place * self.side..][numbers.len()..next];
            numbers.extend(parts.iter().map(|part| sum + part));
            if let Some(&heap) = heaps.get(place) {
                sum = sum + self.part(place, heap) - self.part(place + 1, heap);
            }
        }
    }

    /// For each of some sorted heaps, one more than a rest has: the heap, and the number of the others.
    fn without_each<'n>(&'n self, heaps: &'n [usize]) -> impl Iterator<Item = (usize, usize)> + 'n {
        let mut sum: usize = (0..).zip(&heaps[1..]).map(|(i, &heap)| self.part(i, heap)).sum();
        heaps.iter().enumerate().map(move |(i, &heap)| {
            let number = sum;
            // Leaves out the next heap instead of this one.
            if let Some(&next) = heaps.get(i + 1) {
                sum = sum + self.part(i, heap) - self.part(i, next);
            }
            (heap, number)
        })
    }
}

/// The elements of a line.
trait LineParts: Copy {
    /// The number of elements in a line of this length.
    fn elements(side: usize) -> usize;

    /// What is initially known about a line.
    const FRESH: Self;

    /// Computes a line; all earlier lines are complete. `nothing` tells whether the line contains the position
    /// without tokens and the play is misère.
    fn make(
        lines: &mut [Self],
        numbers: &RestNumbers,
        rest: &[usize],
        number: usize,
        nothing: bool,
        room: &mut Vec<usize>,
    );

    /// Rows on their way to the sink.
    type RowBlock: Default;

    /// Appends some of the lines, by their numbers.
    fn append(block: &mut Self::RowBlock, lines: &[Self], numbers: &[usize], side: usize);

    fn values(block: &Self::RowBlock) -> Values<'_>;

    fn clear(block: &mut Self::RowBlock);
}

/// An integer in which a value is stored.
trait Small: Copy {
    const ZERO: Self;
    /// The type in which it is given.
    type Given;
    fn of(value: usize) -> Self;
    fn number(self) -> usize;
    fn given(self) -> Self::Given;
    fn values(block: &[Self::Given]) -> Values<'_>;
}

impl Small for u8 {
    const ZERO: u8 = 0;
    type Given = u8;

    fn of(value: usize) -> Self {
        value as u8
    }

    fn number(self) -> usize {
        self.into()
    }

    fn given(self) -> u8 {
        self
    }

    fn values(block: &[u8]) -> Values<'_> {
        Values::Bytes(block)
    }
}

impl Small for u16 {
    const ZERO: u16 = 0;
    type Given = u32;

    fn of(value: usize) -> Self {
        value as u16
    }

    fn number(self) -> usize {
        self.into()
    }

    fn given(self) -> u32 {
        self.into()
    }

    fn values(block: &[u32]) -> Values<'_> {
        Values::Words(block)
    }
}

/// A value, in one or two bytes.
#[derive(Clone, Copy)]
struct ValueCell<T>(T);

impl<T: Small> LineParts for ValueCell<T> {
    fn elements(side: usize) -> usize {
        side
    }

    const FRESH: Self = Self(T::ZERO);

    fn make(lines: &mut [Self], numbers: &RestNumbers, rest: &[usize], number: usize, _: bool, room: &mut Vec<usize>) {
        let Some((&most, heaps)) = rest.split_last() else { return };
        numbers.with_each(heaps, most, room);
        let (before, line) = lines.split_at_mut(number * numbers.side);
        for (value, other) in line.iter_mut().zip(&*room) {
            *value = before[*other * numbers.side + most];
        }
        // No value exceeds the largest heap, which is less than the side.
        let (below, above) = line[..numbers.side].split_at_mut(most);
        room.clear();
        room.resize(numbers.side, 0);
        below.iter().for_each(|value| room[value.0.number()] = 1);
        let missing = (0..numbers.side).filter(|&value| room[value] == 0);
        above.iter_mut().zip(missing).for_each(|(value, missing)| *value = Self(T::of(missing)));
    }

    type RowBlock = Vec<T::Given>;

    fn append(block: &mut Self::RowBlock, lines: &[Self], numbers: &[usize], side: usize) {
        numbers
            .iter()
            .for_each(|number| block.extend(lines[number * side..][..side].iter().map(|value| value.0.given())));
    }

    fn values(block: &Self::RowBlock) -> Values<'_> {
        T::values(block)
    }

    fn clear(block: &mut Self::RowBlock) {
        block.clear();
    }
}

/// Outcomes, one bit each.
impl LineParts for u64 {
    fn elements(side: usize) -> usize {
        side.div_ceil(64)
    }

    const FRESH: u64 = u64::MAX;

    fn make(
        lines: &mut [u64],
        numbers: &RestNumbers,
        rest: &[usize],
        number: usize,
        nothing: bool,
        room: &mut Vec<usize>,
    ) {
        let (side, size) = (numbers.side, Self::elements(numbers.side));
        let first = rest.last().map_or(0, |most| most + usize::from(nothing));
        if first == side || lines[number * size..][..size].iter().any(|&word| word != u64::MAX) {
            return;
        }
        room.clear();
        room.extend(rest);
        room.push(first);
        for (heap, others) in numbers.without_each(room) {
            lines[others * size + heap / 64] &= !(1 << (heap % 64));
        }
    }

    type RowBlock = BitBlock;

    fn append(block: &mut BitBlock, lines: &[u64], numbers: &[usize], side: usize) {
        let size = Self::elements(side);
        block.extend_lines(side, numbers.iter().copied(), |number, word| lines[number * size + word]);
    }

    fn values(block: &BitBlock) -> Values<'_> {
        Values::Bits(block.bits())
    }

    fn clear(block: &mut BitBlock) {
        block.clear();
    }
}

/// Computes the lines in the order of their numbers.
fn compute<L: LineParts>(task: &Task<'_>, numbers: &RestNumbers) -> Result<Vec<L>, Error> {
    let size = L::elements(numbers.side);
    let mut lines = vec![L::FRESH; numbers.count * size];
    let (mut rest, mut room) = (vec![0; numbers.rest], Vec::new());
    for number in 0..numbers.count {
        if number.is_multiple_of(LINES) {
            task.control.check()?;
        }
        let nothing = number == 0 && task.play == Play::Misere;
        L::make(&mut lines, numbers, &rest, number, nothing, &mut room);
        next_sorted(&mut rest);
    }
    Ok(lines)
}

/// Computes all lines, and gives all rows: for each rest its line.
fn stream<L: LineParts>(task: &Task<'_>, numbers: &RestNumbers, sink: &mut dyn Outlet) -> Result<(), Error> {
    let lines = compute::<L>(task, numbers)?;
    let side = numbers.side as u64;
    // Rests come in groups that differ only in their last heap.
    let (group, groups) = (side * side, task.ruleset.rows().len() / (side * side));
    // The lines are recomputed; only the number of rows given is saved.
    let within = |given: &u64| given.is_multiple_of(group) && given / group < groups;
    let mut given = task.resume(|kept| kept.take::<u64>().filter(within))?.unwrap_or(0);
    let (mut block, mut limit) = (L::RowBlock::default(), next_block(0, LONGEST_BLOCK));
    let (mut heaps, mut others) = (vec![0; numbers.rest - 1], Vec::new());
    for index in given / group..groups {
        let mut rank = index;
        for heap in &mut heaps {
            (*heap, rank) = ((rank % side) as usize, rank / side);
        }
        heaps.sort_unstable();
        numbers.with_each(&heaps, numbers.side, &mut others);
        L::append(&mut block, &lines, &others, numbers.side);
        let length = L::values(&block).len();
        if length < limit && index + 1 < groups {
            continue;
        }
        if sink.block(given, L::values(&block))? == Flow::Stop {
            return Ok(());
        }
        given += length as u64;
        task.control.progress(given);
        limit = next_block(given, LONGEST_BLOCK);
        L::clear(&mut block);
        if index + 1 < groups {
            sink.checkpoint(&mut |state| state.put(&given))?;
            task.control.check()?;
        }
    }
    Ok(())
}

/// The next sorted rest: the first heap that can grow does, and those before it become 0.
fn next_sorted(rest: &mut [usize]) {
    for at in 0..rest.len() {
        if rest.get(at + 1).is_none_or(|&next| rest[at] < next) {
            rest[at] += 1;
            rest[..at].fill(0);
            return;
        }
    }
}
