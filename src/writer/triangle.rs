//! `triangle.csv`: a two-coordinate table as the OEIS triangle T(n, m), 0 <= m <= n, by rows.

use super::format::Format;
use crate::output::{Content, Out, ResultFile, Results, always, csv_writer, two_coordinates};
use crate::ruleset::Rows;
use crate::table::PackedTable;
use std::io;

pub(super) const FORMAT: Format = Format {
    name: "triangle",
    check: two_coordinates,
    files: &[ResultFile {
        name: "triangle.csv",
        summary: "index,value of the triangle T(n,m), 0 <= m <= n, of a two-coordinate table, by rows",
        wanted: always,
        content: Content::Table(|results, table, out| write_cells(results, table, out, |n, m| (n, m)), cells),
    }],
};

/// Writes the cells `cell(i, j)` for i = 0, 1, ... and 0 <= j <= i, numbered from 0.
pub(super) fn write_cells(
    results: &Results<'_>,
    table: &PackedTable,
    out: Out,
    cell: fn(u64, u64) -> (u64, u64),
) -> io::Result<()> {
    let side = results.rows.end();
    let cells = (0..side).flat_map(|i| (0..=i).map(move |j| cell(i, j)));
    let mut out = csv_writer(out);
    out.write_record(["index", "value"])?;
    for (index, (x, y)) in cells.enumerate() {
        out.write_record([index.to_string(), results.job.value.show(table.get(x * side + y))])?;
    }
    out.flush()
}

/// How many cells the triangle has.
pub(super) fn cells(rows: &Rows) -> u64 {
    rows.end().saturating_mul(rows.end() + 1) / 2
}
