//! The rows of a box to which later rows still look back.

/// Where a row is: its slice, and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowPlace {
    pub slice: usize,
    pub row: usize,
}

/// Rows by their prefixes (all coordinates but the last). Rows with the same first coordinate are a slice.
pub struct Slices<T> {
    /// How many slices are stored.
    count: usize,
    /// The number of rows of a slice, and of cells of a row.
    rows: usize,
    cells: usize,
    all: Vec<T>,
}

impl<T: Copy + Default> Slices<T> {
    /// Room for a slice and `back` slices before it.
    pub fn new(back: usize, rows: usize, cells: usize) -> Self {
        Self { count: back + 1, rows, cells, all: vec![T::default(); (back + 1) * rows * cells] }
    }

    fn cell(&self, at: RowPlace) -> usize {
        (at.slice % self.count * self.rows + at.row) * self.cells
    }

    /// A row.
    #[inline(always)]
    pub fn row(&self, at: RowPlace) -> &[T] {
        let cell = self.cell(at);
        &self.all[cell..cell + self.cells]
    }

    /// The same, to be written.
    #[inline(always)]
    pub fn row_mut(&mut self, at: RowPlace) -> &mut [T] {
        let cell = self.cell(at);
        &mut self.all[cell..cell + self.cells]
    }
}
