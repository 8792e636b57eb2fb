//! Converts errors of the library to exceptions, with the same messages.

use grundy::Error;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

/// The exception for an error. An exception that a user's function raised is passed on unchanged.
pub fn exception(py: Python<'_>, error: Error) -> PyErr {
    let words = error.to_string();
    let name = match error {
        Error::Outside(raised) => match raised.downcast::<PyErr>() {
            Ok(raised) => return *raised,
            Err(_) => "Error",
        },
        Error::Interrupted | Error::Stopped => return PyKeyboardInterrupt::new_err(words),
        Error::Config(diagnostic) => return placed(py, &words, &diagnostic.render(false)),
        Error::Usage(_) | Error::Endless(_) | Error::Folder(_) => "ConfigError",
        Error::Limit { .. } => "LimitError",
        Error::Io { .. } => "FileError",
        Error::Corrupt { .. } | Error::Unfit => "CorruptError",
        Error::ChecksFailed(_) => "ChecksFailed",
        Error::Unchecked(_) => "Unchecked",
        Error::Fault(_) => "Fault",
    };
    class(py, name).and_then(|class| class.call1((words,))).map_or_else(|error| error, PyErr::from_value)
}

/// An error in a text. The exception shows its place.
fn placed(py: Python<'_>, words: &str, picture: &str) -> PyErr {
    let made = class(py, "ConfigError").and_then(|class| class.call1((words, picture)));
    made.map_or_else(|error| error, PyErr::from_value)
}

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("grundy._errors")?.getattr(name)
}

/// The exception for a thread that panicked. The library is meant never to panic.
pub fn panicked() -> PyErr {
    PyRuntimeError::new_err("internal error in grundy: its thread ended; please report it")
}
