//! `grundy period`: the header and one row of `periods.csv` to standard output.

use super::notes::note_digits;
use super::{GameArguments, complain_of, silent_session, stdout};
use crate::analysis::cousins::standard_form;
use crate::answer;
use crate::config::{self, Request};
use crate::error::Error;
use crate::job::Analysis;
use crate::question::PERIODS;
use crate::ruleset::TakeAndBreak;
use clap::Args;

/// Find the period of a game with one coordinate, proved where a theorem allows it
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let game = &arguments.game;
    let request = Request {
        play: game.play.map(Into::into),
        value: game.value.map(Into::into),
        memory: Some(game.memory),
        max_rows: Some(game.max_rows),
        analysis: Analysis::of("period"),
        ..Request::default()
    };
    let job = config::from_code(&game.code, game.max, request)?;
    note_digits(&job.game.code);
    if let Some(code) = job.game.code.strip_prefix("octal:").and_then(|digits| TakeAndBreak::parse(digits).ok()) {
        let (form, shift) = standard_form(&code);
        if shift > 0 {
            complain_of(&format!(
                "note: octal:{code} is octal:{form} shifted: G(n + {shift}) here is G(n) there (first cousins, proved)"
            ));
        }
    }
    answer::print(&job, &PERIODS, "standard output", stdout(), silent_session())
}
