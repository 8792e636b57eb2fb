//! The range of a game: the labels that are asked for.

use super::cells::Condition;

/// The labels that are asked for: all labels of a box, or those that satisfy a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowRange {
    /// The maximum of the coordinates that have no bound of their own.
    pub max: u64,
    /// The maximum of each coordinate; empty if it is `max` for all of them.
    pub bounds: Vec<u64>,
    /// The condition that restricts the labels; `None` if all labels of the box are asked for.
    pub condition: Option<Condition>,
}

impl RowRange {
    /// The maximum of a coordinate; coordinates are numbered from 0.
    pub fn bound(&self, coordinate: usize) -> u64 {
        self.bounds.get(coordinate).copied().unwrap_or(self.max)
    }

    /// The same range, with all maxima lowered to at most `max`.
    pub fn cut(&self, max: u64) -> Self {
        let bounds = self.bounds.iter().map(|&bound| bound.min(max)).collect();
        Self { max: self.max.min(max), bounds, condition: self.condition.clone() }
    }

    /// Whether the range consists of all labels with coordinates up to `max`.
    pub fn is_plain(&self) -> bool {
        self.bounds.is_empty() && self.condition.is_none()
    }

    /// The same range without its condition.
    pub fn whole(&self) -> Self {
        Self { condition: None, ..self.clone() }
    }
}

impl From<u64> for RowRange {
    fn from(max: u64) -> Self {
        Self { max, bounds: Vec::new(), condition: None }
    }
}

impl From<&RowRange> for RowRange {
    fn from(range: &RowRange) -> Self {
        range.clone()
    }
}
