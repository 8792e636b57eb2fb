//! Parallel work in tracks, each of which stays a step behind the previous one. Step s of a track follows all earlier
//! steps of this track. It also follows step s of the previous track, or the last step of that track if it is
//! shorter. Finished tracks are given to the caller in order.
//!
//! Idea: a thread stays on its track. If the previous track is not far enough, the thread takes the next possible
//! step of the first track that has one. So no thread waits for a slow or busy one while there is work. If there is
//! none, it waits in a loop, because the wait is far shorter than it takes to put a thread to sleep and wake it. The
//! first unfinished track never waits. The calling thread gives finished tracks between two steps. The results do not
//! depend on the threads.

use grundy_core::error::Error;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How often a thread looks for a step before it offers its core to others.
const LOOKS: usize = 1 << 10;

/// How many tracks may be open in addition to one per thread: one that is finished but not given yet, and one for a
/// thread that would otherwise wait.
const SPARE: usize = 2;

/// Spare tracks do not raise the number of open tracks above this limit, because tracks take memory.
const MANY: usize = 16;

/// How many threads work on how many tracks.
#[derive(Debug, Clone, Copy)]
pub struct Tracks {
    pub count: usize,
    /// The maximum number of threads.
    pub threads: usize,
    /// Track i begins only after track i - `ahead` was given. So at most `ahead` tracks are open.
    pub ahead: usize,
}

impl Tracks {
    /// A good value of `ahead` for a number of threads. A single thread needs only its own track.
    pub fn ahead(threads: usize) -> usize {
        if threads > 1 { (threads + SPARE).min(MANY).max(threads) } else { 1 }
    }
}

/// What follows a track that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// All following tracks.
    All,
    /// Those following tracks that have begun.
    Begun,
    /// Nothing.
    Stop,
}

/// Runs `work(track, step)` for all steps of every track. The calling thread passes the tracks to `give`, in order,
/// as soon as they are finished. Returns the number of tracks given, including one after which `give` asked to stop.
/// Neither `work` nor `give` may start parallel work of its own: a thread that waited for such work could take other
/// steps on top of its own.
///
/// # Errors
/// The first error of `work` or `give`; the remaining work is abandoned.
pub fn wavefront(
    tracks: Tracks,
    steps: impl Fn(usize) -> Range<usize>,
    work: impl Fn(usize, usize) -> Result<(), Error> + Sync,
    mut give: impl FnMut(usize) -> Result<Next, Error>,
) -> Result<usize, Error> {
    // A step takes long, so it can be a call: its code is compiled once, not for each place that does steps.
    let work: &StepWork<'_> = &work;
    let Tracks { count, threads, ahead } = tracks;
    let front = Front {
        begun: AtomicUsize::new(0),
        given: AtomicUsize::new(0),
        ahead,
        tracks: (0..count).map(|track| TrackProgress::new(steps(track))).collect(),
        stopped: AtomicBool::new(false),
        error: Mutex::new(None),
    };
    let given = rayon::in_place_scope(|scope| {
        for _ in 1..rayon::current_num_threads().min(threads).min(count) {
            scope.spawn(|_| {
                let guard = Guard(&front);
                front.help(work);
                guard.leave();
            });
        }
        let guard = Guard(&front);
        let (given, last) = front.give(work, &mut give)?;
        if last != Next::Stop {
            guard.leave();
        }
        Ok(given)
    });
    front.error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(given, Err)
}

/// Locks a mutex that is never contended, because the order of the steps decides whose turn it is.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The content of a mutex while no steps run.
pub fn get<T>(mutex: &mut Mutex<T>) -> &mut T {
    mutex.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// Does a step of a track.
type StepWork<'w> = dyn Fn(usize, usize) -> Result<(), Error> + Sync + 'w;

/// The progress of a track.
struct TrackProgress {
    /// Twice the next step, plus one while a thread works on it.
    at: AtomicUsize,
    steps: Range<usize>,
}

impl TrackProgress {
    fn new(steps: Range<usize>) -> Self {
        Self { at: AtomicUsize::new(2 * steps.start), steps }
    }

    /// Whether it has finished this step, or all its steps.
    fn has_done(&self, step: usize) -> bool {
        self.at.load(Ordering::Acquire) / 2 > step.min(self.steps.end.saturating_sub(1))
    }

    fn is_done(&self) -> bool {
        self.at.load(Ordering::Acquire) / 2 >= self.steps.end
    }

    fn has_begun(&self) -> bool {
        self.at.load(Ordering::Relaxed) > 2 * self.steps.start
    }
}

/// A step that a thread has claimed.
struct TakenStep {
    track: usize,
    step: usize,
}

/// The progress of all tracks.
struct Front {
    /// The number of tracks that have begun; `usize::MAX` once no more may begin.
    begun: AtomicUsize,
    given: AtomicUsize,
    ahead: usize,
    tracks: Vec<TrackProgress>,
    stopped: AtomicBool,
    error: Mutex<Option<Error>>,
}

impl Front {
    /// Claims a step that can be done now: one of the track `own`, or else of the first track that has one.
    fn take(&self, own: usize) -> Option<TakenStep> {
        let given = self.given.load(Ordering::Acquire);
        let end = self.tracks.len().min(given.saturating_add(self.ahead));
        let own = (given..end).contains(&own).then(|| self.take_of(own)).flatten();
        if own.is_some() {
            return own;
        }
        for track in given..end {
            let taken = self.take_of(track);
            // No track behind one that has not begun can begin.
            if taken.is_some() || !self.tracks[track].has_begun() && !self.tracks[track].is_done() {
                return taken;
            }
        }
        None
    }

    /// Claims the next step of a track, if it can be done now and no other thread works on the track.
    fn take_of(&self, track: usize) -> Option<TakenStep> {
        let progress = &self.tracks[track];
        let at = progress.at.load(Ordering::Acquire);
        let step = at / 2;
        let free = at.is_multiple_of(2) && step < progress.steps.end;
        if !free || track > 0 && !self.tracks[track - 1].has_done(step) {
            return None;
        }
        progress.at.compare_exchange(at, at + 1, Ordering::Acquire, Ordering::Relaxed).ok()?;
        if step == progress.steps.start {
            let begin = |begun: usize| (begun <= self.tracks.len()).then(|| begun.max(track + 1));
            if self.begun.fetch_update(Ordering::Relaxed, Ordering::Relaxed, begin).is_err() {
                progress.at.store(at, Ordering::Release);
                return None;
            }
        }
        Some(TakenStep { track, step })
    }

    /// Prevents further tracks from beginning. Returns how many have begun.
    fn close(&self) -> usize {
        self.begun.swap(usize::MAX, Ordering::Relaxed)
    }

    /// Does a step that was claimed.
    fn step(&self, taken: TakenStep, work: &StepWork<'_>) {
        let TakenStep { track, step } = taken;
        match work(track, step) {
            Ok(()) => self.tracks[track].at.store(2 * (step + 1), Ordering::Release),
            Err(error) => {
                lock(&self.error).get_or_insert(error);
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Works on tracks until all of them are finished or given, or the work was stopped.
    fn help(&self, work: &StepWork<'_>) {
        let (mut own, mut looks) = (0, 0);
        while !self.stopped.load(Ordering::Relaxed) {
            if let Some(taken) = self.take(own) {
                (own, looks) = (taken.track, 0);
                self.step(taken, work);
            } else if self.given.load(Ordering::Relaxed) >= self.tracks.len()
                || self.tracks.last().is_none_or(TrackProgress::is_done)
            {
                return;
            } else {
                pause(&mut looks);
            }
        }
    }

    /// Works on the tracks and gives all of them. Returns how many were given, and whether more were wanted.
    fn give(
        &self,
        work: &StepWork<'_>,
        give: &mut dyn FnMut(usize) -> Result<Next, Error>,
    ) -> Result<(usize, Next), Error> {
        let (mut given, mut end) = (0, self.tracks.len());
        let (mut own, mut looks) = (0, 0);
        while given < end && !self.stopped.load(Ordering::Relaxed) {
            if self.tracks[given].is_done() {
                let next = give(given)?;
                given += 1;
                self.given.store(given, Ordering::Release);
                match next {
                    Next::All => {}
                    Next::Begun => end = end.min(self.close()),
                    Next::Stop => return Ok((given, next)),
                }
            } else if let Some(taken) = self.take(own) {
                (own, looks) = (taken.track, 0);
                self.step(taken, work);
            } else {
                pause(&mut looks);
            }
        }
        // The other threads may leave.
        self.given.store(self.tracks.len(), Ordering::Release);
        Ok((given, Next::All))
    }
}

/// Waits for a moment.
fn pause(looks: &mut usize) {
    *looks += 1;
    if *looks < LOOKS { std::hint::spin_loop() } else { std::thread::yield_now() }
}

/// Stops the other threads when a thread leaves early, even by a panic.
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

    fn in_pool<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(run)
    }

    /// Makes some steps take longer than others.
    fn linger(track: usize, step: usize) {
        if (track + 2 * step).is_multiple_of(5) {
            std::thread::sleep(std::time::Duration::from_micros(50));
        }
    }

    /// At every step, the steps that must precede it have been done. There are more tracks than threads, or fewer.
    #[test]
    fn steps_come_in_order() {
        for (threads, count, steps) in [(1, 3, 5), (2, 1, 9), (2, 7, 20), (7, 5, 40), (3, 0, 4), (3, 4, 0)] {
            let done: Vec<Vec<AtomicBool>> =
                (0..count).map(|_| (0..steps).map(|_| AtomicBool::new(false)).collect()).collect();
            let is_done = |track: usize, step: usize| done[track][step].load(Ordering::Relaxed);
            let range = |track: usize| track.min(steps)..steps;
            let work = |track: usize, step: usize| {
                assert!(track == 0 || is_done(track - 1, step));
                linger(track, step);
                assert!(step == range(track).start || is_done(track, step - 1));
                assert!(!done[track][step].swap(true, Ordering::Relaxed));
                Ok(())
            };
            for ahead in [1, 2, 9] {
                let tracks = Tracks { count, threads, ahead };
                let given = in_pool(threads, || wavefront(tracks, range, work, |_| Ok(Next::All))).unwrap();
                assert_eq!(given, count);
                assert!(
                    (0..count).all(|track| range(track).all(|step| done[track][step].swap(false, Ordering::Relaxed)))
                );
            }
        }
    }

    /// Tracks are given in order, each once, when they are finished. No track begins too far ahead.
    #[test]
    fn lanes_are_given_in_order() {
        const STEPS: usize = 7;
        for (pool, threads, count, ahead) in
            [(1, 1, 5, 1), (2, 2, 40, 4), (2, 2, 40, 1), (3, 3, 30, 2), (7, 3, 50, 6), (4, 9, 3, 8), (2, 2, 0, 4)]
        {
            for (last, next) in [(99, Next::All), (4, Next::Stop), (4, Next::Begun), (0, Next::Begun), (0, Next::Stop)]
            {
                let done: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
                let steps_of = |track: usize| done[track].load(Ordering::Relaxed);
                let (given, mut rows) = (AtomicUsize::new(0), 0);
                let work = |track: usize, step| {
                    let in_work = (0..count).filter(|&track| (1..STEPS).contains(&steps_of(track))).count();
                    assert!(in_work <= ahead);
                    linger(track, step);
                    assert!(track < given.load(Ordering::Relaxed) + ahead);
                    done[track].fetch_add(1, Ordering::Relaxed);
                    Ok(())
                };
                let give = |track: usize| {
                    assert_eq!((track, steps_of(track)), (rows, STEPS));
                    rows += 1;
                    given.store(rows, Ordering::Relaxed);
                    Ok(if track == last { next } else { Next::All })
                };
                let tracks = Tracks { count, threads, ahead };
                let total = in_pool(pool, || wavefront(tracks, |_| 3..3 + STEPS, work, give)).unwrap();
                let begun = (0..count).filter(|&track| steps_of(track) > 0).count();
                match next {
                    _ if last >= count => assert_eq!(total, count),
                    Next::Stop => assert_eq!(total, last + 1),
                    _ => assert!(total == begun && total > last && total <= last + 1 + ahead, "{total} given"),
                }
                assert_eq!(total, rows);
            }
        }
    }

    /// The tracks begin and end later than the ones before them, as slanted bands do.
    #[test]
    fn the_last_steps_wait_for_no_others() {
        for (threads, ahead) in [(1, 1), (1, 3), (2, 1), (2, 2), (3, 4), (5, 3), (3, 99)] {
            let (done, given) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let work = |track: usize, _| {
                assert!(track < given.load(Ordering::Acquire) + ahead);
                done.fetch_add(1, Ordering::Relaxed);
                Ok(())
            };
            let give = |track: usize| {
                assert_eq!(given.fetch_add(1, Ordering::AcqRel), track);
                Ok(Next::All)
            };
            let tracks = Tracks { count: 20, threads, ahead };
            in_pool(threads, || wavefront(tracks, |track| 2 * track..2 * track + 5, work, give)).unwrap();
            assert_eq!((done.into_inner(), given.into_inner()), (100, 20));
        }
    }

    #[test]
    fn an_error_ends_all_lanes() {
        let tracks = Tracks { count: 6, threads: 4, ahead: 8 };
        let work = |track: usize, step: usize| {
            if (track, step) == (1, 3) { Err(Error::Usage("no".to_string())) } else { Ok(()) }
        };
        let result = in_pool(4, || wavefront(tracks, |_| 0..10, work, |_| Ok(Next::All)));
        assert!(matches!(result, Err(Error::Usage(_))));
        let result = in_pool(4, || wavefront(tracks, |_| 0..10, |_, _| Ok(()), |_| Err(Error::Stopped)));
        assert!(matches!(result, Err(Error::Stopped)));
    }
}
