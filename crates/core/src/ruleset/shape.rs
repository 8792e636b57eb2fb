//! The kinds of labels that the rows of a game may have.

use super::cells::Condition;
use super::descending;
use super::kind_rows::{KindRows, RowKind};
use super::range::RowRange;
use super::rows::Rows;
use std::sync::Arc;

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
    /// Positions of several kinds, whose sizes the range limits.
    Kinds(Arc<[RowKind]>),
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

    /// The minimum of each coordinate; empty if there is no range, or if the labels are positions of several kinds.
    pub fn firsts(&self) -> &[u64] {
        match self {
            Shape::Box(firsts) | Shape::Part(firsts, _) | Shape::Within(firsts, _) => firsts,
            Shape::Descending(dimensions, _) => descending::firsts(*dimensions),
            Shape::Numbers(..) | Shape::Named(_) | Shape::Kinds(_) => &[],
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
            Shape::Box(_) | Shape::Within(..) | Shape::Numbers(..) | Shape::Named(_) | Shape::Kinds(_) => None,
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
            Shape::Kinds(_) => self.rows(SMALL).kinds().map_or(String::new(), KindRows::example),
        }
    }

    /// The rows in a range.
    pub fn rows_in(&self, range: &RowRange) -> Rows {
        if range.is_plain() || !self.has_range() || matches!(self, Shape::Kinds(_)) {
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
            Shape::Kinds(kinds) => Rows::of_kinds(kinds.clone(), max),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
