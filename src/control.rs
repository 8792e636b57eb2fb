//! How long work is stopped, watched and continued: what a kernel, or a space in the making,
//! sees of the world outside.

use crate::error::Error;
use crate::event::{Observer, RunEvent, Silent};
use std::sync::atomic::{AtomicBool, Ordering};

/// The way out of and into running work: cancellation, progress, checkpoints.
pub struct Control<'a> {
    cancelled: &'a AtomicBool,
    observer: &'a dyn Observer,
    checkpoint: Option<&'a dyn Checkpoint>,
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Control<'a> {
    /// A control that a flag can cancel and an observer watches.
    pub const fn new(cancelled: &'a AtomicBool, observer: &'a dyn Observer) -> Self {
        Self { cancelled, observer, checkpoint: None }
    }

    /// A control that never cancels and tells nobody.
    pub const fn free() -> Control<'static> {
        Control::new(&NEVER, &Silent)
    }

    /// The same control with a place for checkpoints.
    pub const fn with_checkpoint(self, checkpoint: &'a dyn Checkpoint) -> Self {
        Self { checkpoint: Some(checkpoint), ..self }
    }

    /// Stops cancelled work: long loops call this at least every few milliseconds.
    pub fn check(&self) -> Result<(), Error> {
        if self.cancelled.load(Ordering::Relaxed) { Err(Error::Interrupted) } else { Ok(()) }
    }

    /// Announces a long phase of `total` positions.
    pub fn phase(&self, name: &'static str, total: u64) {
        self.observer.event(&RunEvent::Phase { name, total });
    }

    /// Tells how far the current phase is.
    pub fn progress(&self, done: u64) {
        self.observer.event(&RunEvent::Progress { done });
    }

    /// Where the kernel may leave and find its state, if anywhere.
    pub fn checkpoint(&self) -> Option<&'a dyn Checkpoint> {
        self.checkpoint
    }
}

/// A place for a kernel's state between two sessions of a run.
///
/// A kernel that supports checkpoints asks [`Checkpoint::last`] when it starts and offers
/// its state whenever [`Checkpoint::due`]. After a resume it emits its rows from row 0
/// again, out of its state, so that sinks need no state of their own.
pub trait Checkpoint: Sync {
    /// Whether the interval is over.
    fn due(&self) -> bool;

    /// Keeps a state in place of the last one.
    fn save(&self, state: &Snapshot) -> Result<(), Error>;

    /// The last state kept, if there is one.
    fn last(&self) -> Option<Snapshot>;
}

/// A kernel's state: it means something to the kernel of that name only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The kernel that made it.
    pub kernel: &'static str,
    /// Its content.
    pub bytes: Vec<u8>,
}
