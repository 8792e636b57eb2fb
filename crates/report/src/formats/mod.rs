//! Output formats, one per file.

mod antidiagonals;
mod b_file;
mod csv;
mod dotted;
mod facts;
mod format;
mod html;
mod latex;
mod list;
mod matrix;
mod npy;
mod oeis;
mod parquet;
mod python;
mod registry;
mod report;
mod series;
mod svg;
mod table;
mod triangle;

pub use facts::FACTS;
pub use format::Format;
pub use html::{
    Data as PageData, DataColumn as PageColumn, FILE as PAGE, MOST_ROWS as MOST_PAGE_ROWS, NAME as HTML, Page,
};
pub use latex::{FOLDER as LATEX, PERIOD_FILE as LATEX_PERIOD, values_file as latex_values};
pub use matrix::write_matrix;
pub use oeis::{b_file_of, draft_of};
pub use registry::{FORMATS, all_files, files_of, find_format};
pub use svg::{NAME as SVG, file as picture_file, links as picture_links};
