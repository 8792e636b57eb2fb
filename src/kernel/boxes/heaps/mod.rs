//! Several heaps, a move takes from a few of them, at most so many tokens from each; or the
//! same number from all: Moore's Nim, Nim, their limited forms, equal takes.
//!
//! Idea: number the heaps. Let R(i, j, p) be the set of values of p itself and of what is left
//! of it by lowering at most j of the heaps i, i + 1, ..., and W(i, j, p) the union of
//! R(i + 1, j, q) over all q that have 1 to r tokens less on heap i alone, r the limit. Then
//!
//! > R(i, j, p) = R(i + 1, j, p) or W(i, j - 1, p), R(i, 0, p) = R(end, j, p) = {G(p)},
//! > G(p) = mex of the union of W(i, k - 1, p) over all i.
//!
//! So k sets a heap suffice, where the faces of k heaps are C(n, k). W is a union over a window
//! that slides along heap i. It is cut at the multiples of r: what lies before the cut is the
//! end of a block that is complete, whose unions are made once, from its end; what lies behind
//! is the beginning of a block, to which values are added (van Herk 1992, Gil and Werman 1993).
//! Without a limit all is one block. An equal take adds one set for each diagonal.
//!
//! Outcomes, in both plays, are the same with sets of the one element P, a bit for each
//! position of a row; in misère play the position without tokens is N. Values use sets as short
//! as they fit; one that does not makes the work begin again with sets twice as long, silently
//! up to the row reached; but few that do not fit a set of 64 are found one by one (`rare`).
//!
//! Cost: for a position and a pair (i, j) about four loads and stores, in vectors along the
//! last heap, and a chain of five operations. Memory: r + 1 (without limit: 1) slabs of sets
//! for each j, a slab being the box without its first heap; and slabs without the second heap,
//! too, for each layer in work.
//! Threads: each takes the next few layers of the first heap, one column (of the second heap)
//! behind those before, and one gives what is done; the values depend on neither their number nor
//! the threads.
//! Reference: E. H. Moore, Annals of Mathematics 11 (1910).

mod rare;
mod set;
mod windows;

use crate::bytes::Bytes;
use crate::error::Error;
use crate::kernel::shared::places::{Out, Part};
use crate::kernel::shared::wavefront::{Lanes, Next, get, lock, wavefront};
use crate::kernel::{Kernel, Solution, Task};
use crate::ruleset::{Play, Value, View};
use crate::simd::fast;
use crate::stream::Sink;
use crate::stream::{Kept, State, StateReader};
use rare::{Rare, UNKNOWN};
use set::{Element, Ps, Set};
use std::sync::Mutex;
use windows::{Column, Lane};

/// Games that take from a few of several heaps.
pub struct Heaps;

/// The values that fit the longest sets.
const MOST_VALUES: u64 = 512;

/// Less than so many bytes in a column of a layer are not worth another thread.
const WORTH: usize = 1 << 7;

/// Threads, at most.
const MOST_THREADS: usize = 8;

/// Layers a thread works on at once. It hands a column on to the next thread once for all of
/// them; but the windows of a layer want to stay near, and sets may turn out to be too short.
const BITS_EACH: usize = 8;
const SETS_EACH: usize = 2;

/// Elements in a part of a checkpoint.
const PART: usize = 1 << 16;

impl Kernel for Heaps {
    fn name(&self) -> &'static str {
        "heaps"
    }

    fn summary(&self) -> &'static str {
        "several heaps, a move takes from a few of them, with or without a limit; equal takes"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        (task.play == Play::Normal || task.value == Value::Outcome) && Shape::of(task).is_some()
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        Shape::of(task).map_or(Bytes(u128::MAX), |shape| shape.needs(longest(task)))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<Solution, Error> {
        let Some(shape) = Shape::of(task) else { return Ok(Solution::default()) };
        let lengths = |start: &Start| (8..=512).contains(&start.bits) && start.bits.is_power_of_two();
        let fits = |start: &Start| if shape.bits { start.bits == 1 } else { lengths(start) };
        let start = task.resume(|kept| kept.take::<Start>().filter(fits))?;
        let Start { mut bits, given, .. } =
            start.unwrap_or(Start { bits: first_bits(task, &shape), layer: 0, given: 0 });
        let mut out = Out::new(task, sink, given);
        task.control.phase("computing", task.ruleset.positions());
        let mut begun = task.kept;
        if shape.bits {
            return outcomes(task, &shape, begun.take(), &mut out).map(|()| Solution::default());
        }
        loop {
            let part = match bits {
                8 => pass::<u8>(task, &shape, begun.take(), &mut out),
                16 => pass::<u16>(task, &shape, begun.take(), &mut out),
                32 => pass::<u32>(task, &shape, begun.take(), &mut out),
                64 => pass::<u64>(task, &shape, begun.take(), &mut out),
                128 => pass::<[u64; 2]>(task, &shape, begun.take(), &mut out),
                256 => pass::<[u64; 4]>(task, &shape, begun.take(), &mut out),
                _ => pass::<[u64; 8]>(task, &shape, begun.take(), &mut out),
            }?;
            if part != Part::Overflow {
                return Ok(Solution::default());
            }
            bits *= 2;
        }
    }
}

/// Where a pass goes on.
#[derive(Clone, Copy, serde::Serialize, serde::Deserialize)]
struct Start {
    bits: u64,
    layer: usize,
    given: u64,
}

/// The box and its moves.
struct Shape {
    sides: Vec<usize>,
    /// The most heaps of a move.
    most: usize,
    /// The length of a block of a window; 0 if there is but one.
    limit: usize,
    /// Whether a move may take the same number from all.
    all: bool,
    /// Whether an element is the outcomes of 64 positions, not the values of one.
    bits: bool,
    /// The elements of a row.
    row: usize,
    /// For each heap but the last, the elements of the heaps after it.
    strides: Vec<usize>,
    /// Layers a thread works on at once.
    each: usize,
    /// The threads that do.
    threads: usize,
}

impl Shape {
    fn of(task: &Task<'_>) -> Option<Self> {
        let View::Heaps { most, limit, all } = task.ruleset.view() else { return None };
        let rows = task.ruleset.rows();
        let side = rows.end();
        let cube = task.ruleset.ranks_are_rows() && rows.sides().iter().all(|&other| other == side);
        let heaps = rows.dimensions();
        let fits = task.value == Value::Outcome || tokens(task) < MOST_VALUES;
        if !cube || heaps < 2 || task.ruleset.splits() || most == 0 || !fits {
            return None;
        }
        let side = usize::try_from(side).ok()?;
        let limit = limit.map_or(0, |limit| limit as usize);
        let limit = if limit + 1 < side { limit } else { 0 };
        let bits = task.value == Value::Outcome;
        let row = if bits { side.div_ceil(64) } else { side };
        let rows = |after: usize| (1..after).try_fold(row, |product, _| product.checked_mul(side));
        let strides = (0..heaps - 1).map(|heap| rows(heaps - 1 - heap)).collect::<Option<Vec<_>>>()?;
        let mut shape = Self {
            sides: vec![side; heaps],
            most: most.min(heaps),
            limit,
            all,
            bits,
            row,
            strides,
            each: 1,
            threads: 1,
        };
        let bytes = if bits { 8 } else { first_bits(task, &shape) as usize / 8 };
        if heaps > 2 && shape.cell().saturating_mul(bytes) >= WORTH {
            shape.threads = rayon::current_num_threads().clamp(1, MOST_THREADS).min(side);
            shape.each = if bits { BITS_EACH } else { SETS_EACH };
        }
        (shape.needs(longest(task)) <= task.memory).then_some(shape)
    }

    fn side(&self) -> usize {
        self.sides[0]
    }

    /// Layers that are in work or not given yet, at most.
    fn ahead(&self) -> usize {
        (Lanes::ahead(self.threads) * self.each).min(self.side())
    }

    /// The parts of a window: its block so far, and the blocks' sets one by one.
    fn slots(&self) -> usize {
        self.limit + 1
    }

    /// The columns of a layer: numbers of tokens on the second heap, if that is not the last.
    fn columns(&self) -> usize {
        if self.sides.len() > 2 { self.side() } else { 1 }
    }

    /// The columns of the diagonals: differences of the second heap from the first, if that is
    /// not the last. Layers in work at once use different ones.
    fn diagonals(&self) -> usize {
        if self.all { 2 * self.columns() - 1 } else { 0 }
    }

    /// Which of them the positions with `layer` tokens on the first heap and `at` on the second use.
    fn diagonal(&self, layer: usize, at: usize) -> usize {
        if self.columns() > 1 { at + self.columns() - 1 - layer } else { 0 }
    }

    /// The elements of a column.
    fn cell(&self) -> usize {
        self.strides[0] / self.columns()
    }

    /// The distance of two slots of the windows along a heap; the first heap's are cut into columns.
    fn stride(&self, heap: usize) -> usize {
        if heap == 0 { self.cell() } else { self.strides[heap] }
    }

    /// Elements of the windows along a heap; of a column of it for the first.
    fn elements(&self, heap: usize) -> usize {
        self.stride(heap).saturating_mul(self.slots()).saturating_mul(self.most)
    }

    /// The memory for elements of so many bits: those of all heaps and of the diagonals, and
    /// what is told of the layers in work.
    fn needs(&self, bits: u64) -> Bytes {
        let bytes = if self.bits { 8 } else { u128::from(bits / 8) };
        let windows = (self.columns() as u128).saturating_mul(self.elements(0) as u128);
        let diagonals = (self.diagonals() as u128).saturating_mul(self.cell() as u128);
        let kept = windows.saturating_add(diagonals);
        let lane: u128 = (1..self.sides.len() - 1).map(|heap| self.elements(heap) as u128).sum();
        let lanes = self.ahead() as u128 * lane;
        let told = self.ahead() as u128 * self.strides[0] as u128 * if self.bits { 8 } else { 2 };
        Bytes(kept.saturating_add(lanes).saturating_mul(bytes).saturating_add(told)).plus(Bytes(1 << 20))
    }
}

/// The length of the longest play: no value is larger.
fn tokens(task: &Task<'_>) -> u64 {
    task.ruleset.rows().sides().iter().fold(0, |sum, side| sum.saturating_add(side.saturating_sub(1)))
}

/// Bits of the longest sets there may be.
fn longest(task: &Task<'_>) -> u64 {
    if task.value == Value::Outcome { 8 } else { (tokens(task) + 1).next_power_of_two().max(8) }
}

/// Bits of the sets to begin with. With tokens on so many heaps as a move may touch, at most
/// as many as it may take, the value is their total: such values there are.
fn first_bits(task: &Task<'_>, shape: &Shape) -> u64 {
    if task.value == Value::Outcome {
        return 8;
    }
    let each = if shape.limit == 0 { shape.side() - 1 } else { shape.limit };
    ((shape.most * each + 1) as u64).next_power_of_two().max(8).min(longest(task))
}

/// Computes the layers of the first heap and gives their rows.
fn pass<S: Set<Found = u16>>(
    task: &Task<'_>,
    shape: &Shape,
    begun: Option<&Kept>,
    out: &mut Out<'_>,
) -> Result<Part, Error> {
    let (mut table, mut layer) = Table::<S>::begin(shape, begun)?;
    let unknown = if S::BITS == 64 { UNKNOWN.into() } else { S::BITS };
    let mut part = Part::All;
    while layer < shape.side() && part == Part::All {
        // Sets that are too short are often so in the first layer.
        let first = layer == 0 && (S::BITS as u64) < longest(task);
        layer += table.group(task, layer, if first { 1 } else { shape.side() }, |layer, told, rare| {
            if S::BITS == 64 {
                rare.complete(shape, layer, told);
            }
            part = out.values(task, (layer * told.len()) as u64, told, unknown)?;
            Ok(out.next(task, part))
        })?;
        if part == Part::All {
            table.checkpoint(layer, S::BITS as u64, out)?;
        }
    }
    Ok(part)
}

/// The same for outcomes, a bit each.
fn outcomes(task: &Task<'_>, shape: &Shape, begun: Option<&Kept>, out: &mut Out<'_>) -> Result<(), Error> {
    let (mut table, mut layer) = Table::<Ps>::begin(shape, begun)?;
    let mut part = Part::All;
    while layer < shape.side() && part == Part::All {
        layer += table.group(task, layer, shape.side(), |layer, told, _| {
            let rows = told.len() / shape.row;
            let first = (layer * rows * shape.side()) as u64;
            part = out.bits(task, first, shape.side(), rows, |row, word| told[row * shape.row + word])?;
            Ok(out.next(task, part))
        })?;
        if part == Part::All {
            table.checkpoint(layer, 1, out)?;
        }
    }
    Ok(())
}

/// The windows along the first heap and the diagonals, column by column, and the layers in work.
struct Table<'s, E: Element> {
    shape: &'s Shape,
    columns: Vec<Mutex<Vec<E>>>,
    /// By the difference of the second heap from the first.
    diagonals: Vec<Mutex<Vec<E>>>,
    lanes: Vec<Mutex<Lane<'s, E>>>,
    /// What is told of the layers that are not given yet.
    told: Vec<Mutex<Vec<E::Found>>>,
    /// The values so far that do not fit a set.
    rare: Rare,
}

impl<'s, E: Element> Table<'s, E> {
    /// The table before the first layer, or where a stopped run was; the next layer.
    ///
    /// # Errors
    /// [`Error::Unfit`].
    fn begin(shape: &'s Shape, begun: Option<&Kept>) -> Result<(Self, usize), Error> {
        let mut table = Self::new(shape);
        let Some(kept) = begun else { return Ok((table, 0)) };
        let mut kept = kept.reader();
        let start = kept.take::<Start>().filter(|start| start.layer <= shape.side());
        let layer = start.and_then(|start| table.load(&mut kept).map(|()| start.layer));
        Ok((table, layer.ok_or(Error::Unfit)?))
    }

    fn new(shape: &'s Shape) -> Self {
        let columns = |count: usize, elements: usize| {
            (0..count).map(|_| Mutex::new(vec![E::default(); elements])).collect::<Vec<_>>()
        };
        let lanes = (0..shape.ahead()).map(|_| Mutex::new(Lane::new(shape))).collect();
        let told = (0..shape.ahead()).map(|_| Mutex::default()).collect();
        let diagonals = columns(shape.diagonals(), shape.cell());
        let columns = columns(shape.columns(), shape.elements(0));
        Self { shape, columns, diagonals, lanes, told, rare: Rare::default() }
    }

    /// Computes the layers from `first` on, at most so many, and gives them; returns how many were given
    /// before `give` wanted no more. Each thread takes some of them, a column behind the one before.
    fn group(
        &mut self,
        task: &Task<'_>,
        first: usize,
        most: usize,
        mut give: impl FnMut(usize, &mut [E::Found], &mut Rare) -> Result<Next, Error>,
    ) -> Result<usize, Error> {
        let Self { shape, columns, diagonals, lanes, told, rare } = self;
        let used = most.min(shape.side() - first);
        let each = shape.each.min(used.div_ceil(shape.threads));
        let layers = |part: usize| part * each..used.min((part + 1) * each);
        let threads = shape.threads;
        let given = wavefront(
            Lanes { count: used.div_ceil(each), threads, ahead: Lanes::ahead(threads) },
            |_| 0..columns.len(),
            |part, at| {
                let mut column = lock(&columns[at]);
                for index in layers(part) {
                    let (layer, mut lane) = (first + index, lock(&lanes[index % lanes.len()]));
                    let mut told = lock(&told[index % told.len()]);
                    told.resize(shape.strides[0], E::Found::default());
                    let mut diagonal = diagonals.get(shape.diagonal(layer, at)).map(lock);
                    let mut lend = |lane: &mut Lane<'s, E>| {
                        std::mem::swap(&mut lane.windows[0], &mut *column);
                        diagonal.iter_mut().for_each(|diagonal| std::mem::swap(&mut lane.diagonals, &mut **diagonal));
                    };
                    lend(&mut lane);
                    let done = fast(Column { lane: &mut lane, told: &mut told, task, layer, at });
                    lend(&mut lane);
                    done?;
                }
                Ok(())
            },
            |part| {
                let mut next = Next::All;
                for index in layers(part) {
                    if next == Next::Stop {
                        break;
                    }
                    next = give(first + index, &mut lock(&told[index % told.len()]), rare)?;
                }
                Ok(next)
            },
        )?;
        Ok(used.min(given * each))
    }

    /// Between two groups, the columns and the diagonals are all there is to know.
    fn checkpoint(&mut self, layer: usize, bits: u64, out: &mut Out<'_>) -> Result<(), Error> {
        let start = Start { bits, layer, given: out.given() };
        out.checkpoint(&mut |state: &mut State| {
            state.put(&start)?;
            state.put(&self.rare)?;
            let elements: Vec<&Vec<E>> =
                self.columns.iter_mut().chain(&mut self.diagonals).map(|elements| &*get(elements)).collect();
            for part in elements.iter().flat_map(|elements| elements.chunks(PART)) {
                let mut bytes = Vec::with_capacity(part.len() * E::BYTES);
                part.iter().for_each(|element| element.put(&mut bytes));
                state.put_bytes(&bytes);
            }
            Ok(())
        })
    }

    /// Takes up what was saved; none if that is of another shape.
    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.rare = state.take()?;
        let elements = self.columns.iter_mut().chain(&mut self.diagonals);
        for part in elements.flat_map(|elements| get(elements).chunks_mut(PART)) {
            let bytes = state.take_bytes().filter(|bytes| bytes.len() == part.len() * E::BYTES)?;
            part.iter_mut().zip(bytes.chunks_exact(E::BYTES)).for_each(|(element, bytes)| *element = E::take(bytes));
        }
        Some(())
    }
}
