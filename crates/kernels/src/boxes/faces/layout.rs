//! How the closure of a box is laid out in memory.

use crate::shared::wavefront::Tracks;
use grundy_core::bytes::Bytes;
use grundy_core::ruleset::Value;

/// With fewer words than this in a cell, another thread does not pay.
const WORTH: usize = 1 << 12;

/// The maximum number of threads.
const MOST_THREADS: usize = 16;

/// Rows of at most this many words are short: they are padded to whole vectors and processed by code for their
/// length, many of them in one block.
pub(super) const SHORT: usize = 16;

/// The number of words of a vector to which rows are padded.
const VECTOR: usize = 4;

/// The coordinates of a box and their roles. The first counts *layers*, the second *columns* of a layer, the last the
/// bits of a line, and the last but one the lines of a *row*. If rows are short, the one before counts the rows of a
/// *block*; otherwise a block is one row. The coordinates in between count the blocks of a *cell*, the intersection
/// of a layer and a column.
#[derive(Debug)]
pub(super) struct FacesLayout {
    pub layers: usize,
    pub columns: usize,
    /// The sides of the coordinates that count the blocks of a cell.
    pub middle: Vec<usize>,
    /// The number of blocks of a cell.
    pub blocks: usize,
    /// The number of rows of a block.
    pub rows: usize,
    /// The number of lines of a row.
    pub lines: usize,
    /// The number of words of a row, including padding.
    pub row: usize,
    /// The number of words of a line.
    pub words: usize,
    /// The directions along the rows come first.
    pub directions: Vec<FaceDirection>,
    /// The number of directions along the rows.
    pub along_row: usize,
    /// Whether some face contains the coordinate of the lines of a row.
    pub some_on_row: bool,
    /// Whether one of these also contains the coordinate of the bits.
    pub along_both: bool,
    /// The number of threads; each works on a layer.
    pub threads: usize,
    /// The number of planes: how often the words of a line are needed to hold every possible place.
    pub planes: usize,
}

/// A face, and where its closure is stored: in the columns if it contains the first coordinate, and in the layers if
/// it contains the second or not the first. Faces within a row need no closure.
#[derive(Debug)]
pub(super) struct FaceDirection {
    pub in_column: bool,
    pub in_layer: bool,
    pub second: bool,
    /// The middle coordinates of the face, each with the distance of a step in blocks.
    pub steps: Vec<(usize, usize)>,
    /// How many blocks are stored: block b at index b modulo this. 0 if the face lies within a block.
    pub kept: usize,
    /// Whether it contains the coordinate of the rows of a block.
    pub on_block: bool,
    /// Whether it contains the coordinate of the lines of a row.
    pub on_row: bool,
    /// Whether it contains the coordinate of the bits.
    pub on_line: bool,
}

impl FacesLayout {
    /// The layout for lines of at least this many places.
    pub fn new(sides: &[u64], faces: &[u32], value: Value, places: u64) -> Self {
        let most = places.div_ceil(64) as usize;
        let (words, planes) = if value == Value::GRUNDY { (1, most) } else { (most, 1) };
        let (sides, faces) = padded(sides, faces, value, words);
        let end = sides.len();
        let middle = sides[2..end - 3].to_vec();
        let blocks = middle.iter().fold(1usize, |blocks, &side| blocks.saturating_mul(side));
        let outer = faces.iter().filter(|&&face| face & ((1 << (end - 2)) - 1) != 0);
        let mut directions: Vec<_> = outer.map(|&face| FaceDirection::new(face, &middle, blocks)).collect();
        directions.sort_by_key(|direction| !direction.on_row);
        let lines = sides[end - 2];
        let row = lines.saturating_mul(words);
        let row = if row <= SHORT { row.next_multiple_of(VECTOR) } else { row };
        let rows = sides[end - 3];
        let enough = blocks.saturating_mul(rows).saturating_mul(row) >= WORTH;
        Self {
            layers: sides[0],
            columns: sides[1],
            middle,
            blocks,
            rows,
            lines,
            row,
            words,
            along_row: directions.iter().filter(|direction| direction.on_row).count(),
            directions,
            some_on_row: faces.iter().any(|&face| has(face, end - 2)),
            along_both: faces.iter().any(|&face| has(face, end - 2) && has(face, end - 1)),
            threads: if enough { rayon::current_num_threads().clamp(1, MOST_THREADS).min(sides[0]) } else { 1 },
            planes,
        }
    }

    /// The maximum number of layers that are begun but not given yet.
    pub fn ahead(&self) -> usize {
        Tracks::ahead(self.threads).min(self.layers)
    }

    /// The distance of a step of each middle coordinate, in blocks.
    pub fn strides(&self) -> Vec<usize> {
        distances(&self.middle)
    }

    /// The number of words of a block.
    pub fn block(&self) -> usize {
        self.rows.saturating_mul(self.row)
    }

    /// The number of lines of a cell.
    pub fn cell(&self) -> usize {
        self.blocks.saturating_mul(self.rows).saturating_mul(self.lines)
    }

    /// The number of words that the columns store: those of one layer, for each face with the first coordinate.
    fn layer(&self) -> u128 {
        let kept = self.directions.iter().filter(|direction| direction.in_column).map(|direction| direction.kept);
        let blocks = kept.fold(0u128, |sum, kept| sum.saturating_add(kept as u128));
        blocks.saturating_mul(self.block() as u128).saturating_mul(self.columns as u128)
    }

    /// The memory of the columns, of the current layers, and of the blocks that are passed on.
    pub fn needs(&self) -> Bytes {
        let in_layer = self.directions.iter().filter(|direction| direction.in_layer);
        let kept =
            in_layer.fold(self.directions.len() as u128, |sum, direction| sum.saturating_add(direction.kept as u128));
        let work = kept.saturating_mul(self.block() as u128).saturating_add(7 * self.row as u128);
        let in_work = work.saturating_mul(self.ahead() as u128);
        let words = self.layer().saturating_add(in_work).saturating_mul(self.planes as u128);
        let places = (self.columns as u128).saturating_mul(self.cell() as u128).saturating_mul(self.ahead() as u128);
        let marks = (self.blocks as u128).saturating_mul((self.columns + self.ahead()) as u128);
        let marks = marks.saturating_mul(self.planes as u128 - 1);
        let all = words.saturating_mul(8).saturating_add(places.saturating_mul(2)).saturating_add(marks);
        Bytes(all).plus(Bytes(1 << 20))
    }
}

impl FaceDirection {
    fn new(face: u64, middle: &[usize], blocks: usize) -> Self {
        let strides = distances(middle).into_iter().enumerate();
        let steps: Vec<_> = strides.filter(|&(index, _)| has(face, index + 2)).collect();
        let last = middle.len() + 2;
        Self {
            in_column: has(face, 0),
            in_layer: has(face, 1) || !has(face, 0),
            second: has(face, 1),
            kept: if face & 3 != 0 { blocks } else { steps.first().map_or(0, |&(_, stride)| stride) },
            steps,
            on_block: has(face, last),
            on_row: has(face, last + 1),
            on_line: has(face, last + 2),
        }
    }

    /// Which of the four parts of what is new in a row this direction takes.
    pub fn kind(&self) -> usize {
        usize::from(self.on_row) + 2 * usize::from(self.on_line)
    }
}

fn has(face: u64, coordinate: usize) -> bool {
    face >> coordinate & 1 != 0
}

/// The sides and faces with all roles filled. Grundy values are added as the last stack. The remaining roles get
/// stacks of side 1 that belong to no face.
fn padded(sides: &[u64], faces: &[u32], value: Value, words: usize) -> (Vec<usize>, Vec<u64>) {
    let mut sides: Vec<usize> = sides.iter().map(|&side| side as usize).collect();
    let mut faces: Vec<u64> = faces.iter().copied().map(u64::from).collect();
    if value == Value::GRUNDY {
        // One more stack, which is a face by itself.
        faces.push(1 << sides.len());
        sides.push(64 * words);
    }
    let mut insert = |sides: &mut Vec<usize>, at: usize| {
        let below = (1u64 << at) - 1;
        sides.insert(at, 1);
        faces.iter_mut().for_each(|face| *face = (*face & below) | (*face & !below) << 1);
    };
    while sides.len() < 2 {
        insert(&mut sides, 0);
    }
    let row = sides.len() - 2;
    if sides[row].saturating_mul(words) > SHORT {
        insert(&mut sides, row);
    }
    while sides.len() < 5 {
        insert(&mut sides, 0);
    }
    (sides, faces)
}

/// The distance of a step of each coordinate. The last one varies fastest.
fn distances(sides: &[usize]) -> Vec<usize> {
    let behind = |index: usize| sides[index + 1..].iter().fold(1usize, |stride, &side| stride.saturating_mul(side));
    (0..sides.len()).map(behind).collect()
}
