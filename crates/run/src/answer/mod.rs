//! Answers a job without a folder: the job is solved into its sinks, and the results are collected.

mod answered;
mod session;
mod solve;
mod values;

pub use answered::Answer;
pub use session::Session;
pub(crate) use solve::solve;
pub use values::replay;

use crate::analysis::PeriodFinder;
use crate::analysis::expectation::Check;
use crate::claim::Theorems;
use crate::control::Control;
use crate::error::Error;
use crate::event::Silent;
use crate::job::Job;
use crate::plan::Outputs;
use crate::question::conjecture_texts;
use crate::results::{CONJECTURES, Content, End, InMemory, Out, ResultFile, Texts};
use crate::sinks::{Gathered, RowSink};
use crate::stream::Fan;
use crate::table::PackedTable;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Answers a job. It uses no folder and no terminal, and no state of an earlier run. The answer contains all
/// values.
///
/// ```
/// use grundy::config::from_code;
/// use grundy::job::{Analysis, Settings};
///
/// # fn main() -> Result<(), grundy::Error> {
/// let analysis = Analysis::of("period");
/// let job = from_code("octal:0.77", Some(1000), Settings { analysis, ..Settings::default() })?;
/// let kayles = grundy::answer(&job)?;
/// assert_eq!(kayles.value(11), Some(6));
/// let claim = kayles.claim.expect("a period");
/// assert_eq!((claim.preperiod, claim.period, claim.status().to_string().as_str()), (71, 12, "proved"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Limit`] if the job does not fit its memory, [`Error::Usage`] if no kernel supports it.
pub fn answer(job: &Job) -> Result<Answer, Error> {
    answer_in(job, true, Session::new(&AtomicBool::new(false), &Silent))
}

/// Like [`answer`], but with a session that observes and can cancel the run. The values are kept only if
/// `values` is set.
///
/// # Errors
/// As for [`answer`], and [`Error::Interrupted`].
pub fn answer_in(job: &Job, values: bool, session: Session<'_>) -> Result<Answer, Error> {
    solve(job, Outputs { files: &[], values }, &mut [], session, None, None)
}

/// Solves a job and writes one of its files to `out`, without a folder. This is for commands that print.
///
/// # Errors
/// As for [`answer`], and [`Error::Io`]. [`Error::Usage`] for a file of packed values.
pub fn print(job: &Job, file: &ResultFile, name: &str, out: Out, session: Session<'_>) -> Result<(), Error> {
    let path = PathBuf::from(name);
    let failed = || Error::io("write to", &path);
    match file.content {
        Content::Rows(open, _) => {
            let mut streams = [RowSink { writer: open(job, out, 0), path }];
            solve(job, Outputs::files(&[file]), &mut streams, session, None, None)?;
            let [stream] = streams;
            stream.finish()
        }
        Content::Results(_) | Content::Table(_) => {
            let answer = solve(job, Outputs::files(&[file]), &mut [], session, None, None)?;
            file.write(&answer.results(job), out).map_or(Ok(()), |written| written.map_err(failed()))
        }
        Content::Maybe(text) => {
            let answer = solve(job, Outputs::files(&[file]), &mut [], session, None, None)?;
            let (text, mut out) = (text(&answer.results(job)).unwrap_or_default(), out);
            out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(failed())
        }
        Content::Many { texts, .. } => {
            let answer = solve(job, Outputs::files(&[file]), &mut [], session, None, None)?;
            let (texts, mut out) = (texts(&answer.results(job)).map_err(failed())?, out);
            let first = texts.first().map_or(&[][..], |(_, text)| text);
            out.write_all(first).and_then(|()| out.flush()).map_err(failed())
        }
        Content::Packed(..) => Err(Error::Usage(format!("{} cannot be printed; `grundy run` writes it", file.name))),
    }
}

/// Solves a job and writes some of its files into memory. The texts come in the order of `files`.
///
/// # Errors
/// As for [`answer_in`]. [`Error::Io`] cannot occur in memory.
pub(crate) fn answer_files(
    job: &Job,
    files: &[&ResultFile],
    session: Session<'_>,
) -> Result<(Answer, Vec<Vec<u8>>), Error> {
    let texts: Vec<InMemory> = files.iter().map(|_| InMemory::default()).collect();
    let mut streams = Vec::new();
    for (file, text) in files.iter().zip(&texts) {
        if let Content::Rows(open, _) = file.content {
            let out = Box::new(text.clone());
            streams.push(RowSink { writer: open(job, out, 0), path: PathBuf::from(file.name) });
        }
    }
    let answer = solve(job, Outputs::files(files), &mut streams, session, None, None)?;
    streams.into_iter().try_for_each(RowSink::finish)?;
    for (file, text) in files.iter().zip(&texts) {
        if let Some(written) = file.write(&answer.results(job), Box::new(text.clone())) {
            written.map_err(Error::io("write", Path::new(file.name)))?;
        }
    }
    Ok((answer, texts.into_iter().map(InMemory::into_bytes).collect()))
}

/// Checks stored values against `[expect]` and the conjectures of a job. Returns the checks, and the files of
/// the conjectures with their names.
pub(crate) fn checks_of(job: &Job, values: &PackedTable, control: &Control<'_>) -> Result<(Vec<Check>, Texts), Error> {
    if job.expect.is_empty() && job.conjectures().is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let rows = job.rows();
    // Which theorems apply depends on the rules, not on the range, and not on the positions.
    let small = job.game.outline(job.range.max.min(rows.first() + 1), job.setup(control))?;
    let mut gathered = Gathered::new(job, false, &rows, &*small);
    let theorems = Theorems::of(&small.structures(), job.play, job.value);
    let mut finder = PeriodFinder::new(&rows, theorems, PeriodFinder::fits(job.settings.memory));
    let mut sinks = gathered.sinks();
    if job.wants_period() {
        sinks.push(&mut finder);
    }
    replay(rows.len(), |row| values.get(row), &mut Fan(sinks), control)?;
    let claim = if job.wants_period() { finder.finish(control)? } else { None };
    let checks = gathered.end(
        job,
        &rows,
        &End { claim: claim.as_ref(), kinds: None, table: Some(values), earlier: &[], control },
    )?;
    Ok((checks, conjecture_texts(&gathered.answers).map_err(Error::io("write", Path::new(CONJECTURES)))?))
}
