//! The settings of a request, as Python passes them.

use crate::call::Watch;
use crate::errors::exception;
use grundy::Error;
use grundy::bytes::Bytes;
use grundy::job::{Analysis, Settings};
use grundy::kernel::Named;
use grundy::number;
use grundy::ruleset::{Play, Value};
use pyo3::prelude::*;

/// The settings that apply to any game. `package/grundy/_asked.py` passes all of them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Asked {
    max: Option<Max>,
    play: Option<String>,
    value: Option<String>,
    kernel: Option<String>,
    memory: Option<String>,
    max_rows: Option<u64>,
    period: bool,
    threads: usize,
    progress: Option<Py<PyAny>>,
}

/// The bounds of the coordinates.
#[derive(FromPyObject)]
enum Max {
    /// One bound for all coordinates.
    All(u64),
    /// One bound for each coordinate.
    Each(Vec<u64>),
}

impl Asked {
    /// The range, the settings, and how the call is run.
    ///
    /// # Errors
    /// `ConfigError` for an invalid word.
    pub fn read(self, py: Python<'_>) -> PyResult<(Option<u64>, Settings, Watch)> {
        let defaults = Settings::default();
        let (max, bounds) = match self.max {
            None => (None, Vec::new()),
            Some(Max::All(max)) => (Some(max), Vec::new()),
            Some(Max::Each(bounds)) => (bounds.iter().copied().max(), bounds),
        };
        let kernel = self.kernel.filter(|name| name != "auto");
        let settings = Settings {
            play: word(py, "play", self.play, "normal or misere", Play::read)?,
            value: word(py, "value", self.value, "grundy, outcome, remoteness or suspense", Value::named)?,
            kernel: word(py, "kernel", kernel, "auto, or a kernel listed by `grundy list`", Named::new)?,
            memory: self.memory.map_or(Ok(defaults.memory), |text| amount(py, &text))?,
            max_rows: self.max_rows.unwrap_or(defaults.max_rows),
            bounds,
            analysis: if self.period { Analysis::of("period") } else { Analysis::default() },
            ..defaults
        };
        Ok((max, settings, Watch { threads: self.threads, progress: self.progress }))
    }
}

/// The whole number in a text such as `1e6` or `2**20`.
#[pyfunction]
pub fn whole(py: Python<'_>, name: &str, text: &str) -> PyResult<u64> {
    number::whole(text).map_err(|why| exception(py, Error::Usage(format!("`{name}` cannot be this text: {why}"))))
}

fn word<T>(
    py: Python<'_>,
    key: &str,
    text: Option<String>,
    allowed: &str,
    read: fn(&str) -> Option<T>,
) -> PyResult<Option<T>> {
    let Some(text) = text else { return Ok(None) };
    let wrong = || exception(py, Error::Usage(format!("`{key}` cannot be `{text}`: expected {allowed}")));
    read(&text).map(Some).ok_or_else(wrong)
}

fn amount(py: Python<'_>, text: &str) -> PyResult<Bytes> {
    text.parse().map_err(|why| exception(py, Error::Usage(format!("`memory` is not an amount: {why}"))))
}
