//! `triangle.csv`: a two-coordinate table as the OEIS triangle T(n, m), 0 <= m <= n, by rows. If coordinates
//! start at 1, it contains the cells with 1 <= m <= n.

use super::format::Format;
use crate::results::{Content, Listing, Out, ResultFile, Results, always, csv_writer, two_coordinates};
use crate::ruleset::Rows;
use crate::table::PackedTable;
use std::io;

pub(super) const FORMAT: Format = Format {
    name: "triangle",
    check: |job| {
        two_coordinates(job)?;
        match job.rows().firsts() {
            [x, y] if x == y => Ok(()),
            _ => Err("its coordinates start at different numbers"),
        }
    },
    files: &[ResultFile {
        name: "triangle.csv",
        summary: "index,value of the triangle T(n,m), 0 <= m <= n, of a two-coordinate table, by rows",
        wanted: always,
        content: Content::Packed(|results, table, out| write_cells(results, table, out, |n, m| (n, m)), cells),
    }],
};

/// Writes the cells `cell(i, j)` for i = 0, 1, ... and 0 <= j <= i, relative to the first cell of the table.
/// Their index starts at 0.
pub(super) fn write_cells(
    results: &Results<'_>,
    table: &PackedTable,
    out: Out,
    cell: fn(u64, u64) -> (u64, u64),
) -> io::Result<()> {
    let [side, width] = sides(results.rows);
    let cells = (0..side).flat_map(|i| (0..=i).map(move |j| cell(i, j)));
    let mut out = csv_writer(out);
    out.write_record(["index", "value"])?;
    for (index, (x, y)) in cells.enumerate() {
        out.write_record([index.to_string(), results.job.value.show(table.get(x * width + y))])?;
    }
    out.flush()
}

/// The shorter side of the table, up to which antidiagonals are complete, and its width.
pub(super) fn sides(rows: &Rows) -> [u64; 2] {
    rows.table().map_or([0, 0], |(_, [height, width])| [height.min(width), width])
}

/// One line for each cell of the triangle.
pub(super) fn cells(rows: &Rows) -> Listing {
    let [side, _] = sides(rows);
    Listing::numbered(side.saturating_mul(side.saturating_add(1)) / 2)
}
