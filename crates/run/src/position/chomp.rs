//! Positions of Chomp, solved by a table of all positions within the same rows and columns.

use super::leaf::{Leaf, VisitWritten};
use crate::error::Error;
use crate::kernel::ChompTable;
use crate::ruleset::{Point, Position, Setup};
use std::ops::ControlFlow;

/// A position of Chomp: the lengths of its rows.
pub struct ChompLeaf {
    lengths: Point,
    table: ChompTable,
}

impl ChompLeaf {
    pub fn new(lengths: Point, setup: Setup<'_>) -> Result<Self, Error> {
        let table = ChompTable::new(lengths.len(), lengths[0] as usize, setup.memory, setup.control)?;
        Ok(Self { lengths, table })
    }
}

impl Leaf for ChompLeaf {
    fn value(&self) -> u32 {
        self.table.value(&self.lengths)
    }

    fn each_option_of(&self, wanted: u32, _: Setup<'_>, visit: &mut VisitWritten<'_>) -> Result<(), Error> {
        for (row, &length) in self.lengths.iter().enumerate() {
            // The corner is poisoned, so a move must leave it.
            for left in u32::from(row == 0)..length {
                let below = |(at, &own): (usize, &u32)| if at < row { own } else { own.min(left) };
                let bitten: Point = self.lengths.iter().enumerate().map(below).collect();
                if self.table.value(&bitten) == wanted && visit(vec![bitten.show()]) == ControlFlow::Break(()) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
