//! The pipeline: plan, solve into sinks, write, commit.

use crate::analysis::certificate::Certificate;
use crate::analysis::expectation::{Check, Probe, compare};
use crate::analysis::growth::{Growth, Stage};
use crate::analysis::lines::Lines;
use crate::analysis::periodicity::MOST_ROWS;
use crate::analysis::periodicity::{self, Rest};
use crate::analysis::statistics::{Counts, Histogram, Summary};
use crate::analysis::{Claim, PeriodFinder, Theorem};
use crate::bytes::Bytes;
use crate::checkpoint::{CHECKPOINT, Keeper, Kept, Recorder, State, StateReader};
use crate::control::Control;
use crate::error::Error;
use crate::event::{Observer, RunEvent};
use crate::folder::{Folder, Opened};
use crate::job::Job;
use crate::kernel::{self, Fan, Flow, Kernel, MaskOf, Proof, SMALL, Sink, Task, Values};
use crate::manifest::{Findings, Made};
use crate::ruleset::{Rows, Value};
use crate::space::check_memory;
use crate::table::PackedTable;
use crate::writer::{CERTIFICATE, Content, FORMATS, Format, Out, Results, RowWriter};
use std::cell::{Cell, RefCell};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The values a report may show at the start of a sequence.
const PREFIX: usize = 1000;

/// Values in which a period is looked for where it would only save work.
const SHORT: u64 = 1 << 20;

/// Periods up to here are kept whole where a sequence is continued by one.
const LONG_PERIOD: u64 = 1 << 28;

/// How a run is watched and stopped.
#[derive(Clone, Copy)]
pub struct Session<'a> {
    /// Set from outside to stop the run.
    pub cancelled: &'a AtomicBool,
    /// Told everything that happens.
    pub observer: &'a dyn Observer,
}

/// Runs a job and writes its results into a folder.
///
/// A folder that holds a complete run of the same config is left as it is, unless `fresh`.
/// Nothing in the folder changes before all results are computed and written.
///
/// # Errors
/// Every [`Error`] but `ChecksFailed`: failed checks are in the findings.
pub fn run(job: &Job, path: &Path, fresh: bool, session: Session<'_>) -> Result<Findings, Error> {
    let mut folder = match Folder::open(path, job, fresh)? {
        Opened::UpToDate(findings) => {
            session.observer.event(&RunEvent::UpToDate { job: &job.name, folder: path });
            return Ok(findings);
        }
        Opened::Ready(folder) => folder,
    };
    let started = Instant::now();
    let formats: Vec<&Format> = FORMATS.iter().copied().filter(|format| format.wanted(job)).collect();
    let (mut streams, files) = open_streams(job, &formats, &mut folder)?;
    let keeper = Keeper {
        folder: path.to_path_buf(),
        fingerprint: folder.fingerprint(job),
        every: job.checkpoint,
        cancelled: session.cancelled,
        streams: files,
        last: Cell::new(Instant::now()),
        written: Cell::new(path.join(CHECKPOINT).exists()),
    };
    let solved = match solve(job, &formats, &mut streams, session, Some((&keeper, folder.kept()))) {
        Err(Error::Stopped | Error::Interrupted) if keeper.written.get() => {
            drop(streams);
            folder.suspend();
            return Err(Error::Stopped);
        }
        other => other?,
    };
    for stream in streams {
        stream.finish()?;
    }
    let results = solved.results(job);
    for format in &formats {
        let path = path.join(format.file);
        match format.content {
            Content::Rows(_) => Ok(()),
            Content::Results(write) => write(&results, folder.create(format.file)?),
            Content::Table(write) | Content::Cells(write) => match &solved.gathered.table {
                Some(table) => write(&results, table, folder.create(format.file)?),
                None => Ok(()),
            },
        }
        .map_err(Error::io("write", &path))?;
    }
    if let Some(certificate) = &solved.certificate {
        let target = path.join(CERTIFICATE);
        let mut out = folder.create(CERTIFICATE)?;
        let written = out.write_all(certificate.to_json().as_bytes()).and_then(|()| out.flush());
        written.map_err(Error::io("write", &target))?;
    }
    let findings = Findings::of(&results);
    let made = Made {
        kernel: solved.kernel.to_string(),
        threads: rayon::current_num_threads(),
        seconds: started.elapsed().as_secs_f64(),
        notes: solved.notes.clone(),
    };
    for file in folder.commit(job, &findings, &made)? {
        session.observer.event(&RunEvent::Written(&file));
    }
    let seconds = started.elapsed().as_secs_f64();
    let (summary, rows) = (findings.sentence(), solved.rows.len());
    session.observer.event(&RunEvent::Finished { job: &job.name, summary: &summary, rows, seconds });
    Ok(findings)
}

/// Solves a job and streams its rows in one format to `out`, with no folder: for commands
/// that print.
///
/// # Errors
/// As for [`run`].
pub fn print(job: &Job, format: &Format, name: &str, out: Out, session: Session<'_>) -> Result<(), Error> {
    let path = PathBuf::from(name);
    match format.content {
        Content::Rows(open) => {
            let mut streams = [RowSink { writer: open(job, out), path }];
            solve(job, &[format], &mut streams, session, None)?;
            let [stream] = streams;
            stream.finish()
        }
        Content::Results(write) => {
            let solved = solve(job, &[format], &mut [], session, None)?;
            write(&solved.results(job), out).map_err(Error::io("write to", &path))
        }
        Content::Table(_) | Content::Cells(_) => {
            Err(Error::Usage(format!("{} is not printed, but written by `grundy run`", format.file)))
        }
    }
}

/// The checks of a job and the text of its certificate, if there is one, its values computed
/// again.
pub(crate) fn again(job: &Job, session: Session<'_>) -> Result<(Vec<Check>, Option<String>), Error> {
    let solved = solve(job, &[], &mut [], session, None)?;
    Ok((solved.checks, solved.certificate.map(|certificate| certificate.to_json())))
}

/// The checks of a job against stored values.
pub(crate) fn checks_of(job: &Job, values: &PackedTable, control: &Control<'_>) -> Result<Vec<Check>, Error> {
    if job.expect.is_empty() {
        return Ok(Vec::new());
    }
    let rows = job.rows();
    // A theorem is a matter of the rules, not of the range.
    let small = job.game.ruleset(job.max.min(rows.first() + 1), job.setup(control))?;
    let task = Task { ruleset: &*small, play: job.play, value: job.value, memory: job.memory, control };
    let mut gathered = Gathered::new(job, false, &rows, kernel::mask_of(small.view()));
    let mut finder = PeriodFinder::new(&rows, Theorem::of(&task), PeriodFinder::fits(job.memory));
    let mut sinks = gathered.sinks();
    if job.wants_period() {
        sinks.push(&mut finder);
    }
    replay(rows.len(), |row| values.get(row), &mut Fan(sinks))?;
    let claim = if job.wants_period() { finder.finish() } else { None };
    Ok(gathered.checks(job, &rows, claim.as_ref()))
}

/// Streams values that are known already.
pub(crate) fn replay(rows: u64, value: impl Fn(u64) -> u32, sink: &mut dyn Sink) -> Result<(), Error> {
    let mut block = Vec::new();
    for first in (0..rows).step_by(1 << 14) {
        block.clear();
        block.extend((first..rows.min(first + (1 << 14))).map(&value));
        sink.block(first, Values::Words(&block))?;
    }
    Ok(())
}

/// What a solved job leaves for writers.
struct Solved {
    rows: Rows,
    gathered: Gathered,
    claim: Option<Claim>,
    theorem: Option<Theorem>,
    certificate: Option<Certificate>,
    growth: Option<Vec<Stage>>,
    checks: Vec<Check>,
    kernel: &'static str,
    notes: Vec<String>,
}

impl Solved {
    fn results<'a>(&'a self, job: &'a Job) -> Results<'a> {
        Results {
            job,
            rows: &self.rows,
            summary: &self.gathered.summary,
            claim: self.claim.as_ref(),
            theorem: self.theorem,
            histogram: self.gathered.histogram.as_ref(),
            growth: self.growth.as_deref(),
            counts: &self.gathered.counts,
            lines: self.gathered.lines.sequences(),
            checks: &self.checks,
        }
    }
}

/// Plans a job, runs its kernel into the sinks, and ends the analyses.
///
/// With a keeper the run goes on from what was kept, and keeps its state from time to time.
fn solve(
    job: &Job,
    formats: &[&Format],
    streams: &mut [RowSink],
    session: Session<'_>,
    keeping: Option<(&Keeper<'_>, Option<Kept>)>,
) -> Result<Solved, Error> {
    let control = Control::new(session.cancelled, session.observer);
    let (name, code, rows) = (&job.name, &job.game.code, job.rows().len());
    session.observer.event(&RunEvent::Started { job: name, code, rows });
    let ruleset = job.game.outline(job.max, job.setup(&control))?;
    let task = Task { ruleset: &*ruleset, play: job.play, value: job.value, memory: job.memory, control: &control };
    let plan = Plan::new(job, formats, &task)?;
    session.observer.event(&RunEvent::Planned { kernel: plan.kernel.name(), needs: plan.needs });
    let mut gathered = Gathered::new(job, plan.table, ruleset.rows(), kernel::mask_of(ruleset.view()));
    let mut finder = plan.finder.map(|limit| PeriodFinder::new(ruleset.rows(), plan.theorem, limit));
    let (mut notes, mut proof) = stream_all(&task, &plan, &mut gathered, finder.as_mut(), streams, keeping)?;
    let claim = match &proof {
        Some(proof) => Some(proof.claim),
        // The search for what is only observed takes its time: not where nobody asked.
        None => finder.as_mut().filter(|_| job.wants_period()).and_then(PeriodFinder::finish),
    };
    if job.wants_period() && claim.is_none() && finder.as_ref().is_some_and(PeriodFinder::gave_up) {
        notes.push("the search for a period ended before the range did".to_string());
    }
    notes.iter().for_each(|note| session.observer.event(&RunEvent::Note(note)));
    let claim = claim.filter(|_| job.wants_period());
    let certificate = match (&claim, &mut proof, &finder) {
        (Some(claim), Some(proof), _) => {
            Certificate::new(&job.game.code, claim, Some(proof.sparse.clone()), &mut *proof.values, &control)?
        }
        (Some(claim), None, Some(finder)) if job.value == Value::Grundy && plan.theorem.is_some() => {
            let sparse = kernel::sparse_space(ruleset.view(), |n| finder.value(n), claim.checked_to);
            Certificate::new(&job.game.code, claim, sparse, &mut |n| finder.value(n), &control)?
        }
        _ => None,
    };
    let theorem = claim.as_ref().and_then(|claim| claim.theorem).or(plan.theorem);
    let checks = gathered.checks(job, ruleset.rows(), claim.as_ref());
    let growth = gathered.growth.as_mut().map(|growth| growth.stages().to_vec());
    let rows = ruleset.rows().clone();
    Ok(Solved { rows, gathered, claim, theorem, certificate, growth, checks, kernel: plan.kernel.name(), notes })
}

/// Runs the kernel; if a period is proved before the end, by the finder or by the kernel,
/// continues from that. Notes for the manifest, and the kernel's proof.
fn stream_all(
    task: &Task<'_>,
    plan: &Plan,
    gathered: &mut Gathered,
    finder: Option<&mut PeriodFinder>,
    streams: &mut [RowSink],
    keeping: Option<(&Keeper<'_>, Option<Kept>)>,
) -> Result<(Vec<String>, Option<Proof>), Error> {
    let (keeper, kept) = keeping.map_or((None, None), |(keeper, kept)| (Some(keeper), kept));
    let kept = RefCell::new(kept);
    let rows = task.ruleset.rows().len();
    let mut sinks = all_sinks(gathered, streams);
    let may_stop = plan.kernel.trusts_theorems();
    let (mut solution, seen, rest) = match finder {
        None => (plan.kernel.solve(task, &mut Recorder { sinks: &mut sinks, keeper, kept })?, 0, None),
        Some(finder) => {
            let mut early = Early { finder, may_stop };
            let mut all = Fan(vec![&mut sinks, &mut early]);
            let solution = plan.kernel.solve(task, &mut Recorder { sinks: &mut all, keeper, kept })?;
            // A kernel that was not stopped has given every row, whatever the finder kept.
            let rest = if may_stop && solution.proof.is_none() { finder.rest() } else { None };
            (solution, finder.seen(), rest)
        }
    };
    let mut given = rows;
    if let Some(proof) = &mut solution.proof {
        given = proof.given;
        continue_by_proof(task, proof, &mut sinks)?;
    } else if let Some(rest) = rest.filter(|_| seen < rows) {
        given = seen;
        continue_by(task, rest, seen, &mut sinks)?;
    }
    if given < rows {
        solution.notes.push(format!("computed {given} of {rows} values; the others follow from the proved period"));
    }
    Ok((solution.notes, solution.proof))
}

/// Continues a sequence by a kernel's proof, whose period may be too long to be kept.
fn continue_by_proof(task: &Task<'_>, proof: &mut Proof, sink: &mut dyn Sink) -> Result<(), Error> {
    let (n0, p, rows) = (proof.claim.preperiod, proof.claim.period, task.ruleset.rows().len());
    if proof.given >= rows {
        return Ok(());
    }
    if p <= LONG_PERIOD {
        let mut cycle = vec![0; p as usize];
        // The values from `given` on are those one period before.
        proof.values.read(proof.given - p, &mut cycle, task.control)?;
        return continue_by(task, Rest { cycle, saltus: 0 }, proof.given, sink);
    }
    task.control.phase("continuing the proved period", rows);
    let mut block = vec![0; 1 << 16];
    let mut next = proof.given;
    while next < rows {
        let place = n0 + (next - n0) % p;
        block.resize((1 << 16).min(rows - next).min(n0 + p - place) as usize, 0);
        proof.values.read(place, &mut block, task.control)?;
        sink.block(next, Values::Words(&block))?;
        next += block.len() as u64;
        task.control.progress(next);
    }
    Ok(())
}

/// Continues a sequence from a row on by its period; at once, where no sink needs the rows.
fn continue_by(task: &Task<'_>, rest: Rest, from: u64, sink: &mut dyn Sink) -> Result<(), Error> {
    let rows = task.ruleset.rows().len();
    if rest.saltus == 0 && sink.takes_periodic() {
        sink.periodic(from, &rest.cycle, rows);
        return Ok(());
    }
    task.control.phase("continuing the proved period", rows);
    periodicity::continue_into(&rest.cycle, rest.saltus, from, rows, sink, |done| {
        task.control.progress(done);
        task.control.check()
    })
}

fn all_sinks<'s>(gathered: &'s mut Gathered, streams: &'s mut [RowSink]) -> Fan<'s> {
    let mut sinks = gathered.sinks();
    sinks.extend(streams.iter_mut().map(|stream| stream as &mut dyn Sink));
    Fan(sinks)
}

/// The finder as a sink that may or may not stop the kernel.
struct Early<'f> {
    finder: &'f mut PeriodFinder,
    may_stop: bool,
}

impl Sink for Early<'_> {
    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        self.finder.save(state)
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.finder.load(state)
    }

    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        let flow = self.finder.block(first, values)?;
        Ok(if self.may_stop { flow } else { Flow::Continue })
    }
}

/// What a job needs, decided and checked before work starts.
struct Plan {
    kernel: &'static dyn Kernel,
    theorem: Option<Theorem>,
    /// How many values the period finder may keep, if there is one: a period is asked for,
    /// or a theorem may spare the kernel most of its work.
    finder: Option<u64>,
    /// Whether a packed table of all rows is kept for writers.
    table: bool,
    needs: Bytes,
}

impl Plan {
    fn new(job: &Job, formats: &[&Format], task: &Task<'_>) -> Result<Self, Error> {
        let rows = task.ruleset.rows();
        let kernel = kernel::choose(job.kernel.as_deref(), task)?;
        let theorem = Theorem::of(task).filter(|_| rows.is_sequence());
        let table = formats.iter().any(|format| matches!(format.content, Content::Table(_) | Content::Cells(_)));
        let mut needs = kernel.needs(task);
        if table {
            needs = needs.plus(Bytes::packed(u128::from(rows.len()), task.value_bits()));
        }
        if !job.analysis.counts.is_empty() {
            needs = needs.plus(Counts::needs(rows));
        }
        needs = needs.plus(task.ruleset.held());
        // A theorem needs a beginning only; an observed period needs the whole range.
        let finder = match (theorem, job.wants_period()) {
            (Some(theorem), _) => {
                let fits = PeriodFinder::fits(Bytes(job.memory.0.saturating_sub(needs.0)));
                // Longer periods of codes that split are the business of the kernels.
                let most = match theorem {
                    Theorem::GuySmith { .. } if job.wants_period() => SMALL,
                    Theorem::GuySmith { .. } => SHORT,
                    _ => MOST_ROWS,
                };
                Some(rows.len().min(fits).min(most))
            }
            (None, true) => Some(whole_range(rows.len())?),
            (None, false) => None,
        };
        needs = needs.plus(PeriodFinder::needs(finder.unwrap_or(0)));
        check_memory(
            &format!("`{}` to {} with kernel `{}`", job.game.code, job.max, kernel.name()),
            needs,
            job.memory,
        )?;
        check_listings(job, formats, rows)?;
        Ok(Self { kernel, theorem, finder, table, needs })
    }
}

/// The rows of a search that no theorem shortens, if they can be numbered.
fn whole_range(rows: u64) -> Result<u64, Error> {
    if rows <= MOST_ROWS {
        return Ok(rows);
    }
    Err(Error::Limit {
        what: "the search for a period".to_string(),
        needed: format!("{rows} rows"),
        allowed: format!("{MOST_ROWS} rows"),
        key: "`period` in [analysis]".to_string(),
        remedy: "set it to false or lower `max` in [range]".to_string(),
    })
}

fn check_listings(job: &Job, formats: &[&Format], rows: &Rows) -> Result<(), Error> {
    for format in formats {
        let needed = format.listing(rows);
        if needed > job.output.max_rows {
            return Err(Error::Limit {
                what: format!("the listing {}", format.file),
                needed: format!("{needed} rows"),
                allowed: format!("{} rows", job.output.max_rows),
                key: "`max-rows` in [output]".to_string(),
                remedy: "raise it (--max-rows on the command line), lower `max`, or leave the format out".to_string(),
            });
        }
    }
    Ok(())
}

/// The sinks every run has, and those its analyses need.
struct Gathered {
    summary: Summary,
    probe: Probe,
    histogram: Option<Histogram>,
    growth: Option<Growth>,
    counts: Vec<Counts>,
    lines: Lines,
    table: Option<PackedTable>,
}

impl Gathered {
    fn new(job: &Job, table: bool, rows: &Rows, mask: MaskOf) -> Self {
        let analysis = &job.analysis;
        let histogram = analysis.histogram || analysis.records || analysis.first_occurrence;
        Self {
            summary: Summary::new(PREFIX.max(job.expect.prefix.len())),
            probe: Probe::new(&job.expect, rows),
            histogram: histogram.then(|| Histogram::new(job.memory)),
            growth: analysis.growth.then(|| Growth::new(rows.first(), mask)),
            counts: analysis.counts.iter().map(|&by| Counts::new(by, rows)).collect(),
            lines: Lines::new(&analysis.lines, rows.sides().last().copied().unwrap_or(0)),
            table: table.then(PackedTable::new),
        }
    }

    fn sinks(&mut self) -> Vec<&mut dyn Sink> {
        let mut sinks: Vec<&mut dyn Sink> = vec![&mut self.summary, &mut self.probe];
        sinks.extend(self.histogram.as_mut().map(|sink| sink as &mut dyn Sink));
        sinks.extend(self.growth.as_mut().map(|sink| sink as &mut dyn Sink));
        sinks.extend(self.counts.iter_mut().map(|sink| sink as &mut dyn Sink));
        if !self.lines.sequences().is_empty() {
            sinks.push(&mut self.lines);
        }
        sinks.extend(self.table.as_mut().map(|sink| sink as &mut dyn Sink));
        sinks
    }

    fn checks(&self, job: &Job, rows: &Rows, claim: Option<&Claim>) -> Vec<Check> {
        compare(&job.expect, job.value, rows, &self.summary, claim, &self.probe)
    }
}

impl Sink for PackedTable {
    fn block(&mut self, _: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.extend(values.words(&mut Vec::new()));
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        PackedTable::save(self, state)
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        *self = PackedTable::load(state)?;
        Some(())
    }
}

/// A row writer as a sink.
pub(crate) struct RowSink {
    pub(crate) writer: Box<dyn RowWriter>,
    pub(crate) path: PathBuf,
}

impl RowSink {
    pub(crate) fn finish(self) -> Result<(), Error> {
        self.writer.finish().map_err(Error::io("write", &self.path))
    }
}

impl Sink for RowSink {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.writer.block(first, values).map_err(Error::io("write", &self.path))?;
        Ok(Flow::Continue)
    }

    fn save(&mut self, _: &mut State) -> Result<(), Error> {
        // The state of a stream is the length of its file: the keeper notes it.
        self.writer.flush().map_err(Error::io("write", &self.path))
    }
}

/// The streams of rows, and the files they write to meanwhile.
type Streams = (Vec<RowSink>, Vec<(String, PathBuf)>);

fn open_streams(job: &Job, formats: &[&Format], folder: &mut Folder) -> Result<Streams, Error> {
    let (mut streams, mut files) = (Vec::new(), Vec::new());
    for format in formats {
        if let Content::Rows(open) = format.content {
            let (out, file) = folder.stream(format.file)?;
            let writer = open(job, out);
            streams.push(RowSink { writer, path: folder.path().join(format.file) });
            files.push((format.file.to_string(), file));
        }
    }
    Ok((streams, files))
}
