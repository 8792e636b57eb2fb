//! A sweep, chunk by chunk: the games of a chunk are solved side by side; those that need more than their
//! share of the memory come alone, after the others. Rows are written in order when a chunk is done, so
//! that neither the chunks nor the threads show in any byte.

use super::bulk::Bulk;
use super::checks::checks;
use super::game::{Asked, Found, solve};
use super::report::{RECORDS, REPORT, report, table};
use super::row::Row;
use super::streams::{Heads, Tables, columns, fields, name_of};
use super::tally::Tally;
use crate::answer::Session;
use crate::bytes::Bytes;
use crate::checkpoint::{Keeper, Left, StreamFile};
use crate::control::Control;
use crate::engine::in_folder;
use crate::error::Error;
use crate::event::{RunEvent, Silent};
use crate::folder::{Folder, Owner};
use crate::games::code::parse;
use crate::games::{FAMILIES, Family};
use crate::identity::Identity;
use crate::job::Job;
use crate::language::Datum;
use crate::manifest::{Findings, Games, Made, failed};
use crate::output::{Content, Out, ResultFile, csv_writer};
use crate::question::{CERTIFICATE, PERIODS};
use crate::stream::{Fan, Flow, Sink};
use crate::sweep::{Expected, Item, Odometer, Over, Part, Sweep};
use crate::writer::files_of;
use rayon::prelude::*;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The table of all games.
const SWEEP: &str = "sweep.csv";

/// The checks of `[expect]`.
const CHECKS: &str = "checks.csv";

/// The time that a chunk should take.
const CHUNK: Duration = Duration::from_millis(500);

/// The most games of a chunk, and the first one.
const MOST: usize = 1 << 14;
const FIRST: usize = 64;

/// Games that are remembered, so that equal ones are solved once.
const REMEMBERED: usize = 1 << 14;

/// Combinations whose codes are tried before work starts.
const TRIED: usize = 1000;

/// Runs a sweep and writes its tables into a folder.
///
/// # Errors
/// As for [`engine::run`](crate::engine::run); games that fail are rows with their error.
pub fn run(sweep: &Sweep, path: &Path, fresh: bool, session: Session<'_>) -> Result<Findings, Error> {
    let asked = Asked::new(sweep)?;
    let outline = Outline::new(sweep, &asked, &Control::new(session.cancelled, session.observer))?;
    let identity = Identity::of_sweep(sweep, &outline.arguments);
    let owner = Owner { identity, source: sweep.source.clone(), files: outline.certain(sweep) };
    let files = &outline.files[..];
    let name = sweep.name.as_str();
    in_folder(name, owner, (path, fresh), session, &mut |folder, kept| {
        attempt(sweep, (&asked, files), folder, kept, session)
    })
}

/// Runs a sweep and writes `sweep.csv` to `out`, with no folder; what it came to.
///
/// ```
/// use grundy::answer::Session;
/// use grundy::event::Silent;
/// use grundy::job::{Analysis, Name};
/// use grundy::sweep::{Over, Plan, Sweep};
/// use std::sync::atomic::AtomicBool;
///
/// # fn main() -> Result<(), grundy::Error> {
/// let plan = Plan {
///     code: "subtraction:{a},{b}".to_string(),
///     play: "normal".to_string(),
///     over: vec![("a".into(), Over::Range("1..=3".into())), ("b".into(), Over::Range("a+1..=6".into()))],
///     max: Some("10 * b".to_string()),
///     memory: "1 GiB".to_string(),
///     analysis: Analysis::of("period"),
///     formats: vec!["report".to_string()],
///     max_rows: 1000,
///     ..Plan::default()
/// };
/// let sweep = Sweep::new(plan, Name::new("pairs")?, None)?.expect("nothing is wrong with it");
/// let findings = grundy::sweeper::print(&sweep, Box::new(std::io::sink()), Session::new(&AtomicBool::new(false), &Silent))?;
/// assert_eq!(findings.sentence(), "12 games: 12 periods proved, 0 observed, 0 without");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As for [`run`].
pub fn print(sweep: &Sweep, out: Out, session: Session<'_>) -> Result<Findings, Error> {
    let asked = Asked::new(sweep)?;
    Outline::new(sweep, &asked, &Control::new(session.cancelled, session.observer))?;
    let written = Error::io("write to", Path::new("standard output"));
    let tables = Tables::new(Some(out), Vec::new(), None, sweep).map_err(written)?;
    let mut course = Course::new(sweep, &asked, Vec::new(), tables, session)?;
    course.run(&mut |_| Ok(()))?;
    course.tables.flush().map_err(Error::io("write to", Path::new("standard output")))?;
    Ok(findings(sweep, &course.tally))
}

/// Runs a sweep without writing anything; what it came to.
///
/// # Errors
/// As for [`run`].
pub(super) fn recompute(sweep: &Sweep, session: Session<'_>) -> Result<Tally, Error> {
    let asked = Asked::new(sweep)?;
    let tables = Tables::new(None, Vec::new(), None, sweep).map_err(Error::io("write", Path::new(SWEEP)))?;
    let mut course = Course::new(sweep, &asked, Vec::new(), tables, session)?;
    course.run(&mut |_| Ok(()))?;
    Ok(course.tally)
}

/// Whether a period is looked for in a game that is no sequence, which would fail.
///
/// # Errors
/// [`Error::Usage`] if a range or condition of the sweep cannot be computed; [`Error::Interrupted`].
pub fn asks_in_vain(sweep: &Sweep, session: Session<'_>) -> Result<bool, Error> {
    let control = Control::new(session.cancelled, session.observer);
    let mut vain = false;
    let mut tried = 0;
    each(sweep, &control, &mut |data| {
        vain = parse(&sweep.code(data)).is_ok_and(|coded| !coded.game.shape.rows(0).is_sequence());
        tried += 1;
        Ok(!vain && tried < TRIED)
    })?;
    Ok(vain)
}

/// Visits the combinations that count, in order, until one is enough.
pub(super) fn each(
    sweep: &Sweep,
    control: &Control<'_>,
    visit: &mut dyn FnMut(&[Datum]) -> Result<bool, Error>,
) -> Result<(), Error> {
    let mut odometer = sweep.odometer().map_err(range_fault)?;
    while let Some(data) = odometer.advance().map_err(range_fault)? {
        control.check()?;
        if counts(sweep, &data)? && !visit(&data)? {
            break;
        }
    }
    Ok(())
}

/// What is known of a sweep before work starts.
pub(super) struct Outline {
    /// The files of a game that become tables: all but those whose columns are in `sweep.csv`.
    pub files: Vec<&'static ResultFile>,
    /// SHA-256 of the file arguments of all games, by name.
    pub arguments: Vec<(String, String)>,
}

impl Outline {
    /// Looks at the first combinations: if no code of them is right, it is the template that is wrong. Where games may be
    /// read from files, looks at all of them.
    pub fn new(sweep: &Sweep, asked: &Asked, control: &Control<'_>) -> Result<Self, Error> {
        let (mut first, mut right, mut tried) = (None, None, 0);
        let all = may_have_files(sweep);
        let mut arguments = BTreeMap::new();
        each(sweep, control, &mut |data| {
            tried += 1;
            match asked.job(sweep, data) {
                Ok(job) => {
                    arguments.extend(job.game.files.iter().cloned());
                    right.get_or_insert(job);
                }
                Err(error) => drop(first.get_or_insert((sweep.label(data), error))),
            }
            Ok(all || (right.is_none() && tried < TRIED))
        })?;
        let files = match (right, first) {
            (Some(_), _) if sweep.plan.formats.is_empty() => Vec::new(),
            (Some(job), _) => {
                let mut files = files_of(&job);
                files.retain(|file| ![PERIODS.name, CERTIFICATE.name].contains(&file.name));
                files.retain(|file| matches!(file.content, Content::Rows(_) | Content::Results(_)));
                files
            }
            (None, None) => return Err(Error::Usage("the sweep is empty: `where` leaves no combination".to_string())),
            (None, Some((label, error))) => {
                let what = format!("no game of the sweep is right: none of the first {tried}; at {label}: {error}");
                return Err(Error::Usage(what));
            }
        };
        Ok(Self { files, arguments: arguments.into_iter().collect() })
    }

    /// The files of a complete run.
    pub fn certain(&self, sweep: &Sweep) -> Vec<String> {
        let mut names = vec![REPORT.to_string(), RECORDS.to_string()];
        if !sweep.plan.formats.is_empty() {
            names.push(SWEEP.to_string());
            names.extend(self.files.iter().map(|file| name_of(file)));
        }
        if sweep.plan.expect != Expected::default() {
            names.push(CHECKS.to_string());
        }
        names
    }
}

/// Whether the code, or a text that is put into it, names a family whose games are read from files.
fn may_have_files(sweep: &Sweep) -> bool {
    let from_files = |family: &&&Family| family.parameters.iter().any(|parameter| parameter.key == "file");
    let mut families = FAMILIES.iter().filter(from_files);
    families.any(|family| {
        let texts = sweep
            .plan
            .over
            .iter()
            .filter_map(|(_, over)| if let Over::List(items) = over { Some(items) } else { None });
        let listed = texts.flatten().any(|item| matches!(item, Item::Text(text) if text.contains(&*family.name)));
        listed || sweep.plan.code.contains(&*family.name)
    })
}

/// What a folder must know of a sweep: its identity, and the files of a complete run.
///
/// # Errors
/// As for [`run`].
pub fn owner(sweep: &Sweep, session: Session<'_>) -> Result<Owner, Error> {
    let outline = Outline::new(sweep, &Asked::new(sweep)?, &Control::new(session.cancelled, session.observer))?;
    let identity = Identity::of_sweep(sweep, &outline.arguments);
    Ok(Owner { identity, source: sweep.source.clone(), files: outline.certain(sweep) })
}

fn counts(sweep: &Sweep, data: &[Datum]) -> Result<bool, Error> {
    sweep.counts(data).map_err(|fault| Error::Usage(sweep.explain(&Part::Condition, fault, data)))
}

fn range_fault(fault: crate::language::Fault) -> Error {
    Error::Usage(format!("a range of the sweep cannot be computed: {fault}"))
}

/// Goes on from what was kept, or begins, and commits the results.
fn attempt(
    sweep: &Sweep,
    (asked, files): (&Asked, &[&'static ResultFile]),
    folder: &mut Folder,
    kept: Option<Left>,
    session: Session<'_>,
) -> (Result<Findings, Error>, bool) {
    let started = Instant::now();
    let begun = kept.is_some();
    let (outs, streams) = match open(sweep, files, folder, kept.as_ref()) {
        Ok(opened) => opened,
        Err(error) => return (Err(error), begun),
    };
    let keeper = Keeper {
        folder: folder.path().to_path_buf(),
        fingerprint: folder.fingerprint(),
        every: sweep.checkpoint,
        cancelled: session.cancelled,
        streams,
        last: Cell::new(Instant::now()),
        written: Cell::new(begun),
    };
    let finished = carry_out(sweep, asked, outs, (&keeper, kept), session)
        .and_then(|tally| write(sweep, &tally, folder).map(|()| tally))
        .and_then(|tally| commit(sweep, &tally, folder, started, session));
    (finished, keeper.written.get())
}

/// The files of a game that become tables, and the tables' files.
type Outs = (Vec<&'static ResultFile>, Vec<Out>);

/// Opens the tables where a stopped run left them.
fn open(
    sweep: &Sweep,
    files: &[&'static ResultFile],
    folder: &mut Folder,
    kept: Option<&Left>,
) -> Result<(Outs, Vec<StreamFile>), Error> {
    let mut names = Vec::new();
    if !sweep.plan.formats.is_empty() {
        names.push(SWEEP.to_string());
        names.extend(files.iter().map(|file| name_of(file)));
    }
    let opened = names.iter().map(|name| folder.stream(name, kept)).collect::<Result<Vec<_>, _>>()?;
    let (outs, streams) = opened.into_iter().unzip();
    Ok(((files.to_vec(), outs), streams))
}

/// What a stopped sweep remembers: the wheels of the odometer, what was tallied, the heads of tables.
type State = (Option<Vec<(i64, i64)>>, u64, Tally, Heads);

fn carry_out(
    sweep: &Sweep,
    asked: &Asked,
    (files, mut outs): Outs,
    (keeper, kept): (&Keeper<'_>, Option<Left>),
    session: Session<'_>,
) -> Result<Tally, Error> {
    let state: Option<State> = match &kept {
        Some(kept) => {
            let state = kept.restore(&mut Fan(Vec::new()))?;
            Some(state.reader().take().ok_or(Error::Unfit)?)
        }
        None => None,
    };
    let main = if outs.is_empty() { None } else { Some(outs.remove(0)) };
    let heads = state.as_ref().map(|(_, _, _, heads)| heads.clone());
    let failed = || Error::io("write", Path::new(SWEEP));
    let tables = Tables::new(main, outs, heads, sweep).map_err(failed())?;
    let mut course = Course::new(sweep, asked, files, tables, session)?;
    if let Some((wheels, done, tally, _)) = state {
        course.odometer = Odometer::at(&sweep.domains, wheels).ok_or(Error::Unfit)?;
        (course.done, course.tally) = (done, tally);
    }
    course.run(&mut |course| {
        if !keeper.is_time() {
            return Ok(());
        }
        course.tables.flush().map_err(failed())?;
        let state: State = (
            course.odometer.positions().map(<[_]>::to_vec),
            course.done,
            course.tally.clone(),
            course.tables.heads().clone(),
        );
        keeper.write(("sweep", course.done), &mut Nothing, &mut |kept| kept.put(&state))?;
        course.control.check().map_err(|_| Error::Stopped)
    })?;
    course.tables.flush().map_err(failed())?;
    Ok(course.tally)
}

/// A sink without a state.
struct Nothing;

impl Sink for Nothing {
    fn block(&mut self, _: u64, _: crate::stream::Values<'_>) -> Result<Flow, Error> {
        Ok(Flow::Continue)
    }
}

/// A combination, and what is to be done for it.
struct Entry {
    data: Vec<Datum>,
    work: Work,
}

enum Work {
    /// A job is to be solved.
    Job(Box<Job>),
    /// All is known: the code, the range, and what was found out.
    Known(String, u64, Outcome),
    /// There is no job, and why.
    Wrong(Error),
}

type Outcome = Arc<Result<Found, Error>>;

/// A sweep on its way.
struct Course<'c> {
    sweep: &'c Sweep,
    asked: &'c Asked,
    files: Vec<&'static ResultFile>,
    tables: Tables,
    session: Session<'c>,
    control: Control<'c>,
    odometer: Odometer<'c>,
    /// Combinations looked at.
    done: u64,
    tally: Tally,
    /// What was found out about some games, by code and range.
    known: HashMap<(String, u64), Outcome>,
    /// What was found out about all games at once.
    bulk: Option<Bulk>,
}

impl<'c> Course<'c> {
    fn new(
        sweep: &'c Sweep,
        asked: &'c Asked,
        files: Vec<&'static ResultFile>,
        tables: Tables,
        session: Session<'c>,
    ) -> Result<Self, Error> {
        Ok(Self {
            sweep,
            asked,
            files,
            tables,
            session,
            control: Control::new(session.cancelled, session.observer),
            odometer: sweep.odometer().map_err(range_fault)?,
            done: 0,
            tally: Tally::default(),
            known: HashMap::new(),
            bulk: None,
        })
    }

    /// All that is left of the sweep; `between` chunks it may be kept.
    fn run(&mut self, between: &mut dyn FnMut(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        let (job, code) = (self.sweep.name.as_str(), self.sweep.plan.code.as_str());
        let rows = self.sweep.combinations;
        self.session.observer.event(&RunEvent::Started { job, code, rows });
        self.bulk = Bulk::of(self.sweep, &self.control)?;
        // Where no row is wanted, it is enough to know what all come to.
        if let Some(tally) = self.bulk.as_ref().filter(|_| !self.tables.any()).and_then(|bulk| bulk.tally(self.sweep)) {
            self.odometer.end();
            (self.tally, self.done) = (tally, rows);
        }
        self.control.phase("sweeping", rows);
        self.control.progress(self.done);
        let mut size = FIRST;
        loop {
            between(self)?;
            self.control.check()?;
            let begin = Instant::now();
            let mark = (self.odometer.clone(), self.done);
            let solved = self.chunk(size).and_then(|chunk| Ok((self.solve_all(&chunk)?, chunk)));
            let (outcomes, chunk) = match solved {
                Err(Error::Interrupted) => {
                    // Back to where the chunk began, which is kept.
                    (self.odometer, self.done) = mark;
                    between(self)?;
                    return Err(Error::Interrupted);
                }
                solved => solved?,
            };
            if chunk.is_empty() {
                return Ok(());
            }
            for (entry, outcome) in chunk.iter().zip(outcomes) {
                self.add(entry, outcome)?;
            }
            self.control.progress(self.done);
            let took = begin.elapsed().max(Duration::from_micros(1));
            let fits = size as u128 * CHUNK.as_micros() / took.as_micros();
            size = (fits as usize).clamp(size / 4, size * 4).clamp(FIRST / 8, MOST);
        }
    }

    /// The next combinations that count, with their jobs.
    fn chunk(&mut self, size: usize) -> Result<Vec<Entry>, Error> {
        let mut data = Vec::with_capacity(size);
        while data.len() < size {
            let Some(next) = self.odometer.advance().map_err(range_fault)? else { break };
            self.done += 1;
            self.control.check()?;
            if counts(self.sweep, &next)? {
                data.push(next);
            }
        }
        let (sweep, asked, bulk) = (self.sweep, self.asked, self.bulk.as_ref());
        let work = |data: &[Datum]| match bulk.and_then(|bulk| Some((bulk, bulk.found(data)?))) {
            // The code of a set in ascending order is canonical.
            Some((bulk, found)) => Work::Known(sweep.code(data), bulk.max(), Arc::new(Ok(found))),
            None => match asked.job(sweep, data) {
                Ok(job) => Work::Job(Box::new(job)),
                Err(error) => Work::Wrong(error),
            },
        };
        Ok(data.into_par_iter().map(|data| Entry { work: work(&data), data }).collect())
    }

    /// What is found out about every game of a chunk; equal ones are solved once.
    fn solve_all(&mut self, chunk: &[Entry]) -> Result<Vec<Outcome>, Error> {
        let key = |job: &Job| (job.game.code.clone(), job.max);
        let mut fresh: HashMap<(String, u64), usize> = HashMap::new();
        let mut jobs: Vec<&Job> = Vec::new();
        for entry in chunk {
            let Work::Job(job) = &entry.work else { continue };
            let key = key(job);
            if !self.known.contains_key(&key) && !fresh.contains_key(&key) {
                fresh.insert(key, jobs.len());
                jobs.push(job);
            }
        }
        let solved: Vec<Outcome> = self.solve_jobs(&jobs)?.into_iter().map(Arc::new).collect();
        let mut outcomes = Vec::with_capacity(chunk.len());
        for entry in chunk {
            outcomes.push(match &entry.work {
                Work::Job(job) => {
                    let key = key(job);
                    fresh.get(&key).map_or_else(|| self.known[&key].clone(), |&index| solved[index].clone())
                }
                Work::Known(_, _, outcome) => outcome.clone(),
                Work::Wrong(error) => Arc::new(Err(Error::Usage(error.to_string()))),
            });
        }
        if self.known.len() + fresh.len() > REMEMBERED {
            self.known.clear();
        }
        // What is long is not worth its memory.
        let short = |outcome: &Outcome| {
            outcome.as_ref().as_ref().is_ok_and(|found| found.texts.iter().map(Vec::len).sum::<usize>() < 1 << 12)
        };
        let fresh = fresh.into_iter().filter(|(_, index)| short(&solved[*index]));
        self.known.extend(fresh.map(|(key, index)| (key, solved[index].clone())));
        Ok(outcomes)
    }

    /// Games side by side, each with its share of the memory; those that need more, alone.
    fn solve_jobs(&self, jobs: &[&Job]) -> Result<Vec<Result<Found, Error>>, Error> {
        let threads = rayon::current_num_threads() as u128;
        let (files, cancelled) = (&self.files[..], self.session.cancelled);
        let session = |share| Session { cancelled, observer: &Silent, share };
        let shared = |job: &&Job| solve(job, files, session(Some(Bytes(job.memory.0 / threads))));
        let mut found: Vec<Result<Found, Error>> = jobs.par_iter().map(shared).collect();
        for (job, found) in jobs.iter().zip(&mut found) {
            if threads > 1 && matches!(found, Err(Error::Limit { key, .. }) if key.contains("`memory`")) {
                self.control.check()?;
                *found = solve(job, files, session(None));
            }
            if matches!(found, Err(Error::Interrupted | Error::Stopped)) {
                return Err(Error::Interrupted);
            }
        }
        Ok(found)
    }

    /// Adds a row.
    fn add(&mut self, entry: &Entry, outcome: Outcome) -> Result<(), Error> {
        let misfit = outcome.as_ref().as_ref().ok().and_then(|found| self.tables.fits(&found.texts).err());
        let template;
        let (game, max) = match &entry.work {
            Work::Job(job) => (job.game.code.as_str(), job.game.shape.has_range().then_some(job.max)),
            Work::Known(code, max, _) => (code.as_str(), Some(*max)),
            Work::Wrong(_) => {
                template = self.sweep.code(&entry.data);
                (template.as_str(), None)
            }
        };
        let found = match (&misfit, outcome.as_ref()) {
            (Some(error), _) | (None, Err(error)) => Err(error),
            (None, Ok(found)) => Ok(found),
        };
        let row = Row { sweep: self.sweep, data: &entry.data, game, max, found };
        let fields = fields(&row);
        debug_assert_eq!(fields.len(), columns(self.sweep).len());
        self.tally.add(&row, &fields);
        self.tables.add(&row, &fields).map_err(Error::io("write", Path::new(SWEEP)))
    }
}

/// Writes what is written at the end.
fn write(sweep: &Sweep, tally: &Tally, folder: &mut Folder) -> Result<(), Error> {
    let checks = checks(sweep, tally);
    let failed = |name: &'static str| Error::io("write", Path::new(name));
    report(sweep, tally, &checks, folder.create(REPORT)?).map_err(failed(REPORT))?;
    let mut records = folder.create(RECORDS)?;
    let written = table(tally).and_then(|table| records.write_all(&table)).and_then(|()| records.flush());
    written.map_err(failed(RECORDS))?;
    if checks.is_empty() {
        return Ok(());
    }
    let mut out = csv_writer(folder.create(CHECKS)?);
    let written = out.write_record(["check", "expected", "found", "ok"]).and_then(|()| {
        checks
            .iter()
            .try_for_each(|check| out.write_record([&check.name, &check.expected, &check.found, &check.ok.to_string()]))
    });
    written.map_err(std::io::Error::from).and_then(|()| out.flush()).map_err(failed(CHECKS))
}

fn findings(sweep: &Sweep, tally: &Tally) -> Findings {
    let checks = checks(sweep, tally);
    let Games { rows, .. } = tally.all.games;
    Findings {
        preperiod: None,
        period: None,
        saltus: None,
        status: sweep.plan.analysis.is_on("period").then(String::new),
        theorem: None,
        rows,
        max_value: tally.all.max_value.as_ref().map_or(0, |best| best.value as u32),
        zeros: 0,
        failed: failed(&checks),
        checks: checks.len(),
        sweep: Some(tally.all.games.clone()),
    }
}

/// Puts the results into their places and tells of them.
fn commit(
    sweep: &Sweep,
    tally: &Tally,
    folder: &mut Folder,
    started: Instant,
    session: Session<'_>,
) -> Result<Findings, Error> {
    let findings = findings(sweep, tally);
    let seconds = started.elapsed().as_secs_f64();
    let threads = rayon::current_num_threads();
    let made = Made { kernel: "sweep".to_string(), threads, seconds, notes: Vec::new() };
    for file in folder.commit(&findings, &made)? {
        session.observer.event(&RunEvent::Written(&file));
    }
    let summary = findings.sentence();
    session.observer.event(&RunEvent::Finished {
        job: sweep.name.as_str(),
        summary: &summary,
        rows: findings.rows,
        seconds,
    });
    Ok(findings)
}
