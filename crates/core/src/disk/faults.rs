//! Deliberate faults: a test can make the i-th disk operation of this process fail.
//!
//! Only tests plan faults. Without a plan, an operation costs one additional read of an atomic number.

use std::io;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiskFault {
    /// The disk is full and stays full: this operation and all later ones that need space fail.
    Full,
    /// Only this operation fails.
    Broken,
    /// A write stores only half of the bytes, which writers must handle. Any other operation fails.
    Short,
    /// The process ends at this operation, without any cleanup.
    Kill,
}

const FAULTS: [DiskFault; 4] = [DiskFault::Full, DiskFault::Broken, DiskFault::Short, DiskFault::Kill];

const NONE: u64 = u64::MAX;

/// The operation at which the fault occurs, the number of operations so far, and the kind of fault.
static AT: AtomicU64 = AtomicU64::new(NONE);
static SEEN: AtomicU64 = AtomicU64::new(0);
static WHAT: AtomicU8 = AtomicU8::new(0);

/// Plans a fault at operation number `at`, counting from 0 from now on. `None` cancels the plan.
pub fn plan(fault: Option<(DiskFault, u64)>) {
    SEEN.store(0, Ordering::SeqCst);
    let number = |fault: DiskFault| FAULTS.iter().position(|other| *other == fault).unwrap_or(0) as u8;
    if let Some((fault, _)) = fault {
        WHAT.store(number(fault), Ordering::SeqCst);
    }
    AT.store(fault.map_or(NONE, |(_, at)| at), Ordering::SeqCst);
}

/// The maximum free space that a disk reports, in bytes.
static ROOM: AtomicU64 = AtomicU64::new(u64::MAX);

/// Makes every disk report at most this much free space. `None` ends it.
pub fn plan_room(bytes: Option<u64>) {
    ROOM.store(bytes.unwrap_or(u64::MAX), Ordering::SeqCst);
}

/// The free space of a disk, limited as planned.
pub(super) fn room(free: u64) -> u64 {
    free.min(ROOM.load(Ordering::Relaxed))
}

/// How many operations have taken place since a fault was planned. Operations are counted only while a fault
/// is planned.
pub fn seen() -> u64 {
    SEEN.load(Ordering::SeqCst)
}

/// Called before an operation that needs no space on the disk; fails if a fault is due.
pub(super) fn pass() -> io::Result<()> {
    match due() {
        None | Some(DiskFault::Full) => Ok(()),
        Some(_) => Err(io::Error::other("an input/output error, on purpose")),
    }
}

/// Called before an operation that needs space; fails if a fault is due.
pub(super) fn pass_room() -> io::Result<()> {
    match due() {
        None => Ok(()),
        Some(DiskFault::Full) => Err(io::Error::from(io::ErrorKind::StorageFull)),
        Some(_) => Err(io::Error::other("an input/output error, on purpose")),
    }
}

/// How many of `length` bytes may be written.
pub(super) fn pass_write(length: usize) -> io::Result<usize> {
    match due() {
        None => Ok(length),
        Some(DiskFault::Short) => Ok(length.div_ceil(2)),
        Some(DiskFault::Full) => Err(io::Error::from(io::ErrorKind::StorageFull)),
        Some(_) => Err(io::Error::other("an input/output error, on purpose")),
    }
}

/// Counts an operation, and returns the fault that is due at it.
fn due() -> Option<DiskFault> {
    let at = AT.load(Ordering::Relaxed);
    if at == NONE {
        return None;
    }
    let seen = SEEN.fetch_add(1, Ordering::SeqCst);
    let fault = FAULTS[usize::from(WHAT.load(Ordering::SeqCst))];
    match fault {
        DiskFault::Kill if seen == at => std::process::abort(),
        DiskFault::Full if seen >= at => Some(fault),
        _ => (seen == at).then_some(fault),
    }
}
