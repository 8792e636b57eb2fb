//! Runs a sweep into a folder, to standard output, or without output: opens the folder, solves chunk by chunk,
//! writes and commits.

use super::checks::checks;
use super::conjectures::checked;
use super::course::{Course, Pace, Way};
use super::kept::KeptRows;
use super::listed::{Listed, foresee};
use super::outline::Prepared;
use super::report::{report, table};
use super::row_patterns;
use super::shards::{Answers, Share};
use super::tables::{Heads, Tables};
use super::tally::Tally;
use super::{latex, page};
use crate::answer::Session;
use crate::checkpoint::{Keeper, Left};
use crate::control::Control;
use crate::error::Error;
use crate::folder::Folder;
use crate::formats::SVG;
use crate::job_run::{Target, commit, in_folder};
use crate::manifest::{Findings, Made, failed};
use crate::results::{
    CHECKS, CONJECTURES, COUNTEREXAMPLES, Checked, InMemory, Out, checks_table, conjectures_table, examples_files,
};
use crate::shard::{Begun, Dealer, Part, ShardHeader, ShardSet, ShardTask, Shared, open};
use crate::stream::{Fan, Flow, Sink, Values};
use crate::sweep::{LARGEST_VALUE, Odometer, Sweep, files};
use crate::words::counted;
use std::io::Write;
use std::path::Path;

/// Runs a sweep and writes its results into a folder.
///
/// # Errors
/// As for [`job_run::run`](crate::job_run::run). A game that fails becomes a row with its error.
pub fn run(sweep: &Sweep, path: &Path, fresh: bool, session: Session<'_>) -> Result<Findings, Error> {
    results_into(sweep, Target { path, fresh, handover: None }, None, session)
}

/// Solves the games of a shard and writes the results into its file, in the folder of the results. Returns the
/// number of games, or none if the file was already complete. The work of an earlier process is continued,
/// unless `fresh` is set.
///
/// # Errors
/// [`Error::Folder`] if the folder contains shards of another run; [`Error::Stopped`]; [`Error::Io`]. A game
/// that fails becomes a row with its error.
pub fn run_shard(
    sweep: &Sweep,
    path: &Path,
    part: Part,
    fresh: bool,
    session: Session<'_>,
) -> Result<Option<u64>, Error> {
    run_shard_at(
        Pace::default(),
        &Prepared::new(sweep, session)?,
        Target { path, fresh, handover: None },
        part,
        session,
    )
}

fn run_shard_at(
    pace: Pace,
    prepared: &Prepared<'_>,
    Target { path, fresh, .. }: Target<'_>,
    part: Part,
    session: Session<'_>,
) -> Result<Option<u64>, Error> {
    let sweep = prepared.sweep;
    foresee(prepared, None, &session.control())?;
    let task = ShardTask::new(path, &sweep.name, prepared.owner())?;
    let header = ShardHeader::new(part, Shared::Sweep(Box::new(task)));
    let Begun::Open(writing, left) = open(path, &header, fresh)? else { return Ok(None) };
    let dealer = Dealer::new(part, sweep.combinations.into());
    let mut share = Share { dealer, writing: *writing, games: 0, files: &prepared.files, listed: Listed::default() };
    let mut tally = Tally::default();
    let done = left.map_or(Ok(0), |left| share.take_over(sweep, left, &mut tally.conjectures))?;
    let tables = Tables::new(None, Vec::new(), None, sweep).map_err(Error::io("write", path))?;
    let mut course = Course::new(prepared, tables, pace, session)?;
    (course.tally, course.way) = (tally, Way::Shard(Box::new(share)));
    course.deal_to(done)?;
    let run = course.run(&mut |_| Ok(()));
    let Way::Shard(share) = course.way else { return Err(Error::Unfit) };
    match run {
        Ok(()) => share.writing.finish().map(|()| Some(share.games)),
        Err(Error::Interrupted) => share.writing.sync().and(Err(Error::Stopped)),
        Err(error) => Err(error),
    }
}

/// Merges the shards of a sweep and writes its results.
///
/// # Errors
/// As for [`run`]; [`Error::Corrupt`] if the shards do not contain exactly the games of the sweep.
pub(crate) fn merge(
    sweep: &Sweep,
    path: &Path,
    shards: &ShardSet,
    fresh: bool,
    session: Session<'_>,
) -> Result<Findings, Error> {
    results_into(sweep, Target { path, fresh, handover: None }, Some(shards), session)
}

/// Writes the results of a sweep into their folder. They are computed, or taken from its shards.
fn results_into(
    sweep: &Sweep,
    target: Target<'_>,
    shards: Option<&ShardSet>,
    session: Session<'_>,
) -> Result<Findings, Error> {
    let prepared = Prepared::new(sweep, session)?;
    in_folder(sweep.name.as_str(), prepared.owner(), target, session, &mut |folder, kept| {
        attempt(&prepared, folder, shards, kept, session)
    })
}

/// Runs a sweep and writes `sweep.csv` to `out`, without a folder. Returns the findings.
///
/// ```
/// use grundy::answer::Session;
/// use grundy::event::Silent;
/// use grundy::job::{Analysis, Name, Settings};
/// use grundy::sweep::{Over, Plan, Sweep};
/// use std::sync::atomic::AtomicBool;
///
/// # fn main() -> Result<(), grundy::Error> {
/// let plan = Plan {
///     code: "subtraction:{a},{b}".to_string(),
///     over: vec![("a".into(), Over::Range("1..=3".into())), ("b".into(), Over::Range("a+1..=6".into()))],
///     max: Some("10 * b".to_string()),
///     settings: Settings {
///         analysis: Analysis::of("period"),
///         formats: vec!["report".to_string()],
///         ..Settings::default()
///     },
///     ..Plan::default()
/// };
/// let sweep = Sweep::new(plan, Name::new("pairs")?, None)?.expect("nothing is wrong with it");
/// let findings = grundy::sweep_run::print(&sweep, Box::new(std::io::sink()), Session::new(&AtomicBool::new(false), &Silent))?;
/// assert_eq!(findings.sentence(), "12 games: 12 periods proved, 0 observed, 0 not found");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As for [`run`].
pub fn print(sweep: &Sweep, out: Out, session: Session<'_>) -> Result<Findings, Error> {
    let tally = without_folder(&Prepared::new(sweep, session)?.rows_only(), Some(out), session)?;
    Ok(findings(sweep, &tally))
}

/// Runs a sweep without writing anything, and returns its tally.
///
/// # Errors
/// As for [`run`].
pub(super) fn recompute(prepared: &Prepared<'_>, session: Session<'_>) -> Result<Tally, Error> {
    without_folder(prepared, None, session)
}

/// Solves all games of a sweep. Only `sweep.csv` is written, to `out` if it is given.
fn without_folder(prepared: &Prepared<'_>, out: Option<Out>, session: Session<'_>) -> Result<Tally, Error> {
    let written = || Error::io("write to", Path::new("standard output"));
    let tables = Tables::new(out, Vec::new(), None, prepared.sweep).map_err(written())?;
    let mut course = Course::new(prepared, tables, Pace::default(), session)?;
    course.run(&mut |_| Ok(()))?;
    course.tables.flush().map_err(written())?;
    Ok(course.tally)
}

/// Resumes from what was kept, or starts, and commits the results.
fn attempt(
    prepared: &Prepared<'_>,
    folder: &mut Folder,
    shards: Option<&ShardSet>,
    kept: Option<Left>,
    session: Session<'_>,
) -> (Result<Findings, Error>, bool) {
    let begun = kept.is_some();
    let sweep = prepared.sweep;
    // The files of a stopped run already occupy their space.
    let control = session.control();
    let place = Some(folder.path());
    let fits = if begun { Ok(None) } else { foresee(prepared, place, &control) };
    if let Err(error) = fits {
        return (Err(error), false);
    }
    let opened = prepared.tables().iter().map(|name| folder.stream(name, kept.as_ref())).collect();
    let (outs, streams) = match opened {
        Ok(opened) => Vec::into_iter(opened).unzip(),
        Err(error) => return (Err(error), begun),
    };
    let (path, fingerprint) = (folder.path(), folder.fingerprint());
    let keeper = Keeper::new(path, fingerprint, sweep.checkpoint, session.cancelled, streams, kept.as_ref());
    let opened = Opened { outs, kept, keeper: &keeper };
    let finished = carry_out(prepared, opened, shards, session).and_then(|tally| {
        write(sweep, &tally, folder, &session.control())?;
        let threads = rayon::current_num_threads();
        let seconds = keeper.seconds();
        let notes = shards.map(|shards| format!("merged from {}", counted(shards.readers.len(), "shard", "shards")));
        let notes = notes.into_iter().collect();
        let made = Made { kernel: "sweep".to_string(), threads, seconds, notes };
        commit(sweep.name.as_str(), findings(sweep, &tally), &made, folder, session.observer)
    });
    // A run with another limit is another run, which cannot resume from this checkpoint.
    let goes_on = keeper.has_written() && !matches!(finished, Err(Error::Limit { .. }));
    match if goes_on || finished.is_ok() { Ok(()) } else { folder.forget() } {
        Ok(()) => (finished, goes_on),
        Err(error) => (Err(error), false),
    }
}

/// The state of a stopped sweep: the wheels of the odometer, the number of combinations looked at, the tally,
/// and the heads and row counts of tables. The rows that conjectures compare follow it.
type SweepState = (Option<Vec<(i64, i64)>>, u64, Tally, Heads, Listed);

/// A run in a folder: its tables, what an earlier run left, and the keeper of its state.
struct Opened<'f> {
    outs: Vec<Out>,
    kept: Option<Left>,
    keeper: &'f Keeper<'f>,
}

fn carry_out(
    prepared: &Prepared<'_>,
    Opened { mut outs, kept, keeper }: Opened<'_>,
    shards: Option<&ShardSet>,
    session: Session<'_>,
) -> Result<Tally, Error> {
    let sweep = prepared.sweep;
    let state = match &kept {
        Some(kept) => {
            let state = kept.restore(&mut Fan(Vec::new()))?;
            let mut reader = state.reader();
            let state: SweepState = reader.take().ok_or(Error::Unfit)?;
            Some((state, KeptRows::load(&mut reader).ok_or(Error::Unfit)?))
        }
        None => None,
    };
    let main = if outs.is_empty() { None } else { Some(outs.remove(0)) };
    let heads = state.as_ref().map(|((_, _, _, heads, _), _)| heads.clone());
    let failed = || Error::io("write", Path::new(files::TABLE));
    let tables = Tables::new(main, outs, heads, sweep).map_err(failed())?;
    let mut course = Course::new(prepared, tables, Pace::default(), session)?;
    if let Some(((wheels, done, tally, _, listed), kept)) = state {
        course.odometer = Odometer::at(&sweep.domains, wheels).ok_or(Error::Unfit)?;
        (course.done, course.tally, course.listed, course.kept) = (done, tally, listed, kept);
    }
    if let Some(shards) = shards {
        course.way = Way::Merge(Box::new(Answers::new(&shards.readers, course.done)?));
    }
    course.run(&mut |course| {
        if !keeper.is_time() {
            return Ok(());
        }
        course.tables.flush().map_err(failed())?;
        // As a `SweepState`, but borrowed.
        let (wheels, heads) = (course.odometer.positions(), course.tables.heads());
        let state = (wheels, course.done, &course.tally, heads, &course.listed);
        keeper.write("sweep", course.done, &mut Nothing, &mut |kept| {
            kept.put(&state)?;
            course.kept.save(kept)
        })?;
        course.control.check().map_err(|_| Error::Stopped)
    })?;
    course.tables.flush().map_err(failed())?;
    Ok(course.tally)
}

/// A sink without a state.
struct Nothing;

impl Sink for Nothing {
    fn block(&mut self, _: u64, _: Values<'_>, _: &Control<'_>) -> Result<Flow, Error> {
        Ok(Flow::Continue)
    }
}

/// Writes the files that are written at the end.
fn write(sweep: &Sweep, tally: &Tally, folder: &mut Folder, control: &Control<'_>) -> Result<(), Error> {
    let checks = checks(sweep, tally, false);
    let failed = |name: &'static str| Error::io("write", Path::new(name));
    let patterns = tally.answers.guess(sweep, control)?;
    let shown = |pictures, out| report(sweep, tally, &patterns, &checks, pictures, out);
    shown(sweep.plan.settings.has_format(SVG), folder.create(files::REPORT)?).map_err(failed(files::REPORT))?;
    if let Some(name) = page::name(sweep) {
        let text = InMemory::default();
        shown(true, Box::new(text.clone())).map_err(failed(name))?;
        let (text, mut table) = (String::from_utf8_lossy(&text.into_bytes()).into_owned(), folder.begun(files::TABLE)?);
        page::write(sweep, tally, &text, &mut table, folder.create(name)?).map_err(failed(name))?;
    }
    if !patterns.is_empty() {
        let table = row_patterns::table(&patterns);
        table.write_csv(folder.create(files::ROW_PATTERNS)?).map_err(failed(files::ROW_PATTERNS))?;
    }
    for (name, text) in row_patterns::automata(&patterns) {
        let mut out = folder.create(&name)?;
        out.write_all(&text).and_then(|()| out.flush()).map_err(Error::io("write", Path::new(&name)))?;
    }
    let mut maxima = folder.create(files::MAXIMA)?;
    let written = table(sweep, tally).and_then(|table| maxima.write_all(&table)).and_then(|()| maxima.flush());
    written.map_err(failed(files::MAXIMA))?;
    if let Some(table) = tally.distribution.table(sweep).map_err(failed(files::TALLY))? {
        let mut out = folder.create(files::TALLY)?;
        out.write_all(&table).and_then(|()| out.flush()).map_err(failed(files::TALLY))?;
    }
    let pictures = if sweep.plan.settings.has_format(SVG) { tally.scatter.files(sweep) } else { Vec::new() };
    let files = pictures.into_iter().chain(tally.sequences.files(sweep));
    for (name, text) in files.chain(tally.distribution.files(sweep)) {
        let mut out = folder.create(&name)?;
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Error::io("write", Path::new(&name)))?;
    }
    if !checks.is_empty() {
        checks_table(&checks).write_csv(folder.create(CHECKS)?).map_err(failed(CHECKS))?;
    }
    for (name, text) in latex::texts(sweep, tally) {
        let mut out = folder.create(&name)?;
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(failed(latex::FOLDER))?;
    }
    let conjectures = checked(sweep, &tally.conjectures, &tally.all.games);
    if conjectures.is_empty() {
        return Ok(());
    }
    conjectures_table(&conjectures).write_csv(folder.create(CONJECTURES)?).map_err(failed(CONJECTURES))?;
    for (name, text) in examples_files(&conjectures).map_err(failed(COUNTEREXAMPLES))? {
        let mut out = folder.create(&name)?;
        out.write_all(&text).and_then(|()| out.flush()).map_err(failed(COUNTEREXAMPLES))?;
    }
    Ok(())
}

fn findings(sweep: &Sweep, tally: &Tally) -> Findings {
    let checks = checks(sweep, tally, false);
    let games = tally.all.games.clone();
    let largest = tally.all.named(&sweep.columns).find(|(name, _)| *name == LARGEST_VALUE);
    Findings {
        preperiod: None,
        period: None,
        saltus: None,
        status: sweep.columns.status().map(|_| String::new()),
        theorem: None,
        kinds: None,
        rows: games.rows,
        max_value: largest.map_or(0, |(_, best)| best.value as u32),
        zeros: 0,
        failed: failed(&checks),
        checks: checks.len(),
        conjectures: checked(sweep, &tally.conjectures, &games).iter().map(Checked::judged).collect(),
        sweep: Some(games),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::parse_sweep;
    use crate::event::Silent;
    use crate::job::Name;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    /// A shard that records its progress at every combination, most of which are not its own, still gets all of
    /// its games.
    #[test]
    fn a_shard_with_few_games_among_many_notes_how_far_it_came() {
        let folder = tempfile::TempDir::new().unwrap();
        let text = "[sweep]\ncode = \"subtraction:{a},{b}\"\nwhere = \"a + b == 9\"\n[sweep.over]\na = \"1..=9\"\nb = \"1..=9\"\n\
                    [range]\nmax = 50\n[analysis]\nperiod = true\n";
        std::fs::write(folder.path().join("job.toml"), text).unwrap();
        let sweep = parse_sweep(text, Name::new("job").unwrap(), &folder.path().join("job.toml")).unwrap();
        let (cancelled, whole, out) = (AtomicBool::new(false), folder.path().join("whole"), folder.path().join("out"));
        let session = Session::new(&cancelled, &Silent);
        let expected = run(&sweep, &whole, false, session).unwrap();
        let pace = Pace { looking: Duration::ZERO, ..Pace::default() };
        let prepared = Prepared::new(&sweep, session).unwrap();
        let target = || Target { path: &out, fresh: false, handover: None };
        let games = ["1/3", "2/3", "3/3"]
            .map(|part| run_shard_at(pace, &prepared, target(), part.parse().unwrap(), session).unwrap().unwrap());
        assert_eq!(games.iter().sum::<u64>(), 8);
        let set = ShardSet::open(&out, None).unwrap();
        let frames = std::iter::successors(Some(set.readers[0].clone()), |reader| {
            let mut reader = reader.clone();
            reader.next().unwrap().map(|_| reader)
        });
        assert!(frames.count() > 80, "it noted how far it came at every combination");
        assert_eq!(merge(&sweep, &out, &set, false, session).unwrap(), expected);
        for name in ["sweep.csv", "sweep.md"] {
            assert_eq!(std::fs::read(out.join(name)).unwrap(), std::fs::read(whole.join(name)).unwrap(), "{name}");
        }
    }
}
