//! Estimates how long a sweep takes, by solving randomly chosen games of it one by one.

use super::bulk;
use super::game::{Found, solve};
use super::listed::{Foreseen, foresee};
use super::outline::{Prepared, counts, range_fault};
use crate::answer::Session;
use crate::error::Error;
use crate::event::Silent;
use crate::language::Datum;
use crate::random::Random;
use crate::stream::serialized;
use crate::sweep::Sweep;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The maximum number of games that are solved.
const SAMPLES: usize = 256;

/// The maximum number of combinations that are looked at.
const LOOKS: usize = 1 << 14;

/// A game of the sample is given up if it takes more than this fraction of the total time.
const SHARE: u32 = 12;

/// What a sweep would take, and the size of the sample behind it. All figures are approximate.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The number of combinations that satisfy the condition.
    pub games: f64,
    /// The number of games, if it is known and not estimated.
    pub counted: Option<u64>,
    /// The seconds that one core needs for all of them, without the time to enumerate combinations.
    pub seconds: f64,
    /// The seconds of the longest game in the sample.
    pub longest: f64,
    /// The total size of all shard files.
    pub bytes: f64,
    /// The number of games that were solved or given up.
    pub sample: usize,
    /// The number of games that were given up. If there are any, the other figures are lower bounds.
    pub given_up: usize,
    /// Whether all games are solved at once, which takes far less time.
    pub at_once: bool,
    /// The table of all values, if the sweep writes one.
    pub listed: Option<Foreseen>,
}

/// Solves some games of a sweep on one thread, for about the given time. `folder` is where the results would be
/// written.
///
/// # Errors
/// As for [`run`](super::run()).
pub fn estimate(sweep: &Sweep, folder: &Path, time: Duration, session: Session<'_>) -> Result<Estimate, Error> {
    let control = session.control();
    let prepared = Prepared::new(sweep, session)?;
    let listed = foresee(&prepared, Some(folder), &control)?;
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let alone = alone.map_err(|error| Error::Usage(format!("cannot start a thread: {error}")))?;
    let mut numbers = Random(0x9e37_79b9_7f4a_7c15);
    let mut random = move || {
        let number = numbers.step();
        number ^ number >> 29
    };
    let mut at_once = false;
    let most = SAMPLES.min(usize::try_from(sweep.combinations).unwrap_or(SAMPLES));
    // The games of a small sweep are all known.
    let mut all = if sweep.combinations <= SAMPLES as u64 { Some(games_of(sweep, &mut random)?) } else { None };
    let counted = match (&all, sweep.has_condition()) {
        (Some(all), _) => Some(all.len() as u64),
        (None, true) => None,
        (None, false) => Some(sweep.combinations),
    };
    let (mut sample, mut looked, mut drawn, begun) = (SampleTotals::default(), 0, 0u32, Instant::now());
    while looked < LOOKS && sample.games < most && begun.elapsed() < time {
        control.check()?;
        looked += 1;
        let data = match &mut all {
            Some(all) => {
                let Some(data) = all.pop() else { break };
                data
            }
            None => {
                let Some(data) = sweep.somewhere(&mut random).map_err(range_fault)? else { continue };
                drawn += 1;
                if !counts(sweep, &data)? {
                    continue;
                }
                data
            }
        };
        at_once = at_once || sample.games == 0 && bulk::is_for(sweep, &prepared.asked, &data);
        let (found, took) = match prepared.job(&data) {
            // Timed within, as to start threads takes longer than a short game.
            Ok(job) => within(time / SHARE, session.cancelled, |late| {
                alone.install(|| timed(|| solve(&job, &prepared.files, Session::new(late, &Silent))))
            }),
            Err(error) => (Err(error), Duration::ZERO),
        };
        control.check()?;
        sample.add(&found, took)?;
    }
    let share = sample.games as f64 / f64::from(drawn.max(1));
    let games = counted.map_or(sweep.combinations as f64 * share, |games| games as f64);
    Ok(Estimate { listed, counted, ..sample.of_all(games, at_once) })
}

/// All games of a sweep, in random order.
fn games_of(sweep: &Sweep, random: &mut impl FnMut() -> u64) -> Result<Vec<Vec<Datum>>, Error> {
    let (mut games, mut odometer) = (Vec::new(), sweep.odometer().map_err(range_fault)?);
    while let Some(data) = odometer.advance().map_err(range_fault)? {
        if counts(sweep, &data)? {
            games.push((random(), data));
        }
    }
    games.sort_by_key(|(number, _)| *number);
    Ok(games.into_iter().map(|(_, data)| data).collect())
}

/// The totals of a sample.
#[derive(Default)]
struct SampleTotals {
    games: usize,
    given_up: usize,
    seconds: f64,
    longest: f64,
    bytes: usize,
}

impl SampleTotals {
    fn add(&mut self, found: &Result<Found, Error>, took: Duration) -> Result<(), Error> {
        let seconds = took.as_secs_f64();
        self.games += 1;
        self.given_up += usize::from(matches!(found, Err(Error::Interrupted | Error::Stopped)));
        (self.seconds, self.longest) = (self.seconds + seconds, self.longest.max(seconds));
        self.bytes += serialized(&(0u64, found.as_ref().map_err(Error::to_string)))?.len();
        Ok(())
    }

    fn of_all(&self, games: f64, at_once: bool) -> Estimate {
        let each = games / self.games.max(1) as f64;
        let Self { games: sample, given_up, longest, .. } = *self;
        let (seconds, bytes) = (each * self.seconds, each * self.bytes as f64);
        Estimate { games, seconds, longest, bytes, sample, given_up, at_once, counted: None, listed: None }
    }
}

/// The result of some work, and how long it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let result = work();
    (result, begun.elapsed())
}

/// Runs some work, which is told to stop after a time limit or when the session is cancelled.
fn within<T>(time: Duration, cancelled: &AtomicBool, work: impl FnOnce(&AtomicBool) -> T) -> T {
    let (late, done) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let begun = Instant::now();
            while !done.load(Ordering::Relaxed) {
                if begun.elapsed() > time || cancelled.load(Ordering::Relaxed) {
                    late.store(true, Ordering::Relaxed);
                }
                std::thread::park_timeout(Duration::from_millis(20));
            }
        });
        let result = work(&late);
        done.store(true, Ordering::Relaxed);
        watch.thread().unpark();
        result
    })
}
