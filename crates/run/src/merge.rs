//! Merges shards: reconstructs the job from their headers, checks that its config is unchanged, and writes the
//! results.

use crate::answer::Session;
use crate::config::{self, Work};
use crate::error::Error;
use crate::job::Name;
use crate::manifest::ConfigFile;
use crate::shard::{ShardHeader, ShardSet, ShardTask, Shared};
use crate::words::counted;
use crate::{batch, sweep_run, verify};
use std::path::{Path, PathBuf};

/// Merges the shards in the folder of the results, and returns a summary in words. If shards of several counts
/// are there, `of` selects the count.
///
/// # Errors
/// [`Error::Corrupt`], with nothing written, if shards are missing, damaged, or from another run, or if their
/// config has changed since; [`Error::ChecksFailed`] if a check of the results fails; [`Error::Usage`] if there
/// are no shards.
pub fn merge(folder: &Path, of: Option<u32>, fresh: bool, session: Session<'_>) -> Result<String, Error> {
    let set = ShardSet::open(folder, of)?;
    let count = set.readers.len();
    match &set.header.shared {
        Shared::Certificate(file, _) => {
            let path = folder.join(&file.path);
            let text = crate::disk::read_to_string(&path).map_err(Error::io("read", &path))?;
            same(folder, &set.header, verify::shared(&path, folder, &text)?)?;
            verify::merge(&path, &set, session)
        }
        Shared::Sweep(task) => {
            let Work::Sweep(sweep) = work(folder, task)? else { return Err(changed(folder)) };
            let again = ShardTask::new(folder, &sweep.name, sweep_run::owner(&sweep, session)?)?;
            same(folder, &set.header, Shared::Sweep(Box::new(again)))?;
            let findings = sweep_run::merge(&sweep, folder, &set, fresh, session)?;
            let told = format!("{}: merged from {}", folder.display(), counted(count, "shard", "shards"));
            findings.complaint().map_or(Ok(told), |complaint| Err(Error::ChecksFailed(complaint)))
        }
        Shared::Batch(tasks) => {
            let works = tasks.iter().map(|task| work(folder, task)).collect::<Result<Vec<_>, _>>()?;
            same(folder, &set.header, batch::shared(&works, folder, session)?)?;
            batch::merge(&works, folder, &set, session)?;
            let (jobs, count) = (counted(works.len(), "job", "jobs"), counted(count, "shard", "shards"));
            Ok(format!("{}: {jobs}, merged from {count}", folder.display()))
        }
    }
}

/// The work of a config: from the config file if it still exists, otherwise from the text stored in the shard.
fn work(folder: &Path, task: &ShardTask) -> Result<Work, Error> {
    let ConfigFile { path, text } = &task.config;
    let path: PathBuf = folder.join(path);
    match path.is_file() {
        true => config::load(&path),
        false => config::parse_any(text, Name::new(&task.name)?, &path),
    }
}

/// Refuses shards whose config has changed since they were made.
fn same(folder: &Path, header: &ShardHeader, now: Shared) -> Result<(), Error> {
    match ShardHeader::new(header.part, now).fingerprint() == header.fingerprint() {
        true => Ok(()),
        false => Err(changed(folder)),
    }
}

fn changed(folder: &Path) -> Error {
    let what = "its shards were made by another version of grundy, or from a config that has since changed; run the shards again";
    Error::corrupt(folder, what)
}
