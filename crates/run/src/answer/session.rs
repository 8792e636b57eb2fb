//! How a run is watched and stopped, and what it may take.

use crate::bytes::Bytes;
use crate::event::Observer;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// How a run is watched and stopped.
#[derive(Clone, Copy)]
pub struct Session<'a> {
    /// Set from outside to stop the run.
    pub cancelled: &'a AtomicBool,
    /// Told everything that happens.
    pub observer: &'a dyn Observer,
    /// The memory that the run may take now, whatever the job allows: its share, where others run beside it.
    pub share: Option<Bytes>,
    /// The file by which the run is handed on, in place of a checkpoint in its folder.
    pub state: Option<&'a Path>,
}

impl<'a> Session<'a> {
    /// A run with all the memory that its job allows.
    pub fn new(cancelled: &'a AtomicBool, observer: &'a dyn Observer) -> Self {
        Self { cancelled, observer, share: None, state: None }
    }
}
