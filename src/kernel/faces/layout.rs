//! How the closure of a box lies in memory.

use crate::bytes::Bytes;
use crate::ruleset::Value;

/// Less than so many words in a cell are not worth another thread.
const WORTH: usize = 1 << 12;

/// Layers worked on at once, at most.
const MOST_LANES: usize = 16;

/// The coordinates of a box and their roles: the first counts *layers*, the second *columns*
/// of a layer, the last but one the lines of a *row*, the last the bits of a line; those
/// between count the rows of a *cell*, which is what a layer and a column share.
#[derive(Debug)]
pub(super) struct Layout {
    pub layers: usize,
    pub columns: usize,
    /// The sides of the coordinates that count the rows of a cell.
    pub middle: Vec<usize>,
    /// Rows of a cell.
    pub rows: usize,
    /// Lines of a row.
    pub lines: usize,
    /// Words of a line.
    pub words: usize,
    pub directions: Vec<Direction>,
    /// Whether some face contains the coordinate of the lines of a row.
    pub along_row: bool,
    /// Whether one of those contains that of the bits as well.
    pub along_both: bool,
    /// Layers worked on at once.
    pub lanes: usize,
}

/// A face and where its closure is kept: in the columns if it contains the first coordinate,
/// and in the lanes if it contains the second or not the first. Faces that lie within a row
/// need no closure.
#[derive(Debug)]
pub(super) struct Direction {
    pub in_column: bool,
    pub in_lane: bool,
    pub second: bool,
    /// The middle coordinates of the face, with the distance of a step in rows.
    pub steps: Vec<(usize, usize)>,
    /// Rows kept: row r at r modulo this.
    pub kept: usize,
    /// Whether it contains the coordinate of the lines of a row.
    pub on_row: bool,
    /// Whether it contains that of the bits.
    pub on_line: bool,
}

impl Layout {
    pub fn new(sides: &[u64], faces: &[u32], value: Value, words: usize) -> Self {
        let mut sides: Vec<usize> = sides.iter().map(|&side| side as usize).collect();
        let mut faces: Vec<u64> = faces.iter().copied().map(u64::from).collect();
        if value == Value::Grundy {
            // One more stack, a face by itself.
            faces.push(1 << sides.len());
            sides.push(64 * words);
        }
        while sides.len() < 4 {
            // Empty stacks in front, in no face.
            sides.insert(0, 1);
            faces.iter_mut().for_each(|face| *face <<= 1);
        }
        let row = sides.len() - 2;
        let middle = sides[2..row].to_vec();
        let strides = strides(&middle);
        let rows = middle.iter().fold(1usize, |rows, &side| rows.saturating_mul(side));
        let has = |face: u64, coordinate: usize| face >> coordinate & 1 != 0;
        let directions = faces.iter().filter(|&&face| face & ((1 << row) - 1) != 0).map(|&face| {
            let outer = face & 3 != 0;
            let steps: Vec<_> =
                strides.iter().copied().enumerate().filter(|&(index, _)| has(face, index + 2)).collect();
            Direction {
                in_column: has(face, 0),
                in_lane: has(face, 1) || !has(face, 0),
                second: has(face, 1),
                kept: if outer { rows } else { steps.first().map_or(1, |&(_, stride)| stride) },
                steps,
                on_row: has(face, row),
                on_line: has(face, row + 1),
            }
        });
        let mut layout = Self {
            layers: sides[0],
            columns: sides[1],
            rows,
            lines: sides[row],
            words,
            directions: directions.collect(),
            along_row: faces.iter().any(|&face| has(face, row)),
            along_both: faces.iter().any(|&face| has(face, row) && has(face, row + 1)),
            lanes: 1,
            middle,
        };
        if layout.rows.saturating_mul(layout.row()) >= WORTH {
            layout.lanes = rayon::current_num_threads().clamp(1, MOST_LANES).min(layout.layers);
        }
        layout
    }

    /// Words of a row.
    pub fn row(&self) -> usize {
        self.lines.saturating_mul(self.words)
    }

    /// The memory of columns, lanes, and the blocks that are handed on.
    pub fn needs(&self) -> Bytes {
        let word = |count: usize| 8 * count as u128;
        let (mut column, mut lane) = (0u128, 0u128);
        for direction in &self.directions {
            let kept = word(direction.kept).saturating_mul(self.row() as u128);
            column = column.saturating_add(if direction.in_column { kept } else { 0 });
            lane = lane.saturating_add(if direction.in_lane { kept } else { 0 });
        }
        lane = lane.saturating_add(word(self.directions.len() + 4).saturating_mul(self.row() as u128));
        let places = (2 * self.columns as u128).saturating_mul(self.rows as u128).saturating_mul(self.lines as u128);
        let columns = column.saturating_mul(self.columns as u128);
        let lanes = lane.saturating_add(places).saturating_mul(self.lanes as u128);
        Bytes(columns.saturating_add(lanes)).plus(Bytes(1 << 20))
    }
}

/// The distance of a step of each coordinate, the last one fastest.
fn strides(sides: &[usize]) -> Vec<usize> {
    let behind = |index: usize| sides[index + 1..].iter().fold(1usize, |stride, &side| stride.saturating_mul(side));
    (0..sides.len()).map(behind).collect()
}
