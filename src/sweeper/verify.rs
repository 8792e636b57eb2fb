//! Checks the folder of a sweep: checksums (by `verify.rs`), and sampled games solved again, by the oracle where they are
//! small enough.

use super::checks::checks;
use super::game::{Asked, solve};
use super::row::{Row, plain};
use super::run::recompute;
use super::streams::{columns, fields};
use super::tally::Tally;
use crate::answer::Session;
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
    let table = folder.join("sweep.csv");
    let stored = if sweep.plan.formats.is_empty() { None } else { Some(read(&table)?) };
    let Some(stored) = stored else {
        let findings = recompute(sweep, session)?;
        let told = "no rows are stored, so all games were solved again".to_string();
        return match findings.failed.len() {
            0 => Ok(told),
            _ => Err(Error::ChecksFailed(findings.failed.join("; "))),
        };
    };
    let rows = stored.len() as u64;
    let (samples, by_oracle) = samples(sweep, &table, &stored, session)?;
    let told = format!("{samples} of {rows} games solved again, {by_oracle} of them by the oracle");
    let checks = checks(sweep, &of_rows(sweep, &stored));
    match failed(&checks) {
        failed if !failed.is_empty() => Err(Error::ChecksFailed(failed.join("; "))),
        _ if checks.is_empty() => Ok(told),
        _ => Ok(format!("{told}, {} expected answers agree", checks.len())),
    }
}

/// What stored rows come to, as far as `[expect]` asks.
fn of_rows(sweep: &Sweep, stored: &[Vec<String>]) -> Tally {
    let mut tally = Tally::default();
    let columns = columns(sweep);
    let place = |name: &str| columns.iter().position(|column| column == name);
    let field = |row: &[String], name: &str| place(name).and_then(|place| row.get(place).cloned()).unwrap_or_default();
    tally.cells.resize(sweep.plan.expect.at.len(), None);
    for row in stored {
        let games = &mut tally.all.games;
        games.rows += 1;
        let status = field(row, "status");
        match status.as_str() {
            _ if !field(row, "error").is_empty() => games.errors += 1,
            "proved" => games.proved += 1,
            "observed" => games.observed += 1,
            _ => games.none += 1,
        }
        let pairs: Vec<String> = sweep.variables.iter().map(|name| format!("{name}={}", field(row, name))).collect();
        let label = plain(&pairs.join(","));
        for (at, cell) in sweep.plan.expect.at.iter().zip(&mut tally.cells) {
            if plain(&at.row) == label {
                *cell = Some(field(row, &at.column));
            }
        }
    }
    tally
}

/// Solves some games again, spread over all rows; how many, and how many of them by the oracle.
fn samples(sweep: &Sweep, path: &Path, stored: &[Vec<String>], session: Session<'_>) -> Result<(u64, u64), Error> {
    let asked = Asked::new(sweep)?;
    let rows = stored.len() as u64;
    let count = SAMPLES.min(rows);
    let wanted = |row: u64| {
        (0..count).any(|sample| (u128::from(rows - 1) * u128::from(sample + 1) / u128::from(count)) as u64 == row)
    };
    let mut odometer = sweep.odometer().map_err(|fault| Error::Usage(fault.to_string()))?;
    let (mut row, mut by_oracle) = (0, 0);
    while let Some(data) = odometer.advance().map_err(|fault| Error::Usage(fault.to_string()))? {
        if !sweep.counts(&data).map_err(|fault| Error::Usage(fault.to_string()))? {
            continue;
        }
        let Some(expected) = stored.get(row as usize) else {
            return Err(Error::corrupt(path, format!("it has {rows} rows, and the sweep has more")));
        };
        if wanted(row) {
            by_oracle += u64::from(compare(sweep, &asked, &data, (path, expected), session)?);
        }
        row += 1;
    }
    if row != rows {
        return Err(Error::corrupt(path, format!("it has {rows} rows, and the sweep has {row}")));
    }
    Ok((count, by_oracle))
}

/// Solves a game again and compares its row; whether the oracle did it.
fn compare(
    sweep: &Sweep,
    asked: &Asked,
    data: &[Datum],
    (path, expected): (&Path, &[String]),
    session: Session<'_>,
) -> Result<bool, Error> {
    let mut job = asked.job(sweep, data);
    let small = |job: &Job| job.rows().len() <= SCRATCH;
    let by_oracle = job.as_ref().is_ok_and(small);
    if let Ok(job) = job.as_mut().map_err(|_| ()).and_then(|job| if by_oracle { Ok(job) } else { Err(()) }) {
        job.kernel = Some("oracle".to_string());
    }
    let found = match &job {
        Ok(job) => match solve(job, &[], session) {
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
