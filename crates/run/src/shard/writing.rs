//! A shard's file while it is written.
//!
//! It grows under a temporary name of its own: no process ever writes into a file that another one made, so that nothing depends on locks, which some file
//! systems of clusters do not have. What a stopped or killed process left is copied, as far as it is whole. When a file is complete and read once more, it takes
//! its name, at once. So two processes that do the same shard write two files, of which the first that is complete stays. Unfinished files are removed where
//! a lock shows that nobody holds them.

use super::file::{Chain, Damage, FrameKind, MAGIC, MOST, Reader, error};
use super::header::ShardHeader;
use super::part::Part;
use crate::disk::{self, File, PARTIAL, Partial};
use crate::error::Error;
use crate::folder::SHARDS;
use serde::de::DeserializeOwned;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What there is of a shard when its process begins.
pub(crate) enum Begun {
    /// All of it.
    Done,
    /// The file to write, and what an earlier process left: its frames, as far as they are wanted, are to be put into the file first.
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
            // Its process lives and has ended it, or it was removed by one that did.
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
    /// Whether it replaces a complete one.
    fresh: bool,
}

/// Opens the shard of a header in the folder of the results.
///
/// # Errors
/// [`Error::Io`]; [`Error::Folder`] if a shard of another run is there.
pub(crate) fn open(folder: &Path, header: &ShardHeader, fresh: bool) -> Result<Begun, Error> {
    let shards = folder.join(SHARDS);
    let target = shards.join(header.part.file());
    disk::create_dir_all(&shards).map_err(Error::io("create the folder", &shards))?;
    if !fresh && is_done(&target, header)? {
        remove_left(&shards, header.part)?;
        return Ok(Begun::Done);
    }
    if fresh {
        // What cannot be read is mended; what is of another config is left alone.
        if let Err(stranger @ Error::Folder(_)) = same_run(&target, &target, header) {
            return Err(stranger);
        }
    }
    let left = longest(&shards, &target, header)?.filter(|_| !fresh);
    begin(&shards, target, header, fresh).map(|writing| Begun::Open(Box::new(writing), left))
}

/// Whether the complete file of the same run is there; one that is damaged, or of the config before it was changed, is done again.
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

/// The file of a shard, if it is of the same run; none if it cannot be told, or it is of the same config before it was changed.
///
/// # Errors
/// [`Error::Folder`] if it is of another config; [`Error::Io`].
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

/// Of the unfinished files of a shard the one that is whole farthest.
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

/// Removes the unfinished files of a shard that is done, where a lock shows that no living process holds them.
fn remove_left(shards: &Path, part: Part) -> Result<(), Error> {
    for name in left(shards, part)? {
        remove_free(&shards.join(name));
    }
    Ok(())
}

/// Removes a file that no living process holds.
fn remove_free(path: &Path) {
    let held = File::open_to_lock(path).ok().filter(|file| file.is_free() && file.is_at(path));
    if held.is_some() {
        let _ = disk::remove_file(path);
    }
}

/// Begins the file that becomes `target`, under a name that no other process has.
fn begin(shards: &Path, target: PathBuf, header: &ShardHeader, fresh: bool) -> Result<Writing, Error> {
    let failed = || Error::io("write", &target);
    let (file, path) = loop {
        let Partial { file, path } = Partial::named(shards, &unfinished(header.part)).map_err(failed())?;
        // Whatever happens to this process, the next one can go on with it.
        let path = path.keep().map_err(|error| failed()(error.error))?;
        // Another process may have taken it for left over before it was locked. Where there are no locks, nobody removes it.
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
    /// [`Error::Io`]; [`Error::Usage`] for more than a file can hold at once.
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

    /// Waits until all is on the disk: the process is to be stopped.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn sync(&self) -> Result<(), Error> {
        self.file.sync().map_err(Error::io("write", &self.target))
    }

    /// Ends the file, reads it once more, and gives it its name.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Corrupt`] if it is not what was written.
    pub fn finish(mut self) -> Result<(), Error> {
        let end = self.chain.frame(FrameKind::End, &[]);
        self.write(&end)?;
        self.sync()?;
        let done = |fresh: bool| if fresh { Ok(false) } else { is_done(&self.target, &self.header) };
        let placed = match self.again() {
            // Another process did the same shard before: whoever is reading its file is not disturbed.
            Ok(()) if done(self.fresh)? => disk::remove_file(&self.path),
            Ok(()) => disk::rename(&self.path, &self.target),
            Err(Damage::Disk(error)) => Err(error),
            Err(damage) => return Err(error(damage, &self.path)),
        };
        match placed {
            // Another process did the same shard, and removed all that it took for left over.
            Err(error) if is_gone(&error) && done(false)? => {}
            placed => placed.map_err(Error::io("write", &self.target))?,
        }
        remove_left(self.target.parent().unwrap_or(Path::new(".")), self.header.part)
    }

    /// Takes over what an earlier process left, frame by frame, as far as each is such a value: these.
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

    /// All that is wanted of an earlier process's file was put into this one.
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
