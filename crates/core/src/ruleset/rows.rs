//! The rows of the output: the positions asked for, and their labels.

use super::cells::{Cells, Condition, MOST_CELLS};
use super::descending;
use super::kind_rows::{KindRows, RowKind};
use std::sync::Arc;

/// The rows of the output: a box of labels in lexicographic order (the last coordinate varies fastest), a part of such
/// a box, or a list of names. A single coordinate is called `n`; several are called `h1`, ..., `hd`. If the rows are
/// positions of several kinds, a label is the number of a kind with a size, and the columns are `kind` and `n`.
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
    /// The positions of several kinds.
    Kinds(Arc<KindRows>),
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
    pub(super) fn some(self, conditions: &[Condition]) -> Self {
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

    /// The positions of several kinds with sizes up to max: those of the first kind, then those of the second one,
    /// and so on.
    pub fn of_kinds(kinds: Arc<[RowKind]>, max: u64) -> Self {
        let sides = vec![kinds.len() as u64, max.saturating_add(1)];
        let part = BoxPart::Kinds(Arc::new(KindRows::new(kinds, max)));
        Self { part, ..Self::from_sides(vec![0, 0], sides) }
    }

    /// The kinds, if the rows are positions of several kinds.
    pub fn kinds(&self) -> Option<&KindRows> {
        if let BoxPart::Kinds(kinds) = &self.part { Some(kinds) } else { None }
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
            BoxPart::Descending | BoxPart::Kinds(_) => {
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
            BoxPart::Kinds(kinds) => {
                let mut label = self.firsts.clone();
                self.add_cell(cell, &mut label);
                kinds.find(usize::try_from(label[0]).ok()?, label[1])
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
            BoxPart::Kinds(kinds) => return kinds.count(),
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
        if self.kinds().is_some() {
            return Some(
                "the game is not a sequence: its rows are positions of several kinds, of which `asked` chooses one",
            );
        }
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

    /// The largest value of any coordinate, plus 1. For a sequence this is the label after the last. For positions of
    /// several kinds, it is the largest size plus 1.
    pub fn end(&self) -> u64 {
        if let Some(kinds) = self.kinds() {
            return kinds.max().saturating_add(1);
        }
        self.firsts.iter().zip(&self.sides).map(|(first, side)| first + side).max().unwrap_or(0)
    }

    /// The maximum of the coordinates as text: one number if it is the same for all, otherwise one per
    /// coordinate, e.g. `4,30`.
    pub fn reach(&self) -> String {
        if let Some(kinds) = self.kinds() {
            return kinds.max().to_string();
        }
        let lasts = self.firsts.iter().zip(&self.sides).map(|(first, side)| (first + side).saturating_sub(1));
        let mut lasts: Vec<String> = lasts.map(|last| last.to_string()).collect();
        if lasts.windows(2).all(|pair| pair[0] == pair[1]) {
            lasts.truncate(1);
        }
        lasts.join(",")
    }

    /// The names of the columns that contain the label.
    pub fn columns(&self) -> Vec<String> {
        if self.kinds().is_some() {
            return vec!["kind".to_string(), "n".to_string()];
        }
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
        match &self.part {
            BoxPart::Descending => descending::label(row, self.end().saturating_sub(1), label),
            BoxPart::Kinds(kinds) => {
                let (kind, size) = kinds.place(row);
                (label[0], label[1]) = (kind as u64, size);
            }
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
        if let Some(kinds) = self.kinds() {
            return kinds.advance(label);
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
        if let Some(kinds) = self.kinds() {
            return kinds.fields(label, &mut field);
        }
        let mut digits = itoa::Buffer::new();
        label.iter().for_each(|&coordinate| field(digits.format(coordinate)));
    }

    /// A label in the usual notation: `3,4,5`, or `star(2,12,40)` for a position of a kind.
    pub fn show(&self, label: &[u64]) -> String {
        if let Some(kinds) = self.kinds() {
            return kinds.show(label);
        }
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
        if let Some(kinds) = self.kinds() {
            return kinds.read(text);
        }
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
        if let Some(kinds) = self.kinds() {
            return kinds.find(usize::try_from(label[0]).ok()?, label[1]);
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
        if let Some(kinds) = self.kinds() {
            return format!("a position of a kind with n up to {}, as in `{}`", kinds.max(), kinds.example());
        }
        match (&self.names, self.dimensions()) {
            (Some(names), _) => format!("a name, as in `{}`", names.first().map_or("", String::as_str)),
            (None, 1) => format!("a number from {} to {}", self.first(), self.end() - 1),
            (None, d) => format!("{d} numbers from {} to {}, separated by commas", self.first(), self.reach()),
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
        let kind = |before: &str, after: &str, least: Option<u64>| RowKind {
            before: before.to_string(),
            after: after.to_string(),
            size: least.map(|least| ("n".to_string(), least)),
        };
        let kinds = [kind("path(", ")", Some(0)), kind("late(", ")", Some(9)), kind("dot(1)", "", None)];
        let kinds: Vec<RowKind> = kinds.into_iter().chain([kind("star(2,", ")", Some(3))]).collect();
        let kinds = [2, 5, 11].map(|max| Rows::of_kinds(kinds.clone().into(), max));
        assert_eq!(kinds.each_ref().map(Rows::len), [3 + 1, 6 + 1 + 3, 12 + 3 + 1 + 9]);
        assert_eq!(kinds[1].show_row(6), "dot(1)");
        assert_eq!(kinds[1].read(" star( 2, 5 )").and_then(|label| kinds[1].find(&label)), Some(9));
        assert_eq!(
            ["star(2,6)", "star(2,2)", "late(9)", "dot(2)"].map(|text| kinds[1].read(text)),
            [const { None }; 4]
        );
        for rows in others.into_iter().chain(falling).chain(kinds) {
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
    fn names_are_labels() {
        let rows = Rows::named(vec!["a".to_string(), "b".to_string()].into());
        assert_eq!((rows.len(), rows.show_row(1), rows.read("b")), (2, "b".to_string(), Some(vec![1])));
        assert_eq!(rows.read("c"), None);
    }
}
