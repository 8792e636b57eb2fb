//! Collecting single values into blocks.

use crate::shared::blocks::{LONGEST_BLOCK, next_block};
use crate::task::Task;
use grundy_core::error::Error;
use grundy_core::ruleset::Value;
use grundy_core::stream::{Flow, Outlet, State, Values};

/// Collects single values and passes them on in blocks that grow (`blocks.rs`).
///
/// If outcomes are requested, it maps Grundy values to outcomes: 0 is P.
pub struct Emitter<'s> {
    sink: &'s mut dyn Outlet,
    project: bool,
    first: u64,
    block: Vec<u32>,
    limit: usize,
}

impl<'s> Emitter<'s> {
    pub fn new(task: &Task<'_>, sink: &'s mut dyn Outlet) -> Self {
        Self::from(task, sink, 0)
    }

    /// An emitter whose next row is `first`.
    pub fn from(task: &Task<'_>, sink: &'s mut dyn Outlet, first: u64) -> Self {
        Self {
            sink,
            project: task.value == Value::OUTCOME,
            first,
            block: Vec::new(),
            limit: next_block(0, LONGEST_BLOCK),
        }
    }

    /// Gives the values that are left and offers a checkpoint.
    pub fn checkpoint(&mut self, kernel: &mut dyn FnMut(&mut State) -> Result<(), Error>) -> Result<Flow, Error> {
        let flow = self.flush()?;
        self.sink.checkpoint(kernel)?;
        Ok(flow)
    }

    /// Whether a checkpoint is due.
    pub fn wants_checkpoint(&self) -> bool {
        self.sink.wants_checkpoint()
    }

    /// The next row to be given.
    pub fn next_row(&self) -> u64 {
        self.first + self.block.len() as u64
    }

    #[inline]
    pub fn push(&mut self, value: u32) -> Result<Flow, Error> {
        self.block.push(if self.project { value.min(1) } else { value });
        if self.block.len() < self.limit { Ok(Flow::Continue) } else { self.flush() }
    }

    pub fn flush(&mut self) -> Result<Flow, Error> {
        if self.block.is_empty() {
            return Ok(Flow::Continue);
        }
        let flow = self.sink.block(self.first, Values::Words(&self.block))?;
        self.first += self.block.len() as u64;
        self.block.clear();
        self.limit = next_block(self.first, LONGEST_BLOCK);
        Ok(flow)
    }
}
