//! Files, as all other modules read and write them: under a temporary name until they are complete,
//! hashed while they are written, mapped into memory if they are large.

use crate::error::Error;
use memmap2::Mmap;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::NamedTempFile;

/// Begins the names of unfinished files, which a killed run may leave behind.
pub(crate) const PARTIAL: &str = ".partial-";

/// Maps a file into memory: only for files that this program does not change in place.
///
/// # Errors
/// [`Error::Io`] if it cannot be mapped.
pub(crate) fn map(file: &File, path: &Path) -> Result<Mmap, Error> {
    // SAFETY: a mapping is undefined behaviour only if the file is changed while it is
    // mapped. Tables and checkpoints are never changed in place by this program: they are
    // written beside their name and renamed, which leaves an open mapping on the old content.
    #[allow(unsafe_code)]
    let map = unsafe { Mmap::map(file) };
    map.map_err(Error::io("map", path))
}

/// A file with a temporary name until it is complete.
pub(crate) fn partial_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PARTIAL);
    readable_by_all(&mut builder);
    builder.tempfile_in(folder)
}

/// Temporary files are private by default; results get the permissions of any new file.
#[cfg(unix)]
fn readable_by_all(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn readable_by_all(_: &mut tempfile::Builder<'_, '_>) {}

/// Waits until a file is on the disk.
pub(crate) fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// A checksum that is updated with what is written, and can be asked for at any time.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sum(Arc<Mutex<Sha256>>);

impl Sum {
    /// The checksum of all that is written so far.
    pub fn now(&self) -> [u8; 32] {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone().finalize().into()
    }

    fn update(&self, bytes: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).update(bytes);
    }
}

/// The checksum of what a reader has, and how many bytes that is.
pub(crate) fn sum_of(mut from: impl Read) -> io::Result<(Sum, u64)> {
    let sum = Sum::default();
    let mut buffer = vec![0; 1 << 16];
    let mut length = 0;
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return Ok((sum, length)),
            Ok(count) => {
                sum.update(&buffer[..count]);
                length += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// A file that is hashed while it is written.
pub(crate) struct Hashed {
    pub file: File,
    pub sum: Sum,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
