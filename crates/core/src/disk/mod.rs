//! The disk: this program reads and writes all files through this module.
//!
//! Inputs must be regular files, because a pipe or a device might never end. [`Partial`] keeps a new file
//! under a temporary name until it is complete. Almost every operation can be made to fail (`faults.rs`), so
//! that tests can check how a run handles it.

pub mod faults;
mod file;

pub use file::{File, PARTIAL, Partial, persist};

use crate::bytes::Bytes;
use crate::error::Error;
use faults::{pass, pass_room};
use std::io::{self, Read, Write};
use std::path::Path;

/// The bytes of a file.
///
/// # Errors
/// I/O errors; `InvalidInput` if it is not a regular file.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let (mut file, mut bytes) = (File::open(path)?, Vec::new());
    // A vector that grows step by step may take twice the memory. A device has no length.
    let _ = bytes.try_reserve_exact(file.length()?.try_into().unwrap_or(0));
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a file.
///
/// # Errors
/// As for [`read`]; `InvalidData` if it is not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

/// Writes a whole file atomically: at any time a reader finds either the old file or the new one.
///
/// # Errors
/// I/O errors.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut partial = Partial::new(folder)?;
    partial.write_all(bytes)?;
    partial.file.sync()?;
    partial.persist(path)
}

/// Renames a file; replaces an existing file of the new name.
///
/// # Errors
/// I/O errors.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    pass()?;
    std::fs::rename(from, to)
}

/// Removes a file.
///
/// # Errors
/// I/O errors.
pub fn remove_file(path: &Path) -> io::Result<()> {
    pass()?;
    std::fs::remove_file(path)
}

/// Removes an empty folder.
///
/// # Errors
/// I/O errors; `DirectoryNotEmpty`.
pub fn remove_dir(path: &Path) -> io::Result<()> {
    pass()?;
    std::fs::remove_dir(path)
}

/// Creates a folder and its missing parents.
///
/// # Errors
/// I/O errors.
pub fn create_dir_all(path: &Path) -> io::Result<()> {
    pass_room()?;
    std::fs::create_dir_all(path)
}

/// The names of the entries of a folder.
///
/// # Errors
/// I/O errors.
pub fn names(folder: &Path) -> io::Result<Vec<String>> {
    pass()?;
    std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
        .collect()
}

/// Waits until the content of a file is on the disk.
///
/// # Errors
/// I/O errors.
pub fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync()
}

/// Refuses output of at least `least` bytes if it cannot fit into the free space of the disk of `folder`. The
/// folder need not exist yet.
///
/// # Errors
/// [`Error::Limit`].
pub fn check_room(folder: &Path, what: &str, least: Bytes) -> Result<(), Error> {
    let there = folder.ancestors().map(|above| if above.as_os_str().is_empty() { Path::new(".") } else { above });
    // If the system does not report the free space, nothing is refused.
    let free = there.filter(|above| above.exists()).find_map(|above| fs4::available_space(above).ok());
    match free.map(faults::room) {
        Some(free) if Bytes(free.into()) < least => Err(Error::Limit {
            what: what.to_string(),
            needed: format!("about {least}"),
            allowed: Bytes(free.into()).to_string(),
            key: format!("the free space on the disk of {}", folder.display()),
            remedy: "lower `max`, remove formats, or write to another disk (--out)".to_string(),
        }),
        _ => Ok(()),
    }
}

/// Whether the path is an empty file (a link is not); `None` if it does not exist.
pub fn is_empty_file(path: &Path) -> Option<bool> {
    std::fs::symlink_metadata(path).ok().map(|about| about.is_file() && about.len() == 0)
}
