//! Cancelling long work, and reporting its progress.

use crate::error::Error;
use crate::event::{Observer, RunEvent, Silent};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What long work gets from its caller: a flag that cancels it, an observer of its progress, and perhaps an allowance.
pub struct Control<'a> {
    cancelled: &'a AtomicBool,
    observer: &'a dyn Observer,
    allowance: Option<&'a Allowance>,
}

/// How many options a search or the oracle may look at. Unlike a time limit, it does not depend on the machine.
pub struct Allowance {
    options: u64,
    used: AtomicU64,
}

impl Allowance {
    /// An allowance of some options, each counted whenever it is looked at.
    pub const fn new(options: u64) -> Self {
        Self { options, used: AtomicU64::new(0) }
    }

    /// Whether more options were looked at than allowed.
    pub fn is_exceeded(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.options
    }
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// A control that never cancels and reports to nobody.
pub static FREE: Control<'static> = Control::free();

impl<'a> Control<'a> {
    /// A control with a flag that cancels the work and an observer that watches it.
    pub const fn new(cancelled: &'a AtomicBool, observer: &'a dyn Observer) -> Self {
        Self { cancelled, observer, allowance: None }
    }

    /// The same with an allowance.
    pub const fn within(&self, allowance: &'a Allowance) -> Self {
        Self { allowance: Some(allowance), ..*self }
    }

    /// A control that never cancels and reports to nobody.
    pub const fn free() -> Control<'static> {
        Control::new(&NEVER, &Silent)
    }

    /// Returns [`Error::Interrupted`] if the work was cancelled. Long loops call this at least every few milliseconds.
    pub fn check(&self) -> Result<(), Error> {
        if self.cancelled.load(Ordering::Relaxed) { Err(Error::Interrupted) } else { Ok(()) }
    }

    /// Says that some options were looked at. Returns [`Error::Limit`] if the allowance is exceeded, and
    /// [`Error::Interrupted`] if the work was cancelled.
    pub fn looked_at(&self, options: u64) -> Result<(), Error> {
        if let Some(allowance) = self.allowance {
            allowance.used.fetch_add(options, Ordering::Relaxed);
            if allowance.is_exceeded() {
                return Err(Error::Limit {
                    what: "this search".to_string(),
                    needed: format!("more than {} options", allowance.options),
                    allowed: allowance.options.to_string(),
                    key: "this check".to_string(),
                    remedy: "choose a smaller range".to_string(),
                });
            }
        }
        self.check()
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
