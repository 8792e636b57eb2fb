//! `grundy export`: converts a packed table, or a part of it, and writes it to standard output or a file.

use super::stdout;
use crate::answer;
use crate::config;
use crate::control::Control;
use crate::disk::{File, Partial, persist};
use crate::error::Error;
use crate::formats::{find_format, write_matrix};
use crate::games::code;
use crate::job::Settings;
use crate::results::{AboutParquet, Content, Out, PARQUET_BUILT, PARQUET_NOT_BUILT, write_npy, write_parquet};
use crate::sinks::RowSink;
use crate::stream::{Sink, Values};
use crate::table::TableFile;
use clap::{Args, ValueEnum};
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Write a packed table (table.gnt), or a part of it, as CSV, NumPy array, Parquet, b-file or matrix
#[derive(Args)]
pub(super) struct Arguments {
    /// The packed table
    table: PathBuf,

    /// csv: a label and a value per line; npy: a NumPy array; b-file: the OEIS format; matrix: for two coordinates, one
    /// line for each x; parquet: Apache Parquet columns
    #[arg(long, value_name = "FORMAT")]
    format: ExportFormat,

    /// Write only n = A to B, both included; for tables with one coordinate
    #[arg(long, value_name = "A..B")]
    range: Option<String>,

    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    Csv,
    Npy,
    BFile,
    Matrix,
    Parquet,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let table = TableFile::open(&arguments.table)?;
    let part = part(&table, arguments)?;
    if matches!(arguments.format, ExportFormat::Parquet) && !PARQUET_BUILT {
        return Err(Error::Usage(format!("--format parquet: {PARQUET_NOT_BUILT}")));
    }
    let name = arguments.out.clone().unwrap_or_else(|| PathBuf::from("standard output"));
    let failed = || Error::io("write", &name);
    let Some(path) = &arguments.out else { return write(&table, part, arguments, stdout(), &name) };
    if path.exists() && !path.is_file() {
        // A pipe or a device.
        let file = File::create(path).map_err(failed())?;
        return write(&table, part, arguments, Box::new(BufWriter::new(file)), &name);
    }
    // The file gets its name when it is complete.
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Partial { file, path: temporary } = Partial::new(folder).map_err(failed())?;
    write(&table, part, arguments, Box::new(BufWriter::new(file)), &name)?;
    persist(temporary, path).map_err(failed())
}

/// Writes the requested rows in the requested format.
fn write(table: &TableFile, part: Range<u64>, arguments: &Arguments, out: Out, name: &Path) -> Result<(), Error> {
    let failed = || Error::io("write", name);
    match arguments.format {
        ExportFormat::Csv => lines(table, "csv", part, out, name),
        ExportFormat::BFile => lines(table, "b-file", part, out, name),
        ExportFormat::Npy => npy(table, part, out).map_err(failed()),
        ExportFormat::Parquet => {
            let about =
                AboutParquet { code: &table.header().code, play: table.play().to_string(), value: table.value() };
            write_parquet(&about, &table.rows(), part, &|row| table.get(row), out).map_err(failed())
        }
        ExportFormat::Matrix if table.rows().dimensions() != 2 => Err(Error::Usage(format!(
            "{} does not have two coordinates, which `matrix` requires",
            arguments.table.display()
        ))),
        ExportFormat::Matrix => write_matrix(&table.rows(), table.value(), |row| table.get(row), out).map_err(failed()),
    }
}

/// The requested rows.
fn part(table: &TableFile, arguments: &Arguments) -> Result<Range<u64>, Error> {
    let rows = table.rows();
    let Some(text) = &arguments.range else { return Ok(0..rows.len()) };
    let (first, last) = (rows.first(), rows.end() - 1);
    if !rows.is_sequence() {
        return Err(Error::Usage("--range requires a table with one coordinate".to_string()));
    }
    let bounds = text.split_once("..").map(|(a, b)| (a.trim(), b.trim().trim_start_matches('=')));
    let bounds = bounds.and_then(|(a, b)| Some((a.parse::<u64>().ok()?, b.parse::<u64>().ok()?)));
    match bounds {
        Some((a, b)) if first <= a && a <= b && b <= last => Ok(a - first..b - first + 1),
        _ => Err(Error::Usage(format!(
            "`--range {text}` does not fit this table, which has n from {first} to {last}: write it as in --range {first}..{last}"
        ))),
    }
}

/// Writes the rows with the writer of a format that lists rows.
fn lines(table: &TableFile, format: &str, part: Range<u64>, out: Out, path: &Path) -> Result<(), Error> {
    let header = table.header();
    let settings = Settings {
        play: Some(table.play()),
        value: Some(table.value()),
        formats: vec![format.to_string()],
        ..Settings::default()
    };
    let last = table.rows().end() - 1;
    // A game graph has no range.
    let coded = code::parse(&header.code)?;
    let max = coded.game.shape.has_range().then_some(last);
    let job = config::from_coded(coded, max, settings)?;
    let file = find_format(format).and_then(|format| format.files.first());
    let Some(Content::Rows(open, _)) = file.map(|file| &file.content) else { return Ok(()) };
    let mut sink = RowSink { writer: open(&job, out, 0), path: path.to_path_buf() };
    let shifted = &mut Shifted { sink: &mut sink, by: part.start };
    answer::replay(part.end - part.start, |row| table.get(part.start + row), shifted, &Control::free())?;
    sink.finish()
}

/// A sink that gets a part of the rows, as the rows that they are.
struct Shifted<'s> {
    sink: &'s mut RowSink,
    by: u64,
}

impl Sink for Shifted<'_> {
    fn block(&mut self, first: u64, values: Values<'_>, control: &Control<'_>) -> Result<crate::stream::Flow, Error> {
        self.sink.block(first + self.by, values, control)
    }
}

fn npy(table: &TableFile, part: Range<u64>, mut out: Out) -> std::io::Result<()> {
    let rows = table.rows();
    let whole = part == (0..rows.len());
    let shape = if whole { rows.sides().to_vec() } else { vec![part.end - part.start] };
    write_npy(&shape, table.header().width, part.map(|row| table.get(row)), &mut out)?;
    out.flush()
}
