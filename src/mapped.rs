//! Files mapped into memory.

use crate::error::Error;
use memmap2::Mmap;
use std::fs::File;
use std::path::Path;

/// Maps a file: one that this program does not change in place.
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
