//! The closure while it is computed, cell by cell.

use super::super::simd::{Work, fast};
use super::layout::{Direction, Layout};
use crate::checkpoint::{State, StateReader};
use crate::control::Control;
use crate::error::Error;
use crate::kernel::Task;
use crate::ruleset::Play;
use rayon::prelude::*;

/// Rows between two looks at the cancellation flag.
const ROWS: usize = 64;

/// The closures of the layers so far.
pub(super) struct Closure {
    layout: Layout,
    columns: Vec<Column>,
    lanes: Vec<Lane>,
}

/// For each direction that is kept here, its words in one column of the latest layer.
struct Column(Vec<Vec<u64>>);

/// What one layer in work needs.
struct Lane {
    /// For each direction that is kept here, its words in the latest column.
    kept: Vec<Vec<u64>>,
    row: RowWork,
    /// For each line of the layer, the place of its P-position; past the end if it has none.
    places: Vec<u16>,
}

/// The words of the row in work.
struct RowWork {
    /// For each direction, what the rows before give.
    before: Vec<Vec<u64>>,
    /// Their union: positions that are N by rows before.
    taken: Vec<u64>,
    /// The union of those of them that go on along the row.
    along: Vec<u64>,
    /// The P-position of each line; and with all positions above it.
    found: Vec<u64>,
    above: Vec<u64>,
    /// The union of the directions along the row, of the line before.
    carry: Vec<u64>,
}

impl Closure {
    pub fn new(layout: Layout) -> Self {
        let kept = |wanted: fn(&Direction) -> bool| {
            let words = |direction: &Direction| if wanted(direction) { direction.kept * layout.row() } else { 0 };
            layout.directions.iter().map(|direction| vec![0; words(direction)]).collect::<Vec<_>>()
        };
        let columns = (0..layout.columns).map(|_| Column(kept(|direction| direction.in_column))).collect();
        let row = || vec![0; layout.row()];
        let work = || RowWork {
            before: layout.directions.iter().map(|_| row()).collect(),
            taken: row(),
            along: row(),
            found: row(),
            above: row(),
            carry: vec![0; layout.words],
        };
        let places = layout.columns * layout.rows * layout.lines;
        let lane = || Lane { kept: kept(|direction| direction.in_lane), row: work(), places: vec![0; places] };
        let lanes = (0..layout.lanes).map(|_| lane()).collect();
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
    pub fn places(&self, lanes: usize) -> impl Iterator<Item = &[u16]> {
        self.lanes.iter().take(lanes).map(|lane| &lane.places[..])
    }

    /// Between two groups, the columns are all there is to know.
    pub fn save(&self, state: &mut State) {
        for words in self.columns.iter().flat_map(|column| &column.0) {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            state.put_bytes(&bytes);
        }
    }

    /// Takes up what was saved; none if that is of another layout.
    pub fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        for words in self.columns.iter_mut().flat_map(|column| &mut column.0) {
            let bytes = state.take_bytes().filter(|bytes| bytes.len() == 8 * words.len())?;
            let (chunks, _) = bytes.as_chunks::<8>();
            words.iter_mut().zip(chunks).for_each(|(word, chunk)| *word = u64::from_le_bytes(*chunk));
        }
        Some(())
    }

    /// Computes the layers from `first` on, as many as there are lanes; returns how many.
    ///
    /// In step s the lane of layer `first` + l works on column s - l: the column holds the
    /// layer before, the lane the column before.
    pub fn group(&mut self, task: &Task<'_>, first: usize) -> Result<usize, Error> {
        let Self { layout, columns, lanes } = self;
        let used = layout.lanes.min(layout.layers - first);
        for step in 0..layout.columns + used - 1 {
            task.control.check()?;
            let least = (step + 1).saturating_sub(layout.columns);
            let most = step.min(used - 1);
            let lanes = &mut lanes[least..=most];
            let columns = &mut columns[step - most..=step - least];
            let cell = |(index, (lane, column)): (usize, (&mut Lane, &mut Column))| {
                let (layer, at) = (first + least + index, step - least - index);
                let without_tokens = layer == 0 && at == 0 && task.play == Play::Misere;
                fast(Cell { layout, lane, column, layer, at, without_tokens, control: task.control })
            };
            if lanes.len() == 1 {
                lanes.iter_mut().zip(columns.iter_mut().rev()).enumerate().try_for_each(cell)?;
            } else {
                lanes.par_iter_mut().zip(columns.par_iter_mut().rev()).enumerate().try_for_each(cell)?;
            }
        }
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
        if self.layout.words == 1 { self.rows::<true>() } else { self.rows::<false>() }
    }
}

impl Cell<'_> {
    /// Computes all rows; `ONE` where a line is one word.
    #[inline(always)]
    fn rows<const ONE: bool>(self) -> Result<(), Error> {
        let Cell { layout, lane, column, layer, at, without_tokens, control } = self;
        let Lane { kept, row, places } = lane;
        let cell = layout.rows * layout.lines;
        let mut point = vec![0; layout.middle.len()];
        for (index, places) in places[at * cell..(at + 1) * cell].chunks_exact_mut(layout.lines).enumerate() {
            if index % ROWS == 0 {
                control.check()?;
            }
            let reach = Reach { layout, layer, at, point: &point, index };
            row.gather(&reach, kept, &column.0);
            if without_tokens && index == 0 {
                row.taken[0] |= 1;
            }
            row.find::<ONE>(layout, places);
            row.store::<ONE>(&reach, kept, &mut column.0);
            advance(&mut point, &layout.middle);
        }
        Ok(())
    }
}

/// The row in work and what it can reach.
struct Reach<'r> {
    layout: &'r Layout,
    layer: usize,
    at: usize,
    point: &'r [usize],
    index: usize,
}

impl RowWork {
    /// Collects what the rows before give each direction.
    #[inline(always)]
    fn gather(&mut self, reach: &Reach<'_>, kept: &[Vec<u64>], column: &[Vec<u64>]) {
        let size = reach.layout.row();
        self.taken.fill(0);
        self.along.fill(0);
        for (number, direction) in reach.layout.directions.iter().enumerate() {
            let before = &mut self.before[number];
            let home = if direction.in_column { &column[number] } else { &kept[number] };
            let mut empty = true;
            if direction.in_column && reach.layer > 0 {
                add(before, part(home, direction, reach.index, size), &mut empty);
            }
            if direction.second && reach.at > 0 {
                add(before, part(&kept[number], direction, reach.index, size), &mut empty);
            }
            for &(coordinate, stride) in &direction.steps {
                if reach.point[coordinate] > 0 {
                    add(before, part(home, direction, reach.index - stride, size), &mut empty);
                }
            }
            if empty {
                before.fill(0);
                continue;
            }
            unite(&mut self.taken, before);
            if direction.on_row {
                unite(&mut self.along, before);
            }
        }
    }

    /// Finds the P-position of each line of the row, one after the other.
    #[inline(always)]
    fn find<const ONE: bool>(&mut self, layout: &Layout, places: &mut [u16]) {
        let words = if ONE { 1 } else { layout.words };
        let bit = if layout.along_row && !layout.along_both { u64::MAX } else { 0 };
        let up = if layout.along_both { u64::MAX } else { 0 };
        let Self { taken, along, found, above, carry, .. } = self;
        let (mut single, mut at) = ([0], 0);
        // One word stays in a register.
        let carry = if ONE { &mut single[..] } else { &mut carry[..] };
        carry.fill(0);
        for place in places {
            let mut done = 0u64;
            *place = (64 * words) as u16;
            for (word, carried) in carry.iter_mut().enumerate() {
                let union = taken[at] | *carried;
                let lowest = !union & union.wrapping_add(1) & !done;
                let higher = lowest.wrapping_neg() | done;
                *carried |= along[at] | (lowest & bit) | (higher & up);
                (found[at], above[at]) = (lowest, higher);
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

    /// Stores the closure of each direction.
    #[inline(always)]
    fn store<const ONE: bool>(&self, reach: &Reach<'_>, kept: &mut [Vec<u64>], column: &mut [Vec<u64>]) {
        let (layout, size) = (reach.layout, reach.layout.row());
        for (number, direction) in layout.directions.iter().enumerate() {
            let from = reach.index % direction.kept * size;
            let home = if direction.in_column { &mut column[number] } else { &mut kept[number] };
            let home = &mut home[from..from + size];
            let fresh = if direction.on_line { &self.above } else { &self.found };
            let both = self.before[number].iter().zip(fresh);
            if direction.on_row && ONE {
                let mut closed = 0;
                for (word, (before, fresh)) in home.iter_mut().zip(both) {
                    closed |= before | fresh;
                    *word = closed;
                }
            } else {
                home.iter_mut().zip(both).for_each(|(word, (before, fresh))| *word = before | fresh);
                if direction.on_row {
                    close(home, layout.words);
                }
            }
            if direction.in_column && direction.in_lane {
                kept[number][from..from + size].copy_from_slice(&column[number][from..from + size]);
            }
        }
    }
}

/// The words that a direction keeps of a row.
#[inline(always)]
fn part<'h>(home: &'h [u64], direction: &Direction, row: usize, size: usize) -> &'h [u64] {
    let row = if row < direction.kept { row } else { row % direction.kept };
    &home[row * size..(row + 1) * size]
}

#[inline(always)]
fn unite(all: &mut [u64], more: &[u64]) {
    all.iter_mut().zip(more).for_each(|(all, more)| *all |= more);
}

/// Adds to a row, or begins it.
#[inline(always)]
fn add(all: &mut [u64], more: &[u64], empty: &mut bool) {
    if std::mem::take(empty) { all.copy_from_slice(more) } else { unite(all, more) }
}

/// Adds to each line all lines before it.
#[inline(always)]
fn close(row: &mut [u64], words: usize) {
    for at in words..row.len() {
        row[at] |= row[at - words];
    }
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
