//! One block of a plane. For each row of lines it finds which positions are N by the closures, the P-position of each
//! line, and what this adds to the closures.
//!
//! A line has at most one P-position: the first that no closure covers. In each direction, it covers all positions
//! that have a move to it. So a block takes five steps. First, *gather* what earlier blocks contribute in each
//! direction. Then, for each row, *unite* the directions, *find* the P-positions, and *settle* what they add for
//! later rows. At the end, *store* the closures.

use super::layout::{FaceDirection, FacesLayout};

/// The current block, and the blocks that it can reach.
pub(super) struct Reach<'r> {
    pub layout: &'r FacesLayout,
    /// Whether the layer before and the column before contain anything.
    pub from_layer: bool,
    pub from_column: bool,
    pub point: &'r [usize],
    pub index: usize,
    /// If this is not the first plane: which blocks of the cell contain anything.
    pub begun: &'r [bool],
}

/// The words of the current block.
pub(super) struct BlockInWork {
    /// For each direction its closure: at first what earlier blocks contribute, later also the rows of this block.
    closed: Vec<u64>,
    /// The positions of the current row that are N because of earlier rows.
    pub taken: Vec<u64>,
    /// Those of them that stay N along the row.
    along: Vec<u64>,
    /// What the row adds to the closures, in four parts: its P-positions; these with all lines after them; these with
    /// all positions above them; and with both.
    fresh: Vec<u64>,
    /// The union of the directions along the row, for the line before.
    carry: Vec<u64>,
    /// The P-positions of the lines so far, and these with all positions above them.
    so_far: Vec<u64>,
}

impl BlockInWork {
    pub fn new(layout: &FacesLayout) -> Self {
        Self {
            closed: vec![0; layout.directions.len() * layout.block()],
            taken: vec![0; layout.row],
            along: vec![0; layout.row],
            fresh: vec![0; 4 * layout.row],
            carry: vec![0; layout.words],
            so_far: vec![0; 2 * layout.words],
        }
    }

    /// Collects what earlier blocks contribute in each direction.
    #[inline(always)]
    pub fn gather<const FIRST: bool>(&mut self, reach: &Reach<'_>, kept: &[Vec<u64>], column: &[Vec<u64>]) {
        let size = reach.layout.block();
        let both = reach.layout.directions.iter().zip(self.closed.chunks_exact_mut(size));
        for (number, (direction, closed)) in both.enumerate() {
            let home = if direction.in_column { &column[number] } else { &kept[number] };
            let mut empty = true;
            if direction.in_column && reach.from_layer {
                add(closed, part(home, direction, reach.index, size), &mut empty);
            }
            if direction.second && reach.from_column {
                add(closed, part(&kept[number], direction, reach.index, size), &mut empty);
            }
            for &(coordinate, stride) in &direction.steps {
                if reach.point[coordinate] > 0 && (FIRST || reach.begun[reach.index - stride]) {
                    add(closed, part(home, direction, reach.index - stride, size), &mut empty);
                }
            }
            if empty {
                closed.fill(0);
            }
        }
    }

    /// Unites what the directions contribute to a row.
    #[inline(always)]
    pub fn unite<const ROW: usize>(&mut self, layout: &FacesLayout, row: usize) {
        let size = if ROW == 0 { layout.row } else { ROW };
        let (from, step) = (row * size, layout.block());
        let (taken, along) = (&mut self.taken[..size], &mut self.along[..size]);
        along.fill(0);
        for number in 0..layout.along_row {
            unite(along, &self.closed[number * step + from..][..size]);
        }
        taken.copy_from_slice(along);
        for number in layout.along_row..layout.directions.len() {
            unite(taken, &self.closed[number * step + from..][..size]);
        }
    }

    /// Finds the P-position of each line of the row, one after the other. In a plane that is not the `FIRST`, this
    /// concerns only lines that are full in the earlier planes.
    #[inline(always)]
    pub fn find<const ONE: bool, const FIRST: bool>(&mut self, layout: &FacesLayout, full: u16, places: &mut [u16]) {
        let words = if ONE { 1 } else { layout.words };
        let bit = if layout.some_on_row && !layout.along_both { u64::MAX } else { 0 };
        let up = if layout.along_both { u64::MAX } else { 0 };
        let Self { taken, along, fresh, carry, so_far, .. } = self;
        let (found, rest) = fresh.split_at_mut(layout.row);
        let (found_closed, rest) = rest.split_at_mut(layout.row);
        let (above, above_closed) = rest.split_at_mut(layout.row);
        let (mut single, mut both, mut at) = ([0], [0; 2], 0);
        // A single word stays in a register.
        let carry = if ONE { &mut single[..] } else { &mut carry[..] };
        let (so_far, so_far_above) = (if ONE { &mut both[..] } else { &mut so_far[..] }).split_at_mut(words);
        for words in [&mut *carry, so_far, so_far_above] {
            words.fill(0);
        }
        for place in places {
            let found_before = !FIRST && *place != full;
            let mut done = u64::from(found_before).wrapping_neg();
            if !found_before {
                *place = full + (64 * words) as u16;
            }
            for word in 0..words {
                let union = taken[at] | carry[word];
                let lowest = !union & union.wrapping_add(1) & !done;
                let higher = lowest.wrapping_neg() | done;
                carry[word] |= along[at] | (lowest & bit) | (higher & up);
                so_far[word] |= lowest;
                so_far_above[word] |= higher;
                (found[at], found_closed[at]) = (lowest, so_far[word]);
                (above[at], above_closed[at]) = (higher, so_far_above[word]);
                if ONE {
                    *place = if found_before { *place } else { full + lowest.trailing_zeros() as u16 };
                } else if lowest != 0 {
                    *place = full + (64 * word) as u16 + lowest.trailing_zeros() as u16;
                    done = u64::MAX;
                }
                at += 1;
            }
        }
    }

    /// Adds what is new to the closures of a row and, along the block, to the next row.
    #[inline(always)]
    pub fn settle<const ROW: usize>(&mut self, layout: &FacesLayout, row: usize) {
        let both = layout.directions.iter().zip(self.closed.chunks_exact_mut(layout.block()));
        for (direction, closed) in both {
            let (now, next) = closed[row * ROW..].split_at_mut(ROW);
            unite(now, &self.fresh[direction.kind() * ROW..][..ROW]);
            if direction.on_block && next.len() >= ROW {
                unite(&mut next[..ROW], now);
            }
        }
    }

    /// Stores the closure of each direction. A block of one row is settled at the same time.
    #[inline(always)]
    pub fn store<const ROW: usize>(&self, reach: &Reach<'_>, kept: &mut [Vec<u64>], column: &mut [Vec<u64>]) {
        let size = reach.layout.block();
        let both = reach.layout.directions.iter().zip(self.closed.chunks_exact(size)).enumerate();
        for (number, (direction, closed)) in both.filter(|(_, (direction, _))| direction.kept > 0) {
            let from = reach.index % direction.kept * size;
            let home = if direction.in_column { &mut column[number] } else { &mut kept[number] };
            let home = &mut home[from..from + size];
            if ROW > 0 {
                home.copy_from_slice(closed);
            } else {
                let fresh = &self.fresh[direction.kind() * size..][..size];
                home.iter_mut()
                    .zip(closed.iter().zip(fresh))
                    .for_each(|(home, (closed, fresh))| *home = closed | fresh);
            }
            if direction.in_column && direction.in_layer {
                kept[number][from..from + size].copy_from_slice(&column[number][from..from + size]);
            }
        }
    }
}

/// Whether some line is full in all planes before the one that begins at the place `full`.
#[inline(always)]
pub(super) fn some_full(places: &[u16], full: u16) -> bool {
    let mut most = 0;
    for &place in places {
        most = most.max(place);
    }
    most == full
}

/// The words that a direction stores for a block.
#[inline(always)]
fn part<'h>(home: &'h [u64], direction: &FaceDirection, block: usize, size: usize) -> &'h [u64] {
    let block = if block < direction.kept { block } else { block % direction.kept };
    &home[block * size..(block + 1) * size]
}

#[inline(always)]
fn unite(all: &mut [u64], more: &[u64]) {
    all.iter_mut().zip(more).for_each(|(all, more)| *all |= more);
}

/// Adds to a block, or copies if it is still empty.
#[inline(always)]
fn add(all: &mut [u64], more: &[u64], empty: &mut bool) {
    if std::mem::take(empty) { all.copy_from_slice(more) } else { unite(all, more) }
}
