//! Runs a call in a thread of its own, without the interpreter's lock. Meanwhile the caller's thread takes the
//! lock several times a second, to check for Ctrl-C and to report progress.

use crate::errors::{exception, panicked};
use grundy::Error;
use grundy::answer::Session;
use grundy::event::{Observer, RunEvent};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// The time between two checks for signals and progress.
const TICK: Duration = Duration::from_millis(50);

/// The stack size of the working thread, which is that of a program's main thread.
const STACK: usize = 8 << 20;

/// How a call is run: the number of threads (0 means one for each core), and a function that is called with
/// `phase`, `done` and `total` to report progress.
pub struct Watch {
    pub threads: usize,
    pub progress: Option<Py<PyAny>>,
}

/// Runs some work. Returns the answer, and the messages for the user.
///
/// # Errors
/// The errors of the work as exceptions; `KeyboardInterrupt`; any exception that the progress function raises.
pub fn carry_out<T: Send>(
    py: Python<'_>,
    watch: &Watch,
    work: impl FnOnce(Session<'_>) -> Result<T, Error> + Send,
) -> PyResult<(T, Vec<String>)> {
    let (cancelled, news, done, worker) = (AtomicBool::new(false), News::default(), Done::default(), AtomicU64::new(0));
    let session = Session::new(&cancelled, &news);
    let carry = || {
        let _told = TellAtEnd(&done);
        in_pool(watch.threads, || {
            worker.store(Python::attach(thread_number), Ordering::Relaxed);
            work(session)
        })
    };
    let (result, stopped) = thread::scope(|scope| {
        let thread = thread::Builder::new().name("grundy".to_string()).stack_size(STACK).spawn_scoped(scope, carry)?;
        let mut stopped = None;
        while !py.detach(|| done.wait()) {
            let looked = news.tell(py, watch).and_then(|()| py.check_signals());
            if let (Err(raised), None) = (looked, &stopped) {
                cancelled.store(true, Ordering::Relaxed);
                end_function(py, worker.load(Ordering::Relaxed));
                stopped = Some(raised);
            }
        }
        Ok::<_, PyErr>((py.detach(move || thread.join()), stopped))
    })?;
    match (result.map_err(|_| panicked())?, stopped) {
        // The message says whether there is a state to resume from.
        (Err(error @ Error::Stopped), Some(raised)) if raised.is_instance_of::<PyKeyboardInterrupt>(py) => {
            Err(exception(py, error))
        }
        (_, Some(raised)) => Err(raised),
        (Err(error), None) => Err(exception(py, error)),
        (Ok(answer), None) => {
            news.tell(py, watch)?;
            Ok((answer, news.told.into_inner().unwrap_or_else(PoisonError::into_inner)))
        }
    }
}

/// The process in which the module was loaded.
static PROCESS: OnceLock<u32> = OnceLock::new();

/// Records the process in which the module is loaded.
pub fn remember_process() {
    PROCESS.get_or_init(std::process::id);
}

/// Runs some work in the given number of threads. The shared thread pool does not exist in a process that was
/// forked after the pool was started, so such a process gets a new one.
pub fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> Result<T, Error> + Send) -> Result<T, Error> {
    if threads == 0 && PROCESS.get() == Some(&std::process::id()) {
        return work();
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Error::Usage(format!("cannot start {threads} threads: {error}")))?;
    pool.install(work)
}

/// Python's identifier of this thread; 0 if it is not available.
fn thread_number(py: Python<'_>) -> u64 {
    let number = py.import("threading").and_then(|module| module.call_method0("get_ident"));
    number.and_then(|number| number.extract()).unwrap_or(0)
}

/// Raises `KeyboardInterrupt` in a user's function that the working thread is calling at the moment. The
/// function might never end by itself.
fn end_function(py: Python<'_>, thread: u64) {
    let raise = || -> PyResult<()> {
        let ctypes = py.import("ctypes")?;
        let (number, class) = (ctypes.getattr("c_ulong")?.call1((thread,))?, py.get_type::<PyKeyboardInterrupt>());
        let class = ctypes.getattr("py_object")?.call1((class,))?;
        ctypes.getattr("pythonapi")?.call_method1("PyThreadState_SetAsyncExc", (number, class))?;
        Ok(())
    };
    // Without ctypes, wait until the function returns.
    let _ = raise();
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the work is done.
#[derive(Default)]
struct Done {
    done: Mutex<bool>,
    changed: Condvar,
}

impl Done {
    /// Waits for a short time. Returns whether the work is done.
    fn wait(&self) -> bool {
        let waited = self.changed.wait_timeout_while(lock(&self.done), TICK, |done| !*done);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Reports at its end that the work is done, however it ended.
struct TellAtEnd<'d>(&'d Done);

impl Drop for TellAtEnd<'_> {
    fn drop(&mut self) {
        *lock(&self.0.done) = true;
        self.0.changed.notify_all();
    }
}

/// The latest progress, and the messages so far.
#[derive(Default)]
struct News {
    /// The phase, and its total number of positions.
    phase: Mutex<(&'static str, u64)>,
    done: AtomicU64,
    told: Mutex<Vec<String>>,
}

impl News {
    fn tell(&self, py: Python<'_>, watch: &Watch) -> PyResult<()> {
        let Some(progress) = &watch.progress else { return Ok(()) };
        let (phase, total) = *lock(&self.phase);
        let about = PyDict::new(py);
        about.set_item("phase", phase)?;
        about.set_item("done", self.done.load(Ordering::Relaxed))?;
        about.set_item("total", total)?;
        progress.call(py, (), Some(&about)).map(drop)
    }
}

impl Observer for News {
    fn event(&self, event: &RunEvent<'_>) {
        match event {
            RunEvent::Phase { name, total } => {
                *lock(&self.phase) = (name, *total);
                self.done.store(0, Ordering::Relaxed);
            }
            RunEvent::Progress { done } => self.done.store(*done, Ordering::Relaxed),
            RunEvent::Told(text) => lock(&self.told).push(text.to_string()),
            _ => {}
        }
    }
}
