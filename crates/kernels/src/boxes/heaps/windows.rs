//! The windows along the heaps, and the work on a column of a layer.

use super::layout::HeapsLayout;
use super::set::{BoxRow, Element, Rule, copy, unite};
use crate::Task;
use grundy_core::error::Error;
use grundy_core::ruleset::Play;
use grundy_core::simd::Work;
use std::ops::Range;

/// The approximate size of a strip in bytes. A few strips and their windows stay in the innermost cache.
const STRIP: usize = 1 << 11;

/// The working memory of a layer.
pub(super) struct Workspace<'s, E: Element> {
    layout: &'s HeapsLayout,
    rule: Rule,
    /// For each heap but the last and each j, its slots one after the other: first the union of the current block,
    /// then the elements of the block or, where it has not come that far, the unions of the block before, each up to
    /// its end. Those of the first heap, and the diagonals, are lent for one column.
    pub windows: Vec<Vec<E>>,
    pub diagonals: Vec<E>,
    /// For each heap but the last two, the slots of its windows for the current strip.
    slots: Vec<WindowSlots>,
    taken: Vec<E>,
    /// For each j, R of the strip; for j = 0, the values that are found.
    reach: Vec<Vec<E>>,
    /// The window along the row itself, and the unions of its last block.
    own: Vec<E>,
    block: Vec<E>,
}

/// A column of a layer: the positions with `layer` tokens on the first heap and `at` on the second, if that is not
/// the last. It is processed in strips: consecutive rows along the last heap but one, one row for earlier heaps.
pub(super) struct LayerColumn<'w, 's, E: Element> {
    pub workspace: &'w mut Workspace<'s, E>,
    /// What is reported of the layer.
    pub told: &'w mut [E::Reported],
    pub task: &'w Task<'w>,
    pub layer: usize,
    pub at: usize,
}

impl<E: Element> Work for LayerColumn<'_, '_, E> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run(self) -> Result<(), Error> {
        let LayerColumn { workspace, told, task, layer, at } = self;
        let layout = workspace.layout;
        let mut point = vec![0; layout.sides.len() - 1];
        point[0] = layer;
        point.iter_mut().skip(1).take(1).for_each(|second| *second = at);
        let rows = layout.cell() / layout.row;
        let (mut row, end) = (at * rows, (at + 1) * rows);
        let misere = task.play == Play::Misere;
        while row < end {
            task.control.check()?;
            let count = workspace.strip(&point);
            workspace.unite(&point, row, count);
            if misere && layer == 0 && row == 0 {
                workspace.taken[0] = E::first();
            }
            // The loops for rows of one element are compiled separately.
            if layout.row == 1 {
                workspace.rows(told, &mut point, row, count, 1)
            } else {
                workspace.rows(told, &mut point, row, count, layout.row)
            }
            workspace.settle(count);
            row += count;
            for heap in (3..point.len()).rev() {
                if point[heap] == layout.side() {
                    (point[heap], point[heap - 1]) = (0, point[heap - 1] + 1);
                }
            }
        }
        Ok(())
    }
}

/// The maximum number of rows of a strip. Only columns of more than one row have longer strips.
fn strip<E: Element>(layout: &HeapsLayout) -> usize {
    if layout.sides.len() < 4 { 1 } else { (STRIP / (layout.row * E::BYTES)).clamp(1, layout.side()) }
}

impl<'s, E: Element> Workspace<'s, E> {
    pub fn new(layout: &'s HeapsLayout) -> Self {
        let row = || vec![E::default(); layout.row];
        let of_strip = || vec![E::default(); strip::<E>(layout) * layout.row];
        let heaps = layout.sides.len() - 1;
        let lent = |heap: usize| if heap == 0 { 0 } else { layout.elements(heap) };
        Self {
            layout,
            rule: Rule { side: layout.side(), limit: layout.limit },
            windows: (0..heaps).map(|heap| vec![E::default(); lent(heap)]).collect(),
            diagonals: Vec::new(),
            slots: vec![WindowSlots::default(); heaps - 1],
            taken: of_strip(),
            reach: (0..layout.most).map(|_| of_strip()).collect(),
            own: row(),
            block: vec![E::default(); if layout.limit == 0 { layout.side() } else { layout.limit }],
        }
    }

    /// The number of rows of the strip that begins at a point.
    fn strip(&self, point: &[usize]) -> usize {
        let left = if point.len() < 3 { 1 } else { self.layout.side() - point[point.len() - 1] };
        strip::<E>(self.layout).min(left)
    }

    /// Unites the values of the options of a strip that differ in some heap before the last two.
    #[inline(always)]
    fn unite(&mut self, point: &[usize], row: usize, count: usize) {
        let layout = self.layout;
        let taken = &mut self.taken[..count * layout.row];
        taken.fill(E::default());
        for (heap, slots) in self.slots.iter_mut().enumerate() {
            *slots = WindowSlots::new(layout, heap, point[heap], row);
            slots.add_to(taken, &self.windows[heap], layout.most - 1);
        }
    }

    /// Finds the values of the rows of a strip, one after the other along the last heap but one. Adds them to the
    /// windows of this heap and to the diagonals. `length` is that of a row.
    #[inline(always)]
    fn rows(&mut self, told: &mut [E::Reported], point: &mut [usize], first: usize, count: usize, length: usize) {
        let layout = self.layout;
        let (heap, most) = (point.len() - 1, layout.most);
        let mut slots = WindowSlots::new(layout, heap, point[heap], first);
        for row in 0..count {
            let range = row * length..(row + 1) * length;
            let taken = &mut self.taken[range.clone()];
            slots.add_to(taken, &self.windows[heap], most - 1);
            let diagonal = (layout.all && !point.contains(&0)).then(|| diagonal(layout, point));
            if let Some((from, turn)) = diagonal {
                E::add_diagonal(taken, &self.diagonals[from..from + length], turn);
            }
            let (found, reach) = self.reach.split_at_mut(1);
            let found = &mut found[0][range.clone()];
            let own = &mut self.own[..length];
            E::find(BoxRow { taken, found, own, block: &mut self.block }, self.rule);
            let told = &mut told[(first + row) * length..][..length];
            for at in 0..length {
                told[at] = found[at].told();
            }
            if layout.all {
                let (from, turn) = diagonal.unwrap_or_else(|| self::diagonal(layout, point));
                E::settle_diagonal(&mut self.diagonals[from..from + length], found, turn, diagonal.is_none());
            }
            for reach in reach {
                let reach = &mut reach[range.clone()];
                for at in 0..length {
                    reach[at] = found[at].or(own[at]);
                }
            }
            slots.settle(&mut self.windows[heap], &mut self.reach, range, heap > 0);
            slots.advance();
            point[heap] += 1;
        }
    }

    /// Adds a strip to the windows of the heaps before the last two.
    #[inline(always)]
    fn settle(&mut self, count: usize) {
        let range = 0..count * self.layout.row;
        for (heap, slots) in self.slots.iter().enumerate().rev() {
            slots.settle(&mut self.windows[heap], &mut self.reach, range.clone(), heap > 0);
        }
    }
}

/// Where the diagonals through a row are stored in their column, and by how much they are rotated.
#[inline(always)]
fn diagonal(layout: &HeapsLayout, point: &[usize]) -> (usize, usize) {
    let (side, turn) = (layout.side(), point[0]);
    let rank = point.iter().skip(2).fold(0, |rank, &tokens| {
        let ahead = tokens + side - turn;
        rank * side + if ahead < side { ahead } else { ahead - side }
    });
    (rank * layout.row, turn)
}

/// The slots of the windows of a strip along a heap, as places among the sets for j = 0.
#[derive(Debug, Clone, Copy, Default)]
struct WindowSlots {
    /// The slots that form the window: the current block, and the rest of the one before.
    read: [Option<usize>; 2],
    /// The slot of the current block.
    block: usize,
    /// The place of the strip in its block, and the length of a block, 0 if there is only one.
    offset: usize,
    limit: usize,
    /// The distance of two slots, and the distance from the sets of one j to those of the next.
    stride: usize,
    span: usize,
}

impl WindowSlots {
    #[inline(always)]
    fn new(layout: &HeapsLayout, heap: usize, tokens: usize, row: usize) -> Self {
        let (limit, stride) = (layout.limit, layout.stride(heap));
        let block = row * layout.row % stride;
        let offset = tokens.checked_rem(limit).unwrap_or(tokens);
        let before = (limit > 0 && tokens >= limit).then_some(block + (1 + offset) * stride);
        let read = [(offset > 0).then_some(block), before];
        Self { read, block, offset, limit, stride, span: layout.slots() * stride }
    }

    /// Moves on to the next row along the heap.
    #[inline(always)]
    fn advance(&mut self) {
        self.offset += 1;
        let mut before = self.read[1].map(|before| before + self.stride);
        if self.offset == self.limit {
            self.offset = 0;
            before = Some(self.block + self.stride);
        }
        self.read = [(self.offset > 0).then_some(self.block), before];
    }

    /// Adds the window to some rows.
    #[inline(always)]
    fn add_to<E: Element>(&self, rows: &mut [E], sets: &[E], j: usize) {
        for slot in self.read.into_iter().flatten() {
            unite(rows, &sets[j * self.span + slot..][..rows.len()]);
        }
    }

    /// Takes each R into the window. Then adds the window for j - 1 to R, if an earlier heap still needs it.
    #[inline(always)]
    fn settle<E: Element>(&self, sets: &mut [E], reach: &mut [Vec<E>], range: Range<usize>, wanted: bool) {
        for (j, reach) in reach.iter_mut().enumerate().rev() {
            let reach = &mut reach[range.clone()];
            self.take_in(sets, j, reach);
            // R needs the window for j - 1 before that is updated.
            if j > 0 && wanted {
                self.add_to(reach, sets, j - 1);
            }
        }
    }

    /// Takes rows into the window of later rows.
    #[inline(always)]
    fn take_in<E: Element>(&self, sets: &mut [E], j: usize, rows: &[E]) {
        let sets = &mut sets[j * self.span + self.block..];
        let so_far = &mut sets[..rows.len()];
        if self.offset == 0 {
            copy(so_far, rows);
        } else {
            unite(so_far, rows);
        }
        if self.limit == 0 {
            return;
        }
        copy(&mut sets[(1 + self.offset) * self.stride..][..rows.len()], rows);
        if self.offset + 1 == self.limit {
            // The block is complete: make the unions to its end.
            for offset in (0..self.offset).rev() {
                let (set, next) = sets[(1 + offset) * self.stride..].split_at_mut(self.stride);
                unite(&mut set[..rows.len()], &next[..rows.len()]);
            }
        }
    }
}
