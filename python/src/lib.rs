//! The native part of the Python module `grundy`: what Python asks becomes a job or an inquiry of the library, and the answer
//! becomes an array or a text. What is shown, and how, is said in `package/grundy`; what is claimed, in the library.

mod call;
mod errors;
mod function;
mod request;
mod source;
mod values;
mod verbs;

use pyo3::prelude::*;

/// The native part of `grundy`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::source::Source;
    #[pymodule_export]
    use super::values::values;
    #[pymodule_export]
    use super::verbs::{catalogue, check, compare, count, draw, period, position, run, sweep};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn begin(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::call::remember_process();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
