//! A box whose moves are lines, row by row: what each line keeps of the positions behind it, and values made of that.
//!
//! The options of a position along a direction are earlier positions on a line. Positions come in the order of the
//! rows. What a line keeps makes room for another line as soon as no later position needs it: lines are numbered by
//! where they cross the first coordinates, on a torus. Only one line at a time uses each place of the torus.

use super::moves::{lines_of, next_prefix, place_of};
use super::slices::{RowPlace, Slices};
use crate::Task;
use crate::shared::Emitter;
use grundy_core::error::Error;
use grundy_core::ruleset::Point;
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure;

/// The maximum number of lines through a position.
const MOST: usize = 64;

/// What is kept of the values on the lines of one direction.
pub trait OnLines: Sized {
    /// The bytes of a line in this box.
    fn bytes_per_line(lines: &BoxOfLines) -> u128;

    /// Room for so many lines.
    fn new(lines: usize, layout: &BoxOfLines) -> Self;

    /// Forgets everything on a line, which becomes another one.
    fn clear(&mut self, line: usize);

    /// A value of a position on a line.
    fn insert(&mut self, line: usize, value: u32);

    /// The value of a position, one line of each direction through which is given.
    fn value(directions: &[Self], lines: &[usize]) -> u32;
}

/// A direction of lines.
pub struct LineDirection {
    first: Vec<usize>,
    more: Vec<usize>,
    /// The first coordinate that `more` changes.
    axis: usize,
}

/// A box and its lines.
pub struct BoxOfLines {
    sides: Vec<usize>,
    directions: Vec<LineDirection>,
    /// The maximum number of options of a position.
    pub most: usize,
}

impl BoxOfLines {
    /// The box of a game all of whose moves are lines.
    pub fn of(task: &Task<'_>) -> Option<Self> {
        let (sides, all) = lines_of(task)?;
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

    /// The maximum number of moves of a play: each lowers the sum of the coordinates.
    pub fn longest(&self) -> u64 {
        self.sides.iter().map(|&side| side as u64 - 1).fold(0, u64::saturating_add)
    }

    /// The number of places for lines of a direction.
    fn cells(&self, direction: &LineDirection) -> u128 {
        let axis = direction.axis;
        let residues = direction.more[axis].min(self.sides[axis]) as u128;
        self.sides[axis + 1..].iter().fold(residues, |cells, &side| cells.saturating_mul(side as u128))
    }

    /// How many slices of values lines reach back.
    fn back(&self) -> usize {
        self.directions.iter().map(|direction| direction.first[0]).max().unwrap_or(0).min(self.sides[0])
    }

    /// The bytes that a run takes.
    pub fn bytes<S: OnLines>(&self) -> u128 {
        let cells = self.directions.iter().map(|direction| self.cells(direction)).fold(0, u128::saturating_add);
        let slice = self.sides[1..].iter().fold(1u128, |cells, &side| cells.saturating_mul(side as u128));
        let values = slice.saturating_mul(4 * (self.back() as u128 + 1));
        cells.saturating_mul(S::bytes_per_line(self)).saturating_add(values).saturating_add(1 << 19)
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

/// Gives the values of all rows.
///
/// # Errors
/// Those of the sink; [`Error::Interrupted`].
pub fn give_lines<S: OnLines>(task: &Task<'_>, layout: &BoxOfLines, sink: &mut dyn Outlet) -> Result<(), Error> {
    task.control.phase("computing", task.ruleset.rows().len());
    let mut table = LineTable::<S>::new(layout);
    let mut prefix = vec![0; layout.sides.len() - 1];
    let mut out = Emitter::new(task, sink);
    loop {
        task.control.check()?;
        for &value in table.row(&prefix) {
            if out.push(value)? == Flow::Stop {
                return Ok(());
            }
        }
        task.control.progress(out.next_row());
        if !next_prefix(&mut prefix, &layout.sides) {
            return out.flush().map(|_| ());
        }
    }
}

struct LineTable<'t, S> {
    layout: &'t BoxOfLines,
    kept: Vec<S>,
    values: Slices<u32>,
    row: Vec<u32>,
}

/// A direction in a row: where its lines are, and which values are added to them.
#[derive(Clone, Copy, Default)]
struct DirectionInRow {
    /// The first line of the row.
    base: usize,
    /// The line is found by adding this to the last coordinate, modulo its side.
    shift: usize,
    /// How far a line advances along the last coordinate in a step. If only there, lines are numbered by residues.
    last: usize,
    by_residue: bool,
    /// Whether the previous rows of the lines are in the box.
    goes_on: bool,
    /// The row of p - first, and what is subtracted from the last coordinate.
    from: Option<RowPlace>,
    back: usize,
}

impl<'t, S: OnLines> LineTable<'t, S> {
    fn new(layout: &'t BoxOfLines) -> Self {
        let kept = |direction: &LineDirection| S::new(layout.cells(direction) as usize, layout);
        let length = layout.sides[layout.sides.len() - 1];
        let rows = layout.sides[1..layout.sides.len() - 1].iter().product();
        Self {
            layout,
            kept: layout.directions.iter().map(kept).collect(),
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
        let mut cells = [0usize; MOST];
        for place in 0..self.row.len() {
            for (index, along) in along.iter().enumerate() {
                let kept = &mut self.kept[index];
                let cell = match along.by_residue {
                    true => place % along.last,
                    false => along.base + (place + along.shift) % self.row.len(),
                };
                cells[index] = cell;
                if !along.goes_on || place < along.last {
                    kept.clear(cell);
                }
                if let (Some(from), Some(before)) = (along.from, place.checked_sub(along.back)) {
                    let own = from == place_of(prefix, &self.layout.sides);
                    let value = if own { self.row[before] } else { self.values.row(from)[before] };
                    kept.insert(cell, value);
                }
            }
            self.row[place] = S::value(&self.kept, &cells[..count]);
        }
        self.values.row_mut(place_of(prefix, &self.layout.sides)).copy_from_slice(&self.row);
        &self.row
    }
}
