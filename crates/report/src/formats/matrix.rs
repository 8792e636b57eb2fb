//! `matrix.csv`: a two-coordinate table as a matrix, with one line for each x and one column for each y, without
//! a header.

use super::format::Format;
use crate::bytes::Bytes;
use crate::results::{Content, Listing, ResultFile, Results, all_of_a_box, always, csv_writer, two_coordinates};
use crate::ruleset::{Rows, Value};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "matrix",
    check: |job| two_coordinates(job).and_then(|()| all_of_a_box(job)),
    files: &[ResultFile {
        name: "matrix.csv",
        summary: "a two-coordinate table as a matrix: one line per x, one column per y, no header",
        wanted: always,
        content: Content::Packed(
            |results: &Results<'_>, table, out| {
                write_matrix(results.rows, results.job.value, |row| table.get(row), out)
            },
            // A value takes at least a digit and a comma or line end.
            |rows| Listing::All(rows.sides()[0], Bytes(2 * u128::from(rows.len()))),
        ),
    }],
};

/// Writes the matrix of a two-coordinate table.
pub fn write_matrix(rows: &Rows, value: Value, get: impl Fn(u64) -> u32, out: impl Write) -> io::Result<()> {
    let &[height, width] = rows.sides() else {
        return Err(io::Error::other("the table does not have two coordinates"));
    };
    let mut out = csv_writer(out);
    for x in 0..height {
        (0..width).try_for_each(|y| out.write_field(value.show(get(x * width + y))))?;
        out.write_record(None::<&[u8]>)?;
    }
    out.flush()
}
