//! `grundy run --dry-run`: estimates the resources that a config needs.

use super::{CANCELLED, say, silent_session};
use crate::answer::{Session, answer_in};
use crate::bytes::Bytes;
use crate::commands::understood;
use crate::config::Work;
use crate::control::Control;
use crate::error::Error;
use crate::event::Silent;
use crate::formats::files_of;
use crate::job::{Analysis, Job, Settings};
use crate::kernel::Task;
use crate::plan::{Outputs, Plan, check_room};
use crate::sweep::Sweep;
use crate::sweep_run::{Estimate, Foreseen, estimate};
use crate::words::counted;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A trial of this length is long enough for an estimate.
const ENOUGH: Duration = Duration::from_millis(400);

/// A trial that takes longer is abandoned.
const LONGEST: Duration = Duration::from_secs(10);

/// Trials of fewer seconds say nothing about how the time grows.
const MEASURABLE: f64 = 0.01;

/// The growth is taken from so many pairs of trials.
const PAIRS: usize = 3;

/// The upper bound of the range of the first trial, if the range is not small.
const FIRST: u64 = 64;

/// Smaller ranges are not tried.
const LEAST: u64 = 4;

/// Prints the estimate. `folder` is where the results would be written.
pub(super) fn print(work: &Work, folder: &Path, shards: Option<u32>) -> Result<(), Error> {
    match work {
        Work::Job(job) => of_job(job, folder),
        Work::Sweep(sweep) => of_sweep(sweep, folder, shards),
    }
}

/// How long games of a sample are solved: without shards, and to plan for shards.
const SAMPLED: [Duration; 2] = [Duration::from_secs(4), Duration::from_secs(24)];

/// Estimates a sweep from randomly chosen games.
fn of_sweep(sweep: &Sweep, folder: &Path, shards: Option<u32>) -> Result<(), Error> {
    let time = SAMPLED[usize::from(shards.is_some())];
    let Estimate { games, seconds, longest, bytes, sample, given_up, at_once, counted: known, listed } =
        estimate(sweep, folder, time, silent_session())?;
    let roughly = |seconds| if given_up > 0 { format!("at least {}", shown(seconds)) } else { about(seconds) };
    say(&format!("{}: a sweep of `{}`", sweep.name, sweep.plan.code))?;
    let combinations = sweep.combinations;
    say(&match known {
        Some(all) if all == combinations => format!("  games      all {combinations} combinations"),
        Some(games) => format!("  games      {games} of {combinations} combinations"),
        None => format!("  games      about {games:.0} of {combinations} combinations"),
    })?;
    let sample = match known == Some(sample as u64) && given_up == 0 {
        true => "as all games took".to_string(),
        false => format!("estimated from a sample of {}", counted(sample, "game", "games")),
    };
    say(&format!("  time       {} on one core in total, {sample}", roughly(seconds)))?;
    say(&match given_up {
        0 => format!("             the slowest of them took {}", shown(longest)),
        _ => format!("             {given_up} of them were abandoned after {}", shown(longest)),
    })?;
    if at_once {
        say(
            "             all games of this sweep are solved together, which takes far less time: shards would not save any",
        )?;
    }
    if let Some(Foreseen { table, rows, bytes }) = listed {
        say(&format!("  table      {table} with {}, about {bytes}", counted(rows, "row", "rows")))?;
    }
    let Some(shards) = shards else { return Ok(()) };
    let each = seconds / f64::from(shards);
    let size = |bytes: f64| Bytes(bytes as u128);
    say(&format!(
        "  shards     {shards}, each {} on one core: {:.2} core hours in total{}",
        roughly(each.max(longest)),
        seconds / 3600.0,
        if longest > each { "; no shard is faster than its slowest game" } else { "" }
    ))?;
    say(&format!("  files      {shards}, each about {}: {} in total", size(bytes / f64::from(shards)), size(bytes)))
}

fn of_job(job: &Job, folder: &Path) -> Result<(), Error> {
    let control = Control::new(&CANCELLED, &Silent);
    let ruleset = job.game.outline(&job.range, job.setup(&control))?;
    let task = Task::new(&*ruleset, job.play, job.value, job.settings.memory, &control);
    let files = files_of(job);
    let plan = Plan::new(job, Outputs::files(&files), &task, None)?;
    check_room(&files, ruleset.rows(), folder)?;
    let rows = ruleset.rows().len();
    let bits = plan.kernel.value_bits(&task);
    say(&format!("{}: {}", job.name, job.words()))?;
    if let Some(words) = understood(&job.game) {
        say(&format!("  moves      {words}"))?;
    }
    say(&format!("  positions  {rows} in the results"))?;
    say(&format!(
        "  bits       at most {bits} per value, {} for all values when packed",
        Bytes::packed(rows.into(), bits)
    ))?;
    say(&format!(
        "  bytes      at most {} of memory, with kernel `{}` (limit: {})",
        plan.needs,
        plan.kernel.name(),
        job.settings.memory
    ))?;
    let known = files.iter().map(|file| (file.name, file.listing(ruleset.rows()).bytes()));
    let known: Vec<String> =
        known.filter(|(_, bytes)| *bytes > Bytes(0)).map(|(name, bytes)| format!("{name} about {bytes}")).collect();
    if !known.is_empty() {
        say(&format!("  files      {}", known.join(", ")))?;
    }
    say(&format!("  time       {}", time(job)?))
}

/// The trials of smaller ranges: the upper bound, and the seconds it took.
type Trials = Vec<(u64, f64)>;

/// Estimates the running time by trials with smaller ranges.
fn time(job: &Job) -> Result<String, Error> {
    if !job.game.shape.has_range() || job.range.max < LEAST {
        return Ok(format!(
            "no estimate: there are no smaller ranges to try (max is at least {LEAST} where there are)"
        ));
    }
    let (mut trials, mut max) = (Trials::new(), FIRST.min(job.range.max / 4).max(1));
    loop {
        let took = match silent_session().within(LONGEST, |session| trial(job, max, session)) {
            Ok(took) => took,
            Err(Error::Limit { .. }) => {
                let least = shown(LONGEST.as_secs_f64());
                return Ok(format!("no estimate: a trial up to {max} was abandoned after {least}"));
            }
            Err(error) => return Err(error),
        };
        let seconds = took.as_secs_f64();
        if max >= job.range.max {
            return Ok(format!(
                "{}: the whole range was just computed (the time for writing files is not included)",
                shown(seconds)
            ));
        }
        trials.push((max, seconds));
        if took >= ENOUGH {
            return Ok(extrapolated(&trials, job.range.max));
        }
        // Few numbers mean many positions or large boards.
        let more = if max < FIRST { max / 4 + 1 } else { max };
        max = max.saturating_add(more).min(job.range.max);
    }
}

/// The time for a range, from the powers of max by which the last trials grew: the least and the largest of them.
fn extrapolated(trials: &Trials, max: u64) -> String {
    let power = |pair: &[(u64, f64)]| (pair[1].1 / pair[0].1).ln() / (pair[1].0 as f64 / pair[0].0 as f64).ln();
    let long: Trials = trials.iter().copied().filter(|&(_, seconds)| seconds >= MEASURABLE).collect();
    let last = &long[long.len().saturating_sub(PAIRS + 1)..];
    let powers: Vec<f64> = last.windows(2).map(|pair| power(pair).clamp(0.5, 20.0)).collect();
    let least = powers.iter().copied().reduce(f64::min).unwrap_or(1.0);
    let most = powers.iter().copied().reduce(f64::max).unwrap_or(2.0);
    let Some(&(to, took)) = trials.last() else { return String::new() };
    let [low, high] = [least, most].map(|power| shown(took * (max as f64 / to as f64).powf(power)));
    let time = if low == high { format!("about {low}") } else { format!("from {low} to {high}") };
    format!(
        "{time}, extrapolated from trial runs up to {to} ({}) as the powers {least:.1} to {most:.1} of max; less if a period is proved before the end, more for writing files",
        shown(took)
    )
}

fn trial(job: &Job, max: u64, session: Session<'_>) -> Result<Duration, Error> {
    let settings = Settings {
        play: Some(job.play),
        value: Some(job.value),
        memory: job.settings.memory,
        analysis: if job.wants_period() { Analysis::of("period") } else { Analysis::default() },
        kernel: job.settings.kernel,
        bounds: job.range.cut(max).bounds,
        rows_where: job.settings.rows_where.clone(),
        ..Settings::default()
    };
    let small = Job { range: job.range.cut(max), settings: Arc::new(settings), ..job.clone() };
    let begun = Instant::now();
    answer_in(&small, false, session)?;
    Ok(begun.elapsed())
}

/// An estimated time.
fn about(seconds: f64) -> String {
    if seconds < 1.0 { shown(seconds) } else { format!("about {}", shown(seconds)) }
}

/// A time in its largest suitable unit.
fn shown(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "less than a second".to_string(),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}
