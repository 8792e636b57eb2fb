//! Cancelling long work, and reporting its progress.

use crate::error::Error;
use crate::event::{Observer, RunEvent, Silent};
use std::sync::atomic::{AtomicBool, Ordering};

/// What long work gets from its caller: a flag that cancels it, and an observer of its progress.
pub struct Control<'a> {
    cancelled: &'a AtomicBool,
    observer: &'a dyn Observer,
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// A control that never cancels and reports to nobody.
pub static FREE: Control<'static> = Control::free();

impl<'a> Control<'a> {
    /// A control with a flag that cancels the work and an observer that watches it.
    pub const fn new(cancelled: &'a AtomicBool, observer: &'a dyn Observer) -> Self {
        Self { cancelled, observer }
    }

    /// A control that never cancels and reports to nobody.
    pub const fn free() -> Control<'static> {
        Control::new(&NEVER, &Silent)
    }

    /// Returns [`Error::Interrupted`] if the work was cancelled. Long loops call this at least every few milliseconds.
    pub fn check(&self) -> Result<(), Error> {
        if self.cancelled.load(Ordering::Relaxed) { Err(Error::Interrupted) } else { Ok(()) }
    }

    /// Announces a long phase of `total` positions; 0 if the number is unknown.
    pub fn phase(&self, name: &'static str, total: u64) {
        self.observer.event(&RunEvent::Phase { name, total });
    }

    /// Reports that something happened.
    pub fn event(&self, event: &RunEvent<'_>) {
        self.observer.event(event);
    }

    /// Reports the state of a long computation in words.
    pub fn status(&self, text: &str) {
        self.observer.event(&RunEvent::Status(text));
    }

    /// Reports how many positions of the current phase are done.
    pub fn progress(&self, done: u64) {
        self.observer.event(&RunEvent::Progress { done });
    }
}
