//! Checks the folder of a sweep: checksums (by `verify.rs`), and sampled games solved again, by the oracle where they are
//! small enough.

use super::checks::checks;
use super::game::{Asked, Found, Period, solve};
use super::report::{RECORDS, table};
use super::row::Row;
use super::run::{Outline, each, recompute};
use super::streams::{MISFIT, columns, fields};
use super::tally::Tally;
use crate::answer::Session;
use crate::control::Control;
use crate::error::Error;
use crate::job::Job;
use crate::language::Datum;
use crate::manifest::failed;
use crate::sweep::Sweep;
use std::path::Path;

/// Games that are solved again.
const SAMPLES: u64 = 200;

/// The most rows of a game that the oracle solves.
const SCRATCH: u64 = 2_000;

/// Compares what is stored with what is found again; what was done, in words.
///
/// # Errors
/// [`Error::Corrupt`] for a wrong row, [`Error::ChecksFailed`] if an expected answer disagrees.
pub fn verify(sweep: &Sweep, folder: &Path, session: Session<'_>) -> Result<String, Error> {
    let path = folder.join("sweep.csv");
    let (told, tally) = match sweep.plan.formats.is_empty() {
        true => ("no rows are stored, so all games were solved again".to_string(), recompute(sweep, session)?),
        false => {
            let stored = read(&path)?;
            let rows = stored.len();
            let (samples, by_oracle, tally) = samples(sweep, &path, &stored, session)?;
            (format!("{samples} of {rows} games solved again, {by_oracle} of them by the oracle"), tally)
        }
    };
    let records = folder.join(RECORDS);
    let stored = std::fs::read(&records).map_err(Error::io("read", &records))?;
    if table(&tally).map_err(Error::io("read", &records))? != stored {
        return Err(Error::corrupt(&records, "it does not hold the records of these games"));
    }
    let checks = checks(sweep, &tally);
    match failed(&checks) {
        failed if !failed.is_empty() => Err(Error::ChecksFailed(failed.join("; "))),
        _ if checks.is_empty() => Ok(told),
        _ => Ok(format!("{told}, {} expected answers agree", checks.len())),
    }
}

/// What a stored row says was found.
fn found_of(fields: &[String], columns: &[String]) -> Result<Found, Error> {
    let field = |name: &str| columns.iter().position(|column| column == name).and_then(|place| fields.get(place));
    let number = |name: &str| field(name).and_then(|text| text.parse::<u64>().ok());
    let text = |name: &str| field(name).cloned().unwrap_or_default();
    if !text("error").is_empty() {
        return Err(Error::Usage(text("error")));
    }
    let period = number("period").map(|period| Period {
        period,
        preperiod: number("preperiod").unwrap_or(0),
        saltus: number("saltus").unwrap_or(0),
        status: text("status"),
        theorem: text("theorem"),
        checked_to: number("checked_to").unwrap_or(0),
    });
    let max_value = number("max_value").and_then(|value| u32::try_from(value).ok());
    Ok(Found {
        period,
        max_value,
        max_value_text: text("max_value"),
        zeros: number("zeros").unwrap_or(0),
        texts: Vec::new(),
    })
}

/// Solves some games again, spread over all rows: how many, how many of them by the oracle, and what all stored rows come
/// to.
fn samples(
    sweep: &Sweep,
    path: &Path,
    stored: &[Vec<String>],
    session: Session<'_>,
) -> Result<(u64, u64, Tally), Error> {
    let control = Control::new(session.cancelled, session.observer);
    let asked = Asked::new(sweep)?;
    let outline = Outline::new(sweep, &asked, &control)?;
    let rows = stored.len() as u64;
    let count = SAMPLES.min(rows);
    let place = |sample: u64| (u128::from(rows - 1) * u128::from(sample + 1) / u128::from(count)) as u64;
    let (mut row, mut sample, mut by_oracle) = (0, 0, 0);
    let (mut tally, columns) = (Tally::default(), columns(sweep));
    each(sweep, &control, &mut |data| {
        let Some(expected) = stored.get(row as usize) else {
            return Err(Error::corrupt(path, format!("it has {rows} rows, and the sweep has more")));
        };
        if sample < count && row == place(sample) {
            by_oracle += u64::from(compare(sweep, (&asked, &outline), data, (path, expected), session)?);
            sample += 1;
        }
        let found = found_of(expected, &columns);
        let (game, max) = (expected.first().map_or("", String::as_str), None);
        tally.add(&Row { sweep, data, game, max, found: found.as_ref() }, expected);
        row += 1;
        Ok(true)
    })?;
    if row != rows {
        return Err(Error::corrupt(path, format!("it has {rows} rows, and the sweep has {row}")));
    }
    Ok((count, by_oracle, tally))
}

/// Solves a game again and compares its row; whether the oracle did it.
fn compare(
    sweep: &Sweep,
    (asked, outline): (&Asked, &Outline),
    data: &[Datum],
    (path, expected): (&Path, &[String]),
    session: Session<'_>,
) -> Result<bool, Error> {
    let mut job = asked.job(sweep, data);
    let small = |job: &Job| job.rows().len() <= SCRATCH;
    // What failed, failed by its own kernel and with its own files.
    let stored_error = expected.last().map_or("", String::as_str);
    if stored_error.starts_with(MISFIT) {
        return Ok(false);
    }
    let files = if stored_error.is_empty() { &[][..] } else { &outline.files[..] };
    let by_oracle = stored_error.is_empty() && job.as_ref().is_ok_and(small);
    if let Ok(job) = job.as_mut().map_err(|_| ()).and_then(|job| if by_oracle { Ok(job) } else { Err(()) }) {
        job.kernel = Some("oracle".to_string());
    }
    let found = match &job {
        Ok(job) => match solve(job, files, session) {
            Err(stop @ (Error::Interrupted | Error::Stopped)) => return Err(stop),
            other => other,
        },
        Err(error) => Err(Error::Usage(error.to_string())),
    };
    let template = sweep.code(data);
    let game = job.as_ref().map_or(template.as_str(), |job| job.game.code.as_str());
    let max = job.as_ref().ok().filter(|job| job.game.shape.has_range()).map(|job| job.max);
    let row = Row { sweep, data, game, max, found: found.as_ref() };
    let fields = fields(&row);
    if fields == expected {
        return Ok(by_oracle);
    }
    let differing = columns(sweep).into_iter().zip(fields.iter().zip(expected)).find(|(_, (a, b))| a != b);
    let (column, found) = differing.map(|(column, (found, _))| (column, found.clone())).unwrap_or_default();
    let what = format!("the row of {} is wrong: {column} is {found}", sweep.label(data));
    Err(Error::corrupt(path, what))
}

fn read(path: &Path) -> Result<Vec<Vec<String>>, Error> {
    let mut reader = csv::Reader::from_path(path).map_err(|error| Error::corrupt(path, error.to_string()))?;
    let record = |record: Result<csv::StringRecord, csv::Error>| {
        record
            .map(|record| record.iter().map(str::to_string).collect())
            .map_err(|error| Error::corrupt(path, error.to_string()))
    };
    reader.records().map(record).collect()
}
