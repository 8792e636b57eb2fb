//! `grundy period`: prints the header and the row of `periods.csv`.

use super::notes::note_digits;
use super::progress::Watch;
use super::{GameArguments, complain_of, say_json, stdout};
use crate::commands::{Inquiry, period};
use crate::error::Error;
use crate::games::code;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::Path;

/// Find the period of a game with one coordinate, proved where a theorem allows it; without --max, as far as a proof
/// needs, within about 20 seconds
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// csv: the row of periods.csv; latex: the claim as a sentence and as a row of a table
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: PeriodFormat,

    /// Print the result as a JSON object
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum PeriodFormat {
    Csv,
    Latex,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let game = &arguments.game;
    note_digits(&code::parse(&game.code)?.game.code);
    let watch = Watch::new(&game.code);
    let inquiry = Inquiry { game: &|| code::parse(&game.code), settings: game.settings(), session: watch.session() };
    let found = period(&inquiry, game.max())?;
    drop(watch);
    found.notes().iter().for_each(|note| complain_of(&format!("note: {note}")));
    if arguments.json {
        return say_json(&found.object());
    }
    let text = match arguments.format {
        PeriodFormat::Csv => found.csv()?,
        PeriodFormat::Latex => found.latex()?,
    };
    let mut out = stdout();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(Error::io("write to", Path::new("standard output")))
}
