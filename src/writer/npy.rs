//! `values.npy`: all values as an array of NumPy, boxes with their shape; outcomes are 0 (P) and 1 (N).

use super::format::Format;
use crate::output::{Content, ResultFile, all_of_a_box, always, write_npy};
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "npy",
    check: all_of_a_box,
    files: &[ResultFile {
        name: "values.npy",
        summary: "all values as an array of NumPy (numpy.load), boxes with their shape; outcomes are 0 (P) and 1 (N)",
        wanted: always,
        content: Content::Table(
            |results, table, mut out| {
                let values = (0..table.len()).map(|row| table.get(row));
                write_npy(results.rows.sides(), table.width(), values, &mut out)?;
                out.flush()
            },
            |_| 0,
        ),
    }],
};
