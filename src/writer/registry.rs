//! Every output format. A new one is one file and one line here.

use super::format::Format;
use super::{
    antidiagonals, b_file, certificate, checks, counts, csv, first_occurrence, growth, histogram, lines, list, periods,
    records, report, table, triangle, zeros,
};

/// Every format.
pub static FORMATS: &[&Format] = &[
    &csv::FORMAT,
    &b_file::FORMAT,
    &list::FORMAT,
    &report::FORMAT,
    &table::FORMAT,
    &antidiagonals::FORMAT,
    &triangle::FORMAT,
    &periods::FORMAT,
    &zeros::FORMAT,
    &records::FORMAT,
    &first_occurrence::FORMAT,
    &histogram::FORMAT,
    &growth::FORMAT,
    &growth::HISTOGRAM,
    &counts::FORMAT,
    &lines::FORMAT,
    &lines::PERIODS,
    &checks::FORMAT,
    &certificate::FORMAT,
];
