//! The moves of vector games, of heaps, and of sums of them, as lines of rows.

use super::slices::RowPlace;
use crate::Task;
use crate::shared::strokes::Strokes;
use grundy_core::ruleset::{Point, Ruleset};
use grundy_core::structure::{self, AllBut, Faces, Heaps, Lines, Members, Rays, Steps, Subtraction};

/// The maximum number of lines. With more lines, other kernels are as fast.
const MOST_LINES: usize = 1 << 14;

/// A vector: what it subtracts from the coordinates before the last, and from the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub prefix: Vec<usize>,
    pub last: usize,
}

/// Moves that leave the row: `first`, plus any multiple of `more` if there is one.
#[derive(Debug, Clone)]
pub struct VectorLine {
    pub first: Step,
    pub more: Option<Step>,
}

/// A box and its moves.
#[derive(Debug)]
pub struct VectorsLayout {
    /// The sides except the last.
    pub sides: Vec<usize>,
    /// The last side.
    pub length: usize,
    /// The number of words of a row.
    pub words: usize,
    /// The number of rows with the same first coordinate.
    pub rows: usize,
    pub lines: Vec<VectorLine>,
    /// The moves within a row: what may be subtracted from the last coordinate alone.
    pub within: Strokes,
}

impl VectorsLayout {
    /// The layout of a vector game over a whole box that begins at 0.
    pub fn of(task: &Task<'_>) -> Option<Self> {
        let (sides, lines) = lines_of(task)?;
        Self::new(sides, lines)
    }

    fn new(mut sides: Vec<usize>, all: Vec<structure::Line>) -> Option<Self> {
        let length = sides.pop().filter(|&length| length > 0)?;
        let words = length.div_ceil(64);
        let (mut lines, mut within) = (Vec::new(), Vec::new());
        let step = |point: &Point| {
            let (last, prefix) = point.split_last()?;
            Some(Step { prefix: prefix.iter().map(|&component| component as usize).collect(), last: *last as usize })
        };
        let stays = |step: &Step| step.prefix.iter().all(|&component| component == 0);
        for line in &all {
            let (first, more) = (step(&line.first)?, step(&line.more)?);
            let goes_on = more.last > 0 || !stays(&more);
            match (stays(&first), stays(&more)) {
                (true, true) => {
                    let places = (first.last..length).step_by(more.last.max(1));
                    let places = places.take(if goes_on { length } else { 1 });
                    within.extend(places.map(|place| place as u64));
                }
                (false, false) => lines.push(VectorLine { first, more: Some(more) }),
                (false, true) if !goes_on => lines.push(VectorLine { first, more: None }),
                // No game has such lines.
                _ => return None,
            }
        }
        within.sort_unstable();
        within.dedup();
        let rows = sides.iter().skip(1).try_fold(1usize, |rows, &side| rows.checked_mul(side))?;
        (lines.len() <= MOST_LINES).then(|| Self {
            sides,
            length,
            words,
            rows,
            lines,
            within: Strokes::of_list(within),
        })
    }

    /// The bytes that a run takes.
    pub fn bytes(&self) -> u128 {
        let first = |step: &Step| step.prefix.first().copied().unwrap_or(0).min(self.sides[0]) as u128;
        let back = self.lines.iter().map(|line| first(&line.first)).max().unwrap_or(0);
        let marks: u128 = self.lines.iter().filter_map(|line| line.more.as_ref()).map(|more| first(more) + 1).sum();
        let lines: u128 = self.lines.len() as u128 * 16 * (self.sides.len() as u128 + 8);
        (back + 1 + marks) * self.rows as u128 * self.words as u128 * 8 + lines + (1 << 17) + 16 * self.length as u128
    }

    /// The slice of a row, and its number there.
    pub fn row_of(&self, prefix: &[usize]) -> RowPlace {
        place_of(prefix, &self.sides)
    }

    /// The row to which a vector leads, if it stays in the box.
    pub fn row_before(&self, prefix: &[usize], step: &[usize]) -> Option<RowPlace> {
        let slice = prefix[0].checked_sub(step[0])?;
        let pairs = prefix.iter().zip(step).zip(&self.sides).skip(1);
        let mut row = 0;
        for ((coordinate, component), side) in pairs {
            row = row * side + coordinate.checked_sub(*component)?;
        }
        Some(RowPlace { slice, row })
    }

    /// The last coordinate from which on the positions of a row have a move.
    pub fn least_move(&self, prefix: &[usize]) -> usize {
        let leaves = |line: &&VectorLine| prefix.iter().zip(&line.first.prefix).all(|(a, b)| a >= b);
        let leaving = self.lines.iter().filter(leaves).map(|line| line.first.last).min();
        let within = self.within.first().map(|first| first as usize);
        leaving.into_iter().chain(within).min().unwrap_or(usize::MAX)
    }

    /// Moves on to the next row. Returns false after the last one.
    pub fn advance(&self, prefix: &mut [usize]) -> bool {
        next_prefix(prefix, &self.sides)
    }
}

/// Where a row is, by its prefix.
pub fn place_of(prefix: &[usize], sides: &[usize]) -> RowPlace {
    let row = prefix.iter().zip(sides).skip(1).fold(0, |row, (coordinate, side)| row * side + coordinate);
    RowPlace { slice: prefix[0], row }
}

/// Moves on to the prefix of the next row. Returns false after the last one.
pub fn next_prefix(prefix: &mut [usize], sides: &[usize]) -> bool {
    for (coordinate, side) in prefix.iter_mut().zip(sides).rev() {
        *coordinate += 1;
        if *coordinate < *side {
            return true;
        }
        *coordinate = 0;
    }
    false
}

/// The sides of the box and the moves of a vector game, or of a sum of such games. The game must be over a whole box
/// that begins at 0 and has at least two coordinates.
pub fn lines_of(task: &Task<'_>) -> Option<(Vec<usize>, Vec<structure::Line>)> {
    let rows = task.ruleset.rows();
    let fits = rows.is_whole() && rows.names().is_none() && rows.dimensions() >= 2;
    if !fits || rows.firsts().iter().any(|&first| first != 0) {
        return None;
    }
    let sides: Vec<usize> = rows.sides().iter().map(|&side| usize::try_from(side).ok()).collect::<Option<_>>()?;
    let mut lines = Vec::new();
    gather(task.ruleset, 0, &sides, &mut lines)?;
    Some((sides, lines))
}

/// Collects the moves of a game whose coordinates begin at `first` in the box; `None` if they are not known.
fn gather(game: &dyn Ruleset, first: usize, sides: &[usize], lines: &mut Vec<structure::Line>) -> Option<()> {
    if let Some(sum) = game.summands() {
        let mut at = first;
        for &part in sum.part_of {
            gather(&*sum.parts[part], at, sides, lines)?;
            at += sum.parts[part].rows().dimensions();
        }
        return Some(());
    }
    let dimensions = game.rows().dimensions();
    let from_zero =
        game.rows().is_whole() && game.rows().names().is_none() && game.rows().firsts().iter().all(|&n| n == 0);
    if !from_zero {
        return None;
    }
    let place = |own: &[u32]| -> Point {
        let mut point = Point::from_elem(0, sides.len());
        point[first..first + dimensions].copy_from_slice(own);
        point
    };
    let fits = |own: &[u32]| own.iter().zip(&sides[first..]).all(|(&component, &side)| (component as usize) < side);
    let mut add = |of: &[u32], more: &[u32]| {
        // A move that fits nowhere into the box does not exist.
        if fits(of) {
            lines.push(structure::Line { first: place(of), more: place(more) });
        }
        (lines.len() <= MOST_LINES).then_some(())
    };
    let none = vec![0; dimensions];
    let game = game.structures();
    if let Some(Rays(rays)) = game.get() {
        return rays.iter().try_for_each(|ray| add(ray, ray));
    }
    if let Some(Steps(steps)) = game.get() {
        return steps.iter().try_for_each(|step| add(step, &none));
    }
    if let Some(Lines(lines)) = game.get() {
        return lines.iter().try_for_each(|line| add(&line.first, &line.more));
    }
    if let Some(&Heaps { most: 1, limit: None, all }) = game.get() {
        let unit = |index: usize| (0..dimensions).map(|i| u32::from(i == index)).collect::<Vec<_>>();
        (0..dimensions).map(unit).try_for_each(|ray| add(&ray, &ray))?;
        let together = vec![1; dimensions];
        return if all { add(&together, &together) } else { Some(()) };
    }
    if let Some(Faces(faces)) = game.get().filter(|Faces(faces)| faces.iter().all(|face| face.is_power_of_two())) {
        let unit = |face: u32| (0..dimensions).map(|i| u32::from(1 << i == face)).collect::<Vec<_>>();
        return faces.iter().map(|&face| unit(face)).try_for_each(|ray| add(&ray, &ray));
    }
    if dimensions > 1 {
        return None;
    }
    if let Some(set) = game.get().map(|Subtraction(set)| set).or(game.get().map(|Members(set)| set)) {
        return set.iter().filter_map(|&s| u32::try_from(s).ok()).try_for_each(|s| add(&[s], &none));
    }
    // All-but games: the numbers up to the last forbidden one are single steps, the others are a ray.
    let AllBut(set) = game.get()?;
    let last = u32::try_from(set.last().copied().unwrap_or(0)).ok()?;
    let inside = last.min(u32::try_from(sides[first]).ok()?);
    let mut singles = (1..=inside).filter(|&s| set.binary_search(&u64::from(s)).is_err());
    singles.try_for_each(|s| add(&[s], &none))?;
    add(&[last.checked_add(1)?], &[1])
}
