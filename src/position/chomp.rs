//! Positions of Chomp, by the values of all positions within the same rows and columns.

use super::winning::Winning;
use crate::error::Error;
use crate::kernel::ChompTable;
use crate::ruleset::Setup;
use std::ops::ControlFlow;

/// The value and the winning bites.
pub fn examine(lengths: &[u32], winning: &mut Winning, setup: Setup<'_>) -> Result<u32, Error> {
    let table = ChompTable::new(lengths.len(), lengths[0] as usize, setup.memory, setup.control)?;
    for (row, &length) in lengths.iter().enumerate() {
        // The corner is poisoned.
        for left in u32::from(row == 0)..length {
            let bitten: Vec<u32> =
                lengths.iter().enumerate().map(|(at, &own)| if at < row { own } else { own.min(left) }).collect();
            if table.value(&bitten) == 0 && winning.add(show(&bitten)) == ControlFlow::Break(()) {
                return Ok(table.value(lengths));
            }
        }
    }
    Ok(table.value(lengths))
}

fn show(lengths: &[u32]) -> String {
    lengths.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}
