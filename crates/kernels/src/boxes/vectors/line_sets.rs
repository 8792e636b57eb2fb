//! Values of rays, and of lines parallel to them, in any number of coordinates; normal play.
//!
//! Idea: the options of a position along a direction are earlier positions on a line. So each line has the set of
//! their values as bits. Positions come in the order of the rows. A set that no later position needs makes room for
//! another one: lines are numbered by where they cross the first coordinates, on a torus. Only one line at a time
//! uses each place of the torus.
//!
//! Recurrence: G(p) = mex of the union of the sets of the lines through p. At p, a line of moves `first` + k `more`
//! adds G(p - first) to its set. The search for a missing value begins at the largest of the lines' first words that
//! are not full. Cost: a few words for each position and line. Memory: for each line a bit for every possible value,
//! and the values of the slices to which lines reach back. Reference: see `rays_table`, which does the same in two
//! dimensions, faster.

use super::moves::{lines_of, next_prefix, place_of};
use super::slices::{RowPlace, Slices};
use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Point, Value};
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure::{self, Faces, Heaps, Lines, Rays};

/// Values of games whose moves are lines.
pub struct LineSets;

/// The maximum number of lines through a position.
const MOST: usize = 64;

impl Kernel for LineSets {
    fn name(&self) -> &'static str {
        "line-sets"
    }

    fn summary(&self) -> &'static str {
        "values of rays in any number of coordinates, with a set of used values for each line"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        BoxOfLines::of(task).is_some_and(|layout| layout.bytes() <= task.memory.0)
    }

    /// Coordinates suffice to describe the positions.
    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        BoxOfLines::of(task).map_or(32, |layout| (usize::BITS - layout.most.leading_zeros()).clamp(1, 32))
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        BoxOfLines::of(task).map_or(Bytes(0), |layout| Bytes(layout.bytes()))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(layout) = BoxOfLines::of(task) else { return Ok(Solution::default()) };
        task.control.phase("computing", task.ruleset.rows().len());
        let mut table = LineTable::new(&layout);
        let mut prefix = vec![0; layout.sides.len() - 1];
        let mut out = Emitter::new(task, sink);
        loop {
            task.control.check()?;
            for &value in table.row(&prefix) {
                if out.push(value)? == Flow::Stop {
                    return Ok(Solution::default());
                }
            }
            task.control.progress(out.next_row());
            if !next_prefix(&mut prefix, &layout.sides) {
                return out.flush().map(|_| Solution::default());
            }
        }
    }
}

/// A direction of lines.
struct LineDirection {
    first: Vec<usize>,
    more: Vec<usize>,
    /// The first coordinate that `more` changes.
    axis: usize,
}

/// A box and its lines.
struct BoxOfLines {
    sides: Vec<usize>,
    directions: Vec<LineDirection>,
    /// The maximum number of options of a position, which bounds its value.
    most: usize,
}

impl BoxOfLines {
    fn of(task: &Task<'_>) -> Option<Self> {
        let asked = task.play == Play::Normal && task.value == Value::GRUNDY;
        let lines = task.has::<Rays>() || task.has::<Lines>() || task.has::<Heaps>() || task.has::<Faces>();
        let (sides, all) = lines_of(task).filter(|_| asked && lines)?;
        let directions = all.iter().map(LineDirection::new).collect::<Option<Vec<_>>>()?;
        if directions.len() > MOST || sides.contains(&0) {
            return None;
        }
        let steps = |direction: &LineDirection| {
            let each = direction.more.iter().zip(&sides).filter(|(more, _)| **more > 0);
            each.map(|(more, side)| (side - 1) / more + 1).min().unwrap_or(0)
        };
        let most = directions.iter().map(steps).sum();
        Some(Self { sides, directions, most })
    }

    /// The number of words of a set.
    fn words(&self) -> usize {
        self.most / 64 + 1
    }

    /// The number of sets of a direction.
    fn cells(&self, direction: &LineDirection) -> u128 {
        let axis = direction.axis;
        let residues = direction.more[axis].min(self.sides[axis]) as u128;
        self.sides[axis + 1..].iter().fold(residues, |cells, &side| cells.saturating_mul(side as u128))
    }

    /// How many slices of values lines reach back.
    fn back(&self) -> usize {
        self.directions.iter().map(|direction| direction.first[0]).max().unwrap_or(0).min(self.sides[0])
    }

    fn bytes(&self) -> u128 {
        let cells = self.directions.iter().map(|direction| self.cells(direction)).fold(0, u128::saturating_add);
        let slice = self.sides[1..].iter().fold(1u128, |cells, &side| cells.saturating_mul(side as u128));
        let values = slice.saturating_mul(4 * (self.back() as u128 + 1));
        cells.saturating_mul(8 * self.words() as u128 + 4).saturating_add(values).saturating_add(1 << 19)
    }
}

impl LineDirection {
    fn new(line: &structure::Line) -> Option<Self> {
        let vector = |point: &Point| point.iter().map(|&component| component as usize).collect::<Vec<_>>();
        let (first, more) = (vector(&line.first), vector(&line.more));
        // A single step is no line.
        let axis = more.iter().position(|&component| component > 0)?;
        Some(Self { first, more, axis })
    }
}

/// The sets of the lines of one direction.
struct SetsOfLines {
    words: usize,
    bits: Vec<u64>,
    /// How many words of a set are full, counted from the first.
    full: Vec<u32>,
}

impl SetsOfLines {
    fn clear(&mut self, cell: usize) {
        self.bits[cell * self.words..][..self.words].fill(0);
        self.full[cell] = 0;
    }

    #[inline]
    fn insert(&mut self, cell: usize, value: u32) {
        let set = &mut self.bits[cell * self.words..][..self.words];
        set[value as usize / 64] |= 1 << (value % 64);
        let full = &mut self.full[cell];
        while set.get(*full as usize) == Some(&u64::MAX) {
            *full += 1;
        }
    }
}

struct LineTable<'t> {
    layout: &'t BoxOfLines,
    sets: Vec<SetsOfLines>,
    values: Slices<u32>,
    row: Vec<u32>,
}

/// A direction in a row: where its sets are, and which values are added to them.
#[derive(Clone, Copy, Default)]
struct DirectionInRow {
    /// The first set of the row.
    base: usize,
    /// The set is found by adding this to the last coordinate, modulo its side.
    shift: usize,
    /// How far a line advances along the last coordinate in a step. If only there, sets are numbered by residues.
    last: usize,
    by_residue: bool,
    /// Whether the previous rows of the lines are in the box.
    goes_on: bool,
    /// The row of p - first, and what is subtracted from the last coordinate.
    from: Option<RowPlace>,
    back: usize,
}

impl<'t> LineTable<'t> {
    fn new(layout: &'t BoxOfLines) -> Self {
        let words = layout.words();
        let sets = |direction: &LineDirection| {
            let cells = layout.cells(direction) as usize;
            SetsOfLines { words, bits: vec![0; cells * words], full: vec![0; cells] }
        };
        let length = layout.sides[layout.sides.len() - 1];
        let rows = layout.sides[1..layout.sides.len() - 1].iter().product();
        Self {
            layout,
            sets: layout.directions.iter().map(sets).collect(),
            values: Slices::new(layout.back(), rows, length),
            row: vec![0; length],
        }
    }

    /// A direction in the row of a prefix.
    fn along(&self, direction: &LineDirection, prefix: &[usize]) -> DirectionInRow {
        let (LineDirection { first, more, axis }, sides) = (direction, &self.layout.sides);
        let last = sides.len() - 1;
        let before = |step: &[usize]| prefix.iter().zip(step).all(|(coordinate, component)| coordinate >= component);
        let from = before(first).then(|| {
            let place: Vec<usize> = prefix.iter().zip(first).map(|(a, b)| a - b).collect();
            place_of(&place, sides)
        });
        let mut along = DirectionInRow {
            last: more[last],
            by_residue: *axis == last,
            goes_on: before(more),
            from,
            back: first[last],
            ..DirectionInRow::default()
        };
        if *axis < last {
            let (steps, residue) = (prefix[*axis] / more[*axis], prefix[*axis] % more[*axis]);
            let torus =
                |at: usize, coordinate: usize| (coordinate + sides[at] - more[at] * steps % sides[at]) % sides[at];
            let middle = (axis + 1..last).fold(residue, |cell, at| cell * sides[at] + torus(at, prefix[at]));
            along.base = middle * sides[last];
            along.shift = torus(last, 0);
        }
        along
    }

    /// The values of a row.
    fn row(&mut self, prefix: &[usize]) -> &[u32] {
        let count = self.layout.directions.len();
        let mut along = [DirectionInRow::default(); MOST];
        for (along, direction) in along.iter_mut().zip(&self.layout.directions) {
            *along = self.along(direction, prefix);
        }
        let along = &along[..count];
        let words = self.layout.words();
        let mut cells = [0usize; MOST];
        for place in 0..self.row.len() {
            let mut begin = 0;
            for (index, along) in along.iter().enumerate() {
                let sets = &mut self.sets[index];
                let cell = match along.by_residue {
                    true => place % along.last,
                    false => along.base + (place + along.shift) % self.row.len(),
                };
                cells[index] = cell;
                if !along.goes_on || place < along.last {
                    sets.clear(cell);
                }
                if let (Some(from), Some(before)) = (along.from, place.checked_sub(along.back)) {
                    let own = from == place_of(prefix, &self.layout.sides);
                    let value = if own { self.row[before] } else { self.values.row(from)[before] };
                    sets.insert(cell, value);
                }
                begin = begin.max(sets.full[cell] as usize);
            }
            let union = |word: usize| {
                let mut all = 0;
                for (sets, &cell) in self.sets.iter().zip(&cells) {
                    all |= sets.bits[cell * words + word];
                }
                all
            };
            let found = (begin..words).map(|word| (word, union(word))).find(|&(_, set)| set != u64::MAX);
            // There are fewer options than bits.
            let (word, set) = found.unwrap_or((words, 0));
            self.row[place] = 64 * word as u32 + set.trailing_ones();
        }
        self.values.row_mut(place_of(prefix, &self.layout.sides)).copy_from_slice(&self.row);
        &self.row
    }
}
