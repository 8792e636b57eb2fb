//! What a file of results is, and what its writer gets.

mod file;
mod results;
mod text;

pub(crate) use file::always;
pub use file::{Content, ResultFile, RowWriter};
pub use results::{Gather, Results};
pub use text::{Out, csv_writer};
pub(crate) use text::{all_of_a_box, one_coordinate, two_coordinates, write_label};
