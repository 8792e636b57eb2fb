//! Work in lanes, each a step behind the one before: step s of a lane comes after all its
//! earlier steps, and after step s of the lane before, or after its last step.
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
    wavefront_giving(lanes, lanes.max(1), steps, work, |_| Ok(Flow::Continue)).map(|_| ())
}

/// The same; and the calling thread gives the lanes away, one after the other, as soon as
/// they are done, while others go on: but no lane begins before the one that is `ahead` (at
/// least 1) lanes before it is given, so that they can take turns with the same memory.
///
/// # Errors
/// The first error; the rest is then left, as it is when the one who is given says `Stop`.
pub(super) fn wavefront_giving(
    lanes: usize,
    ahead: usize,
    steps: impl Fn(usize) -> Range<usize> + Sync,
    work: impl Fn(usize, usize) -> Result<(), Error> + Sync,
    mut give: impl FnMut(usize) -> Result<Flow, Error>,
) -> Result<Flow, Error> {
    let threads = rayon::current_num_threads().min(lanes);
    let front = Front {
        next: AtomicUsize::new(0),
        given: AtomicUsize::new(0),
        reached: (0..lanes).map(|lane| AtomicUsize::new(steps(lane).start)).collect(),
        stopped: AtomicBool::new(false),
        error: Mutex::new(None),
    };
    let flow = rayon::in_place_scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| {
                let guard = Guard(&front);
                while let Some(lane) = front.take()
                    && front.wait(&front.given, (lane + 1).saturating_sub(ahead))
                    && front.lane(lane, &steps, &work)
                {}
                guard.leave();
            });
        }
        let guard = Guard(&front);
        let reached = |lane: usize| front.reached[lane].load(Ordering::Acquire);
        let mut given = 0;
        while given < lanes && !front.stopped.load(Ordering::Relaxed) {
            // First what is done: whoever takes a lane keeps the ones behind it waiting.
            let done = (given..lanes).find(|&lane| reached(lane) < steps(lane).end).unwrap_or(lanes);
            let lane = if done == given { front.take() } else { None };
            // Others work on what is in the way of the lane, and on all that is left at the end.
            let due = match lane {
                Some(lane) => (lane + 1).saturating_sub(ahead),
                None if done == given => lanes,
                None => done,
            };
            while given < due && front.wait(&front.reached[given], steps(given).end) {
                if give(given)? == Flow::Stop {
                    return Ok(Flow::Stop);
                }
                given += 1;
                front.given.store(given, Ordering::Release);
            }
            if let Some(lane) = lane {
                front.lane(lane, &steps, &work);
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
    /// How many lanes are given.
    given: AtomicUsize,
    /// For each lane its next step.
    reached: Vec<AtomicUsize>,
    stopped: AtomicBool,
    error: Mutex<Option<Error>>,
}

impl Front {
    /// The next lane, if there is one.
    fn take(&self) -> Option<usize> {
        let lane = self.next.fetch_add(1, Ordering::Relaxed);
        (lane < self.reached.len()).then_some(lane)
    }

    /// Works on a lane; false if the work was stopped.
    fn lane(
        &self,
        lane: usize,
        steps: &impl Fn(usize) -> Range<usize>,
        work: &impl Fn(usize, usize) -> Result<(), Error>,
    ) -> bool {
        let before = lane.checked_sub(1).map(|before| (&self.reached[before], steps(before).end));
        for step in steps(lane) {
            let stopped = self.stopped.load(Ordering::Relaxed);
            if stopped || before.is_some_and(|(before, end)| !self.wait(before, end.min(step + 1))) {
                return false;
            }
            if let Err(error) = work(lane, step) {
                lock(&self.error).get_or_insert(error);
                self.stopped.store(true, Ordering::Relaxed);
                return false;
            }
            self.reached[lane].store(step + 1, Ordering::Release);
        }
        true
    }

    /// Waits until others have come so far; false if the work was stopped.
    fn wait(&self, reached: &AtomicUsize, goal: usize) -> bool {
        let mut looks = 0;
        while reached.load(Ordering::Acquire) < goal {
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
            let flow = pool.install(|| wavefront_giving(lanes, lanes.max(1), |_| 3..10, work, give)).unwrap();
            assert_eq!((given, flow == Flow::Stop), (lanes.min(stop + 1), stop < lanes));
        }
    }

    /// No lane begins before those it takes turns with are given; and one that has steps
    /// behind the last one of the lane before goes on when that is done.
    #[test]
    fn lanes_wait_until_others_are_given() {
        for (threads, ahead) in [(1, 1), (1, 3), (2, 1), (2, 2), (3, 4), (5, 3), (3, 99)] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let (done, given) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let work = |lane: usize, _| {
                assert!(lane < given.load(Ordering::Acquire) + ahead);
                done.fetch_add(1, Ordering::Relaxed);
                Ok(())
            };
            let give = |lane: usize| {
                assert_eq!(given.fetch_add(1, Ordering::AcqRel), lane);
                Ok(Flow::Continue)
            };
            let steps = |lane: usize| 2 * lane..2 * lane + 5;
            pool.install(|| wavefront_giving(20, ahead, steps, work, give)).unwrap();
            assert_eq!((done.into_inner(), given.into_inner()), (100, 20));
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
