//! The lock of a folder: a file that is locked by the run that writes there.
//!
//! The file is created if it does not exist, never truncated, and removed at the end if this program created it.
//! A run may open the file of another run just before that run removes it. So after locking, the open file must
//! still be the one at that path; otherwise everything is tried again.

use crate::disk::{self, File};
use crate::error::Error;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the file.
pub(crate) const LOCK: &str = ".lock";

/// How often locking is tried while other runs keep removing the file.
const TRIES: u32 = 100;

/// A lock, held as long as this value lives.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    file: Option<File>,
    /// Whether to remove the file at the end. False if it existed before, in a folder that may not be ours.
    removed: bool,
}

impl Lock {
    /// Locks a folder.
    ///
    /// # Errors
    /// [`Error::Folder`] if another run holds the lock, or if a file of that name is not a lock of this program;
    /// [`Error::Io`].
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

    /// Declares that the folder belongs to a run. The file may then be removed, whoever created it.
    pub fn adopt(&mut self) {
        self.removed = true;
    }

    /// Removes the file and releases the lock.
    pub fn release(&mut self) {
        // Remove the file while it is locked, so that nobody else can hold it at that moment.
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

/// Whether the lock file exists. A link, a folder, or a file with content is not a lock, and is an error.
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
