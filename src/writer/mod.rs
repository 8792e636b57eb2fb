//! Output formats, one a file.

mod antidiagonals;
mod b_file;
mod csv;
mod dotted;
mod format;
mod list;
mod matrix;
mod npy;
mod oeis;
mod python;
mod registry;
mod report;
mod series;
mod table;
mod triangle;

pub use format::Format;
pub use matrix::write_matrix;
pub use registry::{FORMATS, files_of, find_format, is_result};
