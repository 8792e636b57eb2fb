//! A single position: its outcome, its Grundy value, and every winning move.

use crate::bytes::Bytes;
use crate::error::Error;
use crate::games::code::Coded;
use crate::kernel::{KERNELS, Kernel, Task, all_terms, bytes_of_terms, values_of};
use crate::nim_sum::Terms;
use crate::ruleset::{Play, Rank, Ruleset, Setup, Value, View};
use crate::space::check_memory;
use std::collections::{HashMap, HashSet};

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

/// The options of value 0 of a position, as the ranks of their components.
fn winning_moves(task: &Task<'_>, rank: Rank, value: impl Fn(Rank) -> u32) -> Vec<Vec<Rank>> {
    let mut winning = Vec::new();
    task.ruleset.each_option(rank, &mut |entries| {
        let empty = if entries.is_empty() { task.empty_sum() } else { 0 };
        if entries.iter().fold(empty, |sum, &entry| sum ^ value(entry)) == 0 {
            winning.push(entries.to_vec());
        }
    });
    winning
}

/// The value and the winning moves of a position, by looking at all options of the positions that matter.
fn by_need(task: &Task<'_>, rank: Rank) -> Result<(u32, Vec<Vec<Rank>>), Error> {
    let bytes = Bytes(8 * u128::from(task.ruleset.positions()));
    check_memory("the positions that can be reached", bytes, task.memory)?;
    let mut needed = vec![rank];
    task.ruleset.each_option(rank, &mut |entries| needed.extend_from_slice(entries));
    let values = values_of(task, needed.iter().copied())?;
    let known: HashMap<Rank, u32> = needed.into_iter().zip(values).collect();
    Ok((known[&rank], winning_moves(task, rank, |rank| known[&rank])))
}

/// A sum of positions as people write it.
fn show(ruleset: &dyn Ruleset, option: &[Rank]) -> String {
    let shown: Vec<String> = option.iter().map(|&rank| ruleset.show(rank)).collect();
    if shown.is_empty() { "nothing".to_string() } else { shown.join(" + ") }
}

/// The values of all positions by a kernel that knows the game, where the positions are the rows of a box.
fn fast(task: &Task<'_>) -> Result<Option<Terms>, Error> {
    let rows = task.ruleset.rows();
    // Of a number few are needed: its divisors.
    let few = matches!(
        task.ruleset.view(),
        View::Divisors(_) | View::AllDivisors | View::PrimePowers | View::SquarefreePowers
    );
    if few || !task.ruleset.ranks_are_rows() || rows.names().is_some() {
        return Ok(None);
    }
    let knows = |kernel: &&&dyn Kernel| kernel.supports(task) && !kernel.is_general();
    let Some(kernel) = KERNELS.iter().find(knows) else { return Ok(None) };
    let bytes = kernel.needs(task).plus(bytes_of_terms(task));
    if bytes > task.memory {
        return Ok(None);
    }
    all_terms(*kernel, task).map(Some)
}

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
    let (own, winning) = match fast(&task)? {
        Some(terms) => (terms.get(spot.rank), winning_moves(&task, spot.rank, |rank| terms.get(rank))),
        None => by_need(&task, spot.rank)?,
    };
    let mut seen = HashSet::new();
    let winning = winning.into_iter().map(|option| show(ruleset, &option)).filter(|shown| seen.insert(shown.clone()));
    let winning: Vec<String> = winning.collect();
    let outcome = if own == 0 { Outcome::P } else { Outcome::N };
    let grundy = (setup.play == Play::Normal).then_some(own);
    Ok(Examined { position: text.to_string(), outcome, grundy, winning })
}
