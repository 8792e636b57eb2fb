//! Checkpoints: the state of a run between two blocks, stored on disk. A run that was stopped or killed resumes
//! from it.
//!
//! One file holds everything. It begins with a version mark and the SHA-256 checksum of the rest. Then come a
//! fingerprint of the job, the states of the sinks and the state of the kernel. At the end come the name of the
//! kernel, the number of rows it gave, and the length and checksum of every stream (a file to which rows are
//! written as they come). If the parts do not fit together, the run starts again. The file is written under a
//! temporary name, flushed, then renamed. States are written directly into the file and read from the mapped
//! file, so that only one part of a state is in memory twice.

use crate::analysis::statistics::Summary;
use crate::control::Control;
use crate::disk::{File, Partial};
use crate::error::Error;
use crate::files::{Sum, map};
use crate::handover::{Handed, Handover};
use crate::overview::Overview;
use crate::stream::{Flow, Kept, Outlet, Sink, State, Values, serialized};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::cell::Cell;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The name of the file.
pub(crate) const CHECKPOINT: &str = ".checkpoint";

/// The first bytes of the file. The last one is the version of what sinks and kernels write into it.
const MAGIC: &[u8; 8] = b"GRUNDYC\x0d";

/// The length in bytes of the checksum, which follows [`MAGIC`].
const SUM: usize = 32;

/// A mark between the states of the sinks and that of the kernel. It is not found if the sinks read more or less
/// than they wrote.
const KERNEL: &str = "kernel";

/// A checkpoint that is being written.
#[derive(Debug)]
struct Writer {
    out: BufWriter<Partial>,
    sum: Sha256,
    /// The first error. Nothing is written after it.
    failed: Option<io::Error>,
}

impl Writer {
    /// Starts the file and leaves room for the checksum.
    fn new(file: Partial) -> io::Result<Self> {
        let mut out = BufWriter::with_capacity(1 << 20, file);
        out.write_all(MAGIC)?;
        out.write_all(&[0; SUM])?;
        Ok(Self { out, sum: Sha256::new(), failed: None })
    }

    fn put(&mut self, bytes: &[u8]) {
        if self.failed.is_none() {
            self.sum.update(bytes);
            self.failed = self.out.write_all(bytes).err();
        }
    }

    /// Writes the checksum into its place and renames the file.
    fn finish(mut self, path: &Path) -> io::Result<()> {
        self.failed.take().map_or(Ok(()), Err)?;
        let mut file = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.file.seek(SeekFrom::Start(MAGIC.len() as u64))?;
        file.write_all(&self.sum.finalize())?;
        file.file.sync()?;
        file.persist(path)
    }
}

/// What is known only after the states have been written.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct End {
    /// The kernel whose state was written.
    pub kernel: String,
    /// The number of rows it gave.
    pub rows: u64,
    /// The running time so far in seconds, including the time before earlier stops.
    pub seconds: f64,
    /// The streams of rows.
    pub streams: Vec<StreamEnd>,
}

/// How much of a stream of rows had been written.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StreamEnd {
    /// The final name of the file.
    pub name: String,
    /// Its length in bytes.
    pub length: u64,
    /// The SHA-256 of these bytes.
    pub sum: [u8; SUM],
}

/// The state that a stopped run left.
#[derive(Debug)]
pub(crate) struct Left {
    /// The states of the sinks, followed by that of the kernel.
    states: Kept,
    pub end: End,
    /// The statistics so far. Present only if the run was handed on, with nothing but the kernel's state.
    pub summary: Option<Summary>,
}

impl Left {
    /// The state that another run handed on: the state of the kernel, and the statistics of its values.
    pub fn handed_on(handed: Handed) -> Self {
        let Handed { kernel, state, summary, rows, seconds } = handed;
        let end = End { kernel: kernel.to_string(), rows, seconds, streams: Vec::new() };
        Self { states: state, end, summary: Some(summary) }
    }

    /// The kernel's state of a run that was handed on.
    pub fn kernel(&self) -> &Kept {
        &self.states
    }

    /// Restores the sinks and returns the state of the kernel, which follows theirs.
    ///
    /// # Errors
    /// [`Error::Unfit`] if the sinks cannot read their states.
    pub fn restore(&self, sinks: &mut dyn Sink) -> Result<Kept, Error> {
        let mut reader = self.states.reader();
        sinks.load(&mut reader).ok_or(Error::Unfit)?;
        reader.take::<String>().filter(|mark| mark == KERNEL).ok_or(Error::Unfit)?;
        Ok(self.states.behind(&reader))
    }
}

/// Reads the checkpoint of a folder. None if there is none, or if it belongs to a job with another fingerprint.
///
/// # Errors
/// [`Error::Io`]; [`Error::Corrupt`] if the file is damaged.
pub(crate) fn read(folder: &Path, fingerprint: &str) -> Result<Option<Left>, Error> {
    let path = folder.join(CHECKPOINT);
    let file = match File::open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(Error::io("read", &path))?,
    };
    let damaged =
        || Error::corrupt(&path, "the checkpoint is damaged or from another version; use --fresh to start again");
    let bytes = map(&file, &path)?;
    let body = bytes.strip_prefix(MAGIC).ok_or_else(damaged)?;
    let (sum, body) = body.split_first_chunk::<SUM>().ok_or_else(damaged)?;
    if Sha256::digest(body).as_slice() != sum {
        return Err(damaged());
    }
    let (states, end) = parts(body).ok_or_else(damaged)?;
    let first = MAGIC.len() + SUM;
    let states = Kept::new(first..first + states.len(), Arc::new(bytes));
    let mut reader = states.reader();
    if reader.take::<String>().ok_or_else(damaged)? != fingerprint {
        return Ok(None);
    }
    Ok(Some(Left { states: states.behind(&reader), end, summary: None }))
}

/// The parts of a body: the fingerprint with the states, and the end record.
fn parts(body: &[u8]) -> Option<(&[u8], End)> {
    let (rest, length) = body.split_last_chunk::<8>()?;
    let at = rest.len().checked_sub(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    let (states, end) = rest.split_at(at);
    Some((states, postcard::from_bytes(end).ok()?))
}

/// The file of a stream of rows, and the checksum of what has been written into it.
pub(crate) struct StreamFile {
    pub name: String,
    pub path: PathBuf,
    pub sum: Sum,
}

impl StreamFile {
    /// Its length and checksum, once all of it is on disk.
    fn end(&self) -> io::Result<StreamEnd> {
        let file = File::open(&self.path)?;
        file.sync()?;
        Ok(StreamEnd { name: self.name.clone(), length: file.length()?, sum: self.sum.now() })
    }
}

/// Writes the checkpoints of a run into its folder.
pub(crate) struct Keeper<'k> {
    folder: PathBuf,
    fingerprint: String,
    /// The time between two checkpoints. Zero means at every opportunity.
    every: Duration,
    cancelled: &'k AtomicBool,
    /// The streams of rows. They are part of the state.
    streams: Vec<StreamFile>,
    last: Cell<Instant>,
    /// How long the last checkpoint took.
    cost: Cell<Duration>,
    /// When this leg of the run began.
    begun: Instant,
    /// The seconds of the earlier legs.
    earlier: f64,
    /// Whether there is a checkpoint to resume from.
    written: Cell<bool>,
    /// The file that hands the run on. It replaces the checkpoint.
    handover: Option<Handover>,
}

/// The next checkpoint is written after at least this many times the duration of the last one. So checkpoints
/// take at most a fifth of a run.
const REST: u32 = 4;

impl<'k> Keeper<'k> {
    /// The folder of the run.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A keeper for a leg of a run that starts now, resuming from `kept` if there is a checkpoint. `every` is
    /// the time between two checkpoints.
    pub fn new(
        folder: &Path,
        fingerprint: String,
        every: Duration,
        cancelled: &'k AtomicBool,
        streams: Vec<StreamFile>,
        kept: Option<&Left>,
    ) -> Self {
        Self {
            folder: folder.to_path_buf(),
            fingerprint,
            every,
            cancelled,
            streams,
            last: Cell::new(Instant::now()),
            cost: Cell::new(Duration::ZERO),
            begun: Instant::now(),
            earlier: kept.map_or(0.0, |kept| kept.end.seconds),
            written: Cell::new(kept.is_some()),
            handover: None,
        }
    }

    /// The same keeper, with a file that hands the run on in place of a checkpoint.
    pub fn with_handover(self, handover: Option<Handover>) -> Self {
        Self { handover, ..self }
    }

    /// Hands the run on by its file, if it has one and the kernel's state is sufficient.
    ///
    /// # Errors
    /// [`Error::Io`].
    fn hand_on(&self, sinks: &dyn Sink, kernel: &Kept) -> Result<(), Error> {
        let Some(handover) = &self.handover else { return Ok(()) };
        let (mut state, begun) = (State::default(), Instant::now());
        sinks.hand_on(&mut state)?;
        let summary = state.kept().reader().take::<Summary>();
        let summary = summary.ok_or_else(|| Error::Fault("no sink has the statistics of the values".to_string()))?;
        if handover.write(kernel, summary, self.seconds())? {
            self.written.set(true);
        }
        self.last.set(Instant::now());
        self.cost.set(begun.elapsed());
        Ok(())
    }

    /// Whether there is a checkpoint to resume from.
    pub fn has_written(&self) -> bool {
        self.written.get()
    }

    /// Whether the run is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// The seconds of all legs of the run. The time of earlier legs comes from the checkpoint.
    pub fn seconds(&self) -> f64 {
        self.earlier + self.begun.elapsed().as_secs_f64()
    }

    /// Whether the last checkpoint is long enough ago, or the run is cancelled.
    pub fn is_time(&self) -> bool {
        let pause =
            if self.every.is_zero() { self.every } else { self.every.max(self.cost.get().saturating_mul(REST)) };
        self.is_cancelled() || self.last.get().elapsed() >= pause
    }

    /// Writes a checkpoint: the states of the sinks and of the kernel called `name`, which has given `rows`
    /// rows.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(
        &self,
        name: &str,
        rows: u64,
        sinks: &mut dyn Sink,
        kernel: &mut dyn FnMut(&mut State) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (path, begun) = (self.folder.join(CHECKPOINT), Instant::now());
        let failed = || Error::io("write", &path);
        let mut file = Partial::new(&self.folder).and_then(Writer::new).map_err(failed())?;
        let mut put = |bytes: &[u8]| file.put(bytes);
        let mut state = State::into(&mut put);
        state.put(&self.fingerprint)?;
        sinks.save(&mut state)?;
        state.put(&KERNEL)?;
        kernel(&mut state)?;
        // By now the sinks have flushed their streams.
        let streams = self.streams.iter().map(StreamFile::end).collect::<io::Result<_>>().map_err(failed())?;
        let end = serialized(&End { kernel: name.to_string(), rows, seconds: self.seconds(), streams })?;
        file.put(&end);
        file.put(&(end.len() as u64).to_le_bytes());
        file.finish(&path).map_err(failed())?;
        self.written.set(true);
        self.last.set(Instant::now());
        self.cost.set(begun.elapsed());
        Ok(())
    }
}

/// The outlet that a kernel writes to. It checks that rows come in order and without gaps, passes them on to the
/// sinks, and writes a checkpoint when it is time.
pub(crate) struct Recorder<'r> {
    pub sinks: &'r mut dyn Sink,
    pub keeper: Option<&'r Keeper<'r>>,
    pub control: &'r Control<'r>,
    /// The kernel that gives the rows.
    pub kernel: &'static str,
    /// The number of rows given, including those given before the run was stopped.
    pub rows: u64,
}

impl Outlet for Recorder<'_> {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        if first != self.rows {
            return Err(Error::Fault(format!(
                "kernel `{}` returned row {first}, but row {} comes next",
                self.kernel, self.rows
            )));
        }
        self.rows += values.len() as u64;
        self.sinks.block(first, values, self.control)
    }

    fn takes_overview(&self, all: &dyn Overview) -> bool {
        self.rows == 0 && self.sinks.takes_overview(all)
    }

    fn overview(&mut self, all: &dyn Overview, control: &Control<'_>) -> Result<(), Error> {
        self.rows = all.rows().len();
        self.sinks.overview(all, control)
    }

    fn wants_checkpoint(&self) -> bool {
        self.keeper.is_some_and(Keeper::is_time)
    }

    fn checkpoint(&mut self, kernel: &mut dyn FnMut(&mut State) -> Result<(), Error>) -> Result<(), Error> {
        let Some(keeper) = self.keeper.filter(|keeper| keeper.is_time()) else { return Ok(()) };
        let stopped = keeper.is_cancelled();
        if keeper.handover.is_some() {
            let mut state = State::default();
            kernel(&mut state)?;
            keeper.hand_on(self.sinks, &state.kept())?;
        } else {
            keeper.write(self.kernel, self.rows, self.sinks, kernel)?;
        }
        match stopped {
            true if keeper.has_written() => Err(Error::Stopped),
            true => Err(Error::Interrupted),
            false => Ok(()),
        }
    }
}

impl Recorder<'_> {
    /// Ends a run that is handed on: writes its file.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn end(&mut self, short: Option<&Kept>) -> Result<(), Error> {
        match (self.keeper, short) {
            (Some(keeper), Some(short)) => keeper.hand_on(self.sinks, short),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// Writes a checkpoint of the job `job`: five rows, one stream, and a kernel with the state 42.
    fn kept(folder: &Path, cancelled: bool) -> Result<(), Error> {
        let stopped = AtomicBool::new(cancelled);
        let stream = folder.join("stream");
        std::fs::write(&stream, b"0,1,2").unwrap();
        let (sum, _) = crate::files::sum_of(std::fs::File::open(&stream).unwrap()).unwrap();
        let streams = vec![StreamFile { name: "values.csv".to_string(), path: stream, sum }];
        let new = Keeper::new(folder, "job".to_string(), Duration::ZERO, &stopped, streams, None);
        let keeper = Keeper { earlier: 1000.0, ..new };
        let mut summary = Summary::new(3);
        let mut recorder =
            Recorder { sinks: &mut summary, keeper: Some(&keeper), control: &Control::free(), kernel: "slow", rows: 0 };
        recorder.block(0, Values::Words(&[0, 1, 2, 0, 4]))?;
        recorder.checkpoint(&mut |state| state.put(&42u64))
    }

    #[test]
    fn at_most_a_fifth_of_a_run_goes_into_checkpoints() {
        let (folder, cancelled) = (TempDir::new().unwrap(), AtomicBool::new(false));
        let keeper = |every| Keeper::new(folder.path(), "job".to_string(), every, &cancelled, Vec::new(), None);
        let slow = keeper(Duration::from_nanos(1));
        assert!(slow.is_time());
        slow.cost.set(Duration::MAX / 2);
        assert!(!slow.is_time(), "the last one took long");
        cancelled.store(true, Ordering::Relaxed);
        assert!(slow.is_time(), "a stop is a last chance");
        cancelled.store(false, Ordering::Relaxed);
        let always = keeper(Duration::ZERO);
        always.cost.set(Duration::MAX / 2);
        assert!(always.is_time());
    }

    #[test]
    fn what_was_kept_is_given_back() {
        let folder = TempDir::new().unwrap();
        kept(folder.path(), false).unwrap();
        let left = read(folder.path(), "job").unwrap().unwrap();
        assert_eq!((left.end.kernel.as_str(), left.end.rows), ("slow", 5));
        assert!(left.end.seconds > 1000.0, "the seconds of the legs before count");
        let stream = &left.end.streams[0];
        assert_eq!((stream.name.as_str(), stream.length), ("values.csv", 5));
        assert_eq!(stream.sum[..], Sha256::digest(b"0,1,2")[..]);
        let mut summary = Summary::new(3);
        let state = left.restore(&mut summary).unwrap();
        assert_eq!((summary.max_value, summary.zeros, &summary.prefix[..]), (4, 2, &[0, 1, 2][..]));
        assert_eq!(state.reader().take::<u64>(), Some(42));
        // Sinks other than those that saved do not find their states.
        let other = left.restore(&mut crate::stream::Fan(Vec::new()));
        assert!(matches!(other, Err(Error::Unfit)));
    }

    #[test]
    fn a_stopped_run_keeps_its_state_and_ends() {
        let folder = TempDir::new().unwrap();
        assert!(matches!(kept(folder.path(), true), Err(Error::Stopped)));
        assert!(read(folder.path(), "job").unwrap().is_some());
    }

    #[test]
    fn other_jobs_and_damaged_files_are_not_gone_on_from() {
        let folder = TempDir::new().unwrap();
        assert!(read(folder.path(), "job").unwrap().is_none());
        kept(folder.path(), false).unwrap();
        assert!(read(folder.path(), "another job").unwrap().is_none());
        let path = folder.path().join(CHECKPOINT);
        let whole = std::fs::read(&path).unwrap();
        for place in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 4;
            std::fs::write(&path, bytes).unwrap();
            assert!(matches!(read(folder.path(), "job"), Err(Error::Corrupt { .. })), "byte {place}");
            std::fs::write(&path, &whole[..place]).unwrap();
            assert!(read(folder.path(), "job").is_err(), "{place} bytes");
        }
    }

    #[test]
    fn rows_come_in_order_without_gaps() {
        let mut summary = Summary::new(0);
        let mut recorder =
            Recorder { sinks: &mut summary, keeper: None, control: &Control::free(), kernel: "slow", rows: 0 };
        recorder.block(0, Values::Words(&[0, 1])).unwrap();
        for wrong in [0, 1, 3] {
            let error = recorder.block(wrong, Values::Words(&[7])).unwrap_err();
            assert!(error.to_string().contains("but row 2 comes next"), "{error}");
        }
    }
}
