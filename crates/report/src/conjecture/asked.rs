//! All conjectures about one game.

use super::checked::{Bound, Part, Wrong, names};
use super::game::{GameConjecture, Subject};
use super::statement::Statement;
use crate::diagnostic::Blame;

/// The conjectures about the terms or positions of a game.
#[derive(Debug, Clone, Copy)]
pub struct Conjectures<'c> {
    /// The statements.
    pub statements: &'c [Statement],
    /// The variables of the sweep that the game belongs to.
    pub bound: &'c [Bound],
}

impl Conjectures<'_> {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }

    /// Whether a verdict is expected of some conjecture.
    pub fn expects(&self) -> bool {
        self.statements.iter().any(|statement| statement.expect.is_some())
    }

    /// The conjectures, checked against a game.
    ///
    /// # Errors
    /// The first error, as a [`Wrong`].
    pub fn of(&self, subject: &Subject<'_>) -> Result<Vec<GameConjecture>, Wrong> {
        names(self.statements)?;
        let one = |(index, statement): (usize, &Statement)| {
            let conjecture = GameConjecture::new(index, statement, subject, self.bound)?;
            if conjecture.uses_period() && !subject.period {
                let message = "it uses the period, but no period is looked for";
                let blame = Blame::new(0..0, message, "set `period = true` in [analysis]");
                return Err(Wrong { index, part: Part::Holds, blame });
            }
            Ok(conjecture)
        };
        self.statements.iter().enumerate().map(one).collect()
    }

    /// Whether some conjecture must wait until all values are known.
    pub fn waits(&self, subject: &Subject<'_>) -> bool {
        self.of(subject).is_ok_and(|all| all.iter().any(|conjecture| conjecture.back().is_none()))
    }
}
