//! Proofs of the periods of rows and columns of tables. In a game that subtracts vectors, the rows up to row x are
//! kinds of heaps, and the theorems on kinds prove the period of each of them together with those of the rows below.
//! Columns are the rows of the game with its coordinates exchanged.

use super::contract::Scope;
use crate::analysis::periodicity::recurrence;
use crate::claim::{Claim, JointClaim};
use crate::control::Control;
use crate::error::Error;
use crate::ruleset::{Play, Point, Value};
use grundy_core::structure::{Kinds, Line, Lines, Rays, Steps};

/// The moves of a game on two coordinates.
pub(super) struct LineProofs {
    moves: Vec<Line>,
}

impl LineProofs {
    /// None if the theorems do not apply to the values of the game: they are about Grundy values in normal play.
    /// `firsts` are the first x and the first y of the table.
    pub fn of(scope: &Scope<'_>, firsts: [u64; 2]) -> Option<Self> {
        let structures = scope.game.structures();
        let again = |vector: &Point| Line { first: vector.clone(), more: vector.clone() };
        let once = |vector: &Point| Line { first: vector.clone(), more: vector.iter().map(|_| 0).collect() };
        let moves = match (structures.get(), structures.get(), structures.get()) {
            (Some(Rays(rays)), _, _) => rays.iter().map(again).collect(),
            (_, Some(Steps(steps)), _) => steps.iter().map(once).collect(),
            (_, _, Some(Lines(lines))) => lines.clone(),
            _ => return None,
        };
        let applies = scope.job.value == Value::GRUNDY && scope.job.play == Play::Normal && firsts == [0, 0];
        applies.then_some(Self { moves })
    }

    /// The claim about row x, or about column x, if its period and those of the lines before it are proved. `values`
    /// are those of the lines 0, ..., x.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the control cancels the work.
    pub fn prove(&self, is_column: bool, values: &[Vec<u32>], control: &Control<'_>) -> Result<Option<Claim>, Error> {
        let Some(last) = values.len().checked_sub(1) else { return Ok(None) };
        let moves = if is_column { exchanged(&self.moves) } else { self.moves.clone() };
        let Some(kinds) = Kinds::of_table_row(&moves, last as u64) else { return Ok(None) };
        let periods = values.iter().map(|values| recurrence(values, control)).collect::<Result<Vec<_>, _>>()?;
        let joint = JointClaim::prove(&kinds, &kinds.reached(), &periods, values, control)?;
        Ok(joint.ok().and_then(|joint| joint.of_rows(&kinds, 0)))
    }
}

/// The same moves with the coordinates exchanged.
fn exchanged(moves: &[Line]) -> Vec<Line> {
    let exchange = |line: &Line| Line {
        first: line.first.iter().rev().copied().collect(),
        more: line.more.iter().rev().copied().collect(),
    };
    moves.iter().map(exchange).collect()
}
