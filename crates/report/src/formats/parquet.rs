//! `values.parquet`: all values with their labels as columns, and the game's code in the metadata. It requires a
//! build with the feature `parquet`.

use super::format::Format;
use crate::job::Job;
use crate::results::{
    AboutParquet, Content, Listing, PARQUET_BUILT, PARQUET_NOT_BUILT, ResultFile, always, finite_values, write_parquet,
};

pub(super) const FORMAT: Format = Format {
    name: "parquet",
    check: built,
    files: &[ResultFile {
        name: "values.parquet",
        summary: "all values with their labels as Apache Parquet columns, with the game's code in the metadata (requires a build with the feature `parquet`)",
        wanted: always,
        content: Content::Packed(
            |results, table, out| {
                let job = results.job;
                let about = AboutParquet { code: &job.game.code, play: job.play.to_string(), value: job.value };
                write_parquet(&about, results.rows, 0..table.len(), &|row| table.get(row), out)
            },
            |_| Listing::Short,
        ),
    }],
};

fn built(job: &Job) -> Result<(), &'static str> {
    finite_values(job)?;
    if PARQUET_BUILT { Ok(()) } else { Err(PARQUET_NOT_BUILT) }
}
