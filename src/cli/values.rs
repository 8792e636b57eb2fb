//! `grundy values`: values of a game, or of a table on disk, to standard output.

use super::{GameArguments, silent_session, stdout};
use crate::config::{self, Request};
use crate::engine;
use crate::error::Error;
use crate::kernel::Values;
use crate::table::TableFile;
use crate::writer::{Content, FORMATS, Format};
use clap::{Args, ValueEnum};
use std::path::Path;

/// Print the values of a game, or of a packed table (CODE may be the path of a .gnt file)
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// csv: n,value; list: the values alone; b-file: as the OEIS wants it
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: FormatArgument,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatArgument {
    Csv,
    List,
    BFile,
}

impl FormatArgument {
    fn name(self) -> &'static str {
        match self {
            FormatArgument::Csv => "csv",
            FormatArgument::List => "list",
            FormatArgument::BFile => "b-file",
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let name = arguments.format.name();
    let format = FORMATS.iter().find(|format| format.name == Some(name));
    let format = format.ok_or_else(|| Error::Usage(format!("there is no format `{name}`")))?;
    let path = Path::new(&arguments.game.code);
    if path.extension().is_some_and(|extension| extension == "gnt") {
        return from_table(arguments, path, format);
    }
    let job = config::from_code(&arguments.game.code, arguments.game.max()?, request(arguments, name))?;
    engine::print(&job, format, "standard output", stdout(), silent_session())
}

fn request(arguments: &Arguments, format: &str) -> Request {
    Request {
        play: arguments.game.play.map(Into::into),
        value: arguments.game.value.map(Into::into),
        memory: Some(arguments.game.memory),
        formats: vec![format.to_string()],
        ..Request::default()
    }
}

/// Prints a table; `--max` may cut a line of values short.
fn from_table(arguments: &Arguments, path: &Path, format: &Format) -> Result<(), Error> {
    let table = TableFile::open(path)?;
    let rows = table.rows();
    let last = arguments.game.max.unwrap_or(rows.end() - 1);
    if last >= rows.end() || (rows.dimensions() > 1 && last + 1 != rows.end()) {
        let text = format!("{} ends at {}; leave --max out for all of it", path.display(), rows.end() - 1);
        return Err(Error::Usage(text));
    }
    let mut request = request(arguments, arguments.format.name());
    request.value = Some(table.value());
    request.play = Some(table.play());
    let job = config::from_code(&table.header().code, last, request)?;
    let Content::Rows(open) = format.content else { return Ok(()) };
    let mut writer = open(&job, stdout());
    let error = || Error::io("write to", Path::new("standard output"));
    let mut block = Vec::new();
    let count = job.rows().len();
    for first in (0..count).step_by(1 << 14) {
        block.clear();
        block.extend((first..count.min(first + (1 << 14))).map(|row| table.get(row)));
        writer.block(first, Values::Words(&block)).map_err(error())?;
    }
    writer.finish().map_err(error())
}
