//! Verifies the results of a sweep. Checksums are checked in `verify/folder.rs`. Here sampled games are solved
//! again, by the oracle if they are small enough.

use super::again::{Again, solve_again};
use super::checks::checks;
use super::compare::compare_rows;
use super::conjectures::look;
use super::kept::KeptRows;
use super::outline::{Prepared, each};
use super::recheck::recheck;
use super::report::table;
use super::row::Row;
use super::row_patterns;
use super::run::recompute;
use super::tables::MISFIT;
use super::tally::Tally;
use crate::answer::Session;
use crate::disk;
use crate::error::Error;
use crate::language::Datum;
use crate::manifest::failed;
use crate::sweep::{Sweep, files};
use crate::words::counted;
use std::collections::BTreeMap;
use std::path::Path;

/// The maximum number of games that are solved again.
const SAMPLES: u64 = 200;

/// Compares the stored results with new ones. Returns in words what was done.
///
/// # Errors
/// [`Error::Corrupt`] for a wrong row or record, [`Error::ChecksFailed`] if an expected answer disagrees.
pub fn verify(sweep: &Sweep, folder: &Path, session: Session<'_>) -> Result<String, Error> {
    let path = folder.join(files::TABLE);
    let prepared = Prepared::new(sweep, session)?;
    let (told, tally) = match sweep.plan.settings.formats.is_empty() {
        true => {
            let tally = recompute(&prepared, session)?;
            let witnesses = witnesses(&prepared, &tally, session)?;
            let witnesses = counted(witnesses, "game with a record", "games with records");
            let told = format!("no rows are stored, so all games were solved again ({witnesses} one by one)");
            (told, tally)
        }
        false => {
            let stored = read(&path)?;
            let rows = stored.len();
            let (samples, by_oracle, tally) = samples(&prepared, &path, &stored, session)?;
            let rows = counted(rows, "game", "games");
            (format!("{samples} of {rows} solved again, {by_oracle} of them by the oracle"), tally)
        }
    };
    let records = folder.join(files::MAXIMA);
    let stored = crate::disk::read(&records).map_err(Error::io("read", &records))?;
    if table(sweep, &tally).map_err(Error::io("read", &records))? != stored {
        return Err(Error::corrupt(&records, "it does not contain the records of these games"));
    }
    let counts = folder.join(files::TALLY);
    if let Some(table) = tally.distribution.table(sweep).map_err(Error::io("read", &counts))?
        && crate::disk::read(&counts).map_err(Error::io("read", &counts))? != table
    {
        return Err(Error::corrupt(&counts, "it does not count these graphs"));
    }
    verify_patterns(sweep, folder, &tally, session)?;
    let told = match recheck(&prepared, folder, &tally, session)? {
        Some(more) => format!("{told}; {more}"),
        None => told,
    };
    let checks = checks(sweep, &tally, !sweep.plan.settings.formats.is_empty());
    match failed(&checks) {
        failed if !failed.is_empty() => Err(Error::ChecksFailed(failed.join("; "))),
        _ if checks.is_empty() => Ok(told),
        _ => Ok(format!("{told}; {}", counted(checks.len(), "expected answer agrees", "expected answers agree"))),
    }
}

/// Looks for the rules in the columns again.
///
/// # Errors
/// [`Error::Corrupt`] if `row_patterns.csv` has others, or an automaton is another one.
fn verify_patterns(sweep: &Sweep, folder: &Path, tally: &Tally, session: Session<'_>) -> Result<(), Error> {
    if sweep.row_patterns.is_none() {
        return Ok(());
    }
    let patterns = tally.answers.guess(sweep, &session.control())?;
    let (path, mut found) = (folder.join(files::ROW_PATTERNS), Vec::new());
    row_patterns::table(&patterns).write_csv(&mut found).map_err(Error::io("write", &path))?;
    let automata = row_patterns::automata(&patterns).into_iter().map(|(name, text)| (folder.join(name), text));
    for (path, found) in automata.chain([(path, found)]) {
        if disk::read(&path).map_err(Error::io("read", &path))? != found {
            return Err(Error::corrupt(&path, "these are not the rules of these rows"));
        }
    }
    Ok(())
}

/// Solves all games that have a record again, one by one, and returns their number. This matters for games that
/// were solved all at once, by different code.
///
/// # Errors
/// [`Error::Corrupt`] if one has a different figure.
fn witnesses(prepared: &Prepared<'_>, tally: &Tally, session: Session<'_>) -> Result<u64, Error> {
    let sweep = prepared.sweep;
    let records = std::iter::once(&tally.all).chain(tally.by_largest.values());
    let mut found: BTreeMap<&str, Row> = BTreeMap::new();
    for (name, best) in records.flat_map(|records| records.named(&sweep.columns)) {
        if !found.contains_key(best.at.as_str()) {
            let data =
                sweep.data_of(&best.at).ok_or_else(|| Error::Usage(format!("there is no combination {}", best.at)))?;
            found.insert(&best.at, solve_again(prepared, &data, Again::Independently, session)?.0);
        }
        let place = sweep.columns.recorded().find(|(_, record)| *record == name).map_or(0, |(place, _)| place);
        if found[best.at.as_str()].number(place) != Some(best.value) {
            let what = format!("the {name} of {} is not {}", best.game, best.value);
            return Err(Error::corrupt(Path::new(files::MAXIMA), what));
        }
    }
    Ok(found.len() as u64)
}

/// Solves a sample of the games again, spread over all rows. Returns their number, how many of them the oracle
/// solved, and the tally of all stored rows.
fn samples(
    prepared: &Prepared<'_>,
    path: &Path,
    stored: &[Vec<String>],
    session: Session<'_>,
) -> Result<(u64, u64, Tally), Error> {
    let (sweep, control) = (prepared.sweep, session.control());
    let rows = stored.len() as u64;
    let count = SAMPLES.min(rows);
    let place = |sample: u64| (u128::from(rows - 1) * u128::from(sample + 1) / u128::from(count)) as u64;
    let (mut row, mut sample, mut by_oracle) = (0, 0, 0);
    let (mut tally, mut kept) = (Tally::default(), KeptRows::default());
    each(sweep, &control, &mut |data| {
        let Some(expected) = stored.get(row as usize) else {
            return Err(Error::corrupt(path, format!("it has {rows} rows, but the sweep has more")));
        };
        if sample < count && row == place(sample) {
            by_oracle += u64::from(compare(prepared, data, path, expected, session)?);
            sample += 1;
        }
        let stored = Row::stored(&sweep.columns, data, expected).map_err(|column| {
            Error::corrupt(path, format!("the row of {} is wrong: {column} is not such a value", sweep.label(data)))
        })?;
        let says = look(sweep, &stored, &[]);
        kept.add(sweep, &stored)?;
        tally.add(sweep, &stored, says)?;
        row += 1;
        Ok(true)
    })?;
    if row != rows {
        return Err(Error::corrupt(path, format!("it has {rows} rows, but the sweep has {row}")));
    }
    compare_rows(prepared, &kept, &mut tally.conjectures, &control)?;
    Ok((count, by_oracle, tally))
}

/// Solves a game again and compares its row. Returns whether the oracle solved it.
fn compare(
    prepared: &Prepared<'_>,
    data: &[Datum],
    path: &Path,
    expected: &[String],
    session: Session<'_>,
) -> Result<bool, Error> {
    // An error can only be reproduced with the game's own kernel and files.
    let stored_error = expected.last().map_or("", String::as_str);
    if stored_error.starts_with(MISFIT) {
        return Ok(false);
    }
    let way = if stored_error.is_empty() { Again::Independently } else { Again::AsItWas };
    let (row, _, by_oracle) = solve_again(prepared, data, way, session)?;
    let sweep = prepared.sweep;
    let differing = row.cells.iter().map(|cell| cell.show(" ")).zip(expected).position(|(cell, field)| cell != *field);
    let Some(place) = differing else { return Ok(by_oracle) };
    let column = sweep.columns.names().nth(place).unwrap_or_default();
    let found = row.cells[place].show(" ");
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
