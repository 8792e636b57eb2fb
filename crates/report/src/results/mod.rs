//! Result files, and the data that their writers receive.

mod checks;
mod conjectures;
mod data_table;
mod file;
mod found;
mod lines;
mod listing;
pub mod markdown;
mod npy;
mod parquet;
mod series;
mod text;

pub use checks::{CHECKS, checks_report, checks_table};
pub use conjectures::{
    CONJECTURES, COUNTEREXAMPLES, Checked, Judged, conjectures_checks, conjectures_report, conjectures_table,
    examples_file, examples_files, json_cell,
};
pub use data_table::DataTable;
pub use data_table::{count, text, value};
pub use file::always;
pub use file::{Content, ResultFile, RowWriter, Texts};
pub use found::{End, Gather, Results};
pub use lines::Lines;
pub use listing::Listing;
pub use npy::write_npy;
pub use parquet::{About as AboutParquet, BUILT as PARQUET_BUILT, NOT_BUILT as PARQUET_NOT_BUILT, write_parquet};
pub use series::Series;
pub use text::{InMemory, Out, csv_writer};
pub use text::{all_of_a_box, finite_values, one_coordinate, one_kind, two_coordinates, write_label, zero_is_p};
