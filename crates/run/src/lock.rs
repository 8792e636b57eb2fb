//! The lock of a folder: a file that the run which writes there holds locked.
//!
//! The file is made if it is not there, never truncated, and removed in the end if this program made it. A run may open the file of another one that is
//! just being removed; so, once it is locked, the file must still be the one of that name, or all begins again.

use crate::disk::{self, File};
use crate::error::Error;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the file.
pub(crate) const LOCK: &str = ".lock";

/// How often a lock is sought that others remove at the same time.
const TRIES: u32 = 100;

/// A lock, held as long as this lives.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    file: Option<File>,
    /// Whether the file is to be removed in the end: not if it was there before, in a folder of somebody else.
    removed: bool,
}

impl Lock {
    /// Locks a folder.
    ///
    /// # Errors
    /// [`Error::Folder`] if another run holds it, or if a file of that name is none of this program; [`Error::Io`].
    pub fn take(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(LOCK);
        for _ in 0..TRIES {
            let there = is_lock(&path, folder)?;
            let file = File::open_or_create(&path).map_err(Error::io("create", &path))?;
            if !file.try_lock().map_err(Error::io("lock", &path))? {
                return Err(Error::Folder(format!(
                    "another run is writing to {}; wait for it, or choose another with --out",
                    folder.display()
                )));
            }
            if file.is_at(&path) {
                return Ok(Self { path, file: Some(file), removed: !there });
            }
        }
        Err(Error::io("lock", &path)(io::Error::other("other processes keep removing it")))
    }

    /// The folder is one of a run: the file may be removed, whoever made it.
    pub fn adopt(&mut self) {
        self.removed = true;
    }

    /// Removes the file, and gives the folder free.
    pub fn release(&mut self) {
        // It is removed while it is locked, so that nobody else holds it then.
        if let Some(_held) = self.file.take().filter(|_| self.removed) {
            let _ = disk::remove_file(&self.path);
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.release();
    }
}

/// Whether the file is there; whatever is written into, linked or no file was made by somebody else.
fn is_lock(path: &Path, folder: &Path) -> Result<bool, Error> {
    match disk::is_empty_file(path) {
        None => Ok(false),
        Some(true) => Ok(true),
        Some(false) => Err(Error::Folder(format!(
            "{} contains `{LOCK}`, which is not the lock of a run; choose another folder with --out, or remove it",
            folder.display()
        ))),
    }
}
