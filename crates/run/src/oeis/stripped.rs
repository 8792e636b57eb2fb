//! The file `stripped` of the OEIS, gzipped or not. It has one line per sequence, as in `A000045 ,0,1,1,2,3,5,`.
//! Other lines are ignored.

use crate::disk::File;
use crate::error::Error;
use flate2::read::MultiGzDecoder;
use std::io::{BufReader, Read};
use std::path::Path;

/// A sequence of the file: its number and its terms, with a comma before and after each term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SequenceEntry<'t> {
    /// Its number, as in `A000045`.
    pub number: &'t str,
    /// Its terms, as in `,0,1,1,2,`.
    pub terms: &'t str,
}

/// Reads the text of a file.
///
/// # Errors
/// [`Error::Io`] if the file cannot be opened; [`Error::Corrupt`] if it is not such a file.
pub fn read(path: &Path) -> Result<String, Error> {
    let file = File::open(path).map_err(Error::io("read", path))?;
    let mut reader = BufReader::new(file);
    let mut magic = [0; 2];
    let packed = reader.read_exact(&mut magic).is_ok() && magic == [0x1f, 0x8b];
    let file = File::open(path).map_err(Error::io("read", path))?;
    let mut text = String::new();
    let read = match packed {
        true => MultiGzDecoder::new(BufReader::new(file)).read_to_string(&mut text),
        false => BufReader::new(file).read_to_string(&mut text),
    };
    read.map_err(|error| Error::corrupt(path, format!("it is not a text file, compressed or not: {error}")))?;
    let is_one = entries(&text).next().is_some();
    match is_one {
        true => Ok(text),
        false => {
            Err(Error::corrupt(path, "it has no line such as `A000045 ,0,1,1,2,3,5,`, as in the OEIS file stripped.gz"))
        }
    }
}

/// The sequences of a text, in order.
pub(super) fn entries(text: &str) -> impl Iterator<Item = SequenceEntry<'_>> {
    text.lines().filter_map(|line| {
        let (number, terms) = line.split_once(' ')?;
        let digits = number.strip_prefix('A')?;
        let fits = digits.len() >= 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
        let terms = terms.trim();
        (fits && terms.len() > 1 && terms.starts_with(',') && terms.ends_with(','))
            .then_some(SequenceEntry { number, terms })
    })
}
