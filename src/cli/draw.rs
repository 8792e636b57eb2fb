//! `grundy draw`: draws all positions that can be reached from a given one, or a position on its board or graph.

use super::progress::Watch;
use super::{CANCELLED, say};
use crate::bytes::Bytes;
use crate::control::Control;
use crate::diagram::{Drawing, Extent, alone, only_position};
use crate::disk;
use crate::error::Error;
use crate::games::code::{self, Coded};
use crate::number::within;
use crate::ruleset::{Play, Setup};
use crate::words::counted;
use clap::Args;
use std::path::PathBuf;

/// Draw all positions that can be reached from a given one, as DOT and SVG: P-positions orange, winning moves bold
#[derive(Args)]
pub(super) struct Arguments {
    /// The game code, as in nim:3
    code: String,

    /// The position, as in 1,2,3; with --board it may be omitted if the game has one row
    #[arg(required_unless_present = "board")]
    position: Option<String>,

    /// Draw only this position, as an SVG: its board or graph, with what is typed for each cell or vertex
    #[arg(long, conflicts_with_all = ["levels", "play"])]
    board: bool,

    /// Normal play (the player who cannot move loses) or misère play [default: as given in the game's file, otherwise
    /// normal]
    #[arg(long, value_name = "PLAY", value_parser = super::play())]
    play: Option<Play>,

    /// Draw only the positions that can be reached by at most this many moves
    #[arg(long, value_name = "N", value_parser = |text: &str| within(text, 1..=u64::MAX))]
    levels: Option<u64>,

    /// Draw positions that differ only in the order of the heaps, or by turning and reflecting the circle, as one
    #[arg(long, conflicts_with = "board")]
    merge: bool,

    /// The file to write, whose name ends with .svg or .dot; without such an ending both files are written
    #[arg(long, value_name = "PATH", default_value = "drawing")]
    out: PathBuf,
}

/// The memory for finding the positions. This is plenty, because a picture has only a few hundred.
const MEMORY: Bytes = Bytes(1 << 28);

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let coded = code::parse(&arguments.code)?;
    if arguments.board {
        return draw_board(&coded, arguments);
    }
    let watch = Watch::new(&coded.game.code);
    let control = Control::new(&CANCELLED, watch.session().observer);
    let play = coded.game.played(arguments.play).map_err(Error::Usage)?;
    let setup = Setup::new(MEMORY, &control, play);
    let levels = arguments.levels.map(|levels| usize::try_from(levels).unwrap_or(usize::MAX));
    let extent = Extent { levels, merged: arguments.merge };
    let drawing = Drawing::new(&coded, arguments.position.as_deref().unwrap_or_default(), extent, setup)?;
    drop(watch);
    let ending = arguments.out.extension().and_then(|ending| ending.to_str());
    for kind in ["dot", "svg"] {
        let path = match ending {
            Some("dot" | "svg") if ending != Some(kind) => continue,
            Some("dot" | "svg") => arguments.out.clone(),
            _ => PathBuf::from(format!("{}.{kind}", arguments.out.display())),
        };
        let text = if kind == "dot" { drawing.dot() } else { drawing.svg()? };
        disk::write(&path, text.as_bytes()).map_err(Error::io("write", &path))?;
        say(&format!("{}: {}", path.display(), counted(drawing.len(), "position", "positions")))?;
    }
    Ok(())
}

/// Draws a position alone.
fn draw_board(coded: &Coded, arguments: &Arguments) -> Result<(), Error> {
    let position = only_position(coded, arguments.position.as_deref())?;
    let out = &arguments.out;
    let path = match out.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => out.clone(),
        Some("dot") => {
            return Err(Error::Usage("--board draws SVG only; give --out a name that ends with .svg".into()));
        }
        _ => PathBuf::from(format!("{}.svg", out.display())),
    };
    disk::write(&path, alone(coded, &position)?.as_bytes()).map_err(Error::io("write", &path))?;
    say(&format!("{}: position {position}", path.display()))
}
