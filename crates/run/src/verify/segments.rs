//! Checks segments between states in parallel: which ones are requested, and what the result means.

use crate::analysis::certificate::is_certified;
use crate::bytes::Bytes;
use crate::claim::{SegmentState, Sparse};
use crate::control::Control;
use crate::error::Error;
use crate::games::code;
use crate::kernel::{Base, SegmentCheck};
use crate::ruleset::{Play, Setup};
use rayon::prelude::*;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Whether this is the canonical code of a game that certificates exist for.
pub(super) fn is_canonical(game: &str) -> bool {
    is_certified(game) && code::parse(game).is_ok_and(|known| known.game.code == game)
}

/// The requested segments, counted from 1, and the number of all segments.
pub(super) struct AskedSegments {
    range: RangeInclusive<u64>,
    count: u64,
}

/// Why something is not known to hold.
pub(super) enum Refused {
    /// It is wrong, for this reason.
    Wrong(String),
    /// Not everything was checked.
    Unchecked(Error),
}

impl AskedSegments {
    /// The requested segments; by default all of them.
    ///
    /// # Errors
    /// [`Error::Usage`] if there are no such segments.
    pub fn of(asked: Option<RangeInclusive<u64>>, count: u64) -> Result<Self, Error> {
        let range = asked.unwrap_or(1..=count);
        if *range.start() == 0 || *range.end() > count || range.is_empty() {
            return Err(Error::Usage(format!(
                "--segments {}..={} is out of range: the segments are 1 to {count}",
                range.start(),
                range.end()
            )));
        }
        Ok(Self { range, count })
    }

    /// The states at the ends of these segments.
    pub fn of_states<'s>(&self, states: &'s [SegmentState]) -> &'s [SegmentState] {
        &states[*self.range.start() as usize - 1..=*self.range.end() as usize]
    }

    /// All segments, in words.
    pub fn all(&self) -> String {
        self.words(&(1..=self.count))
    }

    /// Some segments, in words.
    fn words(&self, range: &RangeInclusive<u64>) -> String {
        let count = self.count;
        match (range.start(), range.end()) {
            (1, 1) if count == 1 => "its only segment".to_string(),
            (1, end) if *end == count => format!("all {count} segments"),
            (start, end) if start == end => format!("segment {start} of {count}"),
            (start, end) => format!("segments {start} to {end} of {count}"),
        }
    }

    /// The meaning of a check of these segments. `what` names the object that was checked.
    ///
    /// # Errors
    /// The reason, if something is wrong or was not checked.
    pub fn outcome(&self, checked: SegmentCheck, what: &str) -> Result<(), Refused> {
        let unchecked = |why: String| Err(Refused::Unchecked(Error::Unchecked(format!("{what}: {why}"))));
        let (start, end) = (*self.range.start(), *self.range.end());
        match checked {
            SegmentCheck::Holds if (start, end) == (1, self.count) => Ok(()),
            SegmentCheck::Holds => {
                let rest = [1..=start - 1, end + 1..=self.count].into_iter().filter(|rest| !rest.is_empty());
                let rest: Vec<String> = rest.map(|rest| self.words(&rest)).collect();
                unchecked(format!("what was checked holds; not checked: {}", rest.join(" and ")))
            }
            SegmentCheck::Wrong(what) => Err(Refused::Wrong(what)),
            SegmentCheck::Beyond(what) => unchecked(format!("nothing wrong was found; not checked: {what}")),
        }
    }
}

/// The first values of a game and its sparse space, or the reason why they are wrong.
///
/// # Errors
/// As for [`Base::new`].
pub(super) fn base(game: &str, sparse: &Sparse, control: &Control<'_>) -> Result<Result<Base, SegmentCheck>, Error> {
    let setup = Setup::new(Bytes(1 << 20), control, Play::Normal);
    let ruleset = code::parse(game)?.game.outline(1, setup)?;
    Base::new(&ruleset.structures(), sparse, control)
}

/// Checks the segments between some states in parallel, together with the stated values inside them. The first
/// error found in the order of the segments is returned.
///
/// # Errors
/// [`Error::Interrupted`].
pub(super) fn side_by_side(
    base: &Base,
    states: &[SegmentState],
    stated: &[(u64, u32)],
    control: &Control<'_>,
) -> Result<SegmentCheck, Error> {
    let total = states.last().map_or(0, |last| last.n).saturating_sub(states.first().map_or(0, |first| first.n));
    control.phase("checking", total);
    let (done, beyond) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let failed = states.par_windows(2).find_map_first(|pair| {
        let [from, to] = [&pair[0], &pair[1]];
        let stated: Vec<_> = stated.iter().copied().filter(|(n, _)| (from.n..to.n).contains(n)).collect();
        match base.check([from, to], &stated, control) {
            Ok(SegmentCheck::Holds) => {}
            Ok(SegmentCheck::Beyond(what)) => {
                beyond.lock().unwrap_or_else(PoisonError::into_inner).push((from.n, what))
            }
            other => return Some(other),
        }
        control.progress(done.fetch_add(to.n - from.n, Ordering::Relaxed) + to.n - from.n);
        None
    });
    let beyond = beyond.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().min();
    failed.unwrap_or(Ok(beyond.map_or(SegmentCheck::Holds, |(_, what)| SegmentCheck::Beyond(what))))
}
