//! Vector games in any number of coordinates, and sums of heaps.

mod bit_rows;
mod blocking;
mod line_lengths;
mod line_sets;
mod line_table;
mod moves;
mod slices;
mod step_rows;

pub use bit_rows::BitRows;
pub use blocking::BlockedLines;
pub use line_lengths::LineLengths;
pub use line_sets::LineSets;
pub use step_rows::StepRows;
