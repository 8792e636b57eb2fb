//! Why a search pauses, and what a thread watches while it works.

use grundy_core::control::Control;
use grundy_core::error::Error;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Why a search ends without an answer.
#[derive(Debug)]
pub enum Halt {
    /// A value is larger than facts can tell.
    TooLarge,
    /// The table is too full for fast work, and may grow.
    Grow,
    /// The store is full and cannot forget.
    Full,
    /// Another thread has the answer, or the run is to pause.
    Stopped,
    /// An error.
    Failed(Error),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Halt::Failed(error)
    }
}

/// What a thread watches while it works.
pub struct Watch<'a> {
    pub control: &'a Control<'a>,
    /// Set when another thread has the answer.
    pub stop: &'a AtomicBool,
    /// Whether the run is to pause.
    pub pause: &'a dyn Fn() -> bool,
    /// The number of components searched so far.
    pub nodes: u64,
    /// The number of components after which the work pauses.
    pub limit: u64,
}

impl Watch<'_> {
    /// A component is entered.
    pub fn enter(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        self.control.check()?;
        let pauses = self.nodes > self.limit || self.nodes.is_multiple_of(256) && (self.pause)();
        if pauses || self.stop.load(Relaxed) { Err(Halt::Stopped) } else { Ok(()) }
    }
}
