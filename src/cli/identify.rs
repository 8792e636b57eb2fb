//! `grundy identify`: finds a sequence in a download of the OEIS.

use super::notes::note_digits;
use super::{GameArguments, say, silent_session};
use crate::answer::answer_in;
use crate::config;
use crate::error::Error;
use crate::games::code;
use crate::oeis::{Match, read, search};
use clap::Args;
use std::path::{Path, PathBuf};

/// Look up the values of a game, or the numbers in a file, in a copy of the OEIS (oeis.org/stripped.gz)
///
/// CODE may be a file of numbers instead: a b-file, a CSV file (its last column counts), or numbers separated by commas
/// or spaces. A sequence of the OEIS is found even if it starts earlier or later, or if each of its terms is larger by
/// 1.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// The copy of the OEIS, compressed or not
    #[arg(long, value_name = "FILE")]
    oeis: PathBuf,
}

/// The number of terms to compare, unless --max is given.
const TERMS: u64 = 200;

/// The maximum number of sequences that are shown.
const SHOWN: usize = 20;

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let path = Path::new(&arguments.game.code);
    let ours = if path.is_file() { of_file(path)? } else { of_game(arguments)? };
    let text = read(&arguments.oeis)?;
    let Some(found) = search(&ours, &text) else {
        let what = "there are too few terms, or too few different ones, to tell one sequence from another: raise --max";
        return Err(Error::Usage(what.to_string()));
    };
    if found.is_empty() {
        return say("no sequence in the file contains these terms");
    }
    found.iter().take(SHOWN).try_for_each(|one| say(&words(one, ours.len())))?;
    match found.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => say(&format!("and {more} more, with at most as many agreeing terms")),
    }
}

fn words(one: &Match, terms: usize) -> String {
    let Match { number, plus, ours, theirs, agree } = one;
    let plus = if *plus > 0 { " + 1" } else { "" };
    let all = if *agree == terms { "all " } else { "" };
    let place = match (ours, theirs) {
        (0, 0) => "from the first term on".to_string(),
        (ours, 0) => format!("skipping our first {ours}"),
        (0, theirs) => format!("from its term {} on", theirs + 1),
        (ours, theirs) => format!("skipping our first {ours}, from its term {} on", theirs + 1),
    };
    format!("{number}  {all}{agree} terms{plus} agree, {place}  https://oeis.org/{number}")
}

/// The values of a game.
fn of_game(arguments: &Arguments) -> Result<Vec<i64>, Error> {
    let game = &arguments.game;
    let coded = code::parse(&game.code)?;
    let max = game.max().or(coded.game.shape.has_range().then_some(TERMS));
    let job = config::from_coded(coded, max, game.settings())?;
    note_digits(&job.game.code);
    if !job.rows().is_sequence() {
        return Err(Error::Usage(format!("`{}` is not a sequence: give a file with the numbers instead", game.code)));
    }
    let answer = answer_in(&job, true, silent_session())?;
    Ok((0..answer.rows.len()).filter_map(|row| answer.value(row)).map(i64::from).collect())
}

/// The numbers in a file: all numbers if it has a single line, otherwise the last field of each line.
fn of_file(path: &Path) -> Result<Vec<i64>, Error> {
    let text = crate::disk::read_to_string(path).map_err(Error::io("read", path))?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).collect();
    let separators = |letter: char| letter == ',' || letter.is_whitespace();
    let numbers: Vec<i64> = match &lines[..] {
        [list] => list.split(separators).filter_map(|part| part.parse().ok()).collect(),
        lines => lines.iter().filter_map(|line| line.split(separators).next_back()?.parse().ok()).collect(),
    };
    match numbers.is_empty() {
        false => Ok(numbers),
        true => Err(Error::corrupt(
            path,
            "it contains no numbers; expected a list, a b-file, or a CSV file with numbers in its last column",
        )),
    }
}
