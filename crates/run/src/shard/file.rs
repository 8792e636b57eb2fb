//! The file of a shard: a mark, the header as JSON, frames of results, and an end frame. Each frame has a
//! SHA-256 checksum of itself and all frames before it, so nothing can be changed, omitted, or taken from
//! another file.
//!
//! A frame consists of its kind (1 byte), its length (8 bytes), the checksum (32 bytes), and its content. A file
//! without an end frame is unfinished.

use super::header::ShardHeader;
use crate::disk::File;
use crate::error::Error;
use sha2::{Digest, Sha256};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The first bytes, which include the version of the format.
pub(super) const MAGIC: &[u8] = b"grundy shard 3\n";

/// The length of a frame's head, which precedes its content.
const HEAD: usize = 1 + 8 + SUM;

/// The length of a checksum.
const SUM: usize = 32;

/// The maximum length of a frame's content. More means that the file is damaged.
pub(super) const MOST: u64 = 1 << 32;

/// The kind of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameKind {
    Header = 1,
    Results = 2,
    End = 3,
}

const KINDS: [FrameKind; 3] = [FrameKind::Header, FrameKind::Results, FrameKind::End];

/// The checksum of all frames so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chain([u8; SUM]);

impl Chain {
    /// Before the first frame.
    pub fn new() -> Self {
        Self(Sha256::digest(MAGIC).into())
    }

    /// The bytes of the next frame in the file.
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

/// Why a file cannot be read further.
pub(super) enum Damage {
    /// The disk failed.
    Disk(io::Error),
    /// The file ends before its end frame.
    CutOff,
    /// The bytes are not those that were written.
    Changed,
}

/// Reads a file frame by frame. The file is open only during a read, because a run may have thousands of shards.
#[derive(Debug, Clone)]
pub(crate) struct Reader {
    path: PathBuf,
    pub(super) header: ShardHeader,
    /// The offset of the next frame.
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

    /// The next frame of results; none after the last one.
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

    /// Like `try_next`, with the damage as an error.
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::Corrupt`] if the file is damaged.
    pub fn next(&mut self) -> Result<Option<Vec<u8>>, Error> {
        self.try_next().map_err(|damage| error(damage, &self.path))
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The error for a damaged file.
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

/// Fills a buffer.
fn fill(file: &mut dyn Read, bytes: &mut [u8]) -> Result<(), Damage> {
    file.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Damage::CutOff,
        _ => Damage::Disk(error),
    })
}
