//! The range of a game: which labels are asked for.

use super::cells::Condition;

/// Which labels are asked for: those of a box, or some of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowRange {
    /// The largest coordinate that is asked for.
    pub max: u64,
    /// The largest value of each coordinate; empty if it is `max` for each.
    pub bounds: Vec<u64>,
    /// The labels that are asked for; none if all are.
    pub condition: Option<Condition>,
}

impl RowRange {
    /// The largest value of a coordinate, by its number from 0 on.
    pub fn bound(&self, coordinate: usize) -> u64 {
        self.bounds.get(coordinate).copied().unwrap_or(self.max)
    }

    /// The same range, cut where a coordinate is larger than `max`.
    pub fn cut(&self, max: u64) -> Self {
        let bounds = self.bounds.iter().map(|&bound| bound.min(max)).collect();
        Self { max: self.max.min(max), bounds, condition: self.condition.clone() }
    }

    /// Whether the labels are all those with coordinates up to `max`.
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
