//! The file of a shard: a mark, the header as JSON, frames of results, and an end; each with the SHA-256 of itself and of all before it, so that nothing can
//! be changed, left out, or taken from elsewhere.
//!
//! A frame is: its kind, a byte; its length, 8 bytes; the checksum, 32 bytes; its content. A file that lacks its end was not finished.

use super::header::ShardHeader;
use crate::disk::File;
use crate::error::Error;
use sha2::{Digest, Sha256};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The first bytes, with the version of the format.
pub(super) const MAGIC: &[u8] = b"grundy shard 3\n";

/// The bytes in front of the content of a frame.
const HEAD: usize = 1 + 8 + SUM;

/// The bytes of a checksum.
const SUM: usize = 32;

/// The most bytes of a frame: more is damage.
pub(super) const MOST: u64 = 1 << 32;

/// What a frame holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameKind {
    Header = 1,
    Results = 2,
    End = 3,
}

const KINDS: [FrameKind; 3] = [FrameKind::Header, FrameKind::Results, FrameKind::End];

/// The checksum so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chain([u8; SUM]);

impl Chain {
    /// Before the first frame.
    pub fn new() -> Self {
        Self(Sha256::digest(MAGIC).into())
    }

    /// The next frame, as it stands in the file.
    pub fn frame(&mut self, kind: FrameKind, content: &[u8]) -> Vec<u8> {
        let length = (content.len() as u64).to_le_bytes();
        self.add(kind, content);
        [&[kind as u8][..], &length, &self.0, content].concat()
    }

    fn add(&mut self, kind: FrameKind, content: &[u8]) {
        let length = (content.len() as u64).to_le_bytes();
        let sum =
            Sha256::new().chain_update(self.0).chain_update([kind as u8]).chain_update(length).chain_update(content);
        self.0 = sum.finalize().into();
    }
}

/// Why a file cannot be read on.
pub(super) enum Damage {
    /// The disk.
    Disk(io::Error),
    /// It ends before its end.
    CutOff,
    /// Its bytes are not those that were written.
    Changed,
}

/// Reads a file frame by frame, and holds it open only while it reads, as there may be thousands.
#[derive(Debug, Clone)]
pub(crate) struct Reader {
    path: PathBuf,
    pub(super) header: ShardHeader,
    /// Where the next frame begins.
    pub(super) at: u64,
    pub(super) chain: Chain,
    ended: bool,
}

impl Reader {
    /// Reads the header.
    pub(super) fn open(path: &Path) -> Result<Self, Damage> {
        let mut file = File::open(path).map_err(Damage::Disk)?;
        let mut mark = [0; MAGIC.len()];
        fill(&mut file, &mut mark)?;
        if mark != MAGIC {
            return Err(Damage::Changed);
        }
        let (mut at, mut chain) = (MAGIC.len() as u64, Chain::new());
        let header = match frame(&mut file, &mut at, &mut chain)? {
            (FrameKind::Header, content) => serde_json::from_slice(&content).map_err(|_| Damage::Changed)?,
            _ => return Err(Damage::Changed),
        };
        Ok(Self { path: path.to_path_buf(), header, at, chain, ended: false })
    }

    /// The next frame of results; none behind the last one.
    pub(super) fn try_next(&mut self) -> Result<Option<Vec<u8>>, Damage> {
        if self.ended {
            return Ok(None);
        }
        let mut file = File::open(&self.path).map_err(Damage::Disk)?;
        file.seek(SeekFrom::Start(self.at)).map_err(Damage::Disk)?;
        let (mut at, mut chain) = (self.at, self.chain);
        let found = frame(&mut BufReader::new(&mut file), &mut at, &mut chain)?;
        let end = match found {
            (FrameKind::Results, content) => {
                (self.at, self.chain) = (at, chain);
                return Ok(Some(content));
            }
            (FrameKind::End, content) if content.is_empty() => at,
            _ => return Err(Damage::Changed),
        };
        if file.length().map_err(Damage::Disk)? != end {
            return Err(Damage::Changed);
        }
        self.ended = true;
        Ok(None)
    }

    /// The same.
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::Corrupt`] if the file is damaged.
    pub fn next(&mut self) -> Result<Option<Vec<u8>>, Error> {
        self.try_next().map_err(|damage| error(damage, &self.path))
    }

    /// Which file it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// What is said of a file that is damaged.
pub(super) fn error(damage: Damage, path: &Path) -> Error {
    match damage {
        Damage::Disk(source) => Error::io("read", path)(source),
        Damage::CutOff => Error::corrupt(path, "it is truncated"),
        Damage::Changed => Error::corrupt(path, "it is damaged or from another version"),
    }
}

fn frame(file: &mut dyn Read, at: &mut u64, chain: &mut Chain) -> Result<(FrameKind, Vec<u8>), Damage> {
    let mut head = [0; HEAD];
    fill(file, &mut head)?;
    let (kind, rest) = (head[0], &head[1..]);
    let (length, sum) = rest.split_first_chunk::<8>().ok_or(Damage::Changed)?;
    let length = u64::from_le_bytes(*length);
    let kind = KINDS.into_iter().find(|known| *known as u8 == kind).ok_or(Damage::Changed)?;
    if length > MOST {
        return Err(Damage::Changed);
    }
    let mut content = Vec::new();
    file.take(length).read_to_end(&mut content).map_err(Damage::Disk)?;
    if (content.len() as u64) < length {
        return Err(Damage::CutOff);
    }
    chain.add(kind, &content);
    if chain.0 != sum {
        return Err(Damage::Changed);
    }
    *at += HEAD as u64 + length;
    Ok((kind, content))
}

/// Fills some bytes.
fn fill(file: &mut dyn Read, bytes: &mut [u8]) -> Result<(), Damage> {
    file.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Damage::CutOff,
        _ => Damage::Disk(error),
    })
}
