//! One heap whose moves decide who moves next, as in Top Entails.
//!
//! Idea: as in `general/entailing.rs`, which is the plain version, the value of a heap n follows from the set W(n) of
//! nim-heaps beside which its player wins. Most options are cuts of n into two heaps, so their values are marked by a
//! loop over two columns, one of which is read backwards. A moon has a code above all values, a different one in each
//! column: so no sum with a moon can be taken for a value. The heaps of a block are marked side by side, as far as both
//! parts lie below the block. What is left, and all other moves, follows heap by heap.
//!
//! Recurrence: W(n) is the union of {G(a) ^ G(b)} over the cuts, of N - W(m) over the entailing moves to m, and of N -
//! {G} over the complimenting moves; G(n) = mex W(n), a moon if W(n) is everything. Cost: a look at every option, about
//! one in a nanosecond and thread; half of them if the parts are alike. Memory: 12 bytes for each size, or 8 while
//! values are below 2^14. Reference: *Winning Ways*, ch. 12.

use crate::shared::width::Width;
use crate::shared::{Emitter, WinningSet};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::limits::check_memory;
use grundy_core::ruleset::{MOON, Play, Turn, Value, moon_sum};
use grundy_core::stream::{Flow, Outlet, StateReader};
use grundy_core::structure::{Cut, EntailingHeap, KindRule};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// One heap with entailing or complimenting moves.
pub struct EntailingHeapKernel;

impl Kernel for EntailingHeapKernel {
    fn name(&self) -> &'static str {
        "entailing-heap"
    }

    fn summary(&self) -> &'static str {
        "one heap with entailing or complimenting moves that have a normal form"
    }

    fn knows(&self, value: Value) -> bool {
        value == Value::ENTAILING || value == Value::OUTCOME
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.play == Play::Normal && task.has::<EntailingHeap>()
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        if task.value == Value::OUTCOME { 1 } else { u32::BITS }
    }

    fn trusts_theorems(&self) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let shift = task.structure::<EntailingHeap>().map_or(0, |game| game.shift.max(0).unsigned_abs());
        // Vectors may have grown to twice their length.
        Bytes(24 * (u128::from(task.ruleset.rows().end()) + u128::from(shift)) + 2 * ROOM as u128)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(game) = task.structure::<EntailingHeap>() else { return Ok(Solution::default()) };
        let rows = task.ruleset.rows();
        let mut run = task.resume(|kept| Run::restored(kept, game))?.unwrap_or_else(|| Run::new(game));
        let first = rows.first() as i64 + game.shift;
        let end = first + rows.len() as i64;
        let mut out = Emitter::from(task, sink, (run.next() - first).max(0) as u64);
        task.control.phase("computing", rows.len());
        while run.next() < end {
            let from = run.next();
            let is_made = run.block(end, task);
            for size in from.max(first)..run.next() {
                if out.push(run.values[(size - game.least) as usize])? == Flow::Stop {
                    return Ok(Solution::default());
                }
            }
            task.control.progress((run.next() - first).max(0) as u64);
            if matches!(is_made, Err(Error::Interrupted)) || out.wants_checkpoint() {
                out.checkpoint(&mut |state| state.put(&(NAME, &run.values, &run.answers)))?;
            }
            is_made?;
        }
        out.flush().map(|_| Solution::default())
    }
}

/// The memory of a set besides its words.
const SET: u128 = 72;

/// The first part of a state.
const NAME: &str = "entailing-heap";

/// The largest number of heaps in a block, and how much shorter a block is than the values before it.
const LONGEST: i64 = 512;
const SHORTER: i64 = 16;

/// The memory for the marks of a block, if a block has more than one heap.
const ROOM: i64 = 1 << 20;

/// The values so far.
struct Run<'g> {
    game: &'g EntailingHeap,
    values: Vec<u32>,
    columns: Columns,
    /// The sets of the heaps that entailing moves may still reach.
    answers: BTreeMap<i64, WinningSet>,
    /// A power of two above all values.
    bound: u32,
}

impl<'g> Run<'g> {
    fn new(game: &'g EntailingHeap) -> Self {
        Self {
            game,
            values: Vec::new(),
            columns: Columns::Shorts(Pair::default()),
            answers: BTreeMap::new(),
            bound: 64,
        }
    }

    fn restored(kept: &mut StateReader<'_>, game: &'g EntailingHeap) -> Option<Self> {
        let (name, values, answers): (String, Vec<u32>, BTreeMap<i64, WinningSet>) = kept.take()?;
        let mut run = Self { answers, ..Self::new(game) };
        values.into_iter().for_each(|value| run.push(value));
        (name == NAME).then_some(run)
    }

    /// The least size whose value is not known.
    fn next(&self) -> i64 {
        self.game.least + self.values.len() as i64
    }

    fn push(&mut self, value: u32) {
        self.values.push(value);
        while value != MOON && value >= self.bound {
            self.bound *= 2;
        }
        self.columns.push(value, self.bound, &self.values);
    }

    /// Computes the next heaps, up to `end` at most. The block ends early if a value outgrows the bound.
    fn block(&mut self, end: i64, task: &Task<'_>) -> Result<(), Error> {
        let (known, bound) = (self.next(), self.bound);
        self.check_room(task)?;
        let longest = (self.values.len() as i64 / SHORTER).min(ROOM / i64::from(bound)).min(LONGEST);
        let count = longest.max(1).min(end - known);
        let marks_of = |size: i64| {
            task.control.check()?;
            let mut marks = Marks::new(bound);
            self.columns.mark_below(self.game, size, known, &mut marks);
            Ok(marks)
        };
        let below: Vec<Marks> = (known..known + count).into_par_iter().map(marks_of).collect::<Result<_, Error>>()?;
        for marks in below {
            let set = self.set(known, marks);
            let value = set.value();
            self.keep(set);
            self.push(value);
            if self.bound > bound {
                break;
            }
        }
        Ok(())
    }

    /// Refuses to go on if the sets and the marks of one heap do not fit into the memory beside the values.
    fn check_room(&self, task: &Task<'_>) -> Result<(), Error> {
        let words: usize = self.answers.values().map(WinningSet::words).sum();
        let sets = 8 * words as u128 + SET * self.answers.len() as u128;
        let needed = Bytes(24 * self.values.len() as u128 + sets + 2 * u128::from(self.bound));
        check_memory("the sets of nim-heaps beside which a move wins", needed, task.memory)
    }

    /// The set of the next heap, from the marks of its cuts into parts below `known`.
    fn set(&self, known: i64, mut marks: Marks) -> WinningSet {
        let size = self.next();
        self.columns.mark_others(self.game, size, known, &mut marks);
        let mut set = marks.set();
        for (turn, rule) in &self.game.rules {
            if is_pairs(*turn, rule) {
                continue;
            }
            rule.options(size, &mut |parts| {
                let value = parts.iter().fold(0, |sum, &(_, part)| moon_sum(sum, self.value(part)));
                set.add(*turn, value, parts.first().and_then(|(_, part)| self.answers.get(part)));
            });
        }
        set
    }

    fn value(&self, size: i64) -> u32 {
        self.values[(size - self.game.least) as usize]
    }

    /// Keeps the set of the next heap as long as entailing moves reach it.
    fn keep(&mut self, set: WinningSet) {
        let size = self.next();
        let replies = || self.game.rules.iter().filter(|(turn, _)| *turn == Turn::Reply).map(|(_, rule)| rule);
        let is_fixed = |size: i64| replies().flat_map(|rule| &rule.fixed).any(|part| part.offset == size);
        let farthest = replies().flat_map(|rule| &rule.joint).map(|part| part.offset).max().unwrap_or(0);
        self.answers.insert(size, set);
        let gone = size - farthest;
        if self.answers.contains_key(&gone) && !is_fixed(gone) {
            self.answers.remove(&gone);
        }
    }
}

/// Whether the options of a rule are marked in columns: an ordinary move that cuts a heap into two others.
fn is_pairs(turn: Turn, rule: &KindRule) -> bool {
    let is_plain = |cut: &Cut| {
        cut.allowed.is_none() && cut.coordinates.len() == 2 && cut.coordinates.iter().all(|one| one.parts.len() == 1)
    };
    turn == Turn::Other && rule.fixed.is_empty() && rule.joint.is_empty() && rule.cut.as_ref().is_some_and(is_plain)
}

/// The values among the options of a heap. The last entry takes all sums with a moon.
struct Marks(Vec<bool>);

impl Marks {
    fn new(bound: u32) -> Self {
        Self(vec![false; bound as usize + 1])
    }

    fn set(&self) -> WinningSet {
        WinningSet::of(&self.0[..self.0.len() - 1])
    }
}

/// The values in cells of two bytes, or of four.
enum Columns {
    Shorts(Pair<u16>),
    Words(Pair<u32>),
}

impl Columns {
    fn push(&mut self, value: u32, bound: u32, values: &[u32]) {
        match self {
            // The codes of moons are not less than the bound.
            Columns::Shorts(_) if bound > Pair::<u16>::MOONS[0] => {
                let mut words = Pair::default();
                values.iter().for_each(|&value| words.push(value));
                *self = Columns::Words(words);
            }
            Columns::Shorts(pair) => pair.push(value),
            Columns::Words(pair) => pair.push(value),
        }
    }

    /// Marks the cuts of a heap into parts that are both below `known`.
    fn mark_below(&self, game: &EntailingHeap, size: i64, known: i64, marks: &mut Marks) {
        each_cut(game, size, &mut |cut| {
            self.mark(game, &cut, cut.below(known), marks);
        });
    }

    /// Marks the other cuts.
    fn mark_others(&self, game: &EntailingHeap, size: i64, known: i64, marks: &mut Marks) {
        each_cut(game, size, &mut |cut| {
            let below = cut.below(known);
            self.mark(game, &cut, cut.range.start..below.start, marks);
            self.mark(game, &cut, below.end..cut.range.end, marks);
        });
    }

    fn mark(&self, game: &EntailingHeap, cut: &CutRange, range: Range<i64>, marks: &mut Marks) {
        let first = |a: i64| (a + cut.offsets[0] - game.least) as usize;
        let second = |a: i64| (cut.sum - a + cut.offsets[1] - game.least) as usize;
        if range.is_empty() {
            return;
        }
        let (rising, falling) = (first(range.start)..first(range.end), second(range.end - 1)..second(range.start) + 1);
        match self {
            Columns::Shorts(pair) => pair.mark(rising, falling, marks),
            Columns::Words(pair) => pair.mark(rising, falling, marks),
        }
    }
}

/// The values, with one code for moons if they are read forwards, and another one if they are read backwards.
#[derive(Default)]
struct Pair<T> {
    forwards: Vec<T>,
    backwards: Vec<T>,
}

impl<T: Width> Pair<T> {
    const MOONS: [u32; 2] = [T::LARGEST / 4 + 1, T::LARGEST / 2 + 1];

    fn push(&mut self, value: u32) {
        let coded = |moon: u32| T::of(if value == MOON { moon } else { value });
        self.forwards.push(coded(Self::MOONS[0]));
        self.backwards.push(coded(Self::MOONS[1]));
    }

    /// Marks the sums of the cells of two ranges, one of which is read backwards.
    fn mark(&self, forwards: Range<usize>, backwards: Range<usize>, marks: &mut Marks) {
        let trash = marks.0.len() - 1;
        let pairs = self.forwards[forwards].iter().zip(self.backwards[backwards].iter().rev());
        pairs.for_each(|(&a, &b)| marks.0[((a ^ b).into() as usize).min(trash)] = true);
    }
}

/// The cuts of `sum` into a and sum - a, for a in a range, which leave the heaps a + `offsets[0]` and
/// sum - a + `offsets[1]`.
struct CutRange {
    sum: i64,
    range: Range<i64>,
    offsets: [i64; 2],
}

impl CutRange {
    /// The part of the range in which both heaps are below `known`.
    fn below(&self, known: i64) -> Range<i64> {
        let start = (self.sum + self.offsets[1] - known + 1).clamp(self.range.start, self.range.end);
        start..(known - self.offsets[0]).clamp(start, self.range.end)
    }
}

/// Visits the cuts of a heap in ranges.
fn each_cut(game: &EntailingHeap, size: i64, visit: &mut dyn FnMut(CutRange)) {
    for (turn, rule) in &game.rules {
        let Some(cut) = rule.cut.as_ref().filter(|_| is_pairs(*turn, rule) && rule.applies(size)) else { continue };
        let [first, second] = &cut.coordinates[..] else { continue };
        let (sum, offsets) = (size - cut.sum, [first.parts[0].offset, second.parts[0].offset]);
        // Of two like parts the first one is the smaller one.
        let high = if cut.is_symmetric() { sum.div_euclid(2) } else { sum - second.least };
        let high = high.min(sum - second.least);
        cut.each_range(sum, first.least..high + 1, &mut |range| visit(CutRange { sum, range, offsets }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_task;
    use grundy_core::random::Random;
    use grundy_core::structure::{Coordinate, Order, Part};

    /// All cuts of n - 1 into two heaps that differ, and an entailing move to n - 2.
    fn game() -> EntailingHeap {
        let rule = |joint: Vec<Part>, cut| KindRule {
            from: 2,
            modulus: 1,
            residues: vec![0],
            before: vec![],
            fixed: vec![],
            joint,
            cut,
            is_cancelled: false,
        };
        let coordinate = || Coordinate { least: 0, parts: vec![Part { kind: 0, offset: 0 }] };
        let cut = Cut {
            sum: 1,
            coordinates: vec![coordinate(), coordinate()],
            modulus: 1,
            allowed: None,
            order: Some(Order::NotIn(vec![0])),
        };
        let reply = (Turn::Reply, rule(vec![Part { kind: 0, offset: 2 }], None));
        EntailingHeap { least: 0, shift: 0, rules: vec![(Turn::Other, rule(vec![], Some(cut))), reply] }
    }

    #[test]
    fn a_run_that_outgrows_the_memory_ends() {
        let game = game();
        let mut run = Run::new(&game);
        (0..100).for_each(|value| run.push(value));
        with_task(|task| {
            let small = Task { memory: Bytes(2000), ..*task };
            assert!(matches!(run.block(200, &small), Err(Error::Limit { .. })));
            assert!(run.block(200, task).is_ok() && run.next() > 100);
        });
    }

    /// Large values and moons, as if they had been computed, in cells of both widths.
    #[test]
    fn cells_become_wide_enough() {
        let (game, mut random) = (game(), Random(4));
        for largest in [60, 3000, 16_000, 17_000, 100_000] {
            let mut run = Run::new(&game);
            for _ in 0..400 {
                let value = if random.below(4) == 0 { MOON } else { random.below(largest) as u32 };
                run.keep(WinningSet::of(&[true, false]));
                run.push(value);
            }
            assert_eq!(matches!(run.columns, Columns::Shorts(_)), largest < 16_384, "{largest}");
            let known = run.values.clone();
            while run.next() < 480 {
                with_task(|task| run.block(480, task).unwrap());
            }
            let mut sets = vec![WinningSet::of(&[true, false]); 400];
            let mut values = known;
            for n in 400..480usize {
                let mut set = WinningSet::default();
                for a in (0..n).filter(|a| 2 * a != n - 1) {
                    set.add(Turn::Other, moon_sum(values[a], values[n - 1 - a]), None);
                }
                set.add(Turn::Reply, 0, Some(&sets[n - 2]));
                values.push(set.value());
                sets.push(set);
            }
            assert_eq!(run.values, values, "{largest}");
        }
    }
}
