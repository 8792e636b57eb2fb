//! A single position: its outcome, its Grundy value, and every winning move.

use crate::bytes::Bytes;
use crate::error::Error;
use crate::games::code::Coded;
use crate::kernel::{KERNELS, Kernel, Task, values_of};
use crate::ruleset::{Play, Rank, Setup, Value};
use crate::space::check_memory;

/// What is found out about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examined {
    /// The position as the game writes it.
    pub position: String,
    /// Whether the player to move wins.
    pub outcome: Outcome,
    /// The Grundy value; none in misère play.
    pub grundy: Option<u32>,
    /// The options that winning moves lead to, in the order of the rules, without repetitions.
    pub winning: Vec<String>,
}

/// The values of all positions by a kernel that knows the game, where the positions are the rows of a box.
fn fast(task: &Task<'_>) -> Result<Option<Vec<u32>>, Error> {
    let rows = task.ruleset.rows();
    if !task.ruleset.ranks_are_rows() || rows.names().is_some() {
        return Ok(None);
    }
    let knows = |kernel: &&&dyn Kernel| kernel.supports(task) && !GENERAL.contains(&kernel.name());
    let Some(kernel) = KERNELS.iter().find(knows) else { return Ok(None) };
    let bytes = kernel.needs(task).plus(Bytes(4 * u128::from(rows.len())));
    check_memory("the values of all smaller positions", bytes, task.memory)?;
    let mut values = Vec::new();
    kernel.solve(task, &mut values)?;
    // Behind a proved period a kernel may leave values out.
    Ok((values.len() as u64 == rows.len()).then_some(values))
}

/// Kernels that look at all options of all positions, of which few are needed.
const GENERAL: [&str; 2] = ["strata", "oracle"];

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The player who just moved.
    P,
    /// The player about to move.
    N,
}

/// Computes outcome, value and winning moves of a position.
///
/// # Errors
/// [`Error::Usage`] with an example if the text is not a position; [`Error::Limit`] if the
/// positions reachable from it do not fit the memory.
pub fn examine(coded: &Coded, text: &str, setup: Setup<'_>) -> Result<Examined, Error> {
    let Some(spot) = coded.game.position(text, setup)? else { return Err(coded.not_a_position(text)) };
    let ruleset = &*spot.ruleset;
    let value = if setup.play == Play::Misere { Value::Outcome } else { Value::Grundy };
    let task = Task::new(ruleset, setup.play, value, setup.memory, setup.control);
    let mut options: Vec<Vec<Rank>> = Vec::new();
    ruleset.options(spot.rank, &mut |entries| options.push(entries.to_vec()));
    let ranks = std::iter::once(spot.rank).chain(options.iter().flatten().copied());
    let values = match fast(&task)? {
        Some(table) => ranks.map(|rank| table[rank as usize]).collect(),
        None => {
            let bytes = Bytes(8 * u128::from(ruleset.positions()));
            check_memory("the positions that can be reached", bytes, setup.memory)?;
            values_of(&task, ranks)?
        }
    };
    let (own, mut rest) = (values[0], &values[1..]);
    let mut winning: Vec<String> = Vec::new();
    for option in options {
        let (entries, others) = rest.split_at(option.len());
        rest = others;
        let empty = if entries.is_empty() { task.empty_sum() } else { 0 };
        if entries.iter().fold(empty, |sum, value| sum ^ value) == 0 {
            let shown: Vec<String> = option.iter().map(|&rank| ruleset.show(rank)).collect();
            let shown = if shown.is_empty() { "nothing".to_string() } else { shown.join(" + ") };
            if !winning.contains(&shown) {
                winning.push(shown);
            }
        }
    }
    let outcome = if own == 0 { Outcome::P } else { Outcome::N };
    let grundy = (setup.play == Play::Normal).then_some(own);
    Ok(Examined { position: text.to_string(), outcome, grundy, winning })
}
