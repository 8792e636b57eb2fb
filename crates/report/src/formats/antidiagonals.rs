//! `antidiagonals.csv`: a two-coordinate table in the OEIS order T(0,0), T(0,1), T(1,0), T(0,2), T(1,1), ...,
//! for all complete antidiagonals. If coordinates start above 0, the order starts at their first values.

use super::format::Format;
use super::triangle::{cells, write_cells};
use crate::results::{Content, ResultFile, always, two_coordinates};

pub(super) const FORMAT: Format = Format {
    name: "antidiagonals",
    check: two_coordinates,
    files: &[ResultFile {
        name: "antidiagonals.csv",
        summary: "index,value of a two-coordinate table by antidiagonals: T(0,0), T(0,1), T(1,0), ...",
        wanted: always,
        content: Content::Packed(|results, table, out| write_cells(results, table, out, |sum, x| (x, sum - x)), cells),
    }],
};
