//! The windows along the heaps, and the work on a layer of the first one.

use super::Shape;
use super::set::Set;
use crate::checkpoint::{State, StateReader};
use crate::error::Error;
use crate::kernel::Task;
use crate::kernel::simd::Work;
use crate::ruleset::{Play, Value};

/// Rows between two looks at the cancellation flag.
const ROWS: usize = 64;

/// Sets in a part of a checkpoint.
const PART: usize = 1 << 16;

/// The windows along all heaps but the last, and what the row in work needs.
pub(super) struct Windows<'s, S> {
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

/// A layer of the first heap.
pub(super) struct Layer<'w, 's, S> {
    pub windows: &'w mut Windows<'s, S>,
    pub task: &'w Task<'w>,
    pub layer: usize,
    /// The values of its positions.
    pub places: &'w mut [u16],
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
    pub fn new(shape: &'s Shape, task: &Task<'_>) -> Self {
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
    pub fn save(&self, state: &mut State) {
        state.reserve((self.windows[0].len() + self.diagonals.len()) * S::BITS / 8);
        for sets in [&self.windows[0], &self.diagonals].into_iter().flat_map(|sets| sets.chunks(PART)) {
            let mut bytes = Vec::with_capacity(PART * S::BITS / 8);
            sets.iter().for_each(|set| set.put(&mut bytes));
            state.put_bytes(&bytes);
        }
    }

    /// Takes up what was saved; none if that is of another shape.
    pub fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
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
