//! Verifies the folder of a run: checksums, `[expect]` against the stored values, samples recomputed by the
//! oracle, and the certificate, which is computed again.

use super::patterns::patterns;
use super::scratch::from_scratch;
use crate::analysis::certificate::ProofFile;
use crate::answer::{self, Session};
use crate::config;
use crate::control::Control;
use crate::disk::{self, File};
use crate::error::Error;
use crate::files;
use crate::formats::{FACTS, files_of};
use crate::identity::{Identity, SweepIdentity};
use crate::job::{Job, Name, Source};
use crate::kernel::{Looked, Task, look_at};
use crate::manifest::{MANIFEST, Manifest, failed};
use crate::nimber::NimberSet;
use crate::question::{CERTIFICATE, PATTERNS};
use crate::results::{COUNTEREXAMPLES, Texts};
use crate::ruleset::{Convention, Play, PlayLength, Ruleset, Value, ValueClass};
use crate::sweep::Sweep;
use crate::sweep_run;
use crate::table::{PackedTable, TableFile};
use crate::words::counted;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The number of rows that are compared with the mex of the stored values of their options.
const SAMPLES: u64 = 200;

/// Verifies the folder of a run. Returns in words what was checked.
///
/// # Errors
/// [`Error::Corrupt`] for a damaged or missing file or a wrong sample; [`Error::ChecksFailed`] if an expected
/// answer disagrees with the stored values; [`Error::Unchecked`] if the rest holds, but no stored value could be
/// recomputed; [`Error::Usage`] if the folder does not belong to a run; [`Error::Interrupted`].
pub fn verify(folder: &Path, session: Session<'_>) -> Result<String, Error> {
    let Some(manifest) = Manifest::read(folder)? else {
        return Err(Error::Usage(format!("{} is not the folder of a run: it has no {MANIFEST}", folder.display())));
    };
    if !manifest.complete {
        return Err(Error::corrupt(&folder.join(MANIFEST), "the run was not completed; run its config again"));
    }
    let control = session.control();
    if let Identity::Sweep(identity) = &manifest.identity {
        return verify_sweep(folder, &manifest, identity, session);
    }
    let job = job_of(folder, &manifest)?;
    let mut certain = files_of(&job).into_iter().filter(|file| file.is_certain());
    if let Some(file) = certain.find(|file| !manifest.files.contains_key(file.name)) {
        let what = format!("it does not list {}, which its config asks for", file.name);
        return Err(Error::corrupt(&folder.join(MANIFEST), what));
    }
    let mut told = vec![checksums(folder, &manifest, &control)?];
    let stored = stored(folder, &manifest, &job)?;
    let mut all_unchecked = false;
    if let Some((path, values)) = &stored {
        // Report wrong values first, because they may make expected answers fail.
        let recomputed = samples(&job, path, values, &control)?;
        all_unchecked = recomputed.is_none();
        told.push(recomputed.unwrap_or_else(|| {
            "no value was recomputed, because even the first row takes the oracle too long".to_string()
        }));
    }
    let certified = manifest.files.contains_key(CERTIFICATE.name);
    // Conjectures and expected answers about the period may need one that only a kernel proves.
    let uses_period = job.wants_period() && (!job.conjectures().is_empty() || (certified && !job.expect.is_empty()));
    let again = match certified || stored.is_none() || uses_period {
        true => Some(answer::answer_in(&job, false, session)?),
        false => None,
    };
    let certificate = again.as_ref().and_then(|again| again.certificate.as_ref()).map(ProofFile::to_json);
    let written = || Error::io("write", folder);
    let texts = again.as_ref().map(|again| again.conjecture_texts().map_err(written())).transpose()?;
    let (checks, texts) = match &stored {
        Some(_) if uses_period => (again.map(|again| again.checks).unwrap_or_default(), texts.unwrap_or_default()),
        Some((_, values)) => answer::checks_of(&job, values, &control)?,
        None => {
            told.push("no values are stored, so all were recomputed".to_string());
            (again.map(|again| again.checks).unwrap_or_default(), texts.unwrap_or_default())
        }
    };
    told.extend(facts(folder, &manifest, &job, stored.as_ref().map(|(_, values)| values), &control)?);
    told.extend(conjectures(folder, &manifest, &job, &texts)?);
    told.extend(rules(folder, &manifest, &job, stored.as_ref().map(|(_, values)| values), session)?);
    if certified {
        let path = folder.join(CERTIFICATE.name);
        let stored = disk::read_to_string(&path).map_err(Error::io("read", &path))?;
        if certificate.as_ref() != Some(&stored) {
            return Err(Error::corrupt(&path, "it is not the certificate of this job (all values were recomputed)"));
        }
        told.push("the certificate holds (all its values were recomputed)".to_string());
    }
    let failed = failed(&checks);
    if !failed.is_empty() {
        return Err(Error::ChecksFailed(failed.join("; ")));
    }
    if !checks.is_empty() {
        told.push(counted(checks.len(), "expected answer agrees", "expected answers agree"));
    }
    let told = told.join("; ");
    if all_unchecked { Err(Error::Unchecked(told)) } else { Ok(told) }
}

/// Checks the rules that were found, on the stored values or on new ones. Returns in words what was done.
fn rules(
    folder: &Path,
    manifest: &Manifest,
    job: &Job,
    values: Option<&PackedTable>,
    session: Session<'_>,
) -> Result<Option<String>, Error> {
    if !manifest.files.contains_key(PATTERNS.name) {
        return Ok(None);
    }
    let (path, control) = (folder.join(PATTERNS.name), session.control());
    if let Some(values) = values {
        return patterns(&path, job, values, &control);
    }
    let kept = || Error::Fault("the values were not kept".to_string());
    let values = answer::answer_in(job, true, session)?.into_values().ok_or_else(kept)?;
    patterns(&path, job, &values, &control)
}

/// The maximum number of facts that are looked at.
const FACTS_LOOKED_AT: u64 = 20_000;

/// Looks at stored facts, and at the values that follow from them. Returns in words what was done.
fn facts(
    folder: &Path,
    manifest: &Manifest,
    job: &Job,
    values: Option<&PackedTable>,
    control: &Control<'_>,
) -> Result<Option<String>, Error> {
    if !manifest.files.contains_key(FACTS) {
        return Ok(None);
    }
    let path = folder.join(FACTS);
    let text = disk::read_to_string(&path).map_err(Error::io("read", &path))?;
    let ruleset = job.game.outline(&job.range, job.setup(control))?;
    let task = Task::new(&*ruleset, job.play, job.value, job.settings.memory, control);
    let value = |row: u64| values.map(|values| values.get(row));
    match look_at(&task, &text, FACTS_LOOKED_AT, &value)? {
        Err(wrong) => Err(Error::corrupt(&path, wrong)),
        Ok(Looked { checked, all }) if checked == all => {
            Ok(Some(format!("all {all} facts hold, and prove the values")))
        }
        Ok(Looked { checked, all }) => Ok(Some(format!(
            "{checked} of {all} facts hold by one look each (others were not checked: a file in which a share p is wrong \
             passes with probability (1 - p)^{checked}; scripts/check_facts.py checks all)"
        ))),
    }
}

/// Compares the stored results of conjectures with those that follow from the values. Returns in words what was
/// done.
fn conjectures(folder: &Path, manifest: &Manifest, job: &Job, texts: &Texts) -> Result<Option<String>, Error> {
    for (name, text) in texts {
        let path = folder.join(name);
        if disk::read(&path).map_err(Error::io("read", &path))? != *text {
            return Err(Error::corrupt(&path, "it disagrees with the values (every conjecture was checked again)"));
        }
    }
    let more = manifest
        .files
        .keys()
        .find(|name| name.starts_with(COUNTEREXAMPLES) && !texts.iter().any(|(known, _)| known == *name));
    match more {
        Some(name) => Err(Error::corrupt(&folder.join(name), "there are no such counterexamples")),
        None if texts.is_empty() => Ok(None),
        None => {
            let all = job.conjectures().statements.len();
            Ok(Some(counted(all, "conjecture checked again", "conjectures checked again")))
        }
    }
}

/// Verifies the folder of a sweep.
fn verify_sweep(
    folder: &Path,
    manifest: &Manifest,
    identity: &SweepIdentity,
    session: Session<'_>,
) -> Result<String, Error> {
    let damaged = |what: &str| Error::corrupt(&folder.join(MANIFEST), what.to_string());
    if manifest.identity.hash() != manifest.id {
        return Err(damaged("its sweep was changed after it was written"));
    }
    let path = folder.join(&manifest.config.path);
    let source = Source { text: manifest.config.text.clone(), path };
    let sweep = Sweep::new(identity.plan.clone(), Name::of_path(&source.path)?, Some(source))?;
    let sweep = sweep.map_err(|wrong| damaged(&format!("its sweep cannot be read: {}", wrong.blame.message)))?;
    let owner = sweep_run::owner(&sweep, session)?;
    if owner.identity != manifest.identity {
        return Err(damaged("its config or a file of its games was changed after it was written"));
    }
    if let Some(name) = owner.files.into_iter().find(|name| !manifest.files.contains_key(name)) {
        return Err(damaged(&format!("it does not list {name}, which its config asks for")));
    }
    let told = checksums(folder, manifest, &session.control())?;
    Ok(format!("{told}; {}", sweep_run::verify(&sweep, folder, session)?))
}

fn checksums(folder: &Path, manifest: &Manifest, control: &Control<'_>) -> Result<String, Error> {
    for (name, sum) in &manifest.files {
        control.check()?;
        checksum(&folder.join(name), sum)?;
    }
    Ok(counted(manifest.files.len(), "checksum agrees", "checksums agree"))
}

fn checksum(path: &Path, expected: &str) -> Result<(), Error> {
    let agrees = files::checksum(path, expected);
    // For a table, opening it gives a better error message.
    if agrees.is_err() && path.is_file() && path.extension().is_some_and(|extension| extension == "gnt") {
        TableFile::open(path)?;
    }
    agrees
}

/// The job of a manifest.
fn job_of(folder: &Path, manifest: &Manifest) -> Result<Job, Error> {
    let config = folder.join(&manifest.config.path);
    let damaged = |what: String| Error::corrupt(&folder.join(MANIFEST), what);
    if manifest.identity.hash() != manifest.id {
        return Err(damaged("its job was changed after it was written".to_string()));
    }
    let source = Source { path: config, text: manifest.config.text.clone() };
    let Identity::Job(identity) = &manifest.identity else {
        return Err(damaged("it is not the manifest of a job".to_string()));
    };
    let job =
        config::from_identity(identity, source).map_err(|error| damaged(format!("its job cannot be read: {error}")))?;
    match Identity::of(&job) == manifest.identity {
        true => Ok(job),
        false => Err(damaged("its config or a file that it names was changed after it was written".to_string())),
    }
}

/// The stored values, from the table, the CSV listing and the b-file. All that exist must agree.
fn stored(folder: &Path, manifest: &Manifest, job: &Job) -> Result<Option<(PathBuf, PackedTable)>, Error> {
    let rows = job.rows();
    let path = |name: &str| manifest.files.contains_key(name).then(|| folder.join(name));
    let mut all = Vec::new();
    if let Some(path) = path("table.gnt") {
        let file = TableFile::open(&path)?;
        let header = file.header();
        if (&header.code, file.play(), file.value(), file.rows()) != (&job.game.code, job.play, job.value, rows.clone())
        {
            return Err(Error::corrupt(&path, "it is the table of another job"));
        }
        let values = packed((0..header.length).map(|row| file.get(row)));
        all.push((path, values));
    }
    for (name, header, separator) in [("values.csv", true, ','), ("b-file.txt", false, ' ')] {
        if let Some(path) = path(name) {
            let values = from_text(&path, job.value, header, separator)?;
            all.push((path, values));
        }
    }
    for (path, values) in &all {
        if values.len() != rows.len() {
            return Err(Error::corrupt(path, format!("it contains {} values, not {}", values.len(), rows.len())));
        }
    }
    // All files must contain the same values.
    let mut all = all.into_iter();
    let Some((path, values)) = all.next() else { return Ok(None) };
    for (other, others) in all {
        if let Some(row) = (0..rows.len()).find(|&row| others.get(row) != values.get(row)) {
            let what = format!("its value at {} is not that in {}", rows.show_row(row), path.display());
            return Err(Error::corrupt(&other, what));
        }
    }
    Ok(Some((path, values)))
}

fn packed(values: impl Iterator<Item = u32>) -> PackedTable {
    let (mut table, mut block) = (PackedTable::new(), Vec::new());
    for value in values {
        block.push(value);
        if block.len() == 1 << 16 {
            table.extend(&block);
            block.clear();
        }
    }
    table.extend(&block);
    table
}

/// The last field of every line, after a header line if there is one.
fn from_text(path: &Path, kind: Value, header: bool, separator: char) -> Result<PackedTable, Error> {
    let file = File::open(path).map_err(Error::io("open", path))?;
    let mut table = PackedTable::new();
    let mut block = Vec::new();
    for line in BufReader::new(file).lines().skip(usize::from(header)) {
        let line = line.map_err(Error::io("read", path))?;
        let last = match line.strip_suffix('"') {
            Some(quoted) => quoted.rsplit('"').next(),
            None => line.rsplit(separator).next(),
        };
        let value = last.and_then(|text| kind.read(text));
        let row = table.len() + block.len() as u64;
        block.push(value.ok_or_else(|| Error::corrupt(path, format!("row {row} is damaged")))?);
        if block.len() == 1 << 16 {
            table.extend(&block);
            block.clear();
        }
    }
    table.extend(&block);
    Ok(table)
}

/// Recomputes the first values from scratch, and single later ones from the stored values of their options. Returns in
/// words what was recomputed; `None` if nothing was.
fn samples(job: &Job, path: &Path, values: &PackedTable, control: &Control<'_>) -> Result<Option<String>, Error> {
    let rows = job.rows();
    let scratch = from_scratch(job, path, &rows, values, control)?;
    // If every position is a row, a stored value must follow from the stored values of its options. Outcomes of
    // games that split do not follow in this way.
    let ruleset = job.game.outline(&job.range, job.setup(control))?;
    let is_local = matches!(ruleset.convention(), Convention::Plain | Convention::Blocking { .. });
    let local = is_local && ruleset.ranks_are_rows() && (job.value.class == ValueClass::Mex || !ruleset.splits());
    let words = match is_local {
        true => counted(scratch, "value recomputed by the oracle", "values recomputed by the oracle"),
        false => counted(scratch, "value recomputed", "values recomputed"),
    };
    if !local {
        return Ok((scratch > 0 || rows.is_empty()).then_some(words));
    }
    let count = SAMPLES.min(rows.len());
    for sample in 0..count {
        control.check()?;
        // The samples are spread over the whole range and include the last row.
        let row = (u128::from(rows.len() - 1) * u128::from(sample + 1) / u128::from(count)) as u64;
        if local_value(&*ruleset, job, values, row) != values.get(row) {
            let label = rows.show_row(row);
            let what = format!("the value at {label} disagrees with those of its options");
            return Err(Error::corrupt(path, what));
        }
    }
    let with = if job.value.class == ValueClass::Mex { "the mex of their options" } else { "their options" };
    Ok(Some(format!("{words}; {} with {with}", counted(count, "sample agrees", "samples agree"))))
}

/// The value of a row, computed from the stored values of its options.
fn local_value(ruleset: &dyn Ruleset, job: &Job, values: &PackedTable, row: u64) -> u32 {
    if let ValueClass::Length { winner_hurries } = job.value.class {
        let mut length = PlayLength::new(winner_hurries);
        ruleset.each_option(row, &mut |entries| length.add(entries.first().map_or(0, |&entry| values.get(entry))));
        return length.value();
    }
    let mut set = NimberSet::new();
    let misere = job.play == Play::Misere;
    let (mut terminal, mut zeros) = (true, 0);
    ruleset.each_option(row, &mut |entries| {
        terminal = false;
        let empty = u32::from(misere && entries.is_empty());
        let value = entries.iter().fold(empty, |sum, &entry| sum ^ values.get(entry));
        set.insert(value);
        zeros += u32::from(value == 0);
    });
    if let Convention::Blocking { most, .. } = ruleset.convention() {
        return u32::from(zeros > most);
    }
    match job.value.class {
        ValueClass::Mex if terminal => u32::from(misere),
        ValueClass::Mex => set.mex(),
        ValueClass::Outcome | ValueClass::Length { .. } | ValueClass::Loopy | ValueClass::Entailing => {
            u32::from(set.contains(0) || (terminal && misere))
        }
    }
}
