//! The rows of the output: which positions were asked for, and how they are labelled.

/// A box of labelled rows in lexicographic order, last coordinate fastest. One coordinate
/// is called `n`, more are `h1`, ..., `hd`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    first: u64,
    sides: Vec<u64>,
}

impl Rows {
    /// Rows labelled `first`, `first + 1`, ..., `last`; none if `last < first`.
    pub fn line(first: u64, last: u64) -> Self {
        Self { first, sides: vec![(last.saturating_add(1)).saturating_sub(first)] }
    }

    /// The box of all (h1, ..., hd) with 0 <= hi <= max. One coordinate makes a line.
    pub fn cube(dimensions: usize, max: u64) -> Self {
        Self { first: 0, sides: vec![max.saturating_add(1); dimensions] }
    }

    /// Rows as a table's header describes them.
    pub fn from_sides(first: u64, sides: Vec<u64>) -> Self {
        Self { first, sides }
    }

    /// How many values each coordinate takes.
    pub fn sides(&self) -> &[u64] {
        &self.sides
    }

    /// How many rows; saturates where 64 bits cannot hold the number.
    pub fn len(&self) -> u64 {
        self.sides.iter().fold(1u64, |product, side| product.saturating_mul(*side))
    }

    /// Whether there is no row at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of coordinates of a label.
    pub fn dimensions(&self) -> usize {
        self.sides.len()
    }

    /// The label of row 0 of a line.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The least value a coordinate does not reach (rows of a line: the label after the last).
    pub fn end(&self) -> u64 {
        self.first + self.sides.iter().max().copied().unwrap_or(0)
    }

    /// The names of the label's columns.
    pub fn columns(&self) -> Vec<String> {
        match self.sides.len() {
            1 => vec!["n".to_string()],
            d => (1..=d).map(|i| format!("h{i}")).collect(),
        }
    }

    /// Writes the label of a row into `label`.
    pub fn label(&self, row: u64, label: &mut Vec<u64>) {
        label.clear();
        label.resize(self.sides.len(), 0);
        let mut rest = row;
        for (coordinate, side) in label.iter_mut().zip(&self.sides).rev() {
            *coordinate = rest % side;
            rest /= side;
        }
        label[0] += self.first;
    }

    /// Moves a label on to the next row, faster than [`Rows::label`].
    pub fn advance(&self, label: &mut [u64]) {
        for (index, (coordinate, side)) in label.iter_mut().zip(&self.sides).enumerate().rev() {
            *coordinate += 1;
            if *coordinate < *side || index == 0 {
                return;
            }
            *coordinate = 0;
        }
    }

    /// The row with a label, if it is one.
    pub fn find(&self, label: &[u64]) -> Option<u64> {
        if label.len() != self.sides.len() {
            return None;
        }
        let mut row = 0;
        for (index, (coordinate, side)) in label.iter().zip(&self.sides).enumerate() {
            let offset = coordinate.checked_sub(if index == 0 { self.first } else { 0 })?;
            if offset >= *side {
                return None;
            }
            row = row * side + offset;
        }
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_rows_are_inverse() {
        for rows in [Rows::line(1, 9), Rows::line(0, 0), Rows::cube(3, 4), Rows::cube(1, 5)] {
            let mut walked = Vec::new();
            rows.label(0, &mut walked);
            let mut label = Vec::new();
            for row in 0..rows.len() {
                rows.label(row, &mut label);
                assert_eq!(label, walked);
                assert_eq!(rows.find(&label), Some(row));
                rows.advance(&mut walked);
            }
            assert_eq!(rows.find(&walked), None);
        }
        assert_eq!(Rows::line(1, 9).find(&[0]), None);
        assert_eq!(Rows::cube(2, 3).find(&[1]), None);
        assert_eq!(Rows::line(1, 0).len(), 0);
        assert_eq!(Rows::cube(3, u64::MAX).len(), u64::MAX);
    }
}
