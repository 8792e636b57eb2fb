//! The disk: every file that this program reads or writes goes through here.
//!
//! What is read must be a regular file: a pipe or a device might never end. What is written stands under a temporary name until it is
//! complete. Every operation may be made to fail (`faults.rs`), so that tests see what becomes of a run then.

pub mod faults;
mod file;

pub use file::{File, PARTIAL, Partial, persist};

use crate::bytes::Bytes;
use crate::error::Error;
use faults::{pass, pass_room};
use std::io::{self, Read, Write};
use std::path::Path;

/// All bytes of a file.
///
/// # Errors
/// Those of opening and reading; one that says so if it is no regular file.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a file.
///
/// # Errors
/// As for [`read`]; `InvalidData` if it is not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

/// Writes a file as a whole: whoever looks finds the old one or the new one, whatever happens meanwhile.
///
/// # Errors
/// Those of the disk.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut partial = Partial::new(folder)?;
    partial.write_all(bytes)?;
    partial.file.sync()?;
    partial.persist(path)
}

/// Gives a file a new name, and replaces what has that name.
///
/// # Errors
/// Those of the disk.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    pass()?;
    std::fs::rename(from, to)
}

/// Removes a file.
///
/// # Errors
/// Those of the disk.
pub fn remove_file(path: &Path) -> io::Result<()> {
    pass()?;
    std::fs::remove_file(path)
}

/// Removes a folder, if it is empty.
///
/// # Errors
/// Those of the disk; one that says so if it is not empty.
pub fn remove_dir(path: &Path) -> io::Result<()> {
    pass()?;
    std::fs::remove_dir(path)
}

/// Makes a folder, and those above it.
///
/// # Errors
/// Those of the disk.
pub fn create_dir_all(path: &Path) -> io::Result<()> {
    pass_room()?;
    std::fs::create_dir_all(path)
}

/// The names in a folder.
///
/// # Errors
/// Those of the disk.
pub fn names(folder: &Path) -> io::Result<Vec<String>> {
    pass()?;
    std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
        .collect()
}

/// Waits until a file is on the disk.
///
/// # Errors
/// Those of the disk.
pub fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync()
}

/// Refuses what takes at least so many bytes and cannot fit the free space of the disk that a folder is on, or would be made on.
///
/// # Errors
/// [`Error::Limit`].
pub fn check_room(folder: &Path, what: &str, least: Bytes) -> Result<(), Error> {
    let there = folder.ancestors().map(|above| if above.as_os_str().is_empty() { Path::new(".") } else { above });
    // Where the system does not tell, nothing is refused.
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

/// Whether what has a name is an empty file, and no link; none if nothing has it.
pub fn is_empty_file(path: &Path) -> Option<bool> {
    std::fs::symlink_metadata(path).ok().map(|about| about.is_file() && about.len() == 0)
}
