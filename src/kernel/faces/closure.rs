//! The closure while it is computed, cell by cell.

use super::super::simd::{Work, fast};
use super::layout::{Direction, Layout};
use crate::checkpoint::{State, StateReader};
use crate::control::Control;
use crate::error::Error;
use crate::kernel::Task;
use crate::kernel::wavefront::{get, lock, wavefront};
use crate::ruleset::Play;
use std::sync::Mutex;

/// Blocks between two looks at the cancellation flag.
const BLOCKS: usize = 64;

/// The closures of the layers so far.
pub(super) struct Closure {
    layout: Layout,
    columns: Vec<Mutex<Column>>,
    lanes: Vec<Mutex<Lane>>,
}

/// For each direction that is kept here, its words in one column of the latest layer.
struct Column(Vec<Vec<u64>>);

/// What one layer in work needs.
struct Lane {
    /// For each direction that is kept here, its words in the latest column.
    kept: Vec<Vec<u64>>,
    block: Block,
    /// For each line of the layer, the place of its P-position; past the end if it has none.
    places: Vec<u16>,
}

impl Closure {
    pub fn new(layout: Layout) -> Self {
        let kept = |wanted: fn(&Direction) -> bool| {
            let words = |direction: &Direction| if wanted(direction) { direction.kept * layout.block() } else { 0 };
            layout.directions.iter().map(|direction| vec![0; words(direction)]).collect::<Vec<_>>()
        };
        let column = || Column(kept(|direction| direction.in_column));
        let columns = (0..layout.columns).map(|_| Mutex::new(column())).collect();
        let places = layout.columns * layout.cell();
        let lane =
            || Lane { kept: kept(|direction| direction.in_lane), block: Block::new(&layout), places: vec![0; places] };
        let lanes = (0..layout.lanes).map(|_| Mutex::new(lane())).collect();
        Self { layout, columns, lanes }
    }

    pub fn layers(&self) -> usize {
        self.layout.layers
    }

    pub fn words(&self) -> usize {
        self.layout.words
    }

    /// Places of a line.
    pub fn bits(&self) -> usize {
        64 * self.layout.words
    }

    /// What the first lanes computed.
    pub fn places(&mut self, lanes: usize) -> impl Iterator<Item = &[u16]> {
        self.lanes.iter_mut().take(lanes).map(|lane| &get(lane).places[..])
    }

    /// Between two groups, the columns are all there is to know.
    pub fn save(&mut self, state: &mut State) {
        for words in self.columns.iter_mut().flat_map(|column| &get(column).0) {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            state.put_bytes(&bytes);
        }
    }

    /// Takes up what was saved; none if that is of another layout.
    pub fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        for words in self.columns.iter_mut().flat_map(|column| &mut get(column).0) {
            let bytes = state.take_bytes().filter(|bytes| bytes.len() == 8 * words.len())?;
            let (chunks, _) = bytes.as_chunks::<8>();
            words.iter_mut().zip(chunks).for_each(|(word, chunk)| *word = u64::from_le_bytes(*chunk));
        }
        Some(())
    }

    /// Computes the layers from `first` on, as many as there are lanes; returns how many.
    ///
    /// Each is a column behind the one before: the column holds the layer before, the lane the
    /// column before.
    pub fn group(&mut self, task: &Task<'_>, first: usize) -> Result<usize, Error> {
        let Self { layout, columns, lanes } = self;
        let used = layout.lanes.min(layout.layers - first);
        wavefront(
            used,
            |_| 0..layout.columns,
            |index, at| {
                let (layer, control) = (first + index, task.control);
                control.check()?;
                let (lane, column) = (&mut *lock(&lanes[index]), &mut *lock(&columns[at]));
                let without_tokens = layer == 0 && at == 0 && task.play == Play::Misere;
                fast(Cell { layout, lane, column, layer, at, without_tokens, control })
            },
        )?;
        Ok(used)
    }
}

/// The cell of a layer and a column.
struct Cell<'c> {
    layout: &'c Layout,
    lane: &'c mut Lane,
    column: &'c mut Column,
    layer: usize,
    at: usize,
    /// Whether the cell begins with the position without tokens, and that is N.
    without_tokens: bool,
    control: &'c Control<'c>,
}

impl Work for Cell<'_> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run(self) -> Result<(), Error> {
        match (self.layout.words, self.layout.row) {
            (1, 4) => self.blocks::<4, true>(),
            (1, 8) => self.blocks::<8, true>(),
            (1, 12) => self.blocks::<12, true>(),
            (1, 16) => self.blocks::<16, true>(),
            (1, _) => self.blocks::<0, true>(),
            _ => self.blocks::<0, false>(),
        }
    }
}

impl Cell<'_> {
    /// Computes all blocks, with rows of `ROW` words, if that is not 0; `ONE` where a line is one word.
    #[inline(always)]
    fn blocks<const ROW: usize, const ONE: bool>(self) -> Result<(), Error> {
        let Cell { layout, lane, column, layer, at, without_tokens, control } = self;
        let Lane { kept, block, places } = lane;
        let cell = layout.cell();
        let mut point = vec![0; layout.middle.len()];
        let blocks = places[at * cell..(at + 1) * cell].chunks_exact_mut(layout.rows * layout.lines);
        for (index, places) in blocks.enumerate() {
            if index % BLOCKS == 0 {
                control.check()?;
            }
            let reach = Reach { layout, layer, at, point: &point, index };
            block.gather(&reach, kept, &column.0);
            for (row, places) in places.chunks_exact_mut(layout.lines).enumerate() {
                block.unite::<ROW>(layout, row);
                if without_tokens && index == 0 && row == 0 {
                    block.taken[0] |= 1;
                }
                block.find::<ONE>(layout, places);
                if ROW > 0 {
                    block.settle::<ROW>(layout, row);
                }
            }
            block.store::<ROW>(&reach, kept, &mut column.0);
            advance(&mut point, &layout.middle);
        }
        Ok(())
    }
}

/// The block in work and what it can reach.
struct Reach<'r> {
    layout: &'r Layout,
    layer: usize,
    at: usize,
    point: &'r [usize],
    index: usize,
}

/// The words of the block in work.
struct Block {
    /// For each direction, its closure: first what the blocks before give, then with all that
    /// the rows of this one add.
    closed: Vec<u64>,
    /// Of the row in work, the positions that are N by rows before.
    taken: Vec<u64>,
    /// Those of them that stay N along the row.
    along: Vec<u64>,
    /// What the row adds to the closures: its P-positions, these with all lines after them,
    /// these with all positions above them, and with both.
    fresh: Vec<u64>,
    /// The union of the directions along the row, of the line before.
    carry: Vec<u64>,
    /// The P-positions of the lines so far; and with all positions above them.
    so_far: Vec<u64>,
}

impl Block {
    fn new(layout: &Layout) -> Self {
        Self {
            closed: vec![0; layout.directions.len() * layout.block()],
            taken: vec![0; layout.row],
            along: vec![0; layout.row],
            fresh: vec![0; 4 * layout.row],
            carry: vec![0; layout.words],
            so_far: vec![0; 2 * layout.words],
        }
    }

    /// Collects what the blocks before give each direction.
    #[inline(always)]
    fn gather(&mut self, reach: &Reach<'_>, kept: &[Vec<u64>], column: &[Vec<u64>]) {
        let size = reach.layout.block();
        let both = reach.layout.directions.iter().zip(self.closed.chunks_exact_mut(size));
        for (number, (direction, closed)) in both.enumerate() {
            let home = if direction.in_column { &column[number] } else { &kept[number] };
            let mut empty = true;
            if direction.in_column && reach.layer > 0 {
                add(closed, part(home, direction, reach.index, size), &mut empty);
            }
            if direction.second && reach.at > 0 {
                add(closed, part(&kept[number], direction, reach.index, size), &mut empty);
            }
            for &(coordinate, stride) in &direction.steps {
                if reach.point[coordinate] > 0 {
                    add(closed, part(home, direction, reach.index - stride, size), &mut empty);
                }
            }
            if empty {
                closed.fill(0);
            }
        }
    }

    /// Unites what the directions give a row.
    #[inline(always)]
    fn unite<const ROW: usize>(&mut self, layout: &Layout, row: usize) {
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

    /// Finds the P-position of each line of the row, one after the other.
    #[inline(always)]
    fn find<const ONE: bool>(&mut self, layout: &Layout, places: &mut [u16]) {
        let words = if ONE { 1 } else { layout.words };
        let bit = if layout.some_on_row && !layout.along_both { u64::MAX } else { 0 };
        let up = if layout.along_both { u64::MAX } else { 0 };
        let Self { taken, along, fresh, carry, so_far, .. } = self;
        let (found, rest) = fresh.split_at_mut(layout.row);
        let (found_closed, rest) = rest.split_at_mut(layout.row);
        let (above, above_closed) = rest.split_at_mut(layout.row);
        let (mut single, mut both, mut at) = ([0], [0; 2], 0);
        // One word stays in a register.
        let carry = if ONE { &mut single[..] } else { &mut carry[..] };
        let (so_far, so_far_above) = (if ONE { &mut both[..] } else { &mut so_far[..] }).split_at_mut(words);
        for words in [&mut *carry, so_far, so_far_above] {
            words.fill(0);
        }
        for place in places {
            let mut done = 0u64;
            *place = (64 * words) as u16;
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
                    *place = lowest.trailing_zeros() as u16;
                } else if lowest != 0 {
                    *place = (64 * word) as u16 + lowest.trailing_zeros() as u16;
                    done = u64::MAX;
                }
                at += 1;
            }
        }
    }

    /// Adds what is new to the closures of a row and, along the block, of the next.
    #[inline(always)]
    fn settle<const ROW: usize>(&mut self, layout: &Layout, row: usize) {
        let both = layout.directions.iter().zip(self.closed.chunks_exact_mut(layout.block()));
        for (direction, closed) in both {
            let (now, next) = closed[row * ROW..].split_at_mut(ROW);
            unite(now, &self.fresh[direction.kind() * ROW..][..ROW]);
            if direction.on_block && next.len() >= ROW {
                unite(&mut next[..ROW], now);
            }
        }
    }

    /// Stores the closure of each direction; a block of one row is settled on the way.
    #[inline(always)]
    fn store<const ROW: usize>(&self, reach: &Reach<'_>, kept: &mut [Vec<u64>], column: &mut [Vec<u64>]) {
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
            if direction.in_column && direction.in_lane {
                kept[number][from..from + size].copy_from_slice(&column[number][from..from + size]);
            }
        }
    }
}

/// The words that a direction keeps of a block.
#[inline(always)]
fn part<'h>(home: &'h [u64], direction: &Direction, block: usize, size: usize) -> &'h [u64] {
    let block = if block < direction.kept { block } else { block % direction.kept };
    &home[block * size..(block + 1) * size]
}

#[inline(always)]
fn unite(all: &mut [u64], more: &[u64]) {
    all.iter_mut().zip(more).for_each(|(all, more)| *all |= more);
}

/// Adds to a block, or begins it.
#[inline(always)]
fn add(all: &mut [u64], more: &[u64], empty: &mut bool) {
    if std::mem::take(empty) { all.copy_from_slice(more) } else { unite(all, more) }
}

/// Moves a point on to the next one, the last coordinate fastest.
#[inline(always)]
fn advance(point: &mut [usize], sides: &[usize]) {
    for (coordinate, &side) in point.iter_mut().zip(sides).rev() {
        *coordinate += 1;
        if *coordinate < side {
            return;
        }
        *coordinate = 0;
    }
}
