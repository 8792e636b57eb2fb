//! Output formats, one a file.

mod antidiagonals;
mod b_file;
mod certificate;
mod checks;
mod counts;
mod csv;
mod dotted;
mod first_occurrence;
mod format;
mod growth;
mod histogram;
mod lines;
mod list;
pub mod periods;
mod records;
mod registry;
mod report;
mod table;
mod triangle;
mod zeros;

pub(crate) use certificate::CERTIFICATE;
pub(crate) use format::csv_writer;
pub use format::{Content, Format, Out, Results, RowWriter};
pub use registry::FORMATS;
