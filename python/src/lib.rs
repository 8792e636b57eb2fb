//! The native part of the Python module `grundy`. Requests from Python become jobs or inquiries of the library,
//! and answers become arrays or texts. The package in `package/grundy` handles presentation; the claims come
//! from the library.

mod call;
mod errors;
mod function;
mod graph;
mod request;
mod source;
mod values;
mod verbs;

use pyo3::prelude::*;

/// The native part of `grundy`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::function::{Marked, again, reply};
    #[pymodule_export]
    use super::graph::{graph_of, graph6};
    #[pymodule_export]
    use super::request::whole;
    #[pymodule_export]
    use super::source::Source;
    #[pymodule_export]
    use super::values::values;
    #[pymodule_export]
    use super::verbs::{
        Guessed, catalogue, check, command_line, compare, count, draw, guess, misere, period, position, run, sweep,
    };

    use pyo3::prelude::*;

    #[pymodule_init]
    fn begin(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::call::remember_process();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
