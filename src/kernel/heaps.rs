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
//! Outcomes, in both plays, are the same with sets of the one element P; in misère play the
//! position without tokens is N. Values use sets as short as they fit; one that does not makes
//! the work begin again with sets twice as long, silently up to the row reached.
//!
//! Cost: for a position and a pair (i, j) about four loads and stores, in vectors along the
//! last heap, and a chain of five operations. Memory: r + 1 (without limit: 1) slabs of sets
//! for each j, a slab being the box without its first heap; and as much for a checkpoint.
//! Reference: E. H. Moore, Annals of Mathematics 11 (1910).

use super::faces::emit::{Out, Part};
use super::simd::{Work, fast};
use super::{Kernel, Sink, Solution, Task};
use crate::bytes::Bytes;
use crate::checkpoint::{State, StateReader};
use crate::error::Error;
use crate::ruleset::{Play, Value, View};

/// Games that take from a few of several heaps.
pub struct Heaps;

/// Rows between two looks at the cancellation flag.
const ROWS: usize = 64;

/// Sets in a part of a checkpoint.
const PART: usize = 1 << 16;

/// The values that fit the longest sets.
const MOST_VALUES: u64 = 512;

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
        Shape::of(task).map_or(Bytes(u128::MAX), |shape| shape.needs(longest(task, &shape)))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<Solution, Error> {
        let Some(shape) = Shape::of(task) else { return Ok(Solution::default()) };
        let kept = sink.resume();
        let start = kept.as_ref().and_then(|kept| kept.reader().take::<Start>());
        let Start { mut bits, given, .. } =
            start.unwrap_or(Start { bits: first_bits(task, &shape), layer: 0, given: 0 });
        let mut out = Out::new(task, sink, given);
        task.control.phase("computing", task.ruleset.positions());
        let mut begun = kept.filter(|_| start.is_some());
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
    /// For each heap, the positions of the heaps after it.
    strides: Vec<usize>,
}

impl Shape {
    fn of(task: &Task<'_>) -> Option<Self> {
        let View::Heaps { most, limit, all } = task.ruleset.view() else { return None };
        let rows = task.ruleset.rows();
        let side = rows.end();
        let cube = task.ruleset.ranks_are_rows() && rows.sides().iter().all(|&other| other == side);
        let heaps = rows.dimensions();
        if !cube || heaps < 2 || task.ruleset.splits() || most == 0 || tokens(task) >= MOST_VALUES.min(1 << 15) {
            return None;
        }
        let side = usize::try_from(side).ok()?;
        let limit = limit.map_or(0, |limit| limit as usize);
        let limit = if limit + 1 < side { limit } else { 0 };
        let power = |after: usize| (0..after).try_fold(1usize, |product, _| product.checked_mul(side));
        let strides = (0..heaps).map(|heap| power(heaps - 1 - heap)).collect::<Option<Vec<_>>>()?;
        let shape = Self { sides: vec![side; heaps], most: most.min(heaps), limit, all, strides };
        (shape.needs(longest(task, &shape)) <= task.memory).then_some(shape)
    }

    fn side(&self) -> usize {
        self.sides[0]
    }

    /// The parts of a window: its block so far, and the blocks' sets one by one.
    fn slots(&self) -> usize {
        self.limit + 1
    }

    /// Sets of the windows along a heap.
    fn sets(&self, heap: usize) -> usize {
        self.strides[heap].saturating_mul(self.slots()).saturating_mul(self.most)
    }

    /// The memory for sets of so many bits: those of all heaps, of the diagonals, a
    /// checkpoint, and the places of a layer.
    fn needs(&self, bits: u64) -> Bytes {
        let bytes = u128::from(bits / 8);
        let windows: u128 = (0..self.sides.len() - 1).map(|heap| self.sets(heap) as u128).sum();
        let diagonals = if self.all { self.strides[0] as u128 } else { 0 };
        let kept = (self.sets(0) as u128).saturating_add(diagonals);
        let sets = windows.saturating_add(diagonals).saturating_add(kept);
        Bytes(sets.saturating_mul(bytes).saturating_add(4 * self.strides[0] as u128)).plus(Bytes(1 << 20))
    }
}

/// The length of the longest play: no value is larger.
fn tokens(task: &Task<'_>) -> u64 {
    task.ruleset.rows().sides().iter().fold(0, |sum, side| sum.saturating_add(side.saturating_sub(1)))
}

/// Bits of the longest sets there may be.
fn longest(task: &Task<'_>, _: &Shape) -> u64 {
    if task.value == Value::Outcome { 8 } else { (tokens(task) + 1).next_power_of_two().max(8) }
}

/// Bits of the sets to begin with. With tokens on so many heaps as a move may touch, at most
/// as many as it may take, the value is their total: such values there are.
fn first_bits(task: &Task<'_>, shape: &Shape) -> u64 {
    if task.value == Value::Outcome {
        return 8;
    }
    let each = if shape.limit == 0 { shape.side() - 1 } else { shape.limit };
    ((shape.most * each + 1) as u64).next_power_of_two().max(8).min(longest(task, shape))
}

/// A set of values.
trait Set: Copy + Default + Send + Sync {
    const BITS: usize;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn all() -> Self;
    /// The least value that is missing, as a set: empty if there is none.
    fn mex(self) -> Self;
    /// The least value of a set; `BITS` if it is empty.
    fn least(self) -> u16;
    fn only(value: u32) -> Self;
    fn put(self, bytes: &mut Vec<u8>);
    fn take(bytes: &[u8]) -> Self;
}

macro_rules! set {
    ($word:ty) => {
        impl Set for $word {
            const BITS: usize = <$word>::BITS as usize;
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn all() -> Self {
                <$word>::MAX
            }
            #[inline(always)]
            fn mex(self) -> Self {
                !self & self.wrapping_add(1)
            }
            #[inline(always)]
            fn least(self) -> u16 {
                self.trailing_zeros() as u16
            }
            fn only(value: u32) -> Self {
                1 << value
            }
            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
            fn take(bytes: &[u8]) -> Self {
                bytes.try_into().map_or(0, Self::from_le_bytes)
            }
        }
    };
}

set!(u8);
set!(u16);
set!(u32);
set!(u64);

impl<const WORDS: usize> Set for [u64; WORDS]
where
    Self: Default,
{
    const BITS: usize = 64 * WORDS;
    #[inline(always)]
    fn or(mut self, other: Self) -> Self {
        self.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
        self
    }
    #[inline(always)]
    fn and(mut self, other: Self) -> Self {
        self.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
        self
    }
    #[inline(always)]
    fn all() -> Self {
        let mut set = Self::default();
        set.fill(u64::MAX);
        set
    }
    #[inline(always)]
    fn mex(self) -> Self {
        let mut found = Self::default();
        for (found, word) in found.iter_mut().zip(self) {
            *found = word.mex();
            if *found != 0 {
                break;
            }
        }
        found
    }
    #[inline(always)]
    fn least(self) -> u16 {
        let full = |word: usize| 64 * word as u16 + self[word].trailing_zeros() as u16;
        (0..WORDS).find(|&word| self[word] != 0).map_or(Self::BITS as u16, full)
    }
    fn only(value: u32) -> Self {
        let mut set = Self::default();
        set[0] = 1 << value;
        set
    }
    fn put(self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|word| word.put(bytes));
    }
    fn take(bytes: &[u8]) -> Self {
        let mut set = Self::default();
        set.iter_mut().zip(bytes.chunks_exact(8)).for_each(|(word, bytes)| *word = u64::take(bytes));
        set
    }
}

/// Computes the layers of the first heap and gives their rows.
fn pass<S: Set>(task: &Task<'_>, shape: &Shape, begun: Option<State>, out: &mut Out<'_>) -> Result<Part, Error> {
    let mut windows = Windows::<S>::new(shape, task);
    let first = begun.and_then(|kept| {
        let mut kept = kept.reader();
        let start = kept.take::<Start>()?;
        windows.load(&mut kept).map(|()| start.layer)
    });
    let first = first.unwrap_or(0);
    let mut places = vec![0; shape.strides[0]];
    for layer in first..shape.side() {
        fast(Layer { windows: &mut windows, task, layer, places: &mut places })?;
        let bits = if task.value == Value::Outcome { 2 } else { S::BITS };
        let part = out.values(task, (layer * places.len()) as u64, &places, bits)?;
        if part != Part::All {
            return Ok(part);
        }
        task.control.progress(out.given());
        let start = Start { bits: S::BITS as u64, layer: layer + 1, given: out.given() };
        out.checkpoint(&mut |state: &mut State| {
            state.put(&start)?;
            windows.save(state);
            Ok(())
        })?;
    }
    Ok(Part::All)
}

/// The windows along all heaps but the last, and what the row in work needs.
struct Windows<'s, S> {
    shape: &'s Shape,
    outcomes: bool,
    misere: bool,
    /// For each heap and each j, its slots one after the other: the block so far, then the
    /// sets of the block, or what is left of the one before: unions to its end.
    windows: Vec<Vec<S>>,
    /// For each diagonal, by the differences from the first heap.
    diagonals: Vec<S>,
    /// For each heap, the parts of its windows for the row in work.
    parts: Vec<Parts>,
    taken: Vec<S>,
    /// For each j, R of the row.
    reach: Vec<Vec<S>>,
    found: Vec<S>,
    /// The window along the row itself, and the unions of its last block.
    own: Vec<S>,
    block: Vec<S>,
}

struct Layer<'w, 's, S> {
    windows: &'w mut Windows<'s, S>,
    task: &'w Task<'w>,
    layer: usize,
    places: &'w mut [u16],
}

impl<S: Set> Work for Layer<'_, '_, S> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run(self) -> Result<(), Error> {
        let Layer { windows, task, layer, places } = self;
        let shape = windows.shape;
        let mut point = vec![0; shape.sides.len() - 1];
        point[0] = layer;
        for (row, places) in places.chunks_exact_mut(shape.side()).enumerate() {
            if row % ROWS == 0 {
                task.control.check()?;
            }
            windows.unite(&point, row);
            if windows.misere && layer == 0 && row == 0 {
                windows.taken[0] = S::only(0);
            }
            windows.find(places);
            windows.settle(&point);
            for coordinate in point.iter_mut().skip(1).rev() {
                *coordinate += 1;
                if *coordinate < shape.side() {
                    break;
                }
                *coordinate = 0;
            }
        }
        Ok(())
    }
}

impl<'s, S: Set> Windows<'s, S> {
    fn new(shape: &'s Shape, task: &Task<'_>) -> Self {
        let row = || vec![S::default(); shape.side()];
        Self {
            shape,
            outcomes: task.value == Value::Outcome,
            misere: task.play == Play::Misere,
            windows: (0..shape.sides.len() - 1).map(|heap| vec![S::default(); shape.sets(heap)]).collect(),
            diagonals: vec![S::default(); if shape.all { shape.strides[0] } else { 0 }],
            parts: vec![Parts::default(); shape.sides.len() - 1],
            taken: row(),
            reach: (0..shape.most).map(|_| row()).collect(),
            found: row(),
            own: row(),
            block: vec![S::default(); if shape.limit == 0 { shape.side() } else { shape.limit }],
        }
    }

    /// Between two layers, the first heap's windows and the diagonals are all there is to know.
    fn save(&self, state: &mut State) {
        state.reserve((self.windows[0].len() + self.diagonals.len()) * S::BITS / 8);
        for sets in [&self.windows[0], &self.diagonals].into_iter().flat_map(|sets| sets.chunks(PART)) {
            let mut bytes = Vec::with_capacity(PART * S::BITS / 8);
            sets.iter().for_each(|set| set.put(&mut bytes));
            state.put_bytes(&bytes);
        }
    }

    /// Takes up what was saved; none if that is of another shape.
    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        for sets in [&mut self.windows[0], &mut self.diagonals].into_iter().flat_map(|sets| sets.chunks_mut(PART)) {
            let bytes = state.take_bytes().filter(|bytes| bytes.len() == sets.len() * S::BITS / 8)?;
            sets.iter_mut().zip(bytes.chunks_exact(S::BITS / 8)).for_each(|(set, bytes)| *set = S::take(bytes));
        }
        Some(())
    }

    /// Unites the values of all options that differ in some heap before the last.
    #[inline(always)]
    fn unite(&mut self, point: &[usize], row: usize) {
        let shape = self.shape;
        self.taken.fill(S::default());
        for (heap, &tokens) in point.iter().enumerate() {
            let parts = Parts::new(shape, heap, tokens, row);
            parts.add_to(&mut self.taken, &self.windows[heap], shape.most - 1);
            self.parts[heap] = parts;
        }
        if shape.all && point.iter().all(|&tokens| tokens > 0) {
            let (from, turn) = self.diagonal(point);
            let (low, high) = self.diagonals[from..from + shape.side()].split_at(shape.side() - turn);
            // The first position of a row begins its diagonal.
            unite(&mut self.taken[1..turn], &high[1.min(high.len())..]);
            unite(&mut self.taken[turn..], low);
        }
    }

    /// Where the diagonals through a row are, and by how much they are turned.
    #[inline(always)]
    fn diagonal(&self, point: &[usize]) -> (usize, usize) {
        let side = self.shape.side();
        let turn = point[0];
        let rank = point.iter().skip(1).fold(0, |rank, &tokens| rank * side + (tokens + side - turn) % side);
        (rank * side, turn)
    }

    /// Finds the values of the row, one after the other, block by block of the window along it.
    #[inline(always)]
    fn find(&mut self, places: &mut [u16]) {
        let Self { taken, found, own, block, .. } = self;
        let size = block.len();
        // Outcomes have no value but 0, what is not P is 1.
        let (wanted, most) = if self.outcomes { (S::only(0), 1) } else { (S::all(), u16::MAX) };
        block.fill(S::default());
        let rows = places.chunks_mut(size).zip(taken.chunks(size));
        let sets = found.chunks_mut(size).zip(own.chunks_mut(size));
        for ((places, taken), (found, own)) in rows.zip(sets) {
            let mut so_far = S::default();
            let now = places.iter_mut().zip(taken).zip(found.iter_mut().zip(own));
            for (((place, taken), (found, own)), before) in now.zip(block.iter()) {
                *own = so_far.or(*before);
                *found = taken.or(*own).mex().and(wanted);
                *place = found.least().min(most);
                so_far = so_far.or(*found);
            }
            let mut union = S::default();
            for (set, &found) in block.iter_mut().zip(found.iter()).rev() {
                union = union.or(found);
                *set = union;
            }
        }
    }

    /// Adds the row to the windows and the diagonals.
    #[inline(always)]
    fn settle(&mut self, point: &[usize]) {
        let shape = self.shape;
        for (j, reach) in self.reach.iter_mut().enumerate() {
            reach.copy_from_slice(&self.found);
            if j > 0 {
                unite(reach, &self.own);
            }
        }
        for (heap, parts) in self.parts.iter().enumerate().rev() {
            for j in (0..shape.most).rev() {
                parts.take_in(&mut self.windows[heap], j, &self.reach[j]);
                // What R of this heap takes in, before j - 1 is brought up to date.
                if j > 0 && heap > 0 {
                    parts.add_to(&mut self.reach[j], &self.windows[heap], j - 1);
                }
            }
        }
        if shape.all {
            self.settle_diagonals(point);
        }
    }

    #[inline(always)]
    fn settle_diagonals(&mut self, point: &[usize]) {
        let side = self.shape.side();
        let (from, turn) = self.diagonal(point);
        let begins = point.contains(&0);
        let (low, high) = self.diagonals[from..from + side].split_at_mut(side - turn);
        let (before, after) = self.found.split_at(turn);
        for (sets, found) in [(high, before), (low, after)] {
            if begins { sets.copy_from_slice(found) } else { unite(sets, found) }
        }
        if !begins {
            let first = (side - turn) % side;
            self.diagonals[from + first] = self.found[0];
        }
    }
}

/// The parts of the windows of a row along a heap, as places among the sets for j = 0.
#[derive(Debug, Clone, Copy, Default)]
struct Parts {
    /// Those whose union the window is.
    read: [Option<usize>; 2],
    /// The block so far, and whether it begins.
    block: usize,
    begins: bool,
    /// The place of the row in its block; the length of one, 0 if there is but one.
    offset: usize,
    limit: usize,
    /// The distance of two slots, and of the sets of one j from those of the next.
    stride: usize,
    span: usize,
}

impl Parts {
    #[inline(always)]
    fn new(shape: &Shape, heap: usize, tokens: usize, row: usize) -> Self {
        let (stride, limit) = (shape.strides[heap], shape.limit);
        let block = row * shape.side() % stride;
        let offset = tokens.checked_rem(limit).unwrap_or(tokens);
        let before = (limit > 0 && tokens >= limit).then_some(block + (1 + offset) * stride);
        Self {
            read: [(offset > 0).then_some(block), before],
            block,
            begins: offset == 0,
            offset,
            limit,
            stride,
            span: shape.slots() * stride,
        }
    }

    /// Adds the window to a row.
    #[inline(always)]
    fn add_to<S: Set>(&self, row: &mut [S], sets: &[S], j: usize) {
        for part in self.read.into_iter().flatten() {
            unite(row, &sets[j * self.span + part..]);
        }
    }

    /// Takes a row into the window of those that come after.
    #[inline(always)]
    fn take_in<S: Set>(&self, sets: &mut [S], j: usize, row: &[S]) {
        let sets = &mut sets[j * self.span + self.block..];
        let so_far = &mut sets[..row.len()];
        if self.begins {
            so_far.copy_from_slice(row)
        } else {
            unite(so_far, row)
        }
        if self.limit == 0 {
            return;
        }
        let at = (1 + self.offset) * self.stride;
        sets[at..at + row.len()].copy_from_slice(row);
        if self.offset + 1 == self.limit {
            // The block is complete: unions to its end.
            for offset in (0..self.offset).rev() {
                let (set, next) = sets[(1 + offset) * self.stride..].split_at_mut(self.stride);
                unite(&mut set[..row.len()], next);
            }
        }
    }
}

#[inline(always)]
fn unite<S: Set>(all: &mut [S], more: &[S]) {
    all.iter_mut().zip(more).for_each(|(all, more)| *all = all.or(*more));
}
