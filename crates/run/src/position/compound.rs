//! Positions of compounds other than sums. The outcome follows from what is known of the components, such as their
//! remoteness. The Grundy value does not; it is computed where the values of all positions fit into the memory.

use super::single::all_values;
use super::winning::Winning;
use crate::games::reading::Reading;
use crate::kernel::{PositionsOfCompound, Task, room_for_ranks};
use crate::ruleset::{Setup, Value};
use crate::space::NoSpot;
use std::ops::ControlFlow;

/// How many options are looked at for winning moves.
const LOOKED_AT: u64 = 1 << 26;

/// The outcome (0 for P, 1 for N) and the winning moves of a position that belongs to a compound, if it has too many
/// positions for a Grundy value.
pub fn outcome(reading: &Reading<'_>, winning: &mut Winning, setup: Setup<'_>) -> Result<Option<u32>, NoSpot> {
    let [(game, text)] = &reading.leaves[..] else { return Ok(None) };
    if !game.is_whole() {
        return Ok(None);
    }
    let spot = game.at(text, setup)?;
    let task = |value| Task::new(&*spot.ruleset, setup.play, value, setup.memory, setup.control);
    let Some(joined) = spot.ruleset.joined().filter(|_| !room_for_ranks(&task(Value::GRUNDY))) else {
        return Ok(None);
    };
    let positions = PositionsOfCompound::new(&task(Value::OUTCOME), &joined, &all_values)?;
    if !positions.is_n(spot.rank) {
        return Ok(Some(0));
    }
    if winning.wants_none() {
        winning.more = true;
        return Ok(Some(1));
    }
    let mut looked_at = 0;
    let _ = spot.ruleset.options(spot.rank, &mut |to| {
        looked_at += 1;
        if looked_at % 4096 == 0 && setup.control.check().is_err() {
            return ControlFlow::Break(());
        }
        if looked_at > LOOKED_AT {
            winning.searched_all = false;
            return ControlFlow::Break(());
        }
        let wins = to.first().is_some_and(|&to| !positions.is_n(to));
        if wins { winning.add(spot.ruleset.show(to[0])) } else { ControlFlow::Continue(()) }
    });
    setup.control.check()?;
    Ok(Some(1))
}
