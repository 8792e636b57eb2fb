//! Work in lanes, each a step behind the one before: step s of a lane comes after all its
//! earlier steps, and after step s of the lane before.
//!
//! Idea: a thread takes the next lane and goes through its steps; where the lane before is
//! not far enough it waits, in a loop, for the wait is far shorter than a thread's sleep and
//! waking. Lanes are taken in order: so the lane that is waited for is in work, and the
//! foremost lane in work waits for none. What is computed does not depend on the threads.

use super::Flow;
use crate::error::Error;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Looks at a lane before the thread offers its core to others.
const LOOKS: usize = 1 << 10;

/// Runs `work(lane, step)` for every lane and all its steps. It must not start parallel work
/// of its own: a thread that waited for that could take another lane on top of its own.
///
/// # Errors
/// The first error of the work; the rest is then left.
pub(super) fn wavefront(
    lanes: usize,
    steps: impl Fn(usize) -> Range<usize> + Sync,
    work: impl Fn(usize, usize) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    wavefront_giving(lanes, steps, work, |_| Ok(Flow::Continue)).map(|_| ())
}

/// The same; and the calling thread gives the lanes away, one after the other, as soon as
/// they are done, while others go on.
///
/// # Errors
/// The first error; the rest is then left, as it is when the one who is given says `Stop`.
pub(super) fn wavefront_giving(
    lanes: usize,
    steps: impl Fn(usize) -> Range<usize> + Sync,
    work: impl Fn(usize, usize) -> Result<(), Error> + Sync,
    mut give: impl FnMut(usize) -> Result<Flow, Error>,
) -> Result<Flow, Error> {
    let threads = rayon::current_num_threads().min(lanes);
    let front = Front {
        next: AtomicUsize::new(0),
        reached: (0..lanes).map(|lane| AtomicUsize::new(steps(lane).start)).collect(),
        stopped: AtomicBool::new(false),
        error: Mutex::new(None),
    };
    let flow = rayon::in_place_scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| {
                let guard = Guard(&front);
                while front.lane(&steps, &work) {}
                guard.leave();
            });
        }
        let guard = Guard(&front);
        let is_done = |lane: usize| front.reached[lane].load(Ordering::Acquire) >= steps(lane).end;
        let mut given = 0;
        while given < lanes && !front.stopped.load(Ordering::Relaxed) {
            let more = front.lane(&steps, &work);
            // When no lane is left, those that others work on are waited for.
            while given < lanes && (is_done(given) || !more && front.wait(given, steps(given).end)) {
                if give(given)? == Flow::Stop {
                    return Ok(Flow::Stop);
                }
                given += 1;
            }
        }
        guard.leave();
        Ok(Flow::Continue)
    });
    front.error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(flow, Err)
}

/// A lock that nobody else holds: the order of the work says who comes when.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a lock guards, outside of the work.
pub(super) fn get<T>(mutex: &mut Mutex<T>) -> &mut T {
    mutex.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// How far all lanes are.
struct Front {
    /// The next lane that nobody works on.
    next: AtomicUsize,
    /// For each lane its next step.
    reached: Vec<AtomicUsize>,
    stopped: AtomicBool,
    error: Mutex<Option<Error>>,
}

impl Front {
    /// Works on the next lane; false if there is none, or the work was stopped.
    fn lane(&self, steps: &impl Fn(usize) -> Range<usize>, work: &impl Fn(usize, usize) -> Result<(), Error>) -> bool {
        let lane = self.next.fetch_add(1, Ordering::Relaxed);
        let Some(reached) = self.reached.get(lane) else { return false };
        for step in steps(lane) {
            let stopped = self.stopped.load(Ordering::Relaxed);
            if stopped || lane > 0 && !self.wait(lane - 1, step + 1) {
                return false;
            }
            if let Err(error) = work(lane, step) {
                lock(&self.error).get_or_insert(error);
                self.stopped.store(true, Ordering::Relaxed);
                return false;
            }
            reached.store(step + 1, Ordering::Release);
        }
        true
    }

    /// Waits until a lane has come to a step; false if the work was stopped.
    fn wait(&self, lane: usize, step: usize) -> bool {
        let mut looks = 0;
        while self.reached[lane].load(Ordering::Acquire) < step {
            if self.stopped.load(Ordering::Relaxed) {
                return false;
            }
            looks += 1;
            if looks < LOOKS { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
        true
    }
}

/// Stops the others when a thread leaves before the end, by whatever way.
struct Guard<'f>(&'f Front);

impl Guard<'_> {
    /// Leaves without stopping the others.
    fn leave(self) {
        std::mem::forget(self);
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every step finds what it comes after done, for more lanes than threads and fewer.
    #[test]
    fn steps_come_in_order() {
        for (threads, lanes, steps) in [(1, 3, 5), (2, 1, 9), (2, 7, 20), (7, 5, 40), (3, 0, 4), (3, 4, 0)] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let done: Vec<Vec<AtomicBool>> =
                (0..lanes).map(|_| (0..steps).map(|_| AtomicBool::new(false)).collect()).collect();
            let is_done = |lane: usize, step: usize| done[lane][step].load(Ordering::Relaxed);
            let range = |lane: usize| lane.min(steps)..steps;
            let work = |lane: usize, step: usize| {
                assert!(lane == 0 || is_done(lane - 1, step));
                assert!(step == range(lane).start || is_done(lane, step - 1));
                assert!(!done[lane][step].swap(true, Ordering::Relaxed));
                Ok(())
            };
            pool.install(|| wavefront(lanes, range, work)).unwrap();
            assert!((0..lanes).all(|lane| range(lane).all(|step| is_done(lane, step))));
        }
    }

    /// Lanes are given in order, each once, when they are done; none after a stop.
    #[test]
    fn lanes_are_given_in_order() {
        for (threads, lanes, stop) in [(1, 5, 9), (2, 9, 99), (3, 9, 4), (4, 3, 0), (2, 0, 0)] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let done: Vec<AtomicUsize> = (0..lanes).map(|_| AtomicUsize::new(0)).collect();
            let work = |lane: usize, _| {
                done[lane].fetch_add(1, Ordering::Relaxed);
                Ok(())
            };
            let mut given = 0;
            let give = |lane: usize| {
                assert_eq!((lane, done[lane].load(Ordering::Relaxed)), (given, 7));
                given += 1;
                Ok(if lane == stop { Flow::Stop } else { Flow::Continue })
            };
            let flow = pool.install(|| wavefront_giving(lanes, |_| 3..10, work, give)).unwrap();
            assert_eq!((given, flow == Flow::Stop), (lanes.min(stop + 1), stop < lanes));
        }
    }

    #[test]
    fn an_error_ends_all_lanes() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
        let work = |lane: usize, step: usize| {
            if (lane, step) == (1, 3) { Err(Error::Usage("no".to_string())) } else { Ok(()) }
        };
        let result = pool.install(|| wavefront(6, |_| 0..10, work));
        assert!(matches!(result, Err(Error::Usage(_))));
    }
}
