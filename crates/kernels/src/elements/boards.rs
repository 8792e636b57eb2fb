//! Keys of components on boards: the bits themselves, moved to the corner, the least of their images under the
//! symmetries of the rules.
//!
//! A *frame* is a board on which all boards of a run lie: its shorter side holds a column. The element of plane p, row
//! r and column c is bit p · R · C + c · R + r, so that keys do not depend on the number of columns. A reflection is
//! made by a table of images of bytes; as it reflects the whole frame, the image is moved to the corner again.

use super::facts::Facts;
use super::ground::{Component, Ground};
use super::halt::Halt;
use super::table::Table;
use grundy_core::error::Error;
use grundy_core::structure::{BoardSymmetries, Boards};
use grundy_core::system::{Bits, Set, System, Wide};

/// Where the cells of boards lie in words of bits, and what is the same position.
pub struct Frame<const W: usize> {
    /// The number of rows, R.
    rows: usize,
    columns: usize,
    planes: usize,
    /// For each row, its cells in all planes.
    lines: Vec<Bits<W>>,
    /// Reflections, the exchange of planes, and both.
    images: Vec<Image<W>>,
    /// The exchange of rows and columns, for components with at most R columns.
    turn: Option<Image<W>>,
}

/// A permutation of bits: for each byte, the image of each of its values.
struct Image<const W: usize>(Vec<[Bits<W>; 256]>);

impl<const W: usize> Image<W> {
    /// The image that moves bit b to `to(b)`; bits without an image are dropped.
    fn new(to: impl Fn(usize) -> Option<usize>) -> Self {
        let byte = |byte: usize| {
            std::array::from_fn(|value: usize| {
                let bits = (0..8).filter(|bit| value >> bit & 1 == 1).filter_map(|bit| to(8 * byte + bit));
                Bits::of(64 * W, bits)
            })
        };
        Self((0..8 * W).map(byte).collect())
    }

    #[inline]
    fn of(&self, set: &Bits<W>) -> Bits<W> {
        let mut image = Bits([0; W]);
        for (index, &word) in set.0.iter().enumerate() {
            let mut rest = word;
            let mut byte = 8 * index;
            while rest != 0 {
                image.join(&self.0[byte][(rest & 0xff) as usize]);
                rest >>= 8;
                byte += 1;
            }
        }
        image
    }
}

/// The sides of a frame for boards of the given sizes: rows and columns.
pub fn frame_of(sizes: impl Iterator<Item = (usize, usize)>, symmetries: BoardSymmetries) -> (usize, usize) {
    sizes.fold((1, 1), |(rows, columns), (r, c)| {
        let (r, c) = if symmetries.turns { (r.min(c), r.max(c)) } else { (r, c) };
        (rows.max(r), columns.max(c))
    })
}

impl<const W: usize> Frame<W> {
    /// A frame with these sides, which must fit: rows · columns · planes <= 64 W.
    pub fn new(rows: usize, columns: usize, planes: usize, symmetries: BoardSymmetries) -> Self {
        let place = move |plane: usize, row: usize, column: usize| (plane * columns + column) * rows + row;
        let cells = rows * columns;
        let split = move |bit: usize| (bit < cells * planes).then_some((bit / cells, bit % rows, bit % cells / rows));
        let swapped = move |plane: usize| if plane < 2 { 1 - plane } else { plane };
        let image = |flip_rows: bool, flip_columns: bool, swap: bool| {
            Image::new(move |bit| {
                split(bit).map(|(plane, row, column)| {
                    let row = if flip_rows { rows - 1 - row } else { row };
                    let column = if flip_columns { columns - 1 - column } else { column };
                    place(if swap { swapped(plane) } else { plane }, row, column)
                })
            })
        };
        let mut images = Vec::new();
        for swap in [false, true].into_iter().filter(|swap| !swap || symmetries.swaps && planes > 1) {
            for (flip_rows, flip_columns) in [(false, false), (true, false), (false, true), (true, true)] {
                let wanted = !(flip_rows || flip_columns) || symmetries.flips;
                if wanted && (flip_rows || flip_columns || swap) {
                    images.push(image(flip_rows, flip_columns, swap));
                }
            }
        }
        let turn = |bit| {
            let turned = split(bit).filter(|&(_, row, column)| column < rows && row < columns);
            turned.map(|(plane, row, column)| place(plane, column, row))
        };
        let line = |row: usize| {
            let cells = (0..planes).flat_map(|plane| (0..columns).map(move |column| place(plane, row, column)));
            Bits::of(64 * W, cells)
        };
        Self {
            rows,
            columns,
            planes,
            lines: (0..rows).map(line).collect(),
            images,
            turn: symmetries.turns.then(|| Image::new(turn)),
        }
    }

    /// The bit of each element of a board that lies in the corner of the frame.
    fn places(&self, rows: usize, columns: usize) -> Vec<usize> {
        let upright = rows <= self.rows && columns <= self.columns;
        let place = |element: usize| {
            let (plane, cell) = (element / (rows * columns), element % (rows * columns));
            let (row, column) = (cell / columns, cell % columns);
            let (row, column) = if upright { (row, column) } else { (column, row) };
            (plane * self.columns + column) * self.rows + row
        };
        (0..self.planes * rows * columns).map(place).collect()
    }

    /// A position of a board as bits of the frame.
    pub fn position(&self, rows: usize, columns: usize, position: &Wide) -> Bits<W> {
        let places = self.places(rows, columns);
        Bits::of(64 * W, position.members().map(|element| places[element]))
    }

    /// The system on the whole frame.
    ///
    /// # Errors
    /// As for [`Boards::on_board`].
    pub fn system(&self, boards: &dyn Boards) -> Result<System<Bits<W>>, Error> {
        let system = boards.on_board(self.rows, self.columns)?;
        Ok(system.renumbered(&self.places(self.rows, self.columns), 64 * W))
    }

    /// A set of cells in the corner as rows of letters, cropped to what is not empty.
    pub fn text(&self, set: &Bits<W>, states: &[char]) -> String {
        let cells = self.rows * self.columns;
        let state = |row: usize, column: usize| {
            let place = column * self.rows + row;
            (0..self.planes).find(|plane| set.has(plane * cells + place)).map_or('.', |plane| states[plane])
        };
        let line = |row: usize| (0..=self.last_column(set)).map(|column| state(row, column)).collect::<String>();
        (0..=self.rows_of(set).1).map(line).collect::<Vec<_>>().join("/")
    }

    /// Rows of letters as a set of cells in the corner; none if they do not fit into the frame.
    pub fn read(&self, text: &str, states: &[char]) -> Option<Bits<W>> {
        let cells = self.rows * self.columns;
        let mut set = Bits::none(64 * W);
        for (row, line) in text.split('/').enumerate() {
            for (column, letter) in line.chars().enumerate().filter(|(_, letter)| *letter != '.') {
                let plane = states.iter().position(|state| *state == letter)?;
                if row >= self.rows || column >= self.columns {
                    return None;
                }
                set.insert(plane * cells + column * self.rows + row);
            }
        }
        Some(set)
    }

    #[inline]
    fn rows_of(&self, set: &Bits<W>) -> (usize, usize) {
        let has = |row: &usize| self.lines[*row].meets(set);
        let first = (0..self.rows).find(has).unwrap_or(0);
        (first, (first..self.rows).rev().find(has).unwrap_or(first))
    }

    /// The set moved to the corner.
    #[inline]
    fn cornered(&self, set: &Bits<W>) -> Bits<W> {
        let (row, column) = (self.rows_of(set).0, self.first_column(set));
        shifted(set, column * self.rows + row)
    }

    fn first_column(&self, set: &Bits<W>) -> usize {
        if self.planes == 1 {
            return set.first().unwrap_or(0) / self.rows;
        }
        let cells = self.rows * self.columns;
        set.members().map(|bit| bit % cells / self.rows).min().unwrap_or(0)
    }

    fn last_column(&self, set: &Bits<W>) -> usize {
        let cells = self.rows * self.columns;
        if self.planes == 1 {
            let word = (0..W).rev().find(|&word| set.0[word] != 0).unwrap_or(0);
            return (64 * word + 63 - set.0[word].leading_zeros().min(63) as usize) / self.rows;
        }
        set.members().map(|bit| bit % cells / self.rows).max().unwrap_or(0)
    }

    /// The least image of a set.
    #[inline]
    pub fn key(&self, set: &Bits<W>) -> Bits<W> {
        let own = self.cornered(set);
        let Some(turn) = &self.turn else { return self.least(own) };
        let (height, width) = (self.rows_of(&own).1 + 1, self.last_column(&own) + 1);
        match height.cmp(&width) {
            std::cmp::Ordering::Less => self.least(own),
            std::cmp::Ordering::Greater => self.least(turn.of(&own)),
            std::cmp::Ordering::Equal => self.least(own).min(self.least(turn.of(&own))),
        }
    }

    #[inline]
    fn least(&self, own: Bits<W>) -> Bits<W> {
        self.images.iter().map(|image| self.cornered(&image.of(&own))).fold(own, Bits::min)
    }
}

/// A set whose elements are smaller by `by`.
#[inline]
fn shifted<const W: usize>(set: &Bits<W>, by: usize) -> Bits<W> {
    let (words, bits) = (by / 64, by % 64);
    Bits(std::array::from_fn(|word| {
        let low = set.0.get(word + words).copied().unwrap_or(0) >> bits;
        let high = set.0.get(word + words + 1).copied().unwrap_or(0);
        if bits == 0 { low } else { low | high << (64 - bits) }
    }))
}

/// Components on boards, with facts in a table of fixed size.
pub struct OnBoards<'a, const W: usize> {
    pub frame: &'a Frame<W>,
    pub table: &'a Table<W>,
    /// Whether the table may grow.
    pub may_grow: bool,
}

impl<const W: usize> Ground<W> for OnBoards<'_, W> {
    type Key = Bits<W>;

    #[inline]
    fn component(&mut self, part: &Bits<W>) -> Component<W, Bits<W>> {
        let key = self.frame.key(part);
        Component { key, left: key }
    }

    #[inline]
    fn facts(&self, one: &Component<W, Bits<W>>) -> Facts {
        self.table.get(&one.key)
    }

    fn tell(&mut self, one: &Component<W, Bits<W>>, facts: Facts, effort: u8) -> Result<(), Halt> {
        self.table.add(&one.key, facts, effort);
        if self.may_grow && self.table.is_crowded() { Err(Halt::Grow) } else { Ok(()) }
    }

    fn busy(&mut self, one: &Component<W, Bits<W>>, busy: bool) {
        match busy {
            true => self.table.add(&one.key, Facts::BUSY, 0),
            false => self.table.clear_busy(&one.key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;

    /// All images of a set of cells have the same key, wherever they lie, and no other sets have it.
    #[test]
    fn keys_are_those_of_all_images() {
        let mut random = Random(3);
        for (rows, columns) in [(3, 20), (4, 9), (6, 6), (1, 30)] {
            let frame = Frame::<1>::new(rows, columns, 1, BoardSymmetries::ALL);
            for _ in 0..300 {
                let (height, width) = (1 + random.below(rows as u64) as usize, 1 + random.below(rows as u64) as usize);
                let cells: Vec<(usize, usize)> = (0..height).flat_map(|r| (0..width).map(move |c| (r, c))).collect();
                let cells: Vec<(usize, usize)> = cells.into_iter().filter(|_| random.below(2) == 0).collect();
                if cells.is_empty() {
                    continue;
                }
                let key = |image: &dyn Fn(usize, usize) -> (usize, usize), down: usize, right: usize| {
                    let moved = cells.iter().map(|&(r, c)| image(r, c)).map(|(r, c)| (c + right) * rows + r + down);
                    frame.key(&Bits::of(64, moved))
                };
                let own = key(&|r, c| (r, c), 0, 0);
                let (flipped, turned) =
                    (key(&|r, c| (height - 1 - r, c), rows - height, columns - width), key(&|r, c| (c, r), 0, 0));
                let half = key(&|r, c| (height - 1 - r, width - 1 - c), 0, columns - width);
                assert_eq!((own, own, own), (flipped, turned, half));
                // A key is an image itself, so different positions have different keys.
                assert_eq!((own.len(), frame.key(&own)), (cells.len(), own));
            }
        }
    }
}
