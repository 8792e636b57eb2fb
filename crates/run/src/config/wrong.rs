//! The errors of a job, independent of where the job comes from.

use crate::diagnostic::Blame;
use crate::question::Problem;

/// An error of a job.
pub(super) enum WrongJob {
    /// `play` contradicts the file of the game.
    Play(String),
    /// There is a range, but the game with this code has none.
    NeedlessRange(String),
    /// The range is missing.
    NoRange,
    /// The bounds of the coordinates: the error, and what is allowed.
    Bounds(String, String),
    /// The condition on the rows: the error in its text.
    Where(Blame),
    /// The range contains no rows, and why.
    NoRows(String),
    /// The game does not have values of this kind, and why.
    Value(String),
    /// A question makes no sense for the game.
    Question(Problem),
    /// The format with this index cannot be written: the error, and what is allowed.
    Format(usize, String, String),
}
