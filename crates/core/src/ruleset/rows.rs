//! The rows of the output: the positions asked for, and their labels.

use super::cells::{Cells, Condition, MOST_CELLS};
use super::descending;
use super::range::RowRange;
use std::sync::Arc;

/// The rows of the output: a box of labels in lexicographic order (the last coordinate varies fastest), a part of such
/// a box, or a list of names. A single coordinate is called `n`; several are called `h1`, ..., `hd`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    firsts: Vec<u64>,
    sides: Vec<u64>,
    names: Option<Arc<[String]>>,
    part: BoxPart,
}

/// The part of the box whose cells are rows.
#[derive(Debug, Clone, PartialEq, Eq)]
enum BoxPart {
    All,
    Cells(Arc<Cells>),
    /// The cells with non-increasing coordinates.
    Descending,
}

impl Rows {
    /// Rows labelled `first`, `first + 1`, ..., `last`; empty if `last < first`.
    pub fn line(first: u64, last: u64) -> Self {
        Self::up_to(vec![first], last)
    }

    /// The box of all (h1, ..., hd) with 0 <= hi <= max. With one coordinate it is a line.
    pub fn cube(dimensions: usize, max: u64) -> Self {
        Self::up_to(vec![0; dimensions], max)
    }

    /// The box of all (h1, ..., hd) with `firsts[i]` <= hi <= max.
    pub fn up_to(firsts: Vec<u64>, max: u64) -> Self {
        let sides = firsts.iter().map(|first| max.saturating_add(1).saturating_sub(*first)).collect();
        Self { firsts, sides, names: None, part: BoxPart::All }
    }

    /// The box with the least label `firsts`, and `sides[i]` values of coordinate i.
    pub fn from_sides(firsts: Vec<u64>, sides: Vec<u64>) -> Self {
        Self { firsts, sides, names: None, part: BoxPart::All }
    }

    /// Rows labelled with names.
    pub fn named(names: Arc<[String]>) -> Self {
        Self { firsts: vec![0], sides: vec![names.len() as u64], names: Some(names), part: BoxPart::All }
    }

    /// The cells (h1, ..., hd) with `firsts[i]` <= hi <= max that satisfy a condition. All cells, if there
    /// are more than [`MOST_CELLS`].
    pub fn some_up_to(firsts: Vec<u64>, max: u64, condition: &Condition) -> Self {
        Self::up_to(firsts, max).some(std::slice::from_ref(condition))
    }

    /// The cells of a whole box that satisfy all conditions, tested in order. All cells, if there are more
    /// than [`MOST_CELLS`].
    fn some(self, conditions: &[Condition]) -> Self {
        let whole = self;
        let Some((last, others)) = conditions.split_last().filter(|_| whole.len() <= MOST_CELLS) else { return whole };
        let cells = last.cells(&whole.sides, others, || {
            let mut label = whole.firsts.clone();
            Cells::new(whole.len(), || {
                let holds = conditions.iter().all(|condition| condition.holds(&label));
                whole.advance(&mut label);
                holds
            })
        });
        if cells.rows() == whole.len() { whole } else { Self { part: BoxPart::Cells(cells), ..whole } }
    }

    /// All (h1, ..., hd) with max >= h1 >= h2 >= ... >= hd >= 0 and h1 >= 1.
    pub fn descending(dimensions: usize, max: u64) -> Self {
        Self { part: BoxPart::Descending, ..Self::up_to(descending::firsts(dimensions).to_vec(), max) }
    }

    /// Whether the rows are a whole box.
    pub fn is_whole(&self) -> bool {
        self.names.is_none() && self.part == BoxPart::All
    }

    /// Whether the rows are all labels with non-increasing coordinates ([`Rows::descending`]).
    pub fn is_descending(&self) -> bool {
        self.part == BoxPart::Descending
    }

    /// The first values and the sides of a table T(x, y), if the rows are a whole box with two coordinates.
    pub fn table(&self) -> Option<([u64; 2], [u64; 2])> {
        match (&self.firsts[..], &self.sides[..]) {
            (&[x, y], &[height, width]) if self.is_whole() => Some(([x, y], [height, width])),
            _ => None,
        }
    }

    /// The number of a row's cell in the whole box.
    pub fn cell(&self, row: u64) -> u64 {
        match &self.part {
            BoxPart::All => row,
            BoxPart::Cells(cells) => cells.cell(row).unwrap_or(u64::MAX),
            BoxPart::Descending => {
                let mut label = Vec::new();
                self.label(row, &mut label);
                self.cell_of(&label).unwrap_or(u64::MAX)
            }
        }
    }

    /// The row of a cell of the whole box; `None` if the cell is not a row.
    pub fn row_of(&self, cell: u64) -> Option<u64> {
        match &self.part {
            BoxPart::All => Some(cell),
            BoxPart::Cells(cells) => cells.row(cell),
            BoxPart::Descending => {
                let mut label = self.firsts.clone();
                self.add_cell(cell, &mut label);
                descending::row(&label)
            }
        }
    }

    /// The minimum of each coordinate.
    pub fn firsts(&self) -> &[u64] {
        &self.firsts
    }

    /// The number of values of each coordinate.
    pub fn sides(&self) -> &[u64] {
        &self.sides
    }

    /// The names, if the rows have names.
    pub fn names(&self) -> Option<&[String]> {
        self.names.as_deref()
    }

    /// The number of rows; `u64::MAX` if 64 bits cannot hold it.
    pub fn len(&self) -> u64 {
        match &self.part {
            BoxPart::All => {}
            BoxPart::Cells(cells) => return cells.rows(),
            BoxPart::Descending => {
                let most = self.end().saturating_sub(1);
                let all = descending::descending(self.dimensions(), most).map_or(u64::MAX.into(), |all| all - 1);
                return u64::try_from(all).unwrap_or(u64::MAX);
            }
        }
        self.sides.iter().fold(1u64, |product, side| product.saturating_mul(*side))
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of coordinates.
    pub fn dimensions(&self) -> usize {
        self.sides.len()
    }

    /// Whether the rows are the numbers n = first, first + 1, ..., so that the values form a sequence.
    pub fn is_sequence(&self) -> bool {
        self.dimensions() == 1 && self.is_whole()
    }

    /// Why the values do not form a sequence; `None` if they do.
    pub fn no_sequence(&self) -> Option<&'static str> {
        match (&self.names, self.dimensions()) {
            (Some(_), _) => Some("the game is not a sequence: its positions have names"),
            (None, 1) if self.is_whole() => None,
            (None, 1) => Some("the game is not a sequence: only some n are rows"),
            (None, _) => Some("the game is not a sequence: it has several coordinates"),
        }
    }

    /// The minimum of the first coordinate.
    pub fn first(&self) -> u64 {
        self.firsts[0]
    }

    /// The largest value of any coordinate, plus 1. For a sequence this is the label after the last.
    pub fn end(&self) -> u64 {
        self.firsts.iter().zip(&self.sides).map(|(first, side)| first + side).max().unwrap_or(0)
    }

    /// The maximum of the coordinates as text: one number if it is the same for all, otherwise one per
    /// coordinate, e.g. `4,30`.
    pub fn reach(&self) -> String {
        let lasts = self.firsts.iter().zip(&self.sides).map(|(first, side)| (first + side).saturating_sub(1));
        let mut lasts: Vec<String> = lasts.map(|last| last.to_string()).collect();
        if lasts.windows(2).all(|pair| pair[0] == pair[1]) {
            lasts.truncate(1);
        }
        lasts.join(",")
    }

    /// The names of the columns that contain the label.
    pub fn columns(&self) -> Vec<String> {
        match (&self.names, self.sides.len()) {
            (Some(_), _) => vec!["position".to_string()],
            (None, 1) => vec!["n".to_string()],
            (None, d) => (1..=d).map(|i| format!("h{i}")).collect(),
        }
    }

    /// Writes the label of a row into `label`. For named rows the label is the index of the name.
    pub fn label(&self, row: u64, label: &mut Vec<u64>) {
        label.clear();
        label.extend_from_slice(&self.firsts);
        match self.part {
            BoxPart::Descending => descending::label(row, self.end().saturating_sub(1), label),
            _ => self.add_cell(self.cell(row), label),
        }
    }

    /// Adds the coordinates of a cell of the whole box to a label that contains the minima.
    fn add_cell(&self, cell: u64, label: &mut [u64]) {
        let mut rest = cell;
        for (coordinate, side) in label.iter_mut().zip(&self.sides).rev() {
            *coordinate += rest % side;
            rest /= side;
        }
    }

    /// Changes a label to that of the next row. This is faster than [`Rows::label`].
    pub fn advance(&self, label: &mut [u64]) {
        if self.is_descending() {
            return descending::advance(label);
        }
        if let BoxPart::Cells(cells) = &self.part {
            let next = self.cell_of(label).and_then(|cell| cells.next(cell));
            match next {
                Some(cell) => {
                    label.copy_from_slice(&self.firsts);
                    self.add_cell(cell, label);
                }
                // After the last row: a label outside the box.
                None => label
                    .iter_mut()
                    .zip(self.firsts.iter().zip(&self.sides))
                    .for_each(|(x, (first, side))| *x = first + side),
            }
            return;
        }
        let bounds = self.firsts.iter().zip(&self.sides);
        for (index, (coordinate, (first, side))) in label.iter_mut().zip(bounds).enumerate().rev() {
            *coordinate += 1;
            if *coordinate - first < *side || index == 0 {
                return;
            }
            *coordinate = *first;
        }
    }

    /// Calls `field` with each field of a label, as CSV files contain it.
    pub fn fields(&self, label: &[u64], mut field: impl FnMut(&str)) {
        if let (Some(names), [index]) = (&self.names, label) {
            return field(names.get(*index as usize).map_or("", String::as_str));
        }
        let mut digits = itoa::Buffer::new();
        label.iter().for_each(|&coordinate| field(digits.format(coordinate)));
    }

    /// A label in the usual notation: `3,4,5`.
    pub fn show(&self, label: &[u64]) -> String {
        let mut text = String::new();
        self.fields(label, |field| {
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(field);
        });
        text
    }

    /// The label of a row in the usual notation.
    pub fn show_row(&self, row: u64) -> String {
        let mut label = Vec::new();
        self.label(row, &mut label);
        self.show(&label)
    }

    /// Reads a label in the usual notation; `None` if no row has it.
    pub fn read(&self, text: &str) -> Option<Vec<u64>> {
        let label: Vec<u64> = match &self.names {
            Some(names) => vec![names.iter().position(|name| name == text.trim())? as u64],
            None => text.split(',').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?,
        };
        self.find(&label).map(|_| label)
    }

    /// The row with a given label, if there is one.
    pub fn find(&self, label: &[u64]) -> Option<u64> {
        if label.len() != self.sides.len() {
            return None;
        }
        if self.is_descending() {
            return descending::row(label).filter(|_| label[0] < self.end());
        }
        self.row_of(self.cell_of(label)?)
    }

    /// The cell of a label in the whole box; `None` if the label is outside.
    fn cell_of(&self, label: &[u64]) -> Option<u64> {
        let bounds = self.firsts.iter().zip(&self.sides);
        label.iter().zip(bounds).try_fold(0u64, |cell, (coordinate, (first, side))| {
            let offset = coordinate.checked_sub(*first).filter(|offset| offset < side)?;
            cell.checked_mul(*side)?.checked_add(offset)
        })
    }

    /// A description of valid labels, for messages.
    pub fn expected(&self) -> String {
        match (&self.names, self.dimensions()) {
            (Some(names), _) => format!("a name, as in `{}`", names.first().map_or("", String::as_str)),
            (None, 1) => format!("a number from {} to {}", self.first(), self.end() - 1),
            (None, d) => format!("{d} numbers from {} to {}, separated by commas", self.first(), self.reach()),
        }
    }
}

/// The range in which an example of a label is searched for.
const SMALL: u64 = 9;

/// The kind of labels of a game's rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// Coordinates with the given minima. If there is only one, the rows form a sequence.
    Box(Vec<u64>),
    /// Coordinates with the given minima; only labels that satisfy the condition are rows.
    Part(Vec<u64>, Condition),
    /// This many coordinates h1 >= h2 >= ..., not all 0. The condition says the same.
    Descending(usize, Condition),
    /// Coordinates with the given minima, and with maxima that no range exceeds; [`NO_LAST`] if there is none.
    Within(Vec<u64>, Vec<u64>),
    /// Exactly the numbers from the first to the last; there is no range to choose.
    Numbers(u64, u64),
    /// Names; there is no range to choose.
    Named(Arc<[String]>),
}

/// The maximum of a coordinate of [`Shape::Within`] that has none.
pub const NO_LAST: u64 = u64::MAX;

impl Shape {
    /// One coordinate with the minimum `first`.
    pub fn line(first: u64) -> Self {
        Shape::Box(vec![first])
    }

    /// This many coordinates h1 >= h2 >= ..., not all 0.
    pub fn descending(dimensions: usize) -> Self {
        Shape::Descending(dimensions, Condition::new(|label| descending::row(label).is_some()))
    }

    /// Whether the user can choose a range. For names and for a fixed set of numbers there is none.
    pub fn has_range(&self) -> bool {
        !matches!(self, Shape::Numbers(..) | Shape::Named(_))
    }

    /// The minimum of each coordinate; empty if there is no range.
    pub fn firsts(&self) -> &[u64] {
        match self {
            Shape::Box(firsts) | Shape::Part(firsts, _) | Shape::Within(firsts, _) => firsts,
            Shape::Descending(dimensions, _) => descending::firsts(*dimensions),
            Shape::Numbers(..) | Shape::Named(_) => &[],
        }
    }

    /// The maximum of each coordinate that no range exceeds; empty if there are none.
    pub fn lasts(&self) -> &[u64] {
        if let Shape::Within(_, lasts) = self { lasts } else { &[] }
    }

    /// A `max` that all rows have, if no range exceeds it.
    pub fn most(&self) -> Option<u64> {
        self.lasts().iter().copied().max().filter(|&most| most != NO_LAST)
    }

    /// The condition that labels of a box must satisfy to be rows; `None` if all are.
    pub fn condition(&self) -> Option<&Condition> {
        match self {
            Shape::Part(_, condition) | Shape::Descending(_, condition) => Some(condition),
            Shape::Box(_) | Shape::Within(..) | Shape::Numbers(..) | Shape::Named(_) => None,
        }
    }

    /// The label of some row, for messages.
    pub fn example(&self) -> String {
        match self {
            Shape::Box(firsts) | Shape::Within(firsts, _) => {
                let last = |coordinate: usize| self.lasts().get(coordinate).copied().unwrap_or(NO_LAST);
                let other =
                    |(coordinate, first): (usize, &u64)| (3 + coordinate as u64).max(*first).min(last(coordinate));
                let label: Vec<u64> = firsts.iter().enumerate().map(other).collect();
                Rows::up_to(firsts.clone(), u64::MAX - 1).show(&label)
            }
            Shape::Part(..) | Shape::Descending(..) => {
                let rows = (0..=SMALL).map(|max| self.rows(max)).find(|rows| rows.len() > 3 || rows.end() > SMALL);
                rows.map_or(String::new(), |rows| rows.show_row(rows.len().saturating_sub(1)))
            }
            Shape::Numbers(..) | Shape::Named(_) => self.rows(0).show_row(0),
        }
    }

    /// The rows in a range.
    pub fn rows_in(&self, range: &RowRange) -> Rows {
        if range.is_plain() || !self.has_range() {
            return self.rows(range.max);
        }
        let (firsts, lasts) = (self.firsts().to_vec(), self.lasts());
        let side = |(coordinate, &first): (usize, &u64)| {
            let last = lasts.get(coordinate).copied().unwrap_or(NO_LAST);
            range.bound(coordinate).min(last).saturating_add(1).saturating_sub(first)
        };
        let sides = firsts.iter().enumerate().map(side).collect();
        let conditions: Vec<Condition> = self.condition().into_iter().chain(&range.condition).cloned().collect();
        Rows::from_sides(firsts, sides).some(&conditions)
    }

    /// The rows with coordinates up to `max`.
    pub fn rows(&self, max: u64) -> Rows {
        match self {
            Shape::Box(firsts) => Rows::up_to(firsts.clone(), max),
            Shape::Within(firsts, lasts) => {
                let side = |(first, last): (&u64, &u64)| max.min(*last).saturating_add(1).saturating_sub(*first);
                Rows::from_sides(firsts.clone(), firsts.iter().zip(lasts).map(side).collect())
            }
            Shape::Part(firsts, condition) => Rows::some_up_to(firsts.clone(), max, condition),
            Shape::Descending(dimensions, _) => Rows::descending(*dimensions, max),
            Shape::Numbers(first, last) => Rows::line(*first, *last),
            Shape::Named(names) => Rows::named(names.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_rows_are_inverse() {
        let mixed = Rows::from_sides(vec![1, 0, 2], vec![3, 4, 2]);
        let some = Rows::some_up_to(vec![0, 1, 0], 5, &Condition::new(|label| label.iter().sum::<u64>() % 3 == 1));
        assert_eq!((some.len(), some.is_whole()), (60, false));
        let falling = [(1, 5), (2, 1), (3, 6), (7, 3)].map(|(dimensions, max)| Rows::descending(dimensions, max));
        let others = [Rows::line(1, 9), Rows::line(0, 0), Rows::cube(3, 4), Rows::cube(1, 5), mixed, some];
        for rows in others.into_iter().chain(falling) {
            let mut walked = Vec::new();
            rows.label(0, &mut walked);
            let mut label = Vec::new();
            for row in 0..rows.len() {
                rows.label(row, &mut label);
                assert_eq!(label, walked);
                assert_eq!(rows.find(&label), Some(row));
                assert_eq!(rows.read(&rows.show_row(row)).as_ref(), Some(&label));
                assert_eq!(rows.row_of(rows.cell(row)), Some(row));
                rows.advance(&mut walked);
            }
            assert_eq!(rows.find(&walked), None);
        }
        assert_eq!(Rows::line(1, 9).find(&[0]), None);
        assert_eq!(Rows::cube(2, 3).find(&[1]), None);
        assert_eq!(Rows::line(1, 0).len(), 0);
        assert_eq!(Rows::cube(3, u64::MAX).len(), u64::MAX);
    }

    #[test]
    fn no_range_exceeds_the_last_label() {
        let shape = Shape::Within(vec![1, 0], vec![4, NO_LAST]);
        let sides = |max: u64, bounds: &[u64]| {
            shape.rows_in(&RowRange { max, bounds: bounds.to_vec(), condition: None }).sides().to_vec()
        };
        assert_eq!([sides(2, &[]), sides(9, &[]), sides(9, &[9, 7])], [[2, 3], [4, 10], [4, 8]]);
        assert_eq!((shape.example(), shape.most()), ("3,4".to_string(), None));
        assert_eq!(Shape::Within(vec![0, 0], vec![2, 5]).most(), Some(5));
    }

    #[test]
    fn falling_labels_are_those_of_a_condition() {
        for (dimensions, max) in [(1, 7), (2, 6), (3, 5), (5, 2)] {
            let (rows, shape) = (Rows::descending(dimensions, max), Shape::descending(dimensions));
            let same = Rows::some_up_to(shape.firsts().to_vec(), max, shape.condition().unwrap());
            let all = |rows: &Rows| (0..rows.len()).map(|row| rows.show_row(row)).collect::<Vec<_>>();
            assert_eq!((all(&rows), rows.end()), (all(&same), same.end()));
            let cells = rows.sides().iter().product();
            (0..cells).for_each(|cell| assert_eq!(rows.row_of(cell), same.row_of(cell)));
        }
        // Labels far too many to be tested one by one.
        let rows = Rows::descending(3, 2_000_000);
        let last = [2_000_000, 2_000_000, 1_999_999];
        assert_eq!(rows.find(&last), Some(rows.len() - 2));
        assert_eq!(
            (rows.show_row(rows.len() - 2), rows.find(&[2, 3, 0]), rows.find(&[2_000_001, 0, 0])),
            ("2000000,2000000,1999999".to_string(), None, None)
        );
        assert_eq!(Rows::descending(32, u64::MAX).len(), u64::MAX);
    }

    #[test]
    fn names_are_labels() {
        let rows = Rows::named(vec!["a".to_string(), "b".to_string()].into());
        assert_eq!((rows.len(), rows.show_row(1), rows.read("b")), (2, "b".to_string(), Some(vec![1])));
        assert_eq!(rows.read("c"), None);
    }
}
