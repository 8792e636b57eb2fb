//! The pipeline of a job with a folder: open the folder, answer the job, write and commit the results.

use crate::answer::{Answer, Session, solve};
use crate::charts::grouped;
use crate::checkpoint::{Keeper, Left};
use crate::error::Error;
use crate::event::{Observer, RunEvent};
use crate::folder::{Folder, Opened, Owner};
use crate::formats::files_of;
use crate::handover::Handover;
use crate::identity::Identity;
use crate::job::Job;
use crate::manifest::{Findings, Made};
use crate::plan::Outputs;
use crate::results::{Content, ResultFile};
use crate::sinks::{RowSink, open_streams};
use std::io::Write;
use std::path::Path;

/// Runs a job and writes its results into a folder.
///
/// A folder that contains a complete run of the same job is left as it is, unless `fresh` is set. Old results
/// stay untouched until all new ones are computed and written.
///
/// # Errors
/// Every [`Error`] except `ChecksFailed`: failed checks are part of the findings.
pub fn run(job: &Job, path: &Path, fresh: bool, session: Session<'_>) -> Result<Findings, Error> {
    let owner = owner(job);
    let handover = session.state.map(|file| Handover::new(file, job));
    let target = Target { path, fresh, handover: handover.as_ref() };
    in_folder(job.name.as_str(), owner, target, session, &mut |folder, kept| {
        attempt(job, folder, kept, handover.clone(), session)
    })
}

/// The owner of a job's folder: the job's identity, and the files of a complete run.
pub(crate) fn owner(job: &Job) -> Owner {
    let certain = files_of(job).into_iter().filter(|file| file.is_certain());
    let files = certain.map(|file| file.name.to_string()).collect();
    Owner { identity: Identity::of(job), source: job.source.clone(), files }
}

/// Where the results of a run go.
pub(crate) struct Target<'t> {
    /// The folder.
    pub path: &'t Path,
    /// Whether to run again even if the folder is up to date.
    pub fresh: bool,
    /// The file that hands the run on. It replaces the checkpoint in the folder.
    pub handover: Option<&'t Handover>,
}

/// An attempt to finish a run, from the beginning or from what was kept. Returns the findings, and whether there
/// is a checkpoint to resume from if the attempt failed.
pub(crate) type Attempt<'a> = &'a mut dyn FnMut(&mut Folder, Option<Left>) -> (Result<Findings, Error>, bool);

/// Runs an attempt in a folder, unless the folder is up to date and `fresh` is not set. A checkpoint that does
/// not fit is discarded, and the run starts again. A handed-on state that does not fit is an error instead.
///
/// # Errors
/// The errors of the attempt; [`Error::Stopped`] if there is a state to resume from.
pub(crate) fn in_folder(
    name: &str,
    owner: Owner,
    target: Target<'_>,
    session: Session<'_>,
    attempt: Attempt<'_>,
) -> Result<Findings, Error> {
    let Target { path, fresh, handover } = target;
    let mut folder = match Folder::open(path, owner, fresh)? {
        Opened::UpToDate(findings) => {
            session.observer.event(&RunEvent::UpToDate { job: name, folder: path });
            return Ok(*findings);
        }
        Opened::Ready(folder) => folder,
    };
    let mut kept = folder.kept()?;
    if let Some(handover) = handover {
        if kept.is_some() {
            return Err(Error::Usage(format!(
                "{} contains its own checkpoint: run without --state to resume from it, or use --fresh to start again",
                path.display()
            )));
        }
        kept = handover.read()?.map(Left::handed_on);
    }
    if let Some(Left { end, .. }) = &kept {
        let (rows, seconds) = (grouped(end.rows), end.seconds);
        let word = if end.rows == 1 { "row" } else { "rows" };
        let told = format!("{name}: resuming from the checkpoint: {rows} {word} done in {seconds:.1} s");
        session.observer.event(&RunEvent::Told(&told));
    }
    loop {
        let goes_on = kept.is_some();
        match attempt(&mut folder, kept.take()) {
            (Err(Error::Unfit), _) if handover.is_some() => return Err(handover.map_or(Error::Unfit, Handover::unfit)),
            (Err(Error::Unfit), _) if goes_on => {
                session
                    .observer
                    .event(&RunEvent::Told("the saved progress does not fit this run, so the run starts again"));
                folder.forget()?;
            }
            (Err(Error::Stopped | Error::Interrupted), true) => {
                folder.suspend();
                return Err(Error::Stopped);
            }
            (Err(error), true) => {
                folder.suspend();
                session.observer.event(&RunEvent::Told(
                    "progress is saved: remove the cause and run the same command again to resume, or use --fresh to start again",
                ));
                return Err(error);
            }
            (outcome, _) => return outcome,
        }
    }
}

/// Resumes from what was kept, or starts, and commits the results. Also returns whether there is a checkpoint to
/// resume from if this fails.
fn attempt(
    job: &Job,
    folder: &mut Folder,
    kept: Option<Left>,
    handover: Option<Handover>,
    session: Session<'_>,
) -> (Result<Findings, Error>, bool) {
    let files = files_of(job);
    let (mut streams, written) = match open_streams(job, &files, folder, kept.as_ref()) {
        Ok(opened) => opened,
        Err(error) => return (Err(error), kept.is_some()),
    };
    let (path, fingerprint) = (folder.path(), folder.fingerprint());
    let keeper = Keeper::new(path, fingerprint, job.checkpoint, session.cancelled, written, kept.as_ref());
    let keeper = keeper.with_handover(handover);
    let solved = solve(job, Outputs::files(&files), &mut streams, session, Some(&keeper), kept);
    let finished = solved.and_then(|solved| {
        streams.into_iter().try_for_each(RowSink::finish)?;
        write_results(job, &files, &solved, folder)?;
        let made = Made {
            kernel: solved.kernel.to_string(),
            threads: rayon::current_num_threads(),
            seconds: keeper.seconds(),
            notes: solved.notes.clone(),
        };
        commit(job.name.as_str(), Findings::of(&solved.results(job)), &made, folder, session.observer)
    });
    (finished, keeper.has_written())
}

/// Writes the files that are written at the end of a run.
fn write_results(job: &Job, files: &[&ResultFile], solved: &Answer, folder: &mut Folder) -> Result<(), Error> {
    let results = solved.results(job);
    for file in files {
        let path = folder.path().join(file.name);
        match file.content {
            Content::Rows(..) => Ok(()),
            Content::Results(write) => write(&results, folder.create(file.name)?),
            Content::Table(table) => table(&results).write_csv(folder.create(file.name)?),
            Content::Packed(write, _) => match solved.values() {
                Some(table) => write(&results, table, folder.create(file.name)?),
                None => Ok(()),
            },
            Content::Many { texts, .. } => {
                for (name, text) in texts(&results).map_err(Error::io("write", &path))? {
                    let mut out = folder.create(&name)?;
                    out.write_all(&text).and_then(|()| out.flush()).map_err(Error::io("write", &path))?;
                }
                Ok(())
            }
            Content::Maybe(text) => match text(&results) {
                Some(text) => {
                    let mut out = folder.create(file.name)?;
                    out.write_all(text.as_bytes()).and_then(|()| out.flush())
                }
                None => Ok(()),
            },
        }
        .map_err(Error::io("write", &path))?;
    }
    Ok(())
}

/// Moves the results into place and reports them.
pub(crate) fn commit(
    job: &str,
    findings: Findings,
    made: &Made,
    folder: &mut Folder,
    observer: &dyn Observer,
) -> Result<Findings, Error> {
    for file in folder.commit(&findings, made)? {
        observer.event(&RunEvent::Written(&file));
    }
    let summary = findings.sentence();
    let finished = RunEvent::Finished { job, summary: &summary, rows: findings.rows, seconds: made.seconds };
    observer.event(&finished);
    Ok(findings)
}
