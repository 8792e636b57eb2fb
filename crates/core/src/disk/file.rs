//! Files that are open.

use super::faults::{self, pass, pass_room};
use std::fs::TryLockError;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use tempfile::TempPath;

/// Begins the names of unfinished files, which a killed run may leave behind.
pub const PARTIAL: &str = ".partial-";

/// An open file.
#[derive(Debug)]
pub struct File(std::fs::File);

impl File {
    /// Opens a regular file for reading.
    ///
    /// # Errors
    /// Those of the disk; one that says so for anything else.
    pub fn open(path: &Path) -> io::Result<Self> {
        pass()?;
        regular(path)?;
        std::fs::File::open(path).map(Self)
    }

    /// Makes a file that does not exist yet.
    ///
    /// # Errors
    /// Those of the disk; `AlreadyExists`.
    pub fn create_new(path: &Path) -> io::Result<Self> {
        pass_room()?;
        std::fs::File::create_new(path).map(Self)
    }

    /// Opens a file for reading and writing, empty if it does not exist yet. Nothing is cut off.
    ///
    /// # Errors
    /// As for [`File::open`].
    pub fn open_or_create(path: &Path) -> io::Result<Self> {
        pass_room()?;
        match regular(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        std::fs::OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map(Self)
    }

    /// Opens a regular file for reading and writing, as some file systems ask of whoever locks it.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn open_to_lock(path: &Path) -> io::Result<Self> {
        pass()?;
        regular(path)?;
        std::fs::OpenOptions::new().read(true).write(true).open(path).map(Self)
    }

    /// Makes a file, or empties the one that is there: also a pipe or a device.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn create(path: &Path) -> io::Result<Self> {
        pass_room()?;
        std::fs::File::create(path).map(Self)
    }

    /// Waits until the file is on the disk.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn sync(&self) -> io::Result<()> {
        pass_room()?;
        self.0.sync_all()
    }

    /// Cuts the file off, or fills it up with zeros.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn set_len(&self, length: u64) -> io::Result<()> {
        pass_room()?;
        self.0.set_len(length)
    }

    /// Its bytes.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn length(&self) -> io::Result<u64> {
        self.0.metadata().map(|about| about.len())
    }

    /// Takes the lock of the file, for as long as it is open; false if somebody else holds it.
    ///
    /// # Errors
    /// One of a test only: on a file system without locks the user must keep two runs apart.
    pub fn try_lock(&self) -> io::Result<bool> {
        pass()?;
        Ok(!matches!(self.0.try_lock(), Err(TryLockError::WouldBlock)))
    }

    /// Whether nobody holds the lock of the file, as far as it can be told: not where the file system has no locks.
    pub fn is_free(&self) -> bool {
        pass().is_ok() && self.0.try_lock().is_ok()
    }

    /// Whether a name is still that of this file.
    #[cfg(unix)]
    pub fn is_at(&self, path: &Path) -> bool {
        use std::os::unix::fs::MetadataExt;
        let number = |about: std::fs::Metadata| (about.dev(), about.ino());
        match (self.0.metadata(), std::fs::symlink_metadata(path)) {
            (Ok(open), Ok(named)) => number(open) == number(named),
            _ => false,
        }
    }

    /// Whether a name is still that of this file: here no other process can remove a file that is open.
    #[cfg(not(unix))]
    pub fn is_at(&self, path: &Path) -> bool {
        path.exists()
    }

    /// The file of the standard library, for what is done with it in memory.
    pub fn inner(&self) -> &std::fs::File {
        &self.0
    }
}

/// Refuses what is no regular file.
fn regular(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path)?.is_file() {
        true => Ok(()),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
    }
}

impl Read for File {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        pass()?;
        self.0.read(bytes)
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match faults::pass_write(bytes.len())? {
            length if length == bytes.len() => self.0.write(bytes),
            length => self.0.write_all(&bytes[..length]).map(|()| length),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        pass_room()?;
        self.0.flush()
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

/// A file with a temporary name until it is complete; without a place of its own in the end it is removed.
#[derive(Debug)]
pub struct Partial {
    /// The file.
    pub file: File,
    /// Its temporary name.
    pub path: TempPath,
}

impl Partial {
    /// Makes one in a folder.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn new(folder: &Path) -> io::Result<Self> {
        Self::named(folder, PARTIAL)
    }

    /// Makes one whose temporary name begins like this.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn named(folder: &Path, begin: &str) -> io::Result<Self> {
        pass_room()?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(begin);
        readable_by_all(&mut builder);
        let (file, path) = builder.tempfile_in(folder)?.into_parts();
        Ok(Self { file: File(file), path })
    }

    /// Puts it into its place.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn persist(self, to: &Path) -> io::Result<()> {
        persist(self.path, to)
    }
}

/// Puts a file with a temporary name into its place.
///
/// # Errors
/// Those of the disk.
pub fn persist(path: TempPath, to: &Path) -> io::Result<()> {
    pass()?;
    path.persist(to).map_err(|error| error.error)
}

impl Write for Partial {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Temporary files are private by default; results get the permissions of any new file.
#[cfg(unix)]
fn readable_by_all(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn readable_by_all(_: &mut tempfile::Builder<'_, '_>) {}
