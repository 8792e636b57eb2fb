//! A shard's file while it is written.
//!
//! It grows under a temporary name of its own, which nobody else uses; what a stopped or killed process left is taken over if no living one holds it. When it
//! is complete and read once more, it takes its name, at once. So two processes that do the same shard write two files, and the later one replaces an equal one.

use super::file::{Chain, Damage, Kind, MAGIC, Reader, error};
use super::header::Header;
use super::part::Part;
use crate::disk::{self, File, PARTIAL, Partial};
use crate::error::Error;
use crate::folder::SHARDS;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What there is of a shard when its process begins.
pub(crate) enum Begun {
    /// All of it.
    Done,
    /// A beginning, perhaps an empty one: frames to be read again, and the file to write on.
    Open(Writing, Vec<Vec<u8>>),
}

/// The file that is written.
#[derive(Debug)]
pub(crate) struct Writing {
    file: File,
    path: PathBuf,
    target: PathBuf,
    chain: Chain,
}

/// Opens the shard of a header in the folder of the results.
///
/// # Errors
/// [`Error::Io`]; [`Error::Usage`] if a shard of another run is there.
pub(crate) fn open(folder: &Path, header: &Header, fresh: bool) -> Result<Begun, Error> {
    let shards = folder.join(SHARDS);
    let target = shards.join(header.part.file());
    disk::create_dir_all(&shards).map_err(Error::io("create the folder", &shards))?;
    if is_done(&target, header, fresh)? {
        remove_left(&shards, header.part)?;
        return Ok(Begun::Done);
    }
    for name in left(&shards, header.part)? {
        let path = shards.join(name);
        if fresh {
            // One that a living process holds stays its own.
            drop(taken(&path).map(|_| disk::remove_file(&path)));
        } else if let Some(begun) = go_on(&path, &target, header)? {
            return Ok(begun);
        }
    }
    begin(&shards, target, header).map(|writing| Begun::Open(writing, Vec::new()))
}

/// Whether the complete file of the same run is there; one that is damaged, or of the config before it was changed, is done again.
fn is_done(target: &Path, header: &Header, fresh: bool) -> Result<bool, Error> {
    let mut reader = match Reader::open(target) {
        Ok(reader) => reader,
        Err(Damage::Disk(error)) if error.kind() != io::ErrorKind::NotFound => {
            return Err(Error::io("read", target)(error));
        }
        Err(_) => return Ok(false),
    };
    if reader.header.fingerprint() != header.fingerprint() || reader.header.part != header.part {
        return header.may_replace(&reader.header, target).map(|()| false);
    }
    if fresh {
        return Ok(false);
    }
    loop {
        match reader.try_next() {
            Ok(Some(_)) => {}
            Ok(None) => return Ok(true),
            Err(Damage::Disk(error)) => return Err(Error::io("read", target)(error)),
            Err(_) => return Ok(false),
        }
    }
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

/// Removes the unfinished files of a shard that no living process holds.
fn remove_left(shards: &Path, part: Part) -> Result<(), Error> {
    for name in left(shards, part)? {
        let path = shards.join(name);
        drop(taken(&path).map(|_| disk::remove_file(&path)));
    }
    Ok(())
}

/// An unfinished file, if no living process holds it.
fn taken(path: &Path) -> Option<File> {
    let file = File::open_or_create(path).ok()?;
    (file.try_lock().ok()? && file.is_at(path)).then_some(file)
}

/// Goes on with an unfinished file, up to where it is whole; none if it is held, or of another run.
fn go_on(path: &Path, target: &Path, header: &Header) -> Result<Option<Begun>, Error> {
    let Some(mut file) = taken(path) else { return Ok(None) };
    let reader = Reader::open(path).ok().filter(|reader| reader.header == *header);
    let Some(mut reader) = reader else {
        // Nothing can be made of it.
        let _ = disk::remove_file(path);
        return Ok(None);
    };
    let mut frames = Vec::new();
    while let Ok(Some(frame)) = reader.try_next() {
        frames.push(frame);
    }
    let failed = || Error::io("write", path);
    file.set_len(reader.at).map_err(failed())?;
    file.seek(SeekFrom::Start(reader.at)).map_err(failed())?;
    let writing = Writing { file, path: path.to_path_buf(), target: target.to_path_buf(), chain: reader.chain };
    Ok(Some(Begun::Open(writing, frames)))
}

fn begin(shards: &Path, target: PathBuf, header: &Header) -> Result<Writing, Error> {
    let failed = || Error::io("write", &target);
    let Partial { file, path } = Partial::named(shards, &unfinished(header.part)).map_err(failed())?;
    // Whatever happens to this process, the next one goes on with it.
    let path = path.keep().map_err(|error| failed()(error.error))?;
    file.try_lock().map_err(failed())?;
    let mut writing = Writing { file, path, target: target.clone(), chain: Chain::new() };
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
    /// [`Error::Io`].
    pub fn put(&mut self, content: &[u8]) -> Result<(), Error> {
        let mut chain = self.chain;
        let frame = chain.frame(Kind::Results, content);
        self.write(&frame)?;
        self.chain = chain;
        Ok(())
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
        let again = Reader::open(&self.path).and_then(|mut reader| {
            while reader.try_next()?.is_some() {}
            Ok(())
        });
        if let Err(damage) = again {
            let _ = disk::remove_file(&self.path);
            return Err(error(damage, &self.path));
        }
        disk::rename(&self.path, &self.target).map_err(Error::io("write", &self.target))?;
        let shards = self.target.parent().unwrap_or(Path::new("."));
        Part::of_file(&self.target.file_name().unwrap_or_default().to_string_lossy())
            .map_or(Ok(()), |part| remove_left(shards, part))
    }
}
