//! Errors of the library as exceptions, with the same words.

use grundy::Error;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

/// The exception for an error. What a function of the user raised comes out as it was raised.
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

/// A mistake in a text, which the exception shows at its place.
fn placed(py: Python<'_>, words: &str, picture: &str) -> PyErr {
    let made = class(py, "ConfigError").and_then(|class| class.call1((words, picture)));
    made.map_or_else(|error| error, PyErr::from_value)
}

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("grundy._errors")?.getattr(name)
}

/// The exception for a thread that panicked, which the library never does.
pub fn panicked() -> PyErr {
    PyRuntimeError::new_err("internal error in grundy: its thread ended; please report it")
}
