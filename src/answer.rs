//! A job answered without a folder: solved into its sinks, its results gathered.

use crate::analysis::PeriodFinder;
use crate::analysis::certificate::Certificate;
use crate::analysis::expectation::Check;
use crate::analysis::periodicity::{self, Rest};
use crate::bytes::Bytes;
use crate::checkpoint::{Keeper, Left, Recorder};
use crate::claim::{Claim, Least, Sequence, Spacing, Theorem, Theorems};
use crate::control::Control;
use crate::error::Error;
use crate::event::{Observer, RunEvent, Silent};
use crate::job::Job;
use crate::kernel::{self, Proof, Task};
use crate::output::{CONJECTURES, Content, End, InMemory, Out, ResultFile, Results, Texts};
use crate::plan::Plan;
use crate::question::conjecture_texts;
use crate::ruleset::{Rows, Value};
use crate::sinks::{Gathered, RowSink, all_sinks};
use crate::space::check_memory;
use crate::stream::{Fan, Flow, Kept, Sink, State, StateReader, Under, Values};
use crate::table::PackedTable;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Periods up to here are kept whole where a sequence is continued by one.
const LONG_PERIOD: u64 = 1 << 28;

/// How a run is watched and stopped.
#[derive(Clone, Copy)]
pub struct Session<'a> {
    /// Set from outside to stop the run.
    pub cancelled: &'a AtomicBool,
    /// Told everything that happens.
    pub observer: &'a dyn Observer,
    /// The memory that the run may take now, whatever the job allows: its share, where others run beside it.
    pub share: Option<Bytes>,
    /// The file by which the run is handed on, in place of a checkpoint in its folder.
    pub state: Option<&'a Path>,
}

impl<'a> Session<'a> {
    /// A run with all the memory that its job allows.
    pub fn new(cancelled: &'a AtomicBool, observer: &'a dyn Observer) -> Self {
        Self { cancelled, observer, share: None, state: None }
    }
}

/// Answers a job: no folder, no terminal, nothing kept from earlier. All values are in the answer.
///
/// ```
/// use grundy::config::{Request, from_code};
/// use grundy::job::Analysis;
///
/// # fn main() -> Result<(), grundy::Error> {
/// let analysis = Analysis::of("period");
/// let job = from_code("octal:0.77", Some(1000), Request { analysis, ..Request::default() })?;
/// let kayles = grundy::answer(&job)?;
/// assert_eq!(kayles.value(11), Some(6));
/// let claim = kayles.claim.expect("a period");
/// assert_eq!((claim.preperiod, claim.period, claim.status().to_string().as_str()), (71, 12, "proved"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Limit`] if the job would not fit its memory, [`Error::Usage`] if no kernel supports it.
pub fn answer(job: &Job) -> Result<Answer, Error> {
    answer_in(job, true, Session::new(&AtomicBool::new(false), &Silent))
}

/// The same, watched and stopped from outside, and with the values only if they are wanted.
///
/// # Errors
/// As for [`answer`]; [`Error::Interrupted`].
pub fn answer_in(job: &Job, values: bool, session: Session<'_>) -> Result<Answer, Error> {
    solve(job, (&[], values), &mut [], session, None, None)
}

/// Solves a job and writes one of its files to `out`, with no folder: for commands that print.
///
/// # Errors
/// As for [`answer`], and [`Error::Io`]; [`Error::Usage`] for a file of packed values.
pub fn print(job: &Job, file: &ResultFile, name: &str, out: Out, session: Session<'_>) -> Result<(), Error> {
    let path = PathBuf::from(name);
    let failed = || Error::io("write to", &path);
    match file.content {
        Content::Rows(open) => {
            let mut streams = [RowSink { writer: open(job, out, 0), path }];
            solve(job, (&[file], false), &mut streams, session, None, None)?;
            let [stream] = streams;
            stream.finish()
        }
        Content::Results(write) => {
            let answer = solve(job, (&[file], false), &mut [], session, None, None)?;
            write(&answer.results(job), out).map_err(failed())
        }
        Content::Maybe(text) => {
            let answer = solve(job, (&[file], false), &mut [], session, None, None)?;
            let (text, mut out) = (text(&answer.results(job)).unwrap_or_default(), out);
            out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(failed())
        }
        Content::Many { texts, .. } => {
            let answer = solve(job, (&[file], false), &mut [], session, None, None)?;
            let (texts, mut out) = (texts(&answer.results(job)).map_err(failed())?, out);
            let first = texts.first().map_or(&[][..], |(_, text)| text);
            out.write_all(first).and_then(|()| out.flush()).map_err(failed())
        }
        Content::Table(..) => Err(Error::Usage(format!("{} is not printed, but written by `grundy run`", file.name))),
    }
}

/// Solves a job and writes some of its files into memory; the texts come in the order of the files.
///
/// # Errors
/// As for [`answer_in`]; [`Error::Io`] cannot happen in memory.
pub(crate) fn answer_files(
    job: &Job,
    files: &[&ResultFile],
    session: Session<'_>,
) -> Result<(Answer, Vec<Vec<u8>>), Error> {
    let texts: Vec<InMemory> = files.iter().map(|_| InMemory::default()).collect();
    let mut streams = Vec::new();
    for (file, text) in files.iter().zip(&texts) {
        if let Content::Rows(open) = file.content {
            let out = Box::new(text.clone());
            streams.push(RowSink { writer: open(job, out, 0), path: PathBuf::from(file.name) });
        }
    }
    let answer = solve(job, (files, false), &mut streams, session, None, None)?;
    streams.into_iter().try_for_each(RowSink::finish)?;
    for (file, text) in files.iter().zip(&texts) {
        if let Content::Results(write) = file.content {
            let path = PathBuf::from(file.name);
            write(&answer.results(job), Box::new(text.clone())).map_err(Error::io("write", &path))?;
        }
    }
    Ok((answer, texts.into_iter().map(InMemory::into_bytes).collect()))
}

/// The checks of a job against stored values, and what they say of its conjectures: the files, with their names.
pub(crate) fn checks_of(job: &Job, values: &PackedTable, control: &Control<'_>) -> Result<(Vec<Check>, Texts), Error> {
    if job.expect.is_empty() && job.conjectures.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let rows = job.rows();
    // A theorem is a matter of the rules, not of the range.
    let small = job.game.ruleset(job.max.min(rows.first() + 1), job.setup(control))?;
    let mut gathered = Gathered::new(job, false, &rows, kernel::mask_of(small.view()));
    let mut finder = PeriodFinder::new(&rows, Theorems::of(small.view(), job.value), PeriodFinder::fits(job.memory));
    let mut sinks = gathered.sinks();
    if job.wants_period() {
        sinks.push(&mut finder);
    }
    replay(rows.len(), |row| values.get(row), &mut Fan(sinks))?;
    let claim = if job.wants_period() { finder.finish() } else { None };
    let checks = gathered.end(job, &rows, &End { claim: claim.as_ref(), table: Some(values), control })?;
    Ok((checks, conjecture_texts(&gathered.answers).map_err(Error::io("write", Path::new(CONJECTURES)))?))
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

/// What a job comes to: the answers to its questions, from which writers make files.
pub struct Answer {
    /// The labels of the values.
    pub rows: Rows,
    /// The claim about the period, if one was looked for and found.
    pub claim: Option<Claim>,
    /// What shows that the claim is the least one.
    pub least: Option<Least>,
    /// The theorem that may prove a period of this game, if there is one.
    pub theorem: Option<Theorem>,
    /// What somebody else needs to check the claim, if it is proved.
    pub certificate: Option<Certificate>,
    /// The checks of `[expect]`.
    pub checks: Vec<Check>,
    /// The kernel that computed the values.
    pub kernel: &'static str,
    /// What the reader of a manifest should know: fall-backs and short cuts.
    pub notes: Vec<String>,
    gathered: Gathered,
}

impl Answer {
    /// The value of a row, if values were kept.
    pub fn value(&self, row: u64) -> Option<u32> {
        self.values().filter(|values| row < values.len()).map(|values| values.get(row))
    }

    /// All values, if they were kept.
    pub fn values(&self) -> Option<&PackedTable> {
        self.gathered.table.as_ref()
    }

    /// All values by themselves, if they were kept.
    pub fn into_values(self) -> Option<PackedTable> {
        self.gathered.table
    }

    /// How many values are 0: the P-positions.
    pub fn zeros(&self) -> u64 {
        self.gathered.summary.zeros
    }

    /// The largest value.
    pub fn max_value(&self) -> u32 {
        self.gathered.summary.max_value
    }

    /// The files of its conjectures, with their names.
    pub(crate) fn conjecture_texts(&self) -> io::Result<Texts> {
        conjecture_texts(&self.gathered.answers)
    }

    /// What writers are given.
    pub(crate) fn results<'a>(&'a self, job: &'a Job) -> Results<'a> {
        Results {
            job,
            rows: &self.rows,
            summary: &self.gathered.summary,
            claim: self.claim.as_ref(),
            least: self.least.as_ref(),
            theorem: self.theorem,
            certificate: self.certificate.as_ref(),
            table: self.values(),
            gathered: &self.gathered.answers,
            checks: &self.checks,
        }
    }
}

/// Plans a job, runs its kernel into the sinks, and ends what they gather; all values are kept if `files` or
/// whoever wants `values` need them.
///
/// With a keeper it keeps its state from time to time. [`Error::Unfit`] if it cannot go on from what
/// was kept.
pub(crate) fn solve(
    job: &Job,
    (files, values): (&[&ResultFile], bool),
    streams: &mut [RowSink],
    session: Session<'_>,
    keeper: Option<&Keeper<'_>>,
    kept: Option<Left>,
) -> Result<Answer, Error> {
    let control = Control::new(session.cancelled, session.observer);
    let (name, code, rows) = (job.name.as_str(), &job.game.code, job.rows().len());
    session.observer.event(&RunEvent::Started { job: name, code, rows });
    let mut setup = job.setup(&control);
    setup.memory = session.share.map_or(setup.memory, |share| share.min(setup.memory));
    let ruleset = job.game.outline(job.max, setup)?;
    let mut task = Task::new(&*ruleset, job.play, job.value, job.memory, &control);
    let plan = match &kept {
        None => Plan::new(job, (files, values), &task, None)?,
        Some(kept) => go_on(job, (files, values), &task, kept)?,
    };
    if let Some(share) = session.share {
        check_memory("a game beside others", plan.needs, share)?;
    }
    session.observer.event(&RunEvent::Planned { kernel: plan.kernel.name(), needs: plan.needs });
    let mut gathered = Gathered::new(job, plan.table, ruleset.rows(), kernel::mask_of(ruleset.view()));
    let handed = kept.as_ref().is_some_and(|kept| kept.summary.is_some());
    task.short = session.state.is_some();
    if task.short {
        let begun = kept.as_ref().map_or(0, |kept| kept.end.rows);
        plan.check_handover(job, (gathered.answers.len(), streams.len()), begun)?;
    }
    // A state is handed on only behind all values that the finder looks at.
    let finder = plan.finder.filter(|_| !handed);
    let mut finder = finder.map(|limit| PeriodFinder::new(ruleset.rows(), plan.theorems.clone(), limit));
    let state = match &kept {
        Some(Left { summary: Some(summary), .. }) if handed => {
            gathered.summary.clone_from(summary);
            kept.as_ref().map(|kept| kept.kernel().clone())
        }
        Some(kept) => Some(restore(kept, &mut gathered, streams, finder.as_mut())?),
        None => None,
    };
    task.kept = state.as_ref();
    let begun = kept.map_or(0, |kept| kept.end.rows);
    let (mut notes, mut proof) = stream_all(&task, &plan, &mut gathered, finder.as_mut(), streams, (keeper, begun))?;
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
    let (least, certificate) = match (&claim, &mut proof, &finder) {
        (Some(claim), Some(proof), _) => {
            let values = &mut *proof.values;
            let least = least(claim, ruleset.rows().first(), values, &control)?;
            let sparse = (Some(proof.sparse.clone()), proof.spacing);
            let certificate = Certificate::new(&job.game.code, (claim, &least), sparse, values, &control)?;
            (Some(least), certificate)
        }
        (Some(claim), None, Some(finder)) => {
            let values = &mut |n| finder.value(n);
            let least = least(claim, ruleset.rows().first(), values, &control)?;
            let certified = job.value == Value::Grundy && plan.theorems.is_some();
            let sparse = || kernel::sparse_space(ruleset.view(), |n| finder.value(n), claim.checked_to);
            let sparse = || (sparse(), Spacing::default());
            let certificate = match certified {
                true => Certificate::new(&job.game.code, (claim, &least), sparse(), values, &control)?,
                false => None,
            };
            (Some(least), certificate)
        }
        _ => (None, None),
    };
    let theorem = claim.as_ref().and_then(|claim| claim.theorem).or(plan.theorems.as_ref().map(Theorems::agreement));
    let table = gathered.table.take();
    let end = End { claim: claim.as_ref(), table: table.as_ref(), control: &control };
    let checks = gathered.end(job, ruleset.rows(), &end)?;
    gathered.table = table;
    let rows = ruleset.rows().clone();
    Ok(Answer { rows, gathered, claim, theorem, least, certificate, checks, kernel: plan.kernel.name(), notes })
}

/// What shows that a claim is the least one.
fn least(claim: &Claim, first: u64, values: &mut dyn Sequence, control: &Control<'_>) -> Result<Least, Error> {
    let tested = claim.least(first, values, control)?;
    tested.map_err(|_| Error::Fault(format!("{claim:?} is not the least claim, and was made all the same")))
}

/// The plan of a run that goes on: with the same kernel.
fn go_on(job: &Job, wanted: (&[&ResultFile], bool), task: &Task<'_>, kept: &Left) -> Result<Plan, Error> {
    match Plan::new(job, wanted, task, Some(&kept.end.kernel)) {
        // Another number of threads may need more memory. Nothing is forgotten before it is known that a run
        // from the beginning has a kernel.
        Err(Error::Usage(_) | Error::Limit { .. }) => {
            Plan::new(job, wanted, task, None)?;
            Err(Error::Unfit)
        }
        planned => planned,
    }
}

/// Gives the sinks their states; that of the kernel is left.
fn restore(
    kept: &Left,
    gathered: &mut Gathered,
    streams: &mut [RowSink],
    finder: Option<&mut PeriodFinder>,
) -> Result<Kept, Error> {
    let Fan(mut sinks) = all_sinks(gathered, streams);
    sinks.extend(finder.map(|finder| finder as &mut dyn Sink));
    kept.restore(&mut Fan(sinks))
}

/// Runs the kernel; if a period is proved before the end, by the finder or by the kernel,
/// continues from that. Notes for the manifest, and the kernel's proof.
fn stream_all(
    task: &Task<'_>,
    plan: &Plan,
    gathered: &mut Gathered,
    finder: Option<&mut PeriodFinder>,
    streams: &mut [RowSink],
    (keeper, rows): (Option<&Keeper<'_>>, u64),
) -> Result<(Vec<String>, Option<Proof>), Error> {
    let (kernel, all) = (plan.kernel.name(), task.ruleset.rows().len());
    let mut sinks = all_sinks(gathered, streams);
    let may_stop = plan.kernel.trusts_theorems();
    let (mut solution, given, rest) = match finder {
        None => {
            let mut recorder = Recorder { sinks: &mut sinks, keeper, control: task.control, kernel, rows };
            let solution = plan.kernel.solve(task, &mut recorder)?;
            recorder.end(solution.short.as_ref())?;
            (solution, recorder.rows, None)
        }
        Some(finder) => {
            let mut early = Early { finder, may_stop, saved: !task.short };
            let mut fan = Fan(vec![&mut sinks, &mut early]);
            let mut recorder = Recorder { sinks: &mut fan, keeper, control: task.control, kernel, rows };
            let solution = plan.kernel.solve(task, &mut recorder)?;
            recorder.end(solution.short.as_ref())?;
            let given = recorder.rows;
            // A kernel that was not stopped has given every row, whatever the finder kept.
            let rest = if may_stop && solution.proof.is_none() && given < all { finder.rest() } else { None };
            (solution, given, rest)
        }
    };
    let mut under = Under { control: task.control, sink: &mut sinks };
    match (&mut solution.proof, rest) {
        (Some(proof), _) => continue_by_proof(task, proof, &mut under)?,
        (None, Some(rest)) => continue_by(task, rest, given, &mut under)?,
        (None, None) if given < all => {
            return Err(Error::Fault(format!("kernel `{kernel}` gave {given} of {all} rows and said no more")));
        }
        (None, None) => {}
    }
    if given < all {
        solution.notes.push(format!("computed {given} of {all} values; the others follow from the proved period"));
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

/// The finder as a sink that may or may not stop the kernel.
struct Early<'f> {
    finder: &'f mut PeriodFinder,
    may_stop: bool,
    /// Whether its state is part of what is kept.
    saved: bool,
}

impl Sink for Early<'_> {
    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        if self.saved { self.finder.save(state) } else { Ok(()) }
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.finder.load(state)
    }

    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        let flow = self.finder.block(first, values)?;
        Ok(if self.may_stop { flow } else { Flow::Continue })
    }
}
