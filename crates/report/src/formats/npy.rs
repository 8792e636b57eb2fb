//! `values.npy`: all values as a NumPy array, for boxes with their shape. Outcomes are 0 (P) and 1 (N).

use super::format::Format;
use crate::bytes::Bytes;
use crate::results::{Content, Listing, ResultFile, all_of_a_box, always, write_npy};
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "npy",
    check: all_of_a_box,
    files: &[ResultFile {
        name: "values.npy",
        summary: "all values as a NumPy array (numpy.load), in the shape of the box; outcomes are 0 (P) and 1 (N)",
        wanted: always,
        content: Content::Packed(
            |results, table, mut out| {
                let values = (0..table.len()).map(|row| table.get(row));
                write_npy(results.rows.sides(), table.width(), values, &mut out)?;
                out.flush()
            },
            // The header, and at least one byte for each value.
            |rows| Listing::All(0, Bytes(u128::from(rows.len()) + 128)),
        ),
    }],
};
