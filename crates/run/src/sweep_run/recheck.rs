//! Rechecks the conjectures of a stored sweep. Those about rows are checked completely, from the stored rows.
//! For the others, every game with a stored counterexample is solved again.

use super::again::{Again, solve_again};
use super::conjectures::checked;
use super::outline::Prepared;
use super::tally::Tally;
use crate::answer::Session;
use crate::disk;
use crate::error::Error;
use crate::results::{CONJECTURES, Checked, conjectures_table, examples_file, examples_files};
use crate::words::counted;
use std::collections::BTreeMap;
use std::path::Path;

/// Compares the stored results of conjectures with new ones. Returns in words what was done.
///
/// # Errors
/// [`Error::Corrupt`] if they differ.
pub(super) fn recheck(
    prepared: &Prepared<'_>,
    folder: &Path,
    tally: &Tally,
    session: Session<'_>,
) -> Result<Option<String>, Error> {
    let sweep = prepared.sweep;
    let all = checked(sweep, &tally.conjectures, &tally.all.games);
    if all.is_empty() {
        return Ok(None);
    }
    let path = folder.join(CONJECTURES);
    let lines = disk::read_to_string(&path).map_err(Error::io("read", &path))?;
    let (mut over_rows, mut games) = (0, 0);
    // If no tables are stored, all games have been solved again, and everything is known.
    let everything = sweep.plan.settings.formats.is_empty();
    for (index, one) in all.iter().enumerate() {
        if everything || sweep.row_conjecture(index).is_some() {
            same(folder, &lines, one)?;
            over_rows += 1;
        } else {
            games += again(prepared, index, folder, one, session)?;
        }
    }
    Ok(Some(match games {
        0 => format!("{over_rows} of {} checked again", counted(all.len(), "conjecture", "conjectures")),
        _ => format!(
            "{over_rows} of {} and {} with counterexamples checked again",
            counted(all.len(), "conjecture", "conjectures"),
            counted(games, "game", "games")
        ),
    }))
}

/// Compares the stored line and counterexamples of a conjecture with the new ones.
fn same(folder: &Path, lines: &str, one: &Checked<'_>) -> Result<(), Error> {
    let path = folder.join(CONJECTURES);
    let written = Error::io("write", &path);
    let mut table = Vec::new();
    conjectures_table(std::slice::from_ref(one)).write_csv(&mut table).map_err(written)?;
    let table = String::from_utf8_lossy(&table).into_owned();
    let line = table.lines().nth(1).unwrap_or_default();
    if !lines.lines().any(|stored| stored == line) {
        return Err(Error::corrupt(&path, format!("the line of {} is wrong: it is {line}", one.statement.name)));
    }
    let path = folder.join(examples_file(&one.statement.name));
    let found = examples_files(std::slice::from_ref(one)).map_err(Error::io("write", &path))?;
    let stored = if path.exists() { Some(disk::read(&path).map_err(Error::io("read", &path))?) } else { None };
    match stored == found.into_iter().next().map(|(_, text)| text) {
        true => Ok(()),
        false => Err(Error::corrupt(&path, "it does not contain the first counterexamples")),
    }
}

/// Solves every game with a stored counterexample again, and returns the number of these games.
fn again(
    prepared: &Prepared<'_>,
    index: usize,
    folder: &Path,
    one: &Checked<'_>,
    session: Session<'_>,
) -> Result<u64, Error> {
    let path = folder.join(examples_file(&one.statement.name));
    if !path.exists() {
        return Ok(0);
    }
    let sweep = prepared.sweep;
    // The index of the conjecture among those about games.
    let place = (0..index).filter(|&other| sweep.row_conjecture(other).is_none()).count();
    let mut games: BTreeMap<Vec<String>, Vec<Vec<String>>> = BTreeMap::new();
    let mut reader = csv::Reader::from_path(&path).map_err(|error| Error::corrupt(&path, error.to_string()))?;
    let label = 1..1 + sweep.variables.len();
    for record in reader.records() {
        let record = record.map_err(|error| Error::corrupt(&path, error.to_string()))?;
        let fields: Vec<String> = record.iter().map(String::from).collect();
        let (Some(key), Some(example)) = (fields.get(label.clone()), fields.get(label.end..)) else {
            return Err(Error::corrupt(&path, "a line is too short"));
        };
        games.entry(key.to_vec()).or_default().push(example.to_vec());
    }
    for (key, stored) in &games {
        let words = sweep.variables.iter().zip(key).map(|(name, value)| format!("{name}={value}"));
        let words = words.collect::<Vec<_>>().join(",");
        let wrong = || Error::corrupt(&path, format!("{words} has other counterexamples"));
        let data = sweep.data_of(&words).ok_or_else(wrong)?;
        let (_, found, _) = solve_again(prepared, &data, Again::Independently, session)?;
        let tally = found.get(place).ok_or_else(wrong)?;
        let known: Vec<Vec<String>> = tally
            .examples
            .iter()
            .map(|example| std::iter::once(&example.words).chain(&example.values).cloned().collect())
            .collect();
        // The last game may have more counterexamples than were kept.
        if !known.starts_with(stored) {
            return Err(wrong());
        }
    }
    Ok(games.len() as u64)
}
