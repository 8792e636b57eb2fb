//! `table.gnt`: the packed table.

use super::format::Format;
use crate::bytes::Bytes;
use crate::results::{Content, Listing, ResultFile, all_of_a_box, always};
use crate::table::{self, Header};
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "table",
    check: all_of_a_box,
    files: &[ResultFile {
        name: "table.gnt",
        summary: "packed table with header and checksum, read by `grundy values` and `grundy verify`",
        wanted: always,
        content: Content::Packed(
            |results, table, mut out| {
                let job = results.job;
                let header = Header {
                    code: job.game.code.clone(),
                    play: job.play.to_string(),
                    value: job.value.to_string(),
                    firsts: results.rows.firsts().to_vec(),
                    sides: results.rows.sides().to_vec(),
                    names: results.rows.names().unwrap_or_default().to_vec(),
                    length: 0,
                    width: 0,
                    files: job.game.files.clone(),
                };
                table::write(&header, table, &mut out)?;
                out.flush()
            },
            // At least one bit for each value.
            |rows| Listing::All(0, Bytes::packed(rows.len().into(), 1)),
        ),
    }],
};
