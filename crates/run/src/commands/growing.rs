//! Chooses a range when none is given: large enough to prove a period, within a limit of time.

use super::asked::Inquiry;
use crate::answer::Answer;
use crate::bytes::Bytes;
use crate::claim::{Claim, Status, Theorem};
use crate::control::FREE;
use crate::error::Error;
use crate::games::Game;
use crate::job::Job;
use crate::question::{KindPeriod, KindPeriods};
use crate::ruleset::{Play, Ruleset, Setup, TakeAndBreak, Value};
use crate::structure::{Kinds, UnequalSplit};
use std::time::{Duration, Instant};

/// The bounds that are tried in turn.
const RANGES: [u64; 5] = [100, 1_000, 10_000, 100_000, 1_000_000];

/// The bounds that are tried in turn if the game has a limit below the others.
pub(super) fn small_ranges() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(8), |max| Some(max + max / 2))
}

/// After a small range that takes longer, no larger one is tried: on boards each may take a hundred times as long.
pub(super) const SHORT: Duration = Duration::from_millis(100);

/// Answers in one range after the other, until `is_last` says so, which sees an answer, the one before, and how long it
/// took; or until a range exceeds a limit.
///
/// # Errors
/// Those of the first range; of the others all except limits.
pub(super) fn in_turn<T>(
    ranges: impl Iterator<Item = u64>,
    mut answer: impl FnMut(u64) -> Result<T, Error>,
    mut is_last: impl FnMut(&T, Option<&T>, Duration) -> bool,
) -> Result<T, Error> {
    let mut last: Option<T> = None;
    for max in ranges {
        let begun = Instant::now();
        let found = match (answer(max), &last) {
            (Err(Error::Limit { .. }), Some(_)) => break,
            (found, _) => found?,
        };
        let ends = is_last(&found, last.as_ref(), begun.elapsed());
        last = Some(found);
        if ends {
            break;
        }
    }
    last.ok_or_else(|| Error::Fault("no range was tried".to_string()))
}

/// The job in the first range that settles its period: the period is proved, or no theorem applies and the
/// previous range, a tenth as long, shows the same period. If no range settles it, the job in the last range
/// that the time limit allows. If already the first range exceeds a limit, small ranges are tried.
pub(super) fn grow(inquiry: &Inquiry<'_>, values: bool) -> Result<(Job, Answer), Error> {
    let first = (inquiry.game)()?.game.shape.rows(0).first();
    // The longest time that a range may take, also as extrapolated from the smaller ones; and the first range or a
    // small one, of which nothing says beforehand how long it takes.
    let patience = inquiry.session.patience;
    let first_patience = patience / 2;
    let within = |most: Duration, max: u64| {
        inquiry.session.within(most, |session| Inquiry { session, ..inquiry.clone() }.answer(Some(max), values))
    };
    let beyond = Some(first.saturating_add(RANGES[0])).filter(|_| first >= RANGES[4]);
    let ranges = || RANGES.into_iter().filter(|&max| max > first).chain(beyond);
    let start = ranges().next();
    let answer = |max: u64| within(if Some(max) == start { first_patience } else { patience }, max);
    let mut took: Option<Duration> = None;
    let large = in_turn(ranges(), answer, |(job, answer), before, now| {
        let settled = is_settled(job, answer, before.map(|(_, answer)| answer));
        // The measured growth, or at first that of a game in which every position has many options.
        let growth = took.map_or(100.0, |took| now.as_secs_f64() / took.as_secs_f64().max(1e-3));
        took = Some(now);
        settled || now.mul_f64(growth.clamp(10.0, 1000.0)) > patience
    });
    match large {
        Err(Error::Limit { .. }) => {
            let answer = |max: u64| within(first_patience, max);
            in_turn(
                [2, 4].into_iter().chain(small_ranges()).filter(|&max| max > first),
                answer,
                |(_, answer), _, now| {
                    answer.claim.as_ref().is_some_and(|claim| claim.status() == Status::Proved) || now > SHORT
                },
            )
        }
        large => large,
    }
}

fn is_settled(job: &Job, answer: &Answer, before: Option<&Answer>) -> bool {
    if let Some(kinds) = answer.kinds() {
        let before = before.and_then(Answer::kinds);
        let figures = |kind: &KindPeriod| kind.claim.as_ref().map(Claim::candidate);
        let same = |before: &KindPeriods| kinds.all().iter().map(figures).eq(before.all().iter().map(figures));
        return match kinds.status() {
            Status::Proved => true,
            Status::Observed => before.is_some_and(same),
            Status::None => false,
        };
    }
    let Some(claim) = &answer.claim else { return false };
    let figures = (claim.preperiod, claim.period, claim.saltus);
    let before = before.and_then(|before| before.claim.as_ref());
    claim.status() == Status::Proved
        || (answer.theorem.is_none()
            && before.is_some_and(|before| (before.preperiod, before.period, before.saltus) == figures)
            && !has_kinds(job))
}

/// What to do about a period that is not proved: how far one would have to compute, or why that would not help.
pub(super) fn outlook(job: &Job, answer: &Answer) -> Option<String> {
    let max = job.last();
    if let Some(kinds) = answer.kinds() {
        return outlook_of_kinds(kinds, max);
    }
    if !job.game.shape.has_range() {
        return match &answer.claim {
            Some(claim) if claim.status() == Status::Proved => None,
            Some(_) => {
                Some(format!("the period is only observed: the game ends at n = {max}, and there are no more values"))
            }
            None => Some(format!("no period was found up to n = {max}, where the game ends")),
        };
    }
    let more = "a theorem on kinds of heaps applies to these moves, and may prove the period with a larger --max";
    let found = match &answer.claim {
        Some(claim) if claim.status() == Status::Proved => return None,
        Some(_) => "the period is only observed".to_owned(),
        None => format!("no period was found up to n = {max}"),
    };
    if answer.theorem.is_none() {
        if has_kinds(job) {
            return Some(format!("{found}: {more}"));
        }
        if let Some(way) = other_way(job) {
            return Some(format!("{found}: {way}"));
        }
    }
    match (&answer.claim, answer.theorem) {
        (Some(claim), Some(theorem)) => {
            let name = theorem.name();
            Some(
                match (theorem.checked_below(claim.preperiod, claim.period, claim.saltus), last_needed(theorem, claim))
                {
                    (None, _) if claim.saltus > 0 => {
                        format!("the period is only observed; the theorem {name} does not cover periods with a saltus")
                    }
                    (_, None) => format!(
                        "the period is only observed; the theorem {name} would need more values than any range can have"
                    ),
                    (_, Some(last)) => format!(
                        "the period is only observed; the theorem {name} could prove it with the values up to n = {last}: use --max {last}"
                    ),
                },
            )
        }
        (Some(_), None) => Some(
            "the period is only observed: no theorem implemented here applies to this game, whatever the range"
                .to_string(),
        ),
        (None, Some(theorem)) => {
            let needs = |n0, p| last_of(theorem, n0, p, 0);
            let far = match (needs(max, 1), needs(max, max)) {
                (Some(short), Some(long)) => format!(
                    "; a proof of a period 1 from n = {max} on would need the values up to n = {short}, one of a period {max} those up to n = {long}"
                ),
                _ => String::new(),
            };
            Some(format!(
                "no period was found up to n = {max}. The theorem that could prove one ({}): {}{far}",
                theorem.name(),
                theorem.statement()
            ))
        }
        (None, None) => Some(format!(
            "no period was found up to n = {max}; no theorem implemented here applies to this game, so with a larger --max a period could only be observed"
        )),
    }
}

/// How a period could be proved of a game of which [`Theorem::of`] knows no theorem.
fn other_way(job: &Job) -> Option<&'static str> {
    let ruleset = outline(&job.game, job.last(), job.settings.memory)?;
    let known = ruleset.structures();
    let (is_code, is_unequal) = (known.has::<TakeAndBreak>(), known.has::<UnequalSplit>());
    let is_misere = job.play == Play::Misere && job.value == Value::OUTCOME;
    match job.play == Play::Normal && job.value == Value::GRUNDY {
        _ if is_misere && (is_code || is_unequal) => {
            Some("`grundy misere` looks for the misère quotient, which may prove one")
        }
        true if is_unequal => Some("only the theorem sparse-space could prove one, in ranges beyond 2^24"),
        true if is_code => Some(
            "no theorem is implemented for such a code, but if its moves are written as text, one on kinds of heaps may \
             apply (docs/custom.md)",
        ),
        _ => None,
    }
}

/// The rules up to `last` in normal play, of which only the structures are asked; none if they are refused.
pub(super) fn outline(game: &Game, last: u64, memory: Bytes) -> Option<Box<dyn Ruleset>> {
    game.outline(last, Setup::new(memory, &FREE, Play::Normal)).ok()
}

/// Whether a theorem on kinds of heaps applies to the values of a job.
fn has_kinds(job: &Job) -> bool {
    let is_grundy = job.play == Play::Normal && job.value == Value::GRUNDY;
    let applies = |kinds: &Kinds| is_grundy || kinds.is_single();
    let ruleset = outline(&job.game, job.last(), job.settings.memory);
    ruleset.is_some_and(|ruleset| ruleset.structures().get::<Kinds>().is_some_and(applies))
}

fn outlook_of_kinds(kinds: &KindPeriods, max: u64) -> Option<String> {
    let (proved, all) = (kinds.proved(), kinds.all().len());
    let others = "those of the others are observed, or were not found";
    (proved < all).then(|| format!("the periods of {proved} of {all} kinds are proved with n up to {max}; {others}"))
}

/// The last value that a theorem needs to prove a claim.
fn last_needed(theorem: Theorem, claim: &Claim) -> Option<u64> {
    last_of(theorem, claim.preperiod, claim.period, claim.saltus)
}

/// The last value that a theorem needs for a preperiod, a period and a saltus. None if no range can contain it.
fn last_of(theorem: Theorem, preperiod: u64, period: u64, saltus: u64) -> Option<u64> {
    let last = theorem.checked_below(preperiod, period, saltus)?.checked_sub(1)?.checked_add(period)?;
    (last <= i64::MAX as u64).then_some(last)
}
