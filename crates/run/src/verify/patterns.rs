//! Verifies `patterns.csv`: every rule that is written as a conjecture is checked again on all values, by the engine
//! that checks conjectures. It shares no code with the search that found the rule. Automata are read from the folder of
//! the run.

use crate::conjecture::{Keep, Seen, Statement, Subject};
use crate::control::Control;
use crate::disk;
use crate::error::Error;
use crate::job::Job;
use crate::language::Automata;
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
    let mut job = job.clone();
    job.automata = Automata::in_folder(path.parent().unwrap_or(path));
    let mut checked = 0;
    for row in reader.records() {
        let row = row.map_err(unreadable)?;
        let claim = row.get(place).unwrap_or("");
        if !claim.is_empty() {
            check(path, &mut job, claim, values, control)?;
            checked += 1;
        }
    }
    Ok((checked > 0).then(|| counted(checked, "pattern checked again", "patterns checked again")))
}

fn check(path: &Path, job: &mut Job, claim: &str, values: &PackedTable, control: &Control<'_>) -> Result<(), Error> {
    const PART: u64 = 1 << 16;
    let statement =
        Statement { name: "pattern".to_owned(), holds: claim.to_owned(), keep: Keep::First, ..Statement::default() };
    job.settings_mut().conjectures = vec![statement];
    let rows = job.rows();
    let subject = Subject { period: false, misere: false, ..job.subject(&rows) };
    let conjectures = job.conjectures().of(&subject).map_err(|wrong| Error::corrupt(path, wrong.blame.message))?;
    for conjecture in &conjectures {
        for first in (0..values.len()).step_by(PART as usize) {
            control.check()?;
            let part = first..values.len().min(first + PART);
            let tally = conjecture.look(part, Seen::all(values), true, control)?;
            if tally.failed > 0 || tally.error.is_some() {
                return Err(Error::corrupt(path, format!("the rule `{claim}` does not hold for these values")));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Session, answer_in};
    use crate::config::from_coded;
    use crate::event::Silent;
    use crate::games::code;
    use crate::job::Settings;
    use std::sync::atomic::AtomicBool;

    /// n modulo 3, read in base 2.
    const MODULO_3: &str = "msd_2\n\n0 0\n0 -> 0\n1 -> 1\n\n1 1\n0 -> 2\n1 -> 0\n\n2 2\n0 -> 1\n1 -> 2\n";

    #[test]
    fn automata_are_read_beside_the_rules_and_near_misses_are_refused() {
        let job = from_coded(code::parse("subtraction:1,2").unwrap(), Some(80), Settings::default()).unwrap();
        let (cancelled, folder) = (AtomicBool::new(false), tempfile::TempDir::new().unwrap());
        let values = answer_in(&job, true, Session::new(&cancelled, &Silent)).unwrap().into_values().unwrap();
        let (path, file) = (folder.path().join("patterns.csv"), folder.path().join("patterns/automatic.txt"));
        std::fs::create_dir(folder.path().join("patterns")).unwrap();
        let claim = "\"g(n) == automatic(\"\"patterns/automatic.txt\"\", n)\"";
        std::fs::write(&path, format!("rank,conjecture\n1,{claim}\n")).unwrap();
        let check = |text: &str| {
            std::fs::write(&file, text).unwrap();
            patterns(&path, &job, &values, &Control::free()).map_err(|error| error.to_string())
        };
        assert_eq!(check(MODULO_3), Ok(Some("1 pattern checked again".to_string())));
        // One output or one transition is changed.
        let lines: Vec<&str> = MODULO_3.lines().collect();
        let mut changes = 0;
        for (place, line) in lines.iter().enumerate().skip(2).filter(|(_, line)| !line.is_empty()) {
            let (start, last) = line.rsplit_once(' ').unwrap();
            for other in ["0", "1", "2"].into_iter().filter(|other| *other != last) {
                let mut near = lines.clone();
                let changed = format!("{start} {other}");
                near[place] = &changed;
                let why = check(&near.join("\n")).unwrap_err();
                assert!(why.contains("does not hold for these values"), "{changed}: {why}");
                changes += 1;
            }
        }
        assert_eq!(changes, 18);
        assert!(check("msd_2\n\n0 0\n0 -> 5\n").unwrap_err().contains("there is no state 5"));
        std::fs::remove_file(&file).unwrap();
        let why = patterns(&path, &job, &values, &Control::free()).unwrap_err().to_string();
        assert!(why.contains("cannot read"), "{why}");
    }

    #[test]
    fn false_rules_are_refused() {
        let job = from_coded(code::parse("lasker-nim").unwrap(), Some(80), Settings::default()).unwrap();
        let (cancelled, folder) = (AtomicBool::new(false), tempfile::TempDir::new().unwrap());
        let values = answer_in(&job, true, Session::new(&cancelled, &Silent)).unwrap().into_values().unwrap();
        let path = folder.path().join("patterns.csv");
        let check = |text: &str| {
            std::fs::write(&path, text).unwrap();
            patterns(&path, &job, &values, &Control::free()).map_err(|error| error.to_string())
        };
        let row = |claim: &str| format!("rank,conjecture\n1,{claim}\n2,\n");
        assert_eq!(check(&row("n < 5 or g(n) == g(n - 4) + 4")), Ok(Some("1 pattern checked again".to_string())));
        assert_eq!(check(&row("")), Ok(None));
        for (text, part) in [
            (row("n < 5 or g(n) == g(n - 4) + 3"), "does not hold"),
            (row("n < 4 or g(n) == g(n - 4) + 4"), "does not hold"),
            (row("g(n"), "expected"),
            ("rank\n1\n".to_string(), "no column"),
        ] {
            let why = check(&text).unwrap_err();
            assert!(why.contains(part), "{text}: {why}");
        }
    }
}
