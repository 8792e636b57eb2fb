//! The rows of a box that later ones still look back at.

/// Rows by their prefixes (all coordinates but the last); those with the same first coordinate are a slice.
pub struct Slices<T> {
    /// The slices kept.
    count: usize,
    /// Rows of a slice, cells of a row.
    rows: usize,
    cells: usize,
    all: Vec<T>,
}

impl<T: Copy + Default> Slices<T> {
    /// Room for a slice and so many before it.
    pub fn new(back: usize, rows: usize, cells: usize) -> Self {
        Self { count: back + 1, rows, cells, all: vec![T::default(); (back + 1) * rows * cells] }
    }

    fn place(&self, (slice, row): (usize, usize)) -> usize {
        (slice % self.count * self.rows + row) * self.cells
    }

    /// A row, by its slice and its number there.
    #[inline(always)]
    pub fn row(&self, at: (usize, usize)) -> &[T] {
        let place = self.place(at);
        &self.all[place..place + self.cells]
    }

    /// The same, to be written.
    #[inline(always)]
    pub fn row_mut(&mut self, at: (usize, usize)) -> &mut [T] {
        let place = self.place(at);
        &mut self.all[place..place + self.cells]
    }
}
