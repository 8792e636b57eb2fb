//! Games on graphs and boards ([`Systems`]): each row is a position that falls apart into components.
//!
//! `search.rs` has the idea, `plain.rs` is to be read first. All threads run the same search on one store of facts; a
//! component that one of them works on is left to it as long as there is other work. The store is also the checkpoint:
//! a run that goes on finds what it knew, and repeats only the questions that were open.

mod boards;
mod codes;
mod facts;
mod ground;
mod outright;
mod rows;
mod search;
mod table;

use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::Outlet;
use grundy_core::structure::Systems;

/// The search for values of components.
pub struct NimberSearch;

/// All components, each solved outright.
pub struct ComponentsKernel;

/// The maximum number of elements of a row.
const MOST_ELEMENTS: u64 = 256;

/// The maximum number of rows that are looked at in advance.
const MOST_ROWS: u64 = 1 << 20;

/// The systems of a task's rows. The rows may be some of a box, since each is solved by itself.
fn systems_of<'t>(task: &Task<'t>) -> Option<&'t Systems> {
    let whole = || task.ruleset.whole().and_then(|whole| whole.structures().get());
    let systems = task.structure::<Systems>().or_else(whole)?;
    let rows = task.ruleset.rows();
    // A single position of a game has its text as the name of the only row.
    let is_row = rows.names().is_none_or(|names| names[..] == ["all"]);
    let fits = task.play == Play::Normal
        && is_row
        && (task.value == Value::GRUNDY || task.value == Value::OUTCOME)
        && task.ruleset.summands().is_none()
        && rows.len() <= MOST_ROWS;
    let mut label = Vec::new();
    let mut is_small = |row| {
        rows.label(row, &mut label);
        systems.0.elements(&label) <= MOST_ELEMENTS
    };
    (fits && (0..rows.len()).all(&mut is_small)).then_some(systems)
}

impl Kernel for NimberSearch {
    fn name(&self) -> &'static str {
        "nimber-search"
    }

    fn summary(&self) -> &'static str {
        "games on graphs and boards: is the value of a component n? with a table of values that components do not have"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        systems_of(task).is_some()
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        if task.value == Value::OUTCOME { 1 } else { 32 }
    }

    /// The least that it takes. It uses up to half of the memory for facts.
    fn needs(&self, _: &Task<'_>) -> Bytes {
        Bytes(1 << 20)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        rows::solve(task, rows::Method::Search, sink)
    }
}

impl Kernel for ComponentsKernel {
    fn name(&self) -> &'static str {
        "components"
    }

    fn summary(&self) -> &'static str {
        "games on graphs and boards: the values of all components that can be reached"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        systems_of(task).is_some()
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        if task.value == Value::OUTCOME { 1 } else { 32 }
    }

    fn needs(&self, _: &Task<'_>) -> Bytes {
        Bytes(1 << 20)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        rows::solve(task, rows::Method::Outright, sink)
    }
}
