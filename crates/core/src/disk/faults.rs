//! Faults on purpose: a test may make the i-th operation on the disk fail, of all that this process does.
//!
//! Nothing but a test plans one. Without a plan an operation costs one look at a number more.

use std::io;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What happens at an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiskFault {
    /// The disk is full, and stays so: this and every later operation that takes room fails.
    Full,
    /// This operation fails, the next one does not.
    Broken,
    /// Only a part is written, which a writer must be ready for; anything else fails.
    Short,
    /// The process ends here, and nothing is put in order.
    Kill,
}

const FAULTS: [DiskFault; 4] = [DiskFault::Full, DiskFault::Broken, DiskFault::Short, DiskFault::Kill];

/// No fault.
const NONE: u64 = u64::MAX;

/// Which operation the fault comes at, how many there were, and which fault it is.
static AT: AtomicU64 = AtomicU64::new(NONE);
static SEEN: AtomicU64 = AtomicU64::new(0);
static WHAT: AtomicU8 = AtomicU8::new(0);

/// Plans a fault at the operation number `at`, counted from 0 from now on; none ends the plan.
pub fn plan(fault: Option<(DiskFault, u64)>) {
    SEEN.store(0, Ordering::SeqCst);
    let number = |fault: DiskFault| FAULTS.iter().position(|other| *other == fault).unwrap_or(0) as u8;
    if let Some((fault, _)) = fault {
        WHAT.store(number(fault), Ordering::SeqCst);
    }
    AT.store(fault.map_or(NONE, |(_, at)| at), Ordering::SeqCst);
}

/// The most that a disk has free, in bytes.
static ROOM: AtomicU64 = AtomicU64::new(u64::MAX);

/// Makes the free space of every disk seem to be no more than this; none ends it.
pub fn plan_room(bytes: Option<u64>) {
    ROOM.store(bytes.unwrap_or(u64::MAX), Ordering::SeqCst);
}

/// The free space of a disk, as planned.
pub(super) fn room(free: u64) -> u64 {
    free.min(ROOM.load(Ordering::Relaxed))
}

/// How many operations there were since a plan was made.
pub fn seen() -> u64 {
    SEEN.load(Ordering::SeqCst)
}

/// Whether an operation may be done that takes no room on the disk.
pub(super) fn pass() -> io::Result<()> {
    match due() {
        None | Some(DiskFault::Full) => Ok(()),
        Some(_) => Err(io::Error::other("an input/output error, on purpose")),
    }
}

/// Whether an operation may be done that takes room.
pub(super) fn pass_room() -> io::Result<()> {
    match due() {
        None => Ok(()),
        Some(DiskFault::Full) => Err(io::Error::from(io::ErrorKind::StorageFull)),
        Some(_) => Err(io::Error::other("an input/output error, on purpose")),
    }
}

/// How many of so many bytes may be written.
pub(super) fn pass_write(length: usize) -> io::Result<usize> {
    match due() {
        None => Ok(length),
        Some(DiskFault::Short) => Ok(length.div_ceil(2)),
        Some(DiskFault::Full) => Err(io::Error::from(io::ErrorKind::StorageFull)),
        Some(_) => Err(io::Error::other("an input/output error, on purpose")),
    }
}

/// The fault that is due at this operation.
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
