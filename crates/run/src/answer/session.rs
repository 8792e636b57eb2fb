//! How a run is observed and cancelled, and how much memory it may use.

use crate::bytes::Bytes;
use crate::control::{Allowance, Control};
use crate::event::Observer;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// How a run is observed and cancelled.
#[derive(Clone, Copy)]
pub struct Session<'a> {
    /// Set this from outside to stop the run.
    pub cancelled: &'a AtomicBool,
    /// Receives every event of the run.
    pub observer: &'a dyn Observer,
    /// The memory that this run may use now, if other runs share the job's allowance with it.
    pub share: Option<Bytes>,
    /// The file that hands the run on to another machine. It replaces the checkpoint in the folder.
    pub state: Option<&'a Path>,
    /// How many options may be looked at.
    pub allowance: Option<&'a Allowance>,
}

impl<'a> Session<'a> {
    /// A session with all the memory that its job allows.
    pub fn new(cancelled: &'a AtomicBool, observer: &'a dyn Observer) -> Self {
        Self { cancelled, observer, share: None, state: None, allowance: None }
    }

    /// What the work of this run gets.
    pub fn control(&self) -> Control<'a> {
        let control = Control::new(self.cancelled, self.observer);
        match self.allowance {
            Some(allowance) => control.within(allowance),
            None => control,
        }
    }
}
