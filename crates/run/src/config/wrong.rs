//! What may be wrong with a job, whoever asks for it.

use crate::diagnostic::Blame;
use crate::question::Problem;

/// What is wrong with a job.
pub(super) enum WrongJob {
    /// `play` says something else than the file of the game.
    Play(String),
    /// There is a range, and the game, of this code, has none.
    NeedlessRange(String),
    /// There is no range.
    NoRange,
    /// The bounds of the coordinates: what is wrong, and what is allowed.
    Bounds(String, String),
    /// The condition of the rows: what is wrong with its text.
    Where(Blame),
    /// There is no row in the range, and why.
    NoRows(String),
    /// The game has no such values, and why.
    Value(String),
    /// A question makes no sense for the game.
    Question(Problem),
    /// The format of this number cannot be written: what is wrong, and what is allowed.
    Format(usize, String, String),
}
