//! `grundy position`: prints the outcome, value and winning moves of a position.

use super::notes::note_digits;
use super::progress::{Progress, When};
use super::{CANCELLED, say_json, stdout};
use crate::bytes::Bytes;
use crate::control::Control;
use crate::error::Error;
use crate::games::code;
use crate::number::{plain, whole};
use crate::picture::Picture;
use crate::position::{Outcome, change, examine};
use crate::ruleset::{Play, Setup, Shape};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// Show the outcome of a position, its Grundy value, and every winning move
#[derive(Args)]
pub(super) struct Arguments {
    /// The game code, as in nim:3
    code: String,

    /// The position, as in 3,4,5; `grundy list FAMILY` shows how the positions of a family are written
    #[arg(allow_hyphen_values = true)]
    position: String,

    /// Normal play (the player who cannot move loses) or misère play [default: as given in the game's file, otherwise
    /// normal]
    #[arg(long, value_name = "PLAY", value_parser = super::play())]
    play: Option<Play>,

    /// Maximum number of winning moves to list
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole)]
    moves: u64,

    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,

    /// Memory limit
    #[arg(long, value_name = "AMOUNT", default_value = "8 GiB")]
    memory: Bytes,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let coded = code::parse(&arguments.code)?;
    note_digits(&coded.game.code);
    let progress = Progress::new(When::Auto);
    let control = Control::new(&CANCELLED, &progress);
    let play = coded.game.played(arguments.play).map_err(Error::Usage)?;
    let setup = Setup::new(arguments.memory, &control, play);
    // The vertices of a graph may have any name.
    let position = match coded.game.shape {
        Shape::Box(_) => plain(arguments.position.clone()),
        _ => arguments.position.clone(),
    };
    let examined = examine(&coded, &position, usize::try_from(arguments.moves).unwrap_or(usize::MAX), setup);
    progress.clear();
    let examined = examined?;
    if arguments.json {
        let outcome = format!("{:?}", examined.outcome);
        return say_json(&json!({
            "game": coded.game.code,
            "play": play.to_string(),
            "position": examined.counted.map_or(json!(examined.position), |heaps| json!(heaps)),
            "outcome": outcome,
            "grundy": examined.special.map_or(json!(examined.grundy), |value| json!(value)),
            "winning_moves": examined.winning,
            "more_winning_moves": examined.more,
        }));
    }
    let outcome = match examined.outcome {
        Outcome::P => "P (the player who just moved wins)",
        Outcome::N => "N (the player about to move wins)",
        Outcome::D => "D (a draw: both players can go on for ever)",
    };
    let grundy = match (&examined.special, examined.grundy) {
        (Some(value), _) => format!("value     {value}\n"),
        (None, Some(value)) => format!("grundy    {value}\n"),
        (None, None) => String::new(),
    };
    let mut text = format!(
        "game      {}, {play} play\nposition  {}\n{}outcome   {outcome}\n{grundy}",
        coded.game.code,
        examined.position,
        examined.picture.as_ref().map_or(String::new(), board),
    );
    match examined.winning.len() {
        0 if examined.more == Some(true) => text.push_str("winning moves exist (not listed because of --moves 0)\n"),
        0 if examined.more.is_none() => {
            text.push_str("winning moves exist (none among the options that were looked at)\n")
        }
        0 if examined.outcome == Outcome::N && play == Play::Misere => {
            text.push_str("there are no moves; in misère play the player who cannot move wins\n")
        }
        0 => text.push_str("no winning moves\n"),
        count if examined.more == Some(true) => {
            text.push_str(&format!("winning moves: more than {count}; the first {count}:\n"))
        }
        count if examined.more.is_none() => {
            text.push_str(&format!("winning moves: at least {count} (not all options were looked at)\n"))
        }
        count => text.push_str(&format!("winning moves: {count}\n")),
    }
    for to in &examined.winning {
        let changed = examined.picture.as_ref().and_then(|picture| change(&coded.game, picture, to));
        let changed = changed.map_or(String::new(), |words| format!(" ({words})"));
        text.push_str(&format!("  {} -> {to}{changed}\n", examined.position));
    }
    let mut out = stdout();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(Error::io("write to", Path::new("standard output")))
}

/// The lines of a board.
fn board(picture: &Picture) -> String {
    let spaced = |row: &String| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = picture.rows().unwrap_or_default().iter().map(spaced).collect();
    if rows.is_empty() { String::new() } else { format!("board     {}\n", rows.join("\n          ")) }
}
