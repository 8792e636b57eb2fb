//! Verifies `patterns.csv`: every rule that is written as a conjecture is checked again on all values, by the engine that
//! checks conjectures. It shares no code with the search that found the rule.

use crate::conjecture::{Keep, Seen, Statement, Subject};
use crate::control::Control;
use crate::disk;
use crate::error::Error;
use crate::job::Job;
use crate::table::PackedTable;
use crate::words::counted;
use std::path::Path;

/// Checks the rules of a file. Returns in words what was done.
///
/// # Errors
/// [`Error::Corrupt`] for a rule that is not right, or that cannot be read; [`Error::Interrupted`].
pub(super) fn patterns(
    path: &Path,
    job: &Job,
    values: &PackedTable,
    control: &Control<'_>,
) -> Result<Option<String>, Error> {
    let text = disk::read(path).map_err(Error::io("read", path))?;
    let mut reader = csv::Reader::from_reader(&text[..]);
    let unreadable = |error: csv::Error| Error::corrupt(path, error.to_string());
    let place = reader.headers().map_err(unreadable)?.iter().position(|name| name == "conjecture");
    let place = place.ok_or_else(|| Error::corrupt(path, "it has no column `conjecture`"))?;
    let mut checked = 0;
    for row in reader.records() {
        let row = row.map_err(unreadable)?;
        let claim = row.get(place).unwrap_or("");
        if !claim.is_empty() {
            check(path, job, claim, values, control)?;
            checked += 1;
        }
    }
    Ok((checked > 0).then(|| counted(checked, "pattern checked again", "patterns checked again")))
}

fn check(path: &Path, job: &Job, claim: &str, values: &PackedTable, control: &Control<'_>) -> Result<(), Error> {
    const PART: u64 = 1 << 16;
    let mut job = job.clone();
    let statement =
        Statement { name: "pattern".to_owned(), holds: claim.to_owned(), keep: Keep::First, ..Statement::default() };
    job.settings_mut().conjectures = vec![statement];
    let rows = job.rows();
    let subject = Subject { period: false, ..job.subject(&rows) };
    let conjectures = job.conjectures().of(&subject).map_err(|wrong| Error::corrupt(path, wrong.blame.message))?;
    for conjecture in &conjectures {
        for first in (0..values.len()).step_by(PART as usize) {
            control.check()?;
            let part = first..values.len().min(first + PART);
            let tally = conjecture.look(part, Seen::All(values), None, true, control)?;
            if tally.failed > 0 || tally.error.is_some() {
                return Err(Error::corrupt(path, format!("the rule `{claim}` does not hold for these values")));
            }
        }
    }
    Ok(())
}
