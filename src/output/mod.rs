//! What a file of results is, and what its writer gets.

mod file;
mod lines;
mod results;
mod text;

pub(crate) use file::always;
pub use file::{Content, ResultFile, RowWriter};
pub use lines::Lines;
pub use results::{Gather, Results};
pub use text::{Out, csv_writer};
pub(crate) use text::{one_coordinate, two_coordinates, write_label};
