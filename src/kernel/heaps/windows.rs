//! The windows along the heaps, and the work on a column of a layer.

use super::Shape;
use super::set::{Element, Row, Rule};
use crate::error::Error;
use crate::kernel::Task;
use crate::kernel::simd::Work;
use crate::ruleset::{Play, Value};

/// Rows between two looks at the cancellation flag.
const ROWS: usize = 64;

/// What a layer in work needs.
pub(super) struct Lane<'s, E: Element> {
    shape: &'s Shape,
    rule: Rule,
    /// For each heap but the last and each j, its slots one after the other: the block so far, then
    /// the elements of the block, or what is left of the one before: unions to its end.
    /// Those of the first heap, and the diagonals, are lent for a column.
    pub windows: Vec<Vec<E>>,
    pub diagonals: Vec<E>,
    /// For each heap, the parts of its windows for the row in work.
    parts: Vec<Parts>,
    taken: Vec<E>,
    /// For each j, R of the row.
    reach: Vec<Vec<E>>,
    found: Vec<E>,
    /// The window along the row itself, and the unions of its last block.
    own: Vec<E>,
    block: Vec<E>,
    /// What is told of the layer.
    pub told: Vec<E::Found>,
}

/// A column of a layer: the positions with `layer` tokens on the first heap and `at` on the
/// second, if that is not the last.
pub(super) struct Column<'w, 's, E: Element> {
    pub lane: &'w mut Lane<'s, E>,
    pub task: &'w Task<'w>,
    pub layer: usize,
    pub at: usize,
}

impl<E: Element> Work for Column<'_, '_, E> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run(self) -> Result<(), Error> {
        let Column { lane, task, layer, at } = self;
        let shape = lane.shape;
        let mut point = vec![0; shape.sides.len() - 1];
        point[0] = layer;
        point.iter_mut().skip(1).take(1).for_each(|second| *second = at);
        let rows = shape.cell() / shape.row;
        for row in at * rows..(at + 1) * rows {
            if row % ROWS == 0 {
                task.control.check()?;
            }
            lane.unite(&point, row);
            if layer == 0 && row == 0 && task.play == Play::Misere {
                lane.taken[0] = E::first();
            }
            let Lane { rule, taken, found, own, block, .. } = lane;
            E::find(Row { taken, found, own, block }, *rule);
            let told = &mut lane.told[row * shape.row..][..shape.row];
            told.iter_mut().zip(&lane.found).for_each(|(told, found)| *told = found.told());
            lane.settle(&point);
            for coordinate in point.iter_mut().skip(2).rev() {
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

impl<'s, E: Element> Lane<'s, E> {
    pub fn new(shape: &'s Shape, task: &Task<'_>) -> Self {
        let row = || vec![E::default(); shape.row];
        let heaps = shape.sides.len() - 1;
        let lent = |heap: usize| if heap == 0 { 0 } else { shape.elements(heap) };
        Self {
            shape,
            rule: Rule { outcomes: task.value == Value::Outcome, side: shape.side(), limit: shape.limit },
            windows: (0..heaps).map(|heap| vec![E::default(); lent(heap)]).collect(),
            diagonals: Vec::new(),
            parts: vec![Parts::default(); heaps],
            taken: row(),
            reach: (0..shape.most).map(|_| row()).collect(),
            found: row(),
            own: row(),
            block: vec![E::default(); if shape.limit == 0 { shape.side() } else { shape.limit }],
            told: vec![E::Found::default(); shape.strides[0]],
        }
    }

    /// Unites the values of all options that differ in some heap before the last.
    #[inline(always)]
    fn unite(&mut self, point: &[usize], row: usize) {
        let shape = self.shape;
        self.taken.fill(E::default());
        for (heap, &tokens) in point.iter().enumerate() {
            let parts = Parts::new(shape, shape.stride(heap), tokens, row);
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

    /// Where the diagonals through a row are in its column's, and by how much they are turned.
    #[inline(always)]
    fn diagonal(&self, point: &[usize]) -> (usize, usize) {
        let side = self.shape.side();
        let turn = point[0];
        let rank = point.iter().skip(2).fold(0, |rank, &tokens| rank * side + (tokens + side - turn) % side);
        (rank * side, turn)
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
    fn new(shape: &Shape, stride: usize, tokens: usize, row: usize) -> Self {
        let limit = shape.limit;
        let block = row * shape.row % stride;
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
    fn add_to<E: Element>(&self, row: &mut [E], sets: &[E], j: usize) {
        for part in self.read.into_iter().flatten() {
            unite(row, &sets[j * self.span + part..]);
        }
    }

    /// Takes a row into the window of those that come after.
    #[inline(always)]
    fn take_in<E: Element>(&self, sets: &mut [E], j: usize, row: &[E]) {
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
fn unite<E: Element>(all: &mut [E], more: &[E]) {
    all.iter_mut().zip(more).for_each(|(all, more)| *all = all.or(*more));
}
