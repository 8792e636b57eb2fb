//! Checks the folder of a run: checksums, `[expect]` against the stored values, and samples
//! recomputed by the oracle.

use crate::analysis::{PeriodFinder, Theorem};
use crate::config;
use crate::control::Control;
use crate::engine::Gathered;
use crate::error::Error;
use crate::folder::hex;
use crate::job::Job;
use crate::kernel::{Fan, Kernel, Oracle, Sink, Task, Values};
use crate::manifest::{MANIFEST, Manifest, Resolved, failed};
use crate::nimber::NimberSet;
use crate::ruleset::{Play, Rows, Ruleset, Value};
use crate::table::{PackedTable, TableFile};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::path::Path;

/// The most positions the oracle solves from scratch.
const SCRATCH: u64 = 20_000;

/// Rows whose stored value is compared with the mex of the stored values of their options.
const SAMPLES: u64 = 200;

/// Verifies the folder of a run; what was checked, in words.
///
/// # Errors
/// [`Error::Corrupt`] for a damaged or missing file or a wrong sample,
/// [`Error::ChecksFailed`] if an expected answer disagrees with the stored values,
/// [`Error::Usage`] if the folder is not that of a run.
pub fn verify(folder: &Path) -> Result<String, Error> {
    let Some(manifest) = Manifest::read(folder)? else {
        return Err(Error::Usage(format!("{} is not the folder of a run: it has no {MANIFEST}", folder.display())));
    };
    if !manifest.complete {
        return Err(Error::corrupt(&folder.join(MANIFEST), "the run was not completed; run its config again"));
    }
    for (name, sum) in &manifest.files {
        checksum(&folder.join(name), sum)?;
    }
    let mut told = vec![format!("{} checksums agree", manifest.files.len())];
    let job = job_of(folder, &manifest)?;
    match stored(folder, &manifest, &job)? {
        None => told.push("no values are stored, so none were recomputed".to_string()),
        Some((path, values)) => {
            // Wrong values first: they would make expectations fail for a lesser reason.
            told.push(samples(&job, &path, &values)?);
            told.extend(expectations(&job, &values)?);
        }
    }
    Ok(told.join(", "))
}

fn checksum(path: &Path, expected: &str) -> Result<(), Error> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(Error::corrupt(path, "the file is missing"));
        }
        other => other.map_err(Error::io("open", path))?,
    };
    let mut hash = Sha256::new();
    std::io::copy(&mut file, &mut HashWriter(&mut hash)).map_err(Error::io("read", path))?;
    if hex(&hash.finalize()) == expected {
        return Ok(());
    }
    // A table says better what is wrong with it.
    if path.extension().is_some_and(|extension| extension == "gnt") {
        TableFile::open(path)?;
    }
    Err(Error::corrupt(path, "the checksum does not match: the file was changed after it was written"))
}

struct HashWriter<'h>(&'h mut Sha256);

impl std::io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The job of a manifest, from its config text; both must say the same.
fn job_of(folder: &Path, manifest: &Manifest) -> Result<Job, Error> {
    let path = folder.join(&manifest.config.path);
    let damaged = |what: String| Error::corrupt(&folder.join(MANIFEST), what);
    let name = Path::new(&manifest.config.path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let job = config::parse(&manifest.config.text, name.unwrap_or_default(), &path)
        .map_err(|error| damaged(format!("its config cannot be read: {error}")))?;
    if Resolved::of(&job) == manifest.job { Ok(job) } else { Err(damaged("its config and its job differ".to_string())) }
}

/// The stored values, from the table or else from the CSV listing.
fn stored(folder: &Path, manifest: &Manifest, job: &Job) -> Result<Option<(std::path::PathBuf, PackedTable)>, Error> {
    let rows = job.rows();
    let path = |name: &str| manifest.files.contains_key(name).then(|| folder.join(name));
    let (path, values) = if let Some(path) = path("table.gnt") {
        let file = TableFile::open(&path)?;
        let header = file.header();
        if (&header.code, file.play(), file.value(), file.rows()) != (&job.game.code, job.play, job.value, rows.clone())
        {
            return Err(Error::corrupt(&path, "it is the table of another job"));
        }
        let values = packed((0..header.length).map(|row| file.get(row)));
        (path, values)
    } else if let Some(path) = path("values.csv") {
        let values = from_csv(&path, job.value)?;
        (path, values)
    } else {
        return Ok(None);
    };
    if values.len() != rows.len() {
        return Err(Error::corrupt(&path, format!("it holds {} values, not {}", values.len(), rows.len())));
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

fn from_csv(path: &Path, kind: Value) -> Result<PackedTable, Error> {
    let damaged = |row: u64| Error::corrupt(path, format!("row {row} is damaged"));
    let mut reader = csv::Reader::from_path(path).map_err(|error| Error::io("read", path)(error.into()))?;
    let mut table = PackedTable::new();
    for record in reader.records() {
        let row = table.len();
        let record = record.map_err(|_| damaged(row))?;
        let value = record.iter().next_back().and_then(|text| kind.read(text)).ok_or_else(|| damaged(row))?;
        table.extend(&[value]);
    }
    Ok(table)
}

/// Compares `[expect]` with the stored values; says how many answers agree.
fn expectations(job: &Job, values: &PackedTable) -> Result<Option<String>, Error> {
    if job.expect.is_empty() {
        return Ok(None);
    }
    let rows = job.rows();
    let control = Control::free();
    let ruleset = job.game.ruleset(job.max, job.setup(&control))?;
    let task = Task { ruleset: &*ruleset, play: job.play, value: job.value, control: &control };
    let mut gathered = Gathered::new(job, false, &rows);
    let mut finder = PeriodFinder::new(&rows, Theorem::of(&task));
    let mut block = Vec::new();
    {
        let mut sinks = gathered.sinks();
        if job.wants_period() {
            sinks.push(&mut finder);
        }
        let mut fan = Fan(sinks);
        for first in (0..values.len()).step_by(1 << 14) {
            block.clear();
            block.extend((first..values.len().min(first + (1 << 14))).map(|row| values.get(row)));
            fan.block(first, Values::Words(&block))?;
        }
    }
    let claim = if job.wants_period() { finder.finish() } else { None };
    let checks = gathered.checks(job, &rows, claim.as_ref());
    match failed(&checks) {
        failed if failed.is_empty() => Ok(Some(format!("{} expected answers agree", checks.len()))),
        failed => Err(Error::ChecksFailed(failed.join("; "))),
    }
}

/// Recomputes a part from scratch, and single values from the stored ones of their options.
fn samples(job: &Job, path: &Path, values: &PackedTable) -> Result<String, Error> {
    let rows = job.rows();
    let scratch = from_scratch(job, path, &rows, values)?;
    let control = Control::free();
    let ruleset = job.game.ruleset(job.max, job.setup(&control))?;
    // Where every position is a row, a stored value must follow from the stored values of
    // the options; a game that splits has no outcomes to go by.
    let local = ruleset.positions() == rows.len() && (job.value == Value::Grundy || !ruleset.splits());
    if !local {
        return Ok(format!("{scratch} values recomputed by the oracle"));
    }
    let count = SAMPLES.min(rows.len());
    for sample in 0..count {
        // Spread over the whole range, the last row among them.
        let row = (u128::from(rows.len() - 1) * u128::from(sample + 1) / u128::from(count)) as u64;
        if local_value(&*ruleset, job, values, row) != values.get(row) {
            let label = rows.show_row(row);
            return Err(Error::corrupt(
                path,
                format!("the value at {label} does not follow from those of its options"),
            ));
        }
    }
    Ok(format!("{scratch} values recomputed by the oracle, {count} samples follow from their options"))
}

/// The value of a row by its options' stored values.
fn local_value(ruleset: &dyn Ruleset, job: &Job, values: &PackedTable, row: u64) -> u32 {
    let mut set = NimberSet::new();
    let misere = job.play == Play::Misere;
    let mut terminal = true;
    ruleset.options(row, &mut |entries| {
        terminal = false;
        let empty = u32::from(misere && entries.is_empty());
        set.insert(entries.iter().fold(empty, |sum, &entry| sum ^ values.get(entry)));
    });
    match job.value {
        Value::Grundy => set.mex(),
        Value::Outcome => u32::from(set.contains(0) || (terminal && misere)),
    }
}

/// Solves the game with the oracle for the largest range that is cheap enough, and compares
/// every row of it; how many rows that were.
fn from_scratch(job: &Job, path: &Path, rows: &Rows, values: &PackedTable) -> Result<u64, Error> {
    let control = Control::free();
    let setup = job.setup(&control);
    let mut max = job.max;
    let ruleset = loop {
        let cheap = job.game.shape.rows(max).len() <= SCRATCH;
        let ruleset = if cheap { Some(job.game.ruleset(max, setup)?) } else { None };
        match ruleset.filter(|ruleset| ruleset.positions() <= SCRATCH || max <= rows.first() + 1) {
            Some(ruleset) => break ruleset,
            None => max = max - max / 8 - 1,
        }
    };
    let task = Task { ruleset: &*ruleset, play: job.play, value: job.value, control: &control };
    let mut truth: Vec<u32> = Vec::new();
    Oracle.solve(&task, &mut truth)?;
    let mut label = Vec::new();
    for (row, &expected) in (0..).zip(&truth) {
        ruleset.rows().label(row, &mut label);
        let found = rows.find(&label).map(|row| values.get(row));
        if found != Some(expected) {
            let label = rows.show(&label);
            let text = format!("the value at {label} is {}, but the oracle says {expected}", found.unwrap_or_default());
            return Err(Error::corrupt(path, text));
        }
    }
    Ok(truth.len() as u64)
}
