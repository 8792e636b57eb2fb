//! Conjectures: what is claimed of rows, terms or positions, checked one by one and counted. Nothing is called proved by checking.
//!
//! A [`Statement`] is a conjecture as it is written down, plain data; a [`Conjecture`] is one that was checked against the names
//! there are. What was seen is a [`Tally`], the same whatever the blocks and threads: parts are joined in their order.

mod checked;
mod game;
mod rows;
mod statement;
mod tally;

use crate::diagnostic::Blame;
use crate::ruleset::{Rows, Value};

pub use checked::{Bound, Conjecture, Part, Wrong, names};
pub use game::{GameConjecture, Seen};
pub use rows::RowConjecture;
pub use statement::{Domain, Expected, Statement};
pub use tally::{EXAMPLES, Example, Tally, Verdict};

/// The conjectures over the terms or positions of a game.
#[derive(Debug, Clone, Default)]
pub struct Conjectures {
    /// As they are written down.
    pub statements: Vec<Statement>,
    /// The variables of the sweep that the game belongs to.
    pub bound: Vec<Bound>,
}

impl Conjectures {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }

    /// The conjectures, checked against a game with these rows and values, whose period is asked for or is not.
    ///
    /// # Errors
    /// What is [`Wrong`] with the first that is wrong.
    pub fn of(&self, rows: &Rows, value: Value, period: bool) -> Result<Vec<GameConjecture>, Wrong> {
        names(&self.statements)?;
        let one = |(index, statement): (usize, &Statement)| {
            let conjecture = GameConjecture::new((index, statement), rows, value, &self.bound)?;
            if conjecture.uses_period() && !period {
                let message = "it uses the period, which is not asked for";
                let blame = Blame::new(0..0, message, "period = true in [analysis]");
                return Err(Wrong { index, part: Part::Holds, blame });
            }
            Ok(conjecture)
        };
        self.statements.iter().enumerate().map(one).collect()
    }

    /// Whether one waits until all values are known.
    pub fn waits(&self, rows: &Rows, value: Value) -> bool {
        self.of(rows, value, true).is_ok_and(|all| all.iter().any(|conjecture| conjecture.back().is_none()))
    }
}
