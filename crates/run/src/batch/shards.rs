//! A batch in shards. Each shard runs its configs into their folders and records the outcomes in its file. A
//! merge checks that the folders contain exactly those results.

use super::run::{complaint, distinct_names, run_one, write_summary};
use crate::answer::Session;
use crate::config::Work;
use crate::cost::cost;
use crate::error::Error;
use crate::files::checksum;
use crate::folder::Owner;
use crate::job_run;
use crate::manifest::{Findings, MANIFEST, Manifest};
use crate::shard::{Begun, Dealer, Part, ShardHeader, ShardSet, ShardTask, Shared, open};
use crate::stream::serialized;
use crate::sweep_run;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The outcome of a job of a batch, and the checksums of its files.
#[derive(Serialize, Deserialize)]
struct StoredJob {
    /// The index of the job in the batch, from 0.
    place: u64,
    outcome: Result<(Findings, BTreeMap<String, String>), String>,
}

/// Runs the configs of a shard into `parent/<name>` and records the outcomes in its file. Returns the number of
/// configs, or none if the shard was already complete. If a job fails, `failed` is called, and the others still
/// run. Jobs that an earlier process finished are skipped.
///
/// # Errors
/// As for [`run`](super::run). [`Error::Stopped`] if the shard can be resumed. An error that a retry may cure
/// leaves the shard open and is returned.
pub fn run_shard(
    works: &[Work],
    parent: &Path,
    part: Part,
    fresh: bool,
    session: Session<'_>,
    failed: &mut dyn FnMut(&Work, &Error),
) -> Result<Option<u64>, Error> {
    distinct_names(works)?;
    let header = ShardHeader::new(part, shared(works, parent, session)?);
    let Begun::Open(mut writing, left) = open(parent, &header, fresh)? else { return Ok(None) };
    let done: Vec<StoredJob> = writing.take_over(left)?;
    let mut dealer = Dealer::new(part, works.len() as u128);
    let (mut count, mut unfinished) = (0, None);
    for (place, work) in (0..).zip(works) {
        if !dealer.next(place, || cost_of(work)) {
            continue;
        }
        count += 1;
        if done.iter().any(|stored| stored.place == place) {
            continue;
        }
        let folder = parent.join(work.name().as_str());
        let outcome = match run_one(work, &folder, fresh, session).and_then(|findings| Ok((findings, files(&folder)?)))
        {
            Err(Error::Interrupted | Error::Stopped) => return writing.sync().and(Err(Error::Stopped)),
            // These errors are not the job's fault, and a retry may succeed. So the job and the shard stay open.
            Err(
                error @ (Error::Io { .. } | Error::Folder(_) | Error::Corrupt { .. } | Error::Unfit | Error::Fault(_)),
            ) => {
                failed(work, &error);
                unfinished.get_or_insert(error);
                continue;
            }
            Err(error) => {
                failed(work, &error);
                Err(error.to_string())
            }
            Ok(found) => Ok(found),
        };
        writing.put(&serialized(&StoredJob { place, outcome })?)?;
    }
    if let Some(error) = unfinished {
        return writing.sync().and(Err(error));
    }
    writing.finish().map(|()| Some(count))
}

/// Merges the shards of a batch: writes its summary.
///
/// # Errors
/// [`Error::Corrupt`] if the shards do not contain exactly the jobs of the batch, or a folder not exactly the
/// results that its shard recorded. Otherwise as for [`run`](super::run).
pub(crate) fn merge(works: &[Work], parent: &Path, shards: &ShardSet, session: Session<'_>) -> Result<(), Error> {
    let mut outcomes: BTreeMap<u64, Result<Findings, Error>> = BTreeMap::new();
    for reader in &shards.readers {
        let mut reader = reader.clone();
        while let Some(frame) = reader.next()? {
            let wrong = |what: &str| Error::corrupt(reader.path(), what);
            let stored: StoredJob =
                postcard::from_bytes(&frame).map_err(|_| wrong("it does not contain results of a batch"))?;
            let work = works
                .get(stored.place as usize)
                .ok_or_else(|| wrong("it contains a job that does not belong to the batch"))?;
            let outcome = match stored.outcome {
                Ok((findings, files)) => {
                    whole(work, &parent.join(work.name().as_str()), &files, session).map(|()| Ok(findings))?
                }
                Err(words) => Err(Error::Usage(words)),
            };
            if outcomes.insert(stored.place, outcome).is_some() {
                return Err(wrong(&format!(
                    "it contains the job {}, which another shard contains as well",
                    work.name()
                )));
            }
        }
    }
    let missing = (0..).zip(works).find(|(place, _)| !outcomes.contains_key(place));
    if let Some((_, work)) = missing {
        return Err(Error::corrupt(parent, format!("no shard contains the job {}", work.name())));
    }
    let rows: Vec<_> = works.iter().zip(outcomes.into_values()).collect();
    write_summary(&rows, parent)?;
    complaint(&rows)
}

/// The identities of all jobs, as the shards record them.
pub(crate) fn shared(works: &[Work], parent: &Path, session: Session<'_>) -> Result<Shared, Error> {
    let task = |work: &Work| ShardTask::new(parent, work.name(), owner(work, session)?);
    works.iter().map(task).collect::<Result<_, _>>().map(Shared::Batch)
}

/// The owner of the results of a job.
fn owner(work: &Work, session: Session<'_>) -> Result<Owner, Error> {
    match work {
        Work::Job(job) => Ok(job_run::owner(job)),
        Work::Sweep(sweep) => sweep_run::owner(sweep, session),
    }
}

fn cost_of(work: &Work) -> u64 {
    match work {
        Work::Job(job) => cost(job),
        // This estimate ignores the range, but it is the same on every machine.
        Work::Sweep(sweep) => sweep.combinations.saturating_mul(1 << 12),
    }
}

/// The checksums of the files in a folder, after checking the files against them.
fn files(folder: &Path) -> Result<BTreeMap<String, String>, Error> {
    let manifest = Manifest::read(folder)?.ok_or_else(|| Error::corrupt(folder, format!("it has no {MANIFEST}")))?;
    for (name, sum) in &manifest.files {
        checksum(&folder.join(name), sum)?;
    }
    Ok(manifest.files)
}

/// Checks that a folder contains the complete results of a job, exactly as its shard left them.
fn whole(work: &Work, folder: &Path, files: &BTreeMap<String, String>, session: Session<'_>) -> Result<(), Error> {
    let what = "it does not contain the results that its shard lists; run the shard again with --fresh";
    let wrong = || Error::corrupt(folder, what);
    let manifest = Manifest::read(folder)?.ok_or_else(wrong)?;
    if !manifest.complete || manifest.identity != owner(work, session)?.identity || manifest.files != *files {
        return Err(wrong());
    }
    files.iter().try_for_each(|(name, sum)| checksum(&folder.join(name), sum))
}
