//! `antidiagonals.csv`: a two-coordinate table in the OEIS order T(0,0), T(0,1), T(1,0),
//! T(0,2), T(1,1), ..., every complete antidiagonal.

use super::format::{Content, Format, never, two_coordinates};
use super::triangle::write_cells;

pub(super) const FORMAT: Format = Format {
    name: Some("antidiagonals"),
    file: "antidiagonals.csv",
    summary: "index,value of a two-coordinate table by antidiagonals: T(0,0), T(0,1), T(1,0), ...",
    implied: never,
    check: two_coordinates,
    content: Content::Cells(|results, table, out| write_cells(results, table, out, |sum, x| (x, sum - x))),
};
