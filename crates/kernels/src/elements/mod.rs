//! Games on graphs and boards (`Systems`): each row is a position that falls apart into components.
//!
//! `search.rs` has the idea, `plain.rs` is to be read first. All threads run the same search on one store of facts; a
//! component that one of them works on is left to it as long as there is other work. The store is also the checkpoint:
//! a run that goes on finds what it knew, and repeats only the questions that were open. `generating.rs` stands alone:
//! its games choose elements, and never fall apart.

mod boards;
mod bucket;
mod claims;
mod codes;
mod facts;
mod generating;
mod ground;
mod hackenbush;
mod halt;
mod listed;
mod look;
#[cfg(test)]
mod model;
mod outright;
#[cfg(test)]
mod plain;
mod proof;
mod rows;
mod search;
mod table;
mod trees;

use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::Value;
use grundy_core::stream::Outlet;
use rows::{Method, systems_of};

pub use claims::Looked;
pub use generating::StructureClasses;
pub use hackenbush::HackenbushKernel;
pub use look::look_at;
pub use proof::{facts_of, has_facts};
pub use trees::{NoRoom, TreeValues, TreesKernel};

/// A kernel for games on graphs and boards.
pub struct OnElements {
    name: &'static str,
    summary: &'static str,
    method: Method,
}

/// The search for values of components.
pub const NIMBER_SEARCH: OnElements = OnElements {
    name: "nimber-search",
    summary: "games on graphs and boards: is the value of a component n? with a table of values that components do not have",
    method: Method::Search,
};

/// All components, each solved outright.
pub const COMPONENTS: OnElements = OnElements {
    name: "components",
    summary: "games on graphs and boards: the values of all components that can be reached",
    method: Method::Outright,
};

impl Kernel for OnElements {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
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

    fn needs(&self, task: &Task<'_>) -> Bytes {
        rows::needs(task)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        rows::solve(task, self.method, sink)
    }
}
