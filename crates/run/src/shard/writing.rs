//! Writes the file of a shard.
//!
//! The file grows under a temporary name of its own. A process never writes into a file that another one
//! created, so nothing depends on locks, which some cluster file systems lack. The whole frames that a stopped
//! or killed process left are copied. A complete file is read once more and then renamed in one step. If two
//! processes compute the same shard, they write two files, and the first complete one stays. Unfinished files
//! are removed if a lock shows that no process holds them.

use super::file::{Chain, Damage, FrameKind, MAGIC, MOST, Reader, error};
use super::header::ShardHeader;
use super::part::Part;
use crate::disk::{self, File, PARTIAL, Partial};
use crate::error::Error;
use crate::folder::SHARDS;
use serde::de::DeserializeOwned;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The state of a shard when its process starts.
pub(crate) enum Begun {
    /// The shard is complete.
    Done,
    /// The file to write, and an unfinished file of an earlier process. Its frames, as far as they are useful,
    /// must be copied into the new file first.
    Open(Box<Writing>, Option<UnfinishedFile>),
}

/// The unfinished file of an earlier process.
#[derive(Debug)]
pub(crate) struct UnfinishedFile(Reader);

impl UnfinishedFile {
    /// The next whole frame; none where the file ends or is damaged.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn next(&mut self) -> Result<Option<Vec<u8>>, Error> {
        match self.0.try_next() {
            Ok(frame) => Ok(frame),
            // The process that wrote the file may have finished it or removed it in the meantime.
            Err(Damage::Disk(source)) if is_gone(&source) => Ok(None),
            Err(Damage::Disk(source)) => Err(Error::io("read", self.0.path())(source)),
            Err(Damage::CutOff | Damage::Changed) => Ok(None),
        }
    }
}

fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::StaleNetworkFileHandle)
}

/// The file that is written.
#[derive(Debug)]
pub(crate) struct Writing {
    file: File,
    path: PathBuf,
    target: PathBuf,
    header: ShardHeader,
    chain: Chain,
    /// Whether it replaces a complete file.
    fresh: bool,
}

/// Opens the shard with this header in the folder of the results.
///
/// # Errors
/// [`Error::Io`]; [`Error::Folder`] if the folder contains this shard of another run.
pub(crate) fn open(folder: &Path, header: &ShardHeader, fresh: bool) -> Result<Begun, Error> {
    let shards = folder.join(SHARDS);
    let target = shards.join(header.part.file());
    disk::create_dir_all(&shards).map_err(Error::io("create the folder", &shards))?;
    if !fresh && is_done(&target, header)? {
        remove_left(&shards, header.part)?;
        return Ok(Begun::Done);
    }
    if fresh {
        // An unreadable file may be replaced, but not the file of another config.
        if let Err(stranger @ Error::Folder(_)) = same_run(&target, &target, header) {
            return Err(stranger);
        }
    }
    let left = longest(&shards, &target, header)?.filter(|_| !fresh);
    begin(&shards, target, header, fresh).map(|writing| Begun::Open(Box::new(writing), left))
}

/// Whether the complete file of this run exists. A damaged file, or one made before the config changed, does not
/// count and is computed again.
fn is_done(target: &Path, header: &ShardHeader) -> Result<bool, Error> {
    let Some(mut reader) = same_run(target, target, header)? else { return Ok(false) };
    loop {
        match reader.try_next() {
            Ok(Some(_)) => {}
            Ok(None) => return Ok(true),
            Err(Damage::Disk(error)) => return Err(Error::io("read", target)(error)),
            Err(Damage::CutOff | Damage::Changed) => return Ok(false),
        }
    }
}

/// Opens the file of a shard if it belongs to this run. None if it cannot be read as a shard, or if it was made
/// from the same config before the config changed.
///
/// # Errors
/// [`Error::Folder`] if it belongs to another config; [`Error::Io`].
fn same_run(path: &Path, target: &Path, header: &ShardHeader) -> Result<Option<Reader>, Error> {
    let reader = match Reader::open(path) {
        Ok(reader) => reader,
        Err(Damage::Disk(error)) if !is_gone(&error) => {
            return Err(Error::io("read", path)(error));
        }
        Err(_) => return Ok(None),
    };
    if reader.header.fingerprint() == header.fingerprint() && reader.header.part == header.part {
        return Ok(Some(reader));
    }
    header.may_replace(&reader.header, target).map(|()| None)
}

/// The unfinished file of this shard with the longest undamaged beginning.
fn longest(shards: &Path, target: &Path, header: &ShardHeader) -> Result<Option<UnfinishedFile>, Error> {
    let mut best: Option<(u64, Reader)> = None;
    for name in left(shards, header.part)? {
        let path = shards.join(name);
        let Some(reader) = same_run(&path, target, header)? else { continue };
        let mut read = UnfinishedFile(reader.clone());
        while read.next()?.is_some() {}
        if best.as_ref().is_none_or(|(at, _)| *at < read.0.at) {
            best = Some((read.0.at, reader));
        }
    }
    Ok(best.map(|(_, reader)| UnfinishedFile(reader)))
}

/// The names of the unfinished files of a shard.
fn left(shards: &Path, part: Part) -> Result<Vec<String>, Error> {
    let mut names = disk::names(shards).map_err(Error::io("list", shards))?;
    let begin = unfinished(part);
    names.retain(|name| name.starts_with(&begin));
    Ok(names)
}

fn unfinished(part: Part) -> String {
    format!("{PARTIAL}{}-", part.file())
}

/// Removes the unfinished files of a complete shard, unless a living process holds their lock.
fn remove_left(shards: &Path, part: Part) -> Result<(), Error> {
    for name in left(shards, part)? {
        remove_free(&shards.join(name));
    }
    Ok(())
}

/// Removes a file if no living process holds its lock.
fn remove_free(path: &Path) {
    let held = File::open_to_lock(path).ok().filter(|file| file.is_free() && file.is_at(path));
    if held.is_some() {
        let _ = disk::remove_file(path);
    }
}

/// Starts the file that will become `target`, under a name that no other process uses.
fn begin(shards: &Path, target: PathBuf, header: &ShardHeader, fresh: bool) -> Result<Writing, Error> {
    let failed = || Error::io("write", &target);
    let (file, path) = loop {
        let Partial { file, path } = Partial::named(shards, &unfinished(header.part)).map_err(failed())?;
        // Keep the file, so that the next process can continue it whatever happens to this one.
        let path = path.keep().map_err(|error| failed()(error.error))?;
        // Before it was locked, another process may have removed it as left over. Where locks do not work,
        // nobody removes files.
        if file.try_lock().map_err(failed())? && file.is_at(&path) {
            break (file, path);
        }
    };
    let (target, header) = (target.clone(), header.clone());
    let mut writing = Writing { file, path, target, header, chain: Chain::new(), fresh };
    let head = writing.chain.frame(FrameKind::Header, writing.header.to_json()?.as_bytes());
    writing.write(&[MAGIC, &head].concat())?;
    Ok(writing)
}

impl Writing {
    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.file.write_all(bytes).and_then(|()| self.file.flush()).map_err(Error::io("write", &self.target))
    }

    /// Appends results.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Usage`] if the results are too large for one frame.
    pub fn put(&mut self, content: &[u8]) -> Result<(), Error> {
        if content.len() as u64 > MOST {
            return Err(Error::Usage(format!(
                "the files of one game have {} bytes, too many for a shard",
                content.len()
            )));
        }
        let frame = self.chain.frame(FrameKind::Results, content);
        self.write(&frame)
    }

    /// Waits until everything is on disk, because the process is about to stop.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn sync(&self) -> Result<(), Error> {
        self.file.sync().map_err(Error::io("write", &self.target))
    }

    /// Completes the file, reads it once more, and renames it.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Corrupt`] if the file does not contain what was written.
    pub fn finish(mut self) -> Result<(), Error> {
        let end = self.chain.frame(FrameKind::End, &[]);
        self.write(&end)?;
        self.sync()?;
        let done = |fresh: bool| if fresh { Ok(false) } else { is_done(&self.target, &self.header) };
        let placed = match self.again() {
            // Another process has completed the same shard first. Its file stays, because somebody may be
            // reading it.
            Ok(()) if done(self.fresh)? => disk::remove_file(&self.path),
            Ok(()) => disk::rename(&self.path, &self.target),
            Err(Damage::Disk(error)) => Err(error),
            Err(damage) => return Err(error(damage, &self.path)),
        };
        match placed {
            // Another process has completed the same shard and removed this file as left over.
            Err(error) if is_gone(&error) && done(false)? => {}
            placed => placed.map_err(Error::io("write", &self.target))?,
        }
        remove_left(self.target.parent().unwrap_or(Path::new(".")), self.header.part)
    }

    /// Copies the frames that an earlier process left, up to the first one that is not a value of type `T`.
    /// Returns the values.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn take_over<T: DeserializeOwned>(&mut self, left: Option<UnfinishedFile>) -> Result<Vec<T>, Error> {
        let mut values = Vec::new();
        let Some(mut left) = left else { return Ok(values) };
        while let Some(bytes) = left.next()? {
            let Ok(value) = postcard::from_bytes(&bytes) else { break };
            self.put(&bytes)?;
            values.push(value);
        }
        self.took_over(&left)?;
        Ok(values)
    }

    /// Declares that everything useful in an earlier process's file has been copied. That file is removed if no
    /// process holds it.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn took_over(&self, left: &UnfinishedFile) -> Result<(), Error> {
        self.sync()?;
        remove_free(left.0.path());
        Ok(())
    }

    fn again(&self) -> Result<(), Damage> {
        let mut reader = Reader::open(&self.path)?;
        while reader.try_next()?.is_some() {}
        Ok(())
    }
}
