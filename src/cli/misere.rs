//! `grundy misere`: the misère quotient of a game.

use super::progress::Watch;
use super::{complain_of, say, say_json};
use crate::bytes::Bytes;
use crate::commands::{Inquiry, misere, misere_object, misere_report, misere_solver};
use crate::disk;
use crate::error::Error;
use crate::games::code;
use crate::job::Settings;
use crate::misere::{MOST_ELEMENTS, MisereStatus};
use crate::misere_theory::search::Limits;
use crate::number::{whole, within};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Find the misère quotient of a game with its P-portion, and prove it; without --max heaps are added until a period is
/// proved or a limit is reached
#[derive(Args)]
pub(super) struct Arguments {
    /// The game code, such as octal:0.77; see `grundy list`
    code: String,

    /// The largest heap
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole)]
    max: Option<u64>,

    /// The largest number of elements of a quotient
    #[arg(long, value_name = "N", default_value_t = Limits::default().elements as u64, value_parser = |text: &str| within(text, 1..=MOST_ELEMENTS))]
    elements: u64,

    /// The number of steps of the search; they are counted, so that every machine ends at the same place
    #[arg(long, value_name = "N", default_value_t = Limits::default().steps, value_parser = whole)]
    steps: u64,

    /// Memory limit
    #[arg(long, value_name = "AMOUNT", default_value = "8 GiB")]
    memory: Bytes,

    /// A report, or the lines that MisereSolver prints
    #[arg(long, value_name = "FORMAT", default_value = "report", conflicts_with = "json")]
    format: Format,

    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,

    /// Write the certificate of the quotient to this file
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Report,
    MisereSolver,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let watch = Watch::new(&arguments.code);
    let settings = Settings { memory: arguments.memory, ..Settings::default() };
    let inquiry = Inquiry { game: &|| code::parse(&arguments.code), settings, session: watch.session() };
    let limits = Limits { elements: arguments.elements as usize, steps: arguments.steps, ..Limits::default() };
    let theory = misere(&inquiry, arguments.max, limits)?;
    drop(watch);
    if let (MisereStatus::Stable, Some(period)) = (theory.status(), theory.seen_period()) {
        complain_of(&format!("note: {period}"));
    }
    if let Some(path) = &arguments.certificate {
        disk::write(path, theory.certificate().as_bytes()).map_err(Error::io("write", path))?;
    }
    match (arguments.json, arguments.format) {
        (true, _) => say_json(&misere_object(&theory)),
        (false, Format::Report) => say(misere_report(&theory).trim_end()),
        (false, Format::MisereSolver) => say(&misere_solver(&theory)),
    }
}
