//! A shard's file while it is written.
//!
//! It grows under a temporary name of its own: no process ever writes into a file that another one made, so that nothing depends on locks, which some file
//! systems of clusters do not have. What a stopped or killed process left is copied, as far as it is whole. When a file is complete and read once more, it takes
//! its name, at once. So two processes that do the same shard write two files, and the later one replaces an equal one. Unfinished files are removed where
//! a lock shows that nobody holds them.

use super::file::{Chain, Damage, Kind, MAGIC, MOST, Reader, error};
use super::header::Header;
use super::part::Part;
use crate::disk::{self, File, PARTIAL, Partial};
use crate::error::Error;
use crate::folder::SHARDS;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What there is of a shard when its process begins.
pub(crate) enum Begun {
    /// All of it.
    Done,
    /// The file to write, and what an earlier process left: its frames, as far as they are wanted, are to be put into the file first.
    Open(Box<Writing>, Option<Left>),
}

/// The unfinished file of an earlier process.
#[derive(Debug)]
pub(crate) struct Left(Reader);

impl Left {
    /// The next whole frame; none where the file ends or is damaged.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn next(&mut self) -> Result<Option<Vec<u8>>, Error> {
        match self.0.try_next() {
            Ok(frame) => Ok(frame),
            Err(Damage::Disk(source)) => Err(Error::io("read", self.0.path())(source)),
            Err(Damage::CutOff | Damage::Changed) => Ok(None),
        }
    }
}

/// The file that is written.
#[derive(Debug)]
pub(crate) struct Writing {
    file: File,
    path: PathBuf,
    target: PathBuf,
    header: Header,
    chain: Chain,
}

/// Opens the shard of a header in the folder of the results.
///
/// # Errors
/// [`Error::Io`]; [`Error::Folder`] if a shard of another run is there.
pub(crate) fn open(folder: &Path, header: &Header, fresh: bool) -> Result<Begun, Error> {
    let shards = folder.join(SHARDS);
    let target = shards.join(header.part.file());
    disk::create_dir_all(&shards).map_err(Error::io("create the folder", &shards))?;
    if !fresh && is_done(&target, header)? {
        remove_left(&shards, header.part)?;
        return Ok(Begun::Done);
    }
    let left = longest(&shards, &target, header)?.filter(|_| !fresh);
    begin(&shards, target, header).map(|writing| Begun::Open(Box::new(writing), left))
}

/// Whether the complete file of the same run is there; one that is damaged, or of the config before it was changed, is done again.
fn is_done(target: &Path, header: &Header) -> Result<bool, Error> {
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
fn same_run(path: &Path, target: &Path, header: &Header) -> Result<Option<Reader>, Error> {
    let reader = match Reader::open(path) {
        Ok(reader) => reader,
        Err(Damage::Disk(error)) if error.kind() != io::ErrorKind::NotFound => {
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
fn longest(shards: &Path, target: &Path, header: &Header) -> Result<Option<Left>, Error> {
    let mut best: Option<(u64, Reader)> = None;
    for name in left(shards, header.part)? {
        let path = shards.join(name);
        let Some(reader) = same_run(&path, target, header)? else { continue };
        let mut read = Left(reader.clone());
        while read.next()?.is_some() {}
        if best.as_ref().is_none_or(|(at, _)| *at < read.0.at) {
            best = Some((read.0.at, reader));
        }
    }
    Ok(best.map(|(_, reader)| Left(reader)))
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
        let path = shards.join(name);
        let held = File::open(&path).ok().filter(|file| file.is_free() && file.is_at(&path));
        if held.is_some() {
            let _ = disk::remove_file(&path);
        }
    }
    Ok(())
}

fn begin(shards: &Path, target: PathBuf, header: &Header) -> Result<Writing, Error> {
    let failed = || Error::io("write", &target);
    let Partial { file, path } = Partial::named(shards, &unfinished(header.part)).map_err(failed())?;
    // Whatever happens to this process, the next one can go on with it.
    let path = path.keep().map_err(|error| failed()(error.error))?;
    // Where there are no locks, nobody removes it, either.
    file.try_lock().map_err(failed())?;
    let mut writing = Writing { file, path, target: target.clone(), header: header.clone(), chain: Chain::new() };
    let head = writing.chain.frame(Kind::Header, header.to_json()?.as_bytes());
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
        let frame = self.chain.frame(Kind::Results, content);
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
        let end = self.chain.frame(Kind::End, &[]);
        self.write(&end)?;
        self.sync()?;
        match self.again() {
            Ok(()) => disk::rename(&self.path, &self.target).map_err(Error::io("write", &self.target))?,
            // Another process did the same shard and removed all that it took for left over.
            Err(Damage::Disk(error))
                if error.kind() == io::ErrorKind::NotFound && is_done(&self.target, &self.header)? => {}
            Err(damage) => return Err(error(damage, &self.path)),
        }
        remove_left(self.target.parent().unwrap_or(Path::new(".")), self.header.part)
    }

    fn again(&self) -> Result<(), Damage> {
        let mut reader = Reader::open(&self.path)?;
        while reader.try_next()?.is_some() {}
        Ok(())
    }
}
