//! Files that are hashed while they are written, and large files that are mapped into memory.

use crate::disk::File;
use crate::error::Error;
use crate::number::hex;
use memmap2::Mmap;
use sha2::{Digest, Sha256};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Maps a file into memory. Use this only for files that this program does not change in place.
///
/// # Errors
/// [`Error::Io`] if it cannot be mapped.
pub fn map(file: &File, path: &Path) -> Result<Mmap, Error> {
    // SAFETY: a mapping is undefined behaviour only if the file changes while it is mapped. This program never
    // changes tables and checkpoints in place. It writes them under another name and then renames them, and an
    // open mapping keeps the old content.
    #[allow(unsafe_code)]
    let map = unsafe { Mmap::map(file.inner()) };
    map.map_err(Error::io("map", path))
}

/// A checksum that is updated while data is written. It can be read at any time.
#[derive(Debug, Clone, Default)]
pub struct Sum(Arc<Mutex<Sha256>>);

impl Sum {
    /// The checksum of everything written so far.
    pub fn now(&self) -> [u8; 32] {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone().finalize().into()
    }

    fn update(&self, bytes: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).update(bytes);
    }
}

/// The checksum of everything that a reader yields, and its length in bytes.
pub fn sum_of(mut from: impl Read) -> io::Result<(Sum, u64)> {
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

/// Checks that a file has this SHA-256.
///
/// # Errors
/// [`Error::Corrupt`] if it does not, or is missing; [`Error::Io`].
pub fn checksum(path: &Path, expected: &str) -> Result<(), Error> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(Error::corrupt(path, "the file is missing"));
        }
        other => other.map_err(Error::io("open", path))?,
    };
    let (sum, _) = sum_of(&mut file).map_err(Error::io("read", path))?;
    match hex(&sum.now()) == expected {
        true => Ok(()),
        false => Err(Error::corrupt(path, "the checksum does not match: the file was changed after it was written")),
    }
}

/// A file that is hashed while it is written.
pub struct Hashed {
    /// The file.
    pub file: File,
    /// The checksum so far.
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
