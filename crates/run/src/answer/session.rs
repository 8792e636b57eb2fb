//! How a run is observed and cancelled, and how much memory it may use.

use crate::bytes::Bytes;
use crate::control::{Allowance, Control};
use crate::error::Error;
use crate::event::Observer;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The usual patience.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often the time is looked at.
const TICK: Duration = Duration::from_millis(20);

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
    /// The longest time that a range may take, if nobody chose it.
    pub patience: Duration,
}

impl<'a> Session<'a> {
    /// A session with all the memory that its job allows.
    pub fn new(cancelled: &'a AtomicBool, observer: &'a dyn Observer) -> Self {
        Self { cancelled, observer, share: None, state: None, allowance: None, patience: PATIENCE }
    }

    /// Does some work, which is cancelled if it takes longer than `most`.
    ///
    /// # Errors
    /// Those of the work; [`Error::Limit`] if it took longer.
    pub fn within<T>(self, most: Duration, work: impl FnOnce(Session<'_>) -> Result<T, Error>) -> Result<T, Error> {
        let (stop, begun) = (AtomicBool::new(false), Instant::now());
        let is_over = || begun.elapsed() > most;
        let (ended, is_ended) = channel::<()>();
        let done = std::thread::scope(|scope| {
            scope.spawn(|| {
                let is_ended = is_ended;
                while let Err(RecvTimeoutError::Timeout) = is_ended.recv_timeout(TICK) {
                    if self.cancelled.load(Ordering::Relaxed) || is_over() {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            });
            let done = work(Session { cancelled: &stop, ..self });
            drop(ended);
            done
        });
        match done {
            Err(Error::Interrupted) if !self.cancelled.load(Ordering::Relaxed) && is_over() => Err(Error::Limit {
                what: "this range".to_string(),
                needed: format!("more than {} seconds", most.as_secs_f64()),
                allowed: format!("{} seconds", most.as_secs_f64()),
                key: "a search without a given range".to_string(),
                remedy: "choose a smaller one (--max on the command line)".to_string(),
            }),
            done => done,
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Silent;

    /// Work that ends only when it is cancelled.
    fn endless(session: Session<'_>) -> Result<(), Error> {
        loop {
            session.control().check()?;
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn work_that_takes_too_long_is_cancelled() {
        let cancelled = AtomicBool::new(false);
        let session = Session::new(&cancelled, &Silent);
        let refused = session.within(Duration::from_millis(30), endless).unwrap_err();
        assert!(matches!(&refused, Error::Limit { needed, .. } if needed == "more than 0.03 seconds"), "{refused}");
        assert!(!cancelled.load(Ordering::Relaxed), "only this work");
        assert_eq!(session.within(Duration::from_secs(100), |_| Ok(7)).unwrap(), 7);
        let failed = session.within(Duration::from_secs(100), |_| Err::<(), _>(Error::Unfit));
        assert!(matches!(failed, Err(Error::Unfit)));
    }

    #[test]
    fn work_may_be_cancelled_from_outside() {
        let cancelled = AtomicBool::new(false);
        let session = Session::new(&cancelled, &Silent);
        let done = session.within(Duration::from_secs(100), |inner| {
            cancelled.store(true, Ordering::Relaxed);
            endless(inner)
        });
        assert!(matches!(done, Err(Error::Interrupted)));
    }
}
