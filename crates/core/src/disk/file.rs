//! Open files.

use super::faults::{self, pass, pass_room};
use std::fs::TryLockError;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use tempfile::TempPath;

/// The prefix of the names of unfinished files. A killed run may leave such files behind.
pub const PARTIAL: &str = ".partial-";

/// An open file.
#[derive(Debug)]
pub struct File(std::fs::File);

impl File {
    /// Opens a regular file for reading.
    ///
    /// # Errors
    /// I/O errors; `InvalidInput` if it is not a regular file.
    pub fn open(path: &Path) -> io::Result<Self> {
        pass()?;
        regular(path)?;
        std::fs::File::open(path).map(Self)
    }

    /// Creates a file that does not exist yet.
    ///
    /// # Errors
    /// I/O errors; `AlreadyExists`.
    pub fn create_new(path: &Path) -> io::Result<Self> {
        pass_room()?;
        std::fs::File::create_new(path).map(Self)
    }

    /// Opens a regular file for reading and writing; creates it if it does not exist. An existing file is not
    /// truncated.
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

    /// Opens a regular file for reading and writing, which some file systems require for locking it.
    ///
    /// # Errors
    /// As for [`File::open`].
    pub fn open_to_lock(path: &Path) -> io::Result<Self> {
        pass()?;
        regular(path)?;
        std::fs::OpenOptions::new().read(true).write(true).open(path).map(Self)
    }

    /// Creates a file, or truncates an existing one. Pipes and devices are allowed.
    ///
    /// # Errors
    /// I/O errors.
    pub fn create(path: &Path) -> io::Result<Self> {
        pass_room()?;
        std::fs::File::create(path).map(Self)
    }

    /// Waits until the content of the file is on the disk.
    ///
    /// # Errors
    /// I/O errors.
    pub fn sync(&self) -> io::Result<()> {
        pass_room()?;
        self.0.sync_all()
    }

    /// Truncates the file, or extends it with zeros.
    ///
    /// # Errors
    /// I/O errors.
    pub fn set_len(&self, length: u64) -> io::Result<()> {
        pass_room()?;
        self.0.set_len(length)
    }

    /// The length of the file in bytes.
    ///
    /// # Errors
    /// I/O errors.
    pub fn length(&self) -> io::Result<u64> {
        self.0.metadata().map(|about| about.len())
    }

    /// Takes the lock of the file for as long as it is open. False if another open file holds the lock. On a
    /// file system without locks the result is true; there the user must keep two runs apart.
    ///
    /// # Errors
    /// Only a planned fault.
    pub fn try_lock(&self) -> io::Result<bool> {
        pass()?;
        Ok(!matches!(self.0.try_lock(), Err(TryLockError::WouldBlock)))
    }

    /// Whether nobody held the lock of the file. If so, this takes the lock. False on a file system without locks.
    pub fn is_free(&self) -> bool {
        pass().is_ok() && self.0.try_lock().is_ok()
    }

    /// Whether `path` still refers to this file.
    #[cfg(unix)]
    pub fn is_at(&self, path: &Path) -> bool {
        use std::os::unix::fs::MetadataExt;
        let number = |about: std::fs::Metadata| (about.dev(), about.ino());
        match (self.0.metadata(), std::fs::symlink_metadata(path)) {
            (Ok(open), Ok(named)) => number(open) == number(named),
            _ => false,
        }
    }

    /// Whether `path` still refers to this file. On this system no other process can remove an open file.
    #[cfg(not(unix))]
    pub fn is_at(&self, path: &Path) -> bool {
        path.exists()
    }

    /// The underlying file, for mapping it into memory.
    pub fn inner(&self) -> &std::fs::File {
        &self.0
    }
}

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

/// A file with a temporary name until it is complete. It is removed unless [`Partial::persist`] is called.
#[derive(Debug)]
pub struct Partial {
    /// The file.
    pub file: File,
    /// Its temporary name.
    pub path: TempPath,
}

impl Partial {
    /// Creates one in a folder.
    ///
    /// # Errors
    /// I/O errors.
    pub fn new(folder: &Path) -> io::Result<Self> {
        Self::named(folder, PARTIAL)
    }

    /// Creates one whose temporary name starts with `begin`.
    ///
    /// # Errors
    /// I/O errors.
    pub fn named(folder: &Path, begin: &str) -> io::Result<Self> {
        pass_room()?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(begin);
        readable_by_all(&mut builder);
        let (file, path) = builder.tempfile_in(folder)?.into_parts();
        Ok(Self { file: File(file), path })
    }

    /// Renames the file to its final name.
    ///
    /// # Errors
    /// I/O errors.
    pub fn persist(self, to: &Path) -> io::Result<()> {
        persist(self.path, to)
    }
}

/// Renames a file with a temporary name to its final name.
///
/// # Errors
/// I/O errors.
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

/// Temporary files are private by default. Results must get the permissions of any other new file.
#[cfg(unix)]
fn readable_by_all(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn readable_by_all(_: &mut tempfile::Builder<'_, '_>) {}
