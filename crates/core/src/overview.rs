//! Answers about all rows of a game, without visiting each of them.

use crate::bytes::Bytes;
use crate::control::Control;
use crate::error::Error;
use crate::ruleset::Rows;

/// What is known about all rows without visiting them: of a game that consists of other games from the values of these,
/// of a game with few P-positions from a search for them. Each answer has a cost, so that it is asked for only where
/// visiting all rows would take longer ([`Overview::affords`]).
///
/// Answers that not every such game gives have default methods with the cost [`Cost::TOO_MUCH`].
pub trait Overview {
    /// The rows.
    fn rows(&self) -> &Rows;

    /// The memory that an answer may take.
    fn memory(&self) -> Bytes;

    /// Whether an answer of this cost takes fewer steps than there are rows, and fits into the memory.
    fn affords(&self, cost: Cost) -> bool {
        cost.steps <= self.rows().len().into() && cost.bytes <= self.memory().0
    }

    /// The values of some rows, in the order in which they are asked for.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    fn values(&self, rows: &[u64], control: &Control<'_>) -> Result<Vec<u32>, Error>;

    /// The cost of [`Overview::by_value`].
    fn cost_by_value(&self) -> Cost;

    /// The number of rows of value 0, 1, ...
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    fn by_value(&self, control: &Control<'_>) -> Result<Vec<u64>, Error>;

    /// The cost of [`Overview::ends`].
    fn cost_of_ends(&self) -> Cost;

    /// For each value, the first row (or the last one, if `last`) that has it; `None` if there is none.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    fn ends(&self, last: bool, control: &Control<'_>) -> Result<Vec<Option<u64>>, Error>;

    /// The cost of [`Overview::zeros_by_largest`].
    fn cost_by_largest(&self) -> Cost;

    /// For n = 0, 1, ...: the number of rows of value 0 whose largest coordinate is n.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    fn zeros_by_largest(&self, control: &Control<'_>) -> Result<Vec<u64>, Error>;

    /// The cost of [`Overview::zeros_by_total`].
    fn cost_by_total(&self, _most: u64) -> Cost {
        Cost::TOO_MUCH
    }

    /// For n = 0, ..., `most`: the number of rows of value 0 whose coordinates have the sum n.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    fn zeros_by_total(&self, _most: u64, _control: &Control<'_>) -> Result<Vec<u64>, Error> {
        Ok(Vec::new())
    }

    /// The cost of [`Overview::each_zero`] without `sorted`.
    fn cost_of_zeros(&self) -> Cost {
        Cost::TOO_MUCH
    }

    /// Visits the rows of value 0 in order, until `visit` returns false. With `sorted`, it visits only the
    /// rows that are lexicographically first among their rearrangements. This is allowed only for copies of one game
    /// with one coordinate.
    ///
    /// # Errors
    /// [`Error::Interrupted`], and those of `visit`.
    fn each_zero(
        &self,
        _sorted: bool,
        _control: &Control<'_>,
        _visit: &mut dyn FnMut(u64) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        Ok(())
    }
}

/// The cost of computing an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Steps of a few nanoseconds each.
    pub steps: u128,
    /// Bytes of memory.
    pub bytes: u128,
}

impl Cost {
    /// The cost of what cannot be answered.
    pub const TOO_MUCH: Self = Self { steps: u128::MAX, bytes: u128::MAX };

    /// The cost of doing both, one after the other.
    pub fn and(self, other: Self) -> Self {
        Self { steps: self.steps.saturating_add(other.steps), bytes: self.bytes.max(other.bytes) }
    }
}
