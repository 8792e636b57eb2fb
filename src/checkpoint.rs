//! Checkpoints: the state of a run between two blocks, on disk, so that a run that was
//! stopped or killed goes on where it was.
//!
//! The file holds a fingerprint of the job, the state of every sink and that of the kernel,
//! behind a SHA-256 checksum. It is written beside its name, flushed, then renamed.

use crate::error::Error;
use crate::folder::partial_file;
use crate::kernel::Sink;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::cell::{Cell, RefCell};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The name of the file.
pub(crate) const CHECKPOINT: &str = ".checkpoint";

/// Begins the file; its last byte is the version of what sinks and kernels write into it.
const MAGIC: &[u8; 8] = b"GRUNDYC\x02";

/// A state in the making: parts one after the other, each with its length.
#[derive(Debug, Default, Clone)]
pub struct State(Vec<u8>);

impl State {
    /// Makes room for so many bytes at once, so that they are not moved while they grow.
    pub fn reserve(&mut self, bytes: usize) {
        self.0.reserve_exact(bytes.saturating_add(1 << 10));
    }

    /// Appends raw bytes.
    pub fn put_bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        self.0.extend_from_slice(bytes);
    }

    /// Appends a value.
    ///
    /// # Errors
    /// [`Error::Usage`] if it cannot be written down, which no type of this program brings about.
    pub fn put<T: Serialize>(&mut self, value: &T) -> Result<(), Error> {
        let bytes = postcard::to_allocvec(value);
        self.put_bytes(&bytes.map_err(|error| Error::Usage(format!("a state cannot be written down: {error}")))?);
        Ok(())
    }

    /// Reads from the beginning.
    pub fn reader(&self) -> StateReader<'_> {
        StateReader(&self.0)
    }
}

/// Reads a state, part by part.
#[derive(Debug)]
pub struct StateReader<'s>(&'s [u8]);

impl<'s> StateReader<'s> {
    /// The next part; none if there is none.
    pub fn take_bytes(&mut self) -> Option<&'s [u8]> {
        let (length, rest) = self.0.split_first_chunk::<8>()?;
        let (part, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        self.0 = rest;
        Some(part)
    }

    /// The next part as a value; none if it is none.
    pub fn take<T: DeserializeOwned>(&mut self) -> Option<T> {
        postcard::from_bytes(self.take_bytes()?).ok()
    }
}

/// What a kept run left.
#[derive(Debug)]
pub struct Kept {
    sinks: State,
    kernel: State,
    /// The length of each stream of rows, by its file name.
    pub(crate) streams: Vec<(String, u64)>,
}

/// Reads the checkpoint of a folder, if it has one of this very job.
///
/// # Errors
/// [`Error::Io`]; [`Error::Corrupt`] if it is damaged.
pub(crate) fn read(folder: &Path, fingerprint: &str) -> Result<Option<Kept>, Error> {
    let path = folder.join(CHECKPOINT);
    let bytes = match std::fs::read(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(Error::io("read", &path))?,
    };
    let damaged =
        || Error::corrupt(&path, "the checkpoint is damaged, or of another version; run with --fresh to begin again");
    let body = bytes.strip_prefix(MAGIC).ok_or_else(damaged)?;
    let (sum, body) = body.split_first_chunk::<32>().ok_or_else(damaged)?;
    if Sha256::digest(body).as_slice() != sum {
        return Err(damaged());
    }
    let mut parts = StateReader(body);
    if parts.take::<String>().ok_or_else(damaged)? != fingerprint {
        return Ok(None);
    }
    let streams = parts.take().ok_or_else(damaged)?;
    let mut state = || parts.take_bytes().map(|bytes| State(bytes.to_vec())).ok_or_else(damaged);
    Ok(Some(Kept { sinks: state()?, kernel: state()?, streams }))
}

/// Keeps the state of a run in its folder.
pub(crate) struct Keeper<'k> {
    pub folder: PathBuf,
    pub fingerprint: String,
    /// The time between two checkpoints.
    pub every: Duration,
    pub cancelled: &'k AtomicBool,
    /// Files of the streams of rows, whose lengths belong to the state.
    pub streams: Vec<(String, PathBuf)>,
    pub last: Cell<Instant>,
    /// Whether there is a checkpoint to go on from.
    pub written: Cell<bool>,
}

impl Keeper<'_> {
    fn write(&self, sinks: &State, kernel: &State) -> Result<(), Error> {
        let path = self.folder.join(CHECKPOINT);
        let failed = || Error::io("write", &path);
        let length = |(name, path): &(String, PathBuf)| {
            let file = std::fs::File::open(path)?;
            file.sync_all()?;
            Ok((name.clone(), file.metadata()?.len()))
        };
        let streams: Vec<(String, u64)> =
            self.streams.iter().map(length).collect::<std::io::Result<_>>().map_err(failed())?;
        let mut head = State::default();
        head.put(&self.fingerprint)?;
        head.put(&streams)?;
        // The states may be large: they are written from where they are.
        let lengths = [sinks, kernel].map(|state| (state.0.len() as u64).to_le_bytes());
        let parts: [&[u8]; 5] = [&head.0, &lengths[0], &sinks.0, &lengths[1], &kernel.0];
        let sum = parts.iter().fold(Sha256::new(), |sum, part| sum.chain_update(part)).finalize();
        let mut file = partial_file(&self.folder).map_err(failed())?;
        file.write_all(MAGIC)
            .and_then(|()| file.write_all(&sum))
            .and_then(|()| parts.iter().try_for_each(|part| file.write_all(part)))
            .and_then(|()| file.as_file().sync_all())
            .map_err(failed())?;
        file.persist(&path).map_err(|error| failed()(error.error))?;
        self.written.set(true);
        Ok(())
    }
}

/// The sink of a kernel: hands everything on, and keeps the state when it is time.
pub(crate) struct Recorder<'r> {
    pub sinks: &'r mut dyn Sink,
    pub keeper: Option<&'r Keeper<'r>>,
    /// What a stopped run left.
    pub kept: RefCell<Option<Kept>>,
}

impl Sink for Recorder<'_> {
    fn block(&mut self, first: u64, values: crate::kernel::Values<'_>) -> Result<crate::kernel::Flow, Error> {
        self.sinks.block(first, values)
    }

    fn checkpoint(&mut self, kernel: &mut dyn FnMut(&mut State) -> Result<(), Error>) -> Result<(), Error> {
        let Some(keeper) = self.keeper else { return Ok(()) };
        let stopped = keeper.cancelled.load(Ordering::Relaxed);
        if !stopped && keeper.last.get().elapsed() < keeper.every {
            return Ok(());
        }
        let (mut sinks, mut state) = (State::default(), State::default());
        self.sinks.save(&mut sinks)?;
        kernel(&mut state)?;
        keeper.write(&sinks, &state)?;
        keeper.last.set(Instant::now());
        if stopped { Err(Error::Stopped) } else { Ok(()) }
    }

    fn resume(&mut self) -> Option<State> {
        let kept = self.kept.borrow_mut().take()?;
        self.sinks.load(&mut kept.sinks.reader())?;
        Some(kept.kernel)
    }
}
