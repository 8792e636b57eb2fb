//! `grundy values`: prints the values of a game, or of a table on disk.

use super::notes::note_digits;
use super::progress::Watch;
use super::{GameArguments, stdout};
use crate::answer;
use crate::config;
use crate::control::Control;
use crate::error::Error;
use crate::formats::{find_format, latex_values};
use crate::games::code;
use crate::job::{Analysis, Job, Settings};
use crate::results::{Content, ResultFile};
use crate::ruleset::{RowRange, Rows, Value};
use crate::sinks::RowSink;
use crate::table::TableFile;
use clap::{Args, ValueEnum};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::Path;

/// Print the values of a game, or of a packed table (CODE may be the path of a .gnt file)
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// Print only the rows whose labels satisfy this condition, as in "h1 <= h2"
    #[arg(long = "where", value_name = "CONDITION")]
    rows_where: Option<String>,

    /// Print the result as a JSON object
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// csv: n,value; list: the values alone; b-file: the OEIS format; oeis: a draft of an OEIS entry; latex: the dotted
    /// sequence and a table
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: ValuesFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum ValuesFormat {
    Csv,
    List,
    BFile,
    Oeis,
    Latex,
}

impl ValuesFormat {
    fn name(self) -> &'static str {
        match self {
            ValuesFormat::Csv => "csv",
            ValuesFormat::List => "list",
            ValuesFormat::BFile => "b-file",
            ValuesFormat::Oeis => "oeis",
            ValuesFormat::Latex => "latex",
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let name = arguments.format.name();
    let file = find_format(name).and_then(|format| format.files.first());
    let file = file.ok_or_else(|| Error::Usage(format!("there is no format `{name}`")))?;
    let path = Path::new(&arguments.game.code);
    if path.extension().is_some_and(|extension| extension == "gnt") {
        if arguments.json {
            return Err(Error::Usage(
                "--json requires a game code; a table can be printed with --format csv, list or b-file".into(),
            ));
        }
        return from_table(arguments, path, file);
    }
    if arguments.json {
        return as_json(arguments);
    }
    let (coded, mut settings) = (code::parse(&arguments.game.code)?, settings(arguments, name));
    // OEIS drafts and dotted sequences need a period, with its proof if there is one. Outcomes may have one in any
    // game.
    let drafted = matches!(arguments.format, ValuesFormat::Oeis | ValuesFormat::Latex);
    let may_repeat = coded.game.law().has_numbers() || settings.value == Some(Value::OUTCOME);
    if drafted && may_repeat && coded.game.shape.rows(0).is_sequence() {
        settings.analysis = Analysis::of("period");
    }
    let job = config::from_coded(coded, arguments.game.max(), settings)?;
    note_digits(&job.game.code);
    let file = if matches!(arguments.format, ValuesFormat::Latex) { latex_values(&job) } else { file };
    let watch = Watch::new(&job.game.code);
    answer::print(&job, file, "standard output", watch.stdout(), watch.session())
}

/// Prints all values as an object: those of a sequence in a list, others with the labels of their rows.
fn as_json(arguments: &Arguments) -> Result<(), Error> {
    let job = config::from_code(&arguments.game.code, arguments.game.max(), settings(arguments, "csv"))?;
    note_digits(&job.game.code);
    check_rows(&job)?;
    let watch = Watch::new(&job.game.code);
    let answer = answer::answer_in(&job, true, watch.session())?;
    drop(watch);
    let (rows, written) = (&answer.rows, || Error::io("write to", Path::new("standard output")));
    let shown = |row: u64| match job.value.is_number() {
        true => Json::from(answer.value(row)),
        false => Json::from(answer.value(row).map(|value| job.value.show(value))),
    };
    let mut out = stdout();
    let head = json!({
        "game": job.game.code,
        "play": job.play.to_string(),
        "value": job.value.to_string(),
        "first": rows.is_sequence().then(|| rows.first()),
        "columns": (!rows.is_sequence()).then(|| rows.columns()),
    });
    let head = head.to_string();
    let key = if rows.is_sequence() { "values" } else { "rows" };
    // The list may be long, so it is written while it is created.
    write!(out, "{},\"{key}\":[", head.trim_end_matches('}')).map_err(written())?;
    for row in 0..rows.len() {
        let comma = if row > 0 { "," } else { "" };
        match rows.is_sequence() {
            true => write!(out, "{comma}{}", shown(row)),
            false => write!(out, "{comma}{}", json!([rows.show_row(row), shown(row)])),
        }
        .map_err(written())?;
    }
    writeln!(out, "]}}").and_then(|()| out.flush()).map_err(written())
}

fn check_rows(job: &Job) -> Result<(), Error> {
    let (needed, allowed) = (job.rows().len(), job.settings.max_rows);
    if needed <= allowed {
        return Ok(());
    }
    Err(Error::Limit {
        what: "the list of values".to_string(),
        needed: format!("{needed} rows"),
        allowed: format!("{allowed} rows"),
        key: "--max-rows".to_string(),
        remedy: "raise it, or lower --max".to_string(),
    })
}

fn settings(arguments: &Arguments, format: &str) -> Settings {
    let (formats, rows_where) = (vec![format.to_string()], arguments.rows_where.clone());
    Settings { formats, rows_where, ..arguments.game.settings() }
}

/// Prints a table. `--max` may cut a sequence short.
fn from_table(arguments: &Arguments, path: &Path, file: &ResultFile) -> Result<(), Error> {
    if arguments.game.max.len() > 1 || arguments.rows_where.is_some() {
        let text =
            "a table is printed whole, or up to --max N if it is a sequence; for another part give the game code";
        return Err(Error::Usage(text.to_string()));
    }
    let table = TableFile::open(path)?;
    let rows = table.rows();
    let last = arguments.game.max().unwrap_or(rows.end() - 1);
    if last < rows.first() || last >= rows.end() || (!rows.is_sequence() && last + 1 != rows.end()) {
        let text = format!("{} ends at {}; omit --max to print all of it", path.display(), rows.end() - 1);
        return Err(Error::Usage(text));
    }
    let (play, value) = (arguments.game.play, arguments.game.value);
    if play.is_some_and(|play| play != table.play()) || value.is_some_and(|value| value != table.value()) {
        let text = format!("{} holds {} values in {} play", path.display(), table.value(), table.play());
        return Err(Error::Usage(text));
    }
    let damaged = |error: Error| Error::corrupt(path, format!("its header is invalid: {error}"));
    let coded = code::parse(&table.header().code)?;
    let range = range_of(&rows);
    if coded.game.shape.rows_in(&range) != rows {
        return Err(Error::corrupt(path, "its rows do not match its game"));
    }
    let settings = Settings {
        value: Some(table.value()),
        play: Some(table.play()),
        bounds: range.bounds,
        ..settings(arguments, arguments.format.name())
    };
    // A game graph has no range.
    let max = coded.game.shape.has_range().then_some(last);
    let job = config::from_coded(coded, max, settings).map_err(damaged)?;
    let file = if matches!(arguments.format, ValuesFormat::Latex) { latex_values(&job) } else { file };
    let Content::Rows(open, _) = file.content else {
        let text = format!("--format {} requires the game code, not a table", arguments.format.name());
        return Err(Error::Usage(text));
    };
    let mut sink = RowSink { writer: open(&job, stdout(), 0), path: "standard output".into() };
    answer::replay(job.rows().len(), |row| table.get(row), &mut sink, &Control::free())?;
    sink.finish()
}

/// The range of a table: a single number if all coordinates end at the same one, otherwise a list.
fn range_of(rows: &Rows) -> RowRange {
    let ends: Vec<u64> = rows.firsts().iter().zip(rows.sides()).map(|(first, side)| first + side).collect();
    let is_cube = ends.iter().all(|end| *end == rows.end());
    let bounds = if is_cube { Vec::new() } else { ends.iter().map(|end| end.saturating_sub(1)).collect() };
    RowRange { max: rows.end() - 1, bounds, condition: None }
}
