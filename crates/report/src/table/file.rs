//! Packed tables on disk (`table.gnt`).
//!
//! ```text
//! bytes 0..8     the magic "GRUNDY\r\n" (a text-mode copy damages it visibly)
//! bytes 8..12    format version, u32 little-endian
//! bytes 12..16   length of the header in bytes, u32, a multiple of 8
//! header         JSON: code, play, value, firsts, sides, names, length, width, files; padded with spaces
//! words          the packed values, u64 little-endian
//! last 32 bytes  SHA-256 of everything before
//! ```

use crate::disk::File;
use crate::error::Error;
use crate::files::map;
use crate::ruleset::{Play, Rows, Value};
use grundy_core::packed::{PackedTable, unpack};
use memmap2::Mmap;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use std::path::Path;

/// The version of the format. Files of other versions are refused.
pub const FORMAT_VERSION: u32 = 1;

const MAGIC: &[u8; 8] = b"GRUNDY\r\n";
const PREAMBLE: usize = 16;
const CHECKSUM: usize = 32;

/// The description of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The canonical game code.
    pub code: String,
    /// `normal` or `misere`.
    pub play: String,
    /// `grundy` or `outcome` (0 is P, 1 is N).
    pub value: String,
    /// The first value of each coordinate.
    pub firsts: Vec<u64>,
    /// The number of values of each coordinate.
    pub sides: Vec<u64>,
    /// The names of the rows, if they have names.
    pub names: Vec<String>,
    /// The number of values.
    pub length: u64,
    /// The number of bits per value.
    pub width: u32,
    /// The SHA-256 of each file argument of the game, by name.
    pub files: Vec<(String, String)>,
}

impl Header {
    /// Whether the header is consistent: known words, valid rows, and `length` rows.
    fn makes_sense(&self) -> bool {
        let bounds = self.firsts.iter().zip(&self.sides);
        let fits = bounds.clone().all(|(first, side)| *side > 0 && first.checked_add(*side).is_some());
        let rows = self.sides.iter().try_fold(1u64, |product, side| product.checked_mul(*side));
        let named = self.names.is_empty() || (self.firsts == [0] && self.sides == [self.names.len() as u64]);
        let words = Play::read(&self.play).is_some() && Value::named(&self.value).is_some();
        words
            && fits
            && named
            && !self.sides.is_empty()
            && self.firsts.len() == self.sides.len()
            && rows == Some(self.length)
    }

    /// The rows of the table.
    pub fn rows(&self) -> Rows {
        match self.names.is_empty() {
            true => Rows::from_sides(self.firsts.clone(), self.sides.clone()),
            false => Rows::named(self.names.clone().into()),
        }
    }
}

/// Writes a table. `header.length` and `header.width` are replaced by those of the table itself.
pub fn write(header: &Header, table: &PackedTable, out: &mut dyn Write) -> io::Result<()> {
    let header = Header { length: table.len(), width: table.width(), ..header.clone() };
    let mut json = serde_json::to_string(&header)?;
    json.extend(std::iter::repeat_n(' ', json.len().next_multiple_of(8) - json.len()));
    let mut out = Hashing { out, hash: Sha256::new() };
    out.put(MAGIC)?;
    out.put(&FORMAT_VERSION.to_le_bytes())?;
    out.put(&(json.len() as u32).to_le_bytes())?;
    out.put(json.as_bytes())?;
    let mut buffer = Vec::with_capacity(1 << 16);
    for words in table.words().chunks(1 << 13) {
        buffer.clear();
        words.iter().for_each(|word| buffer.extend_from_slice(&word.to_le_bytes()));
        out.put(&buffer)?;
    }
    let sum = out.hash.finalize();
    out.out.write_all(&sum)
}

struct Hashing<'w> {
    out: &'w mut dyn Write,
    hash: Sha256,
}

impl Hashing<'_> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.out.write_all(bytes)
    }
}

/// A table on disk, mapped into memory. Its checksum was verified when it was opened.
#[derive(Debug)]
pub struct TableFile {
    map: Mmap,
    header: Header,
    start: usize,
}

impl TableFile {
    /// Opens and verifies a table.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read; [`Error::Corrupt`] if it is not a table, has another version,
    /// is truncated, or fails its checksum.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(Error::io("open", path))?;
        let map = map(&file, path)?;
        let (header, start) = check(&map).map_err(|what| Error::corrupt(path, what))?;
        Ok(Self { map, header, start })
    }

    /// The description of the table.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The rows of the table.
    pub fn rows(&self) -> Rows {
        self.header.rows()
    }

    /// The kind of the values.
    pub fn value(&self) -> Value {
        Value::named(&self.header.value).unwrap_or(Value::GRUNDY)
    }

    /// Normal or misère play.
    pub fn play(&self) -> Play {
        Play::read(&self.header.play).unwrap_or(Play::Normal)
    }

    /// The value at an index.
    ///
    /// # Panics
    /// If `index >= header.length`.
    pub fn get(&self, index: u64) -> u32 {
        assert!(index < self.header.length, "index {index} of a table of {}", self.header.length);
        unpack(index, self.header.width, |at| word_at(&self.map, self.start + 8 * at))
    }
}

fn word_at(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

/// Checks everything about a table's bytes. Returns the header and the offset of the words.
fn check(bytes: &[u8]) -> Result<(Header, usize), String> {
    if bytes.len() < PREAMBLE || &bytes[..8] != MAGIC {
        return Err("this is not a grundy table".to_string());
    }
    let [version, length] = [word_at(bytes, 8) as u32, (word_at(bytes, 8) >> 32) as u32];
    if version != FORMAT_VERSION {
        return Err(format!("format version {version}, but this program reads version {FORMAT_VERSION}"));
    }
    let start = PREAMBLE + length as usize;
    if bytes.len() < start + CHECKSUM {
        return Err("the file is truncated".to_string());
    }
    let header: Header =
        serde_json::from_slice(&bytes[PREAMBLE..start]).map_err(|error| format!("the header is damaged: {error}"))?;
    let words = (1..=32)
        .contains(&header.width)
        .then(|| u128::from(header.length) * u128::from(header.width))
        .ok_or_else(|| format!("the header is damaged: width {}", header.width))?
        .div_ceil(64);
    let expected = start as u128 + 8 * words + CHECKSUM as u128;
    match (bytes.len() as u128).cmp(&expected) {
        std::cmp::Ordering::Less => return Err("the file is truncated".to_string()),
        std::cmp::Ordering::Greater => return Err("the file is longer than its header says".to_string()),
        std::cmp::Ordering::Equal => {}
    }
    let (content, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    if Sha256::digest(content).as_slice() != sum {
        return Err("the checksum does not match: the file was changed after it was written".to_string());
    }
    match header.makes_sense() {
        true => Ok((header, start)),
        false => Err("the header is damaged: its parts contradict each other".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            code: "nim:1".into(),
            play: "normal".into(),
            value: "grundy".into(),
            firsts: vec![0],
            sides: vec![3],
            names: Vec::new(),
            length: 3,
            width: 1,
            files: Vec::new(),
        }
    }

    fn sample() -> (Vec<u8>, PackedTable) {
        let mut table = PackedTable::new();
        table.extend(&(0..1000).map(|n| n * n % 37).collect::<Vec<_>>());
        let header = Header { sides: vec![1000], ..header() };
        let mut bytes = Vec::new();
        write(&header, &table, &mut bytes).unwrap();
        (bytes, table)
    }

    #[test]
    fn what_is_written_reads_back() {
        let (bytes, table) = sample();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &bytes).unwrap();
        let mapped = TableFile::open(file.path()).unwrap();
        assert_eq!(mapped.header().width, 6);
        assert!((0..1000).all(|i| mapped.get(i) == table.get(i)));
        assert_eq!(mapped.rows().len(), 1000);
    }

    #[test]
    fn a_header_that_contradicts_itself_is_refused() {
        let good = header();
        assert!(good.makes_sense());
        for bad in [
            Header { play: "foo".into(), ..good.clone() },
            Header { value: "bar".into(), ..good.clone() },
            Header { firsts: vec![u64::MAX], ..good.clone() },
            Header { firsts: vec![0, 0], ..good.clone() },
            Header { firsts: Vec::new(), sides: Vec::new(), ..good.clone() },
            Header { firsts: vec![0, 0], sides: vec![0, 5], length: 0, ..good.clone() },
            Header { sides: vec![4], ..good.clone() },
            Header { names: vec!["a".into()], ..good.clone() },
        ] {
            assert!(!bad.makes_sense(), "{bad:?}");
        }
    }

    #[test]
    fn every_flipped_bit_and_every_truncation_is_found() {
        let (bytes, _) = sample();
        assert!(check(&bytes).is_ok());
        for bit in 0..8 * bytes.len() {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(check(&flipped).is_err(), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert!(check(&bytes[..length]).is_err(), "length {length}");
        }
        let longer = [bytes, vec![0]].concat();
        assert!(check(&longer).unwrap_err().contains("longer"));
    }
}
