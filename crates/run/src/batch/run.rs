//! Runs a batch job by job.

use crate::answer::Session;
use crate::config::Work;
use crate::disk;
use crate::error::Error;
use crate::folder::SHARDS;
use crate::job_run;
use crate::manifest::Findings;
use crate::results::csv_writer;
use crate::sweep_run;
use std::collections::BTreeMap;
use std::path::Path;

/// The name of the summary.
const SUMMARY: &str = "summary.csv";

/// Runs jobs one after the other into `parent/<name>`, and writes `parent/summary.csv`. If a job fails, its row
/// contains the error, `failed` is called, and the remaining jobs still run.
///
/// # Errors
/// [`Error::Usage`] if two jobs have the same name; [`Error::Interrupted`] and [`Error::Stopped`], after a
/// summary of the finished jobs is written; [`Error::ChecksFailed`] at the end if a job or a check failed, or a
/// conjecture was refuted.
pub fn run(
    works: &[Work],
    parent: &Path,
    fresh: bool,
    session: Session<'_>,
    failed: &mut dyn FnMut(&Work, &Error),
) -> Result<(), Error> {
    distinct_names(works)?;
    let mut rows = Vec::new();
    for work in works {
        match run_one(work, &parent.join(work.name().as_str()), fresh, session) {
            Err(stop @ (Error::Interrupted | Error::Stopped)) => {
                write_summary(&rows, parent)?;
                return Err(stop);
            }
            outcome => {
                if let Err(error) = &outcome {
                    failed(work, error);
                }
                rows.push((work, outcome));
            }
        }
    }
    write_summary(&rows, parent)?;
    complaint(&rows)
}

/// An error with the number of jobs that did not end well, if there are any.
pub(super) fn complaint(rows: &[(&Work, Result<Findings, Error>)]) -> Result<(), Error> {
    let bad =
        rows.iter().filter(|(_, outcome)| outcome.as_ref().map_or(true, |found| found.complaint().is_some())).count();
    match bad {
        0 => Ok(()),
        _ => Err(Error::ChecksFailed(format!(
            "{bad} of {} jobs failed, disagree with [expect] or refute a conjecture",
            rows.len()
        ))),
    }
}

/// Runs a job or a sweep into a folder.
///
/// # Errors
/// As for [`job_run::run`] and [`sweep_run::run`].
pub fn run_one(work: &Work, folder: &Path, fresh: bool, session: Session<'_>) -> Result<Findings, Error> {
    match work {
        Work::Job(job) => job_run::run(job, folder, fresh, session),
        Work::Sweep(sweep) => sweep_run::run(sweep, folder, fresh, session),
    }
}

pub(super) fn distinct_names(works: &[Work]) -> Result<(), Error> {
    let mut seen: BTreeMap<&str, &Work> = BTreeMap::new();
    for work in works {
        let name = work.name().as_str();
        if [SUMMARY, SHARDS].contains(&name) {
            let what = format!("the name `{name}` is reserved for the batch itself; rename the config");
            return Err(Error::Usage(what));
        }
        if let Some(other) = seen.insert(name, work) {
            let path = |work: &Work| work.source().map(|source| source.path.display().to_string()).unwrap_or_default();
            return Err(Error::Usage(format!(
                "{} and {} would write to the same folder `{}`; rename one, or run them separately with --out",
                path(other),
                path(work),
                name
            )));
        }
    }
    Ok(())
}

pub(super) fn write_summary(rows: &[(&Work, Result<Findings, Error>)], parent: &Path) -> Result<(), Error> {
    let path = parent.join(SUMMARY);
    disk::create_dir_all(parent).map_err(Error::io("create the folder", parent))?;
    disk::write(&path, &summary(rows)).map_err(Error::io("write", &path))
}

fn summary(rows: &[(&Work, Result<Findings, Error>)]) -> Vec<u8> {
    let mut out = csv_writer(Vec::new());
    let header = ["job", "game", "play", "value", "max", "preperiod", "period", "status", "checks_failed", "error"]
        .map(String::from);
    let number = |field: Option<u64>| field.map(|number| number.to_string()).unwrap_or_default();
    let row = |(work, outcome): &(&Work, Result<Findings, Error>)| {
        let found = outcome.as_ref().ok();
        let (code, play, value, max) = match work {
            Work::Job(job) => {
                (job.game.code.clone(), job.play.to_string(), job.value.to_string(), job.range.max.to_string())
            }
            Work::Sweep(sweep) => {
                let plan = sweep.plan.clone();
                (
                    plan.code.clone(),
                    plan.played().to_string(),
                    plan.settings.value.map(|value| value.to_string()).unwrap_or_default(),
                    plan.max.unwrap_or_default(),
                )
            }
        };
        [
            work.name().to_string(),
            code,
            play,
            value,
            max,
            number(found.and_then(|found| found.preperiod)),
            number(found.and_then(|found| found.period)),
            found.and_then(|found| found.status.clone()).unwrap_or_default(),
            found.map(|found| found.count_failed().to_string()).unwrap_or_default(),
            outcome.as_ref().err().map(Error::to_string).unwrap_or_default(),
        ]
    };
    for record in std::iter::once(header).chain(rows.iter().map(row)) {
        // Writing into memory cannot fail.
        let _ = out.write_record(record);
    }
    out.into_inner().unwrap_or_default()
}
