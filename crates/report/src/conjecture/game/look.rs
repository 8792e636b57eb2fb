//! Evaluates rows: in parallel blocks, each by columns if possible, and otherwise row by row.

use super::super::tally::{Says, Tally};
use super::claimed::GameConjecture;
use super::seen::Seen;
use crate::control::Control;
use crate::error::Error;
use crate::language::LANES;
use rayon::prelude::*;
use std::ops::Range;

/// Up to this number of blocks, parallel threads are not worthwhile.
const FEW: u64 = 4;

impl GameConjecture {
    /// Evaluates some rows. Their values must be among those that are `seen`. Counterexamples are counted, and
    /// kept if there is `room` for them.
    ///
    /// ```
    /// use grundy::conjecture::{GameConjecture, Seen, Statement, Subject};
    /// use grundy::control::Control;
    /// use grundy::ruleset::{Rows, Value};
    ///
    /// # fn main() -> Result<(), grundy::Error> {
    /// let rows = Rows::line(0, 8);
    /// let value = Value::GRUNDY;
    /// let game = Subject { rows: &rows, value, names: &[], period: false, misere: false, automata: None, moves: None };
    /// let statement = Statement { holds: "g(n) == g(n - 3)".to_string(), ..Statement::default() };
    /// let conjecture = GameConjecture::new(0, &statement, &game, &[]).expect("nothing is wrong with it");
    /// assert_eq!(conjecture.back(), Some(3));
    /// let values = Seen::part(0, &[0, 1, 2, 0, 1, 2, 0, 5]);
    /// let tally = conjecture.look(0..8, values, true, &Control::free())?;
    /// assert_eq!((tally.not_applicable, tally.held, tally.failed, tally.first()), (3, 4, 1, Some("n=7")));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn look(&self, rows: Range<u64>, seen: Seen<'_>, room: bool, control: &Control<'_>) -> Result<Tally, Error> {
        let lanes = LANES as u64;
        let blocks = (rows.end - rows.start).div_ceil(lanes);
        let block = |index: u64| {
            let first = rows.start + index * lanes;
            self.block(first..rows.end.min(first + lanes), seen, room, control)
        };
        let join = |mut all: Tally, later: Tally| {
            all.merge(later);
            Ok(all)
        };
        if blocks <= FEW {
            return (0..blocks).map(block).try_fold(Tally::default(), |all, later| join(all, later?));
        }
        (0..blocks).into_par_iter().map(block).try_reduce(Tally::default, join)
    }

    /// Evaluates a block of at most [`LANES`] rows.
    fn block(&self, rows: Range<u64>, seen: Seen<'_>, room: bool, control: &Control<'_>) -> Result<Tally, Error> {
        control.check()?;
        match self.by_columns(rows.clone(), seen, room) {
            Some(tally) => Ok(tally),
            None => self.row_by_row(rows, seen, room, control),
        }
    }

    /// Evaluates rows one after the other, until one of them fails to evaluate.
    fn row_by_row(&self, rows: Range<u64>, seen: Seen<'_>, room: bool, control: &Control<'_>) -> Result<Tally, Error> {
        let mut tally = Tally { ranked: self.conjecture.measure.is_some(), ..Tally::default() };
        for row in rows {
            // At each row, loops may take millions of steps.
            control.check()?;
            let value = seen.get(row).ok_or_else(|| Error::Fault(format!("the value of row {row} is not known")))?;
            let data = self.data(row, value, seen);
            match self.says(row, &data, seen) {
                Ok(says) => {
                    tally.count(says);
                    if says == Says::Failed && room {
                        tally.examples.push(self.example(row, &data, seen));
                    }
                }
                Err(fault) => {
                    tally.error = Some((self.example(row, &data, seen), fault.to_string()));
                    break;
                }
            }
        }
        Ok(tally)
    }
}
