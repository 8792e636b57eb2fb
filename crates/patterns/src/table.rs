//! Values of a game whose positions have several coordinates.

use crate::symmetry::Symmetry;
use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Values of positions with several coordinates. Outcomes are numbers, too: 0 for P and 1 for N.
#[derive(Debug)]
pub struct Table {
    names: Vec<String>,
    points: Vec<i64>,
    values: Vec<i64>,
    low: Vec<i64>,
    high: Vec<i64>,
    places: Places,
    symmetry: OnceLock<Symmetry>,
}

/// Where the value of a point is found.
#[derive(Debug)]
enum Places {
    /// For each cell of the bounding box, in lexicographical order, the number of its row plus 1; 0 where there is
    /// none.
    Cells(Vec<u32>),
    /// Of a box with far more cells than rows.
    Scattered(HashMap<Vec<i64>, usize, FixedState>),
}

impl Table {
    /// A table of rows in their order. `names` are the names of the coordinates, `points` the coordinates of one row
    /// after the other.
    ///
    /// # Panics
    /// If there is no coordinate, or not one point for each value.
    pub fn new(names: Vec<String>, points: Vec<i64>, values: Vec<i64>) -> Table {
        let dimensions = names.len();
        assert!(dimensions > 0 && points.len() == values.len() * dimensions, "a point for each value");
        let bound = |pick: fn(i64, i64) -> i64| -> Vec<i64> {
            (0..dimensions)
                .map(|i| points.iter().skip(i).step_by(dimensions).copied().reduce(pick).unwrap_or(0))
                .collect()
        };
        let (low, high) = (bound(i64::min), bound(i64::max));
        let mut table =
            Table { places: Places::Cells(Vec::new()), symmetry: OnceLock::new(), names, points, values, low, high };
        table.places = table.places();
        table
    }

    fn places(&self) -> Places {
        let cells = self
            .low
            .iter()
            .zip(&self.high)
            .try_fold(1u64, |cells, (low, high)| cells.checked_mul(low.abs_diff(*high).checked_add(1)?));
        match cells {
            Some(cells) if cells <= 8 * self.values.len() as u64 + 4096 => {
                let mut rows = vec![0u32; cells as usize];
                for (row, point) in self.points().enumerate() {
                    if let Some(cell) = self.cell(point) {
                        rows[cell] = row as u32 + 1;
                    }
                }
                Places::Cells(rows)
            }
            _ => Places::Scattered(self.points().map(<[i64]>::to_vec).zip(0..).collect()),
        }
    }

    /// The number of a point's cell in the bounding box.
    fn cell(&self, point: &[i64]) -> Option<usize> {
        let mut cell = 0;
        for ((x, low), high) in point.iter().zip(&self.low).zip(&self.high) {
            if x < low || x > high {
                return None;
            }
            cell = cell * ((high - low) as usize + 1) + (x - low) as usize;
        }
        Some(cell)
    }

    /// The number of coordinates.
    pub const fn dimensions(&self) -> usize {
        self.names.len()
    }

    /// The names of the coordinates.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of rows.
    pub const fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no row.
    pub const fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The coordinates of a row.
    pub fn point(&self, row: usize) -> &[i64] {
        let dimensions = self.dimensions();
        &self.points[row * dimensions..(row + 1) * dimensions]
    }

    /// The coordinates of all rows.
    pub fn points(&self) -> impl ExactSizeIterator<Item = &[i64]> {
        self.points.chunks_exact(self.dimensions())
    }

    /// The values of all rows.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The row of a point.
    pub fn row(&self, point: &[i64]) -> Option<usize> {
        match &self.places {
            Places::Cells(rows) => (rows[self.cell(point)?] as usize).checked_sub(1),
            Places::Scattered(rows) => rows.get(point).copied(),
        }
    }

    /// The value at a point.
    pub fn value(&self, point: &[i64]) -> Option<i64> {
        self.row(point).map(|row| self.values[row])
    }

    /// The least number of each coordinate.
    pub fn low(&self) -> &[i64] {
        &self.low
    }

    /// The largest number of each coordinate.
    pub fn high(&self) -> &[i64] {
        &self.high
    }

    /// The largest amount by which a coordinate exceeds its least number.
    pub fn size(&self) -> i64 {
        self.low.iter().zip(&self.high).map(|(low, high)| high.saturating_sub(*low)).max().unwrap_or(0)
    }

    /// Whether the rows are all cells of a box.
    pub fn is_full(&self) -> bool {
        matches!(&self.places, Places::Cells(rows) if rows.len() == self.values.len())
    }

    /// Whether the rows are all cells of a box that begins at 0 in every coordinate.
    pub fn is_whole_box(&self) -> bool {
        self.is_full() && self.low.iter().all(|&low| low == 0)
    }

    /// The rows that `keep` names.
    #[must_use]
    pub fn part(&self, keep: &[bool]) -> Table {
        let rows = || (0..self.len()).filter(|&row| keep[row]);
        Table::new(
            self.names.clone(),
            rows().flat_map(|row| self.point(row).iter().copied()).collect(),
            rows().map(|row| self.values[row]).collect(),
        )
    }

    /// The same rows with other values.
    ///
    /// # Panics
    /// If the number of values differs.
    #[must_use]
    pub fn with_values(&self, values: Vec<i64>) -> Table {
        Table::new(self.names.clone(), self.points.clone(), values)
    }

    /// 0 where the value is 0 (a P-position), 1 elsewhere.
    #[must_use]
    pub fn outcomes(&self) -> Table {
        self.with_values(self.values.iter().map(|&value| i64::from(value != 0)).collect())
    }

    /// The permutations of the coordinates that keep all values.
    pub fn symmetry(&self) -> &Symmetry {
        self.symmetry.get_or_init(|| Symmetry::of(self.dimensions(), |order| self.keeps(order)))
    }

    fn keeps(&self, order: &[usize]) -> bool {
        let mut image = vec![0; self.dimensions()];
        self.points().zip(&self.values).all(|(point, &value)| {
            for (x, &from) in image.iter_mut().zip(order) {
                *x = point[from];
            }
            self.value(&image) == Some(value)
        })
    }

    /// Whether each row is the chosen one of those that differ from it by a symmetry. Positions that do are no
    /// independent evidence.
    pub fn representatives(&self) -> Vec<bool> {
        let symmetry = self.symmetry();
        self.points().map(|point| symmetry.represents(point)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(count: usize) -> Vec<String> {
        (1..=count).map(|i| format!("h{i}")).collect()
    }

    #[test]
    fn boxes_and_scattered_rows() {
        let points: Vec<i64> = (0..4).flat_map(|a| (0..3).flat_map(move |b| [a, b])).collect();
        let table = Table::new(names(2), points.clone(), (0..12).collect());
        assert!(table.is_whole_box() && table.size() == 3);
        assert_eq!((table.value(&[2, 1]), table.value(&[2, 3]), table.value(&[-1, 0])), (Some(7), None, None));
        let part = table.part(&(0..12).map(|row| row % 3 > 0).collect::<Vec<_>>());
        assert!(part.is_full() && !part.is_whole_box() && part.low() == [0, 1]);
        let far = Table::new(names(2), vec![0, 0, 1_000_000, 1_000_000], vec![5, 6]);
        assert_eq!((far.value(&[1_000_000, 1_000_000]), far.value(&[0, 1])), (Some(6), None));
        assert!(!far.is_full());
    }

    #[test]
    fn symmetric_rows_count_once() {
        let points: Vec<i64> = (0..4).flat_map(|a| (0..4).flat_map(move |b| [a, b])).collect();
        let sums = Table::new(names(2), points.clone(), points.chunks(2).map(|p| p[0] + p[1]).collect());
        assert_eq!(sums.representatives().iter().filter(|&&chosen| chosen).count(), 10);
        let other = Table::new(names(2), points.clone(), points.chunks(2).map(|p| p[0] + 2 * p[1]).collect());
        assert_eq!(other.representatives().iter().filter(|&&chosen| chosen).count(), 16);
    }
}
