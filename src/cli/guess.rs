//! `grundy guess`: looks for the rules behind a game's values.

use super::notes::note_digits;
use super::progress::Watch;
use super::{GameArguments, complain_of, say, say_json};
use crate::commands::{Derived, Inquiry, Patterns, check, guess, guess_derived, guess_file};
use crate::conjecture::{Statement, Verdict};
use crate::disk;
use crate::error::Error;
use crate::games::code;
use crate::number::whole;
use crate::question::pattern_kinds;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Look for the rules behind the values of a game: guessed on a part of the range, checked on the rest; without --max
/// the range grows until two ranges agree
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// Look only for these kinds
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = PossibleValuesParser::new(pattern_kinds()))]
    kinds: Vec<String>,

    /// Look at a sequence that is derived from the values: zeros, places=V (every n with the value V), records, rares,
    /// or counts (P-positions of a table by their largest coordinate)
    #[arg(long, value_name = "WHAT", value_parser = |text: &str| Derived::read(text).ok_or("expected zeros, places=V, records, rares or counts"), conflicts_with_all = ["further", "prove", "automata"])]
    of: Option<Derived>,

    /// Check the first pattern up to this bound at once; the exit code is 1 if it is refuted
    #[arg(long, value_name = "N", value_parser = whole)]
    further: Option<u64>,

    /// Also say which kinds were tried without success, and why
    #[arg(long, conflicts_with = "json")]
    tried: bool,

    /// Try to prove the patterns: sets of P-positions of linear games, values read off digits
    #[arg(long)]
    prove: bool,

    /// Write the first certificate that --prove makes to this file (that of a period comes from a run)
    #[arg(long, value_name = "FILE", requires = "prove")]
    certificate: Option<PathBuf>,

    /// Write the automata of the patterns into this folder; then they have check lines, too
    #[arg(long, value_name = "FOLDER")]
    automata: Option<String>,

    /// Print what other programs can check instead: smt2 for z3 and cvc5, walnut for Walnut
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["json", "tried", "conjectures"])]
    export: Option<Export>,

    /// Print the patterns as [[conjecture]] tables for a config
    #[arg(long, conflicts_with_all = ["json", "tried"])]
    conjectures: bool,

    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Export {
    Smt2,
    Walnut,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let mut found = found(arguments)?;
    if arguments.prove {
        let watch = Watch::new(&arguments.game.code);
        found.prove(watch.session())?;
        drop(watch);
        found.open.iter().for_each(|why| complain_of(&format!("note: {why}")));
    }
    if let (Some(path), Some((_, certificate))) = (&arguments.certificate, found.certificates.first()) {
        disk::write(path, certificate.as_bytes()).map_err(Error::io("write", path))?;
    }
    if let Some(folder) = &arguments.automata {
        found.write_automata(folder)?;
    }
    if let Some(format) = arguments.export {
        let watch = Watch::new(&arguments.game.code);
        let text = found.exported(format == Export::Walnut, watch.session())?;
        drop(watch);
        return say(text.trim_end());
    }
    if arguments.json {
        say_json(&found.object())?;
    } else if arguments.conjectures {
        say(found.conjectures().trim_end())?;
    } else {
        found.sentences().iter().try_for_each(|line| say(line))?;
    }
    if arguments.tried {
        found.tried().iter().try_for_each(|line| say(line))?;
    }
    if arguments.certificate.is_some() && found.certificates.is_empty() {
        let what =
            "no certificate was written: none was made. That of a period is written by a run with `period = true`";
        return Err(Error::Usage(what.to_owned()));
    }
    arguments.further.map_or(Ok(()), |further| check_further(arguments, &found, further))
}

/// Looks for patterns of a game, or of the values in a file.
fn found(arguments: &Arguments) -> Result<Patterns, Error> {
    let game = &arguments.game;
    let watch = Watch::new(&game.code);
    if game.code.ends_with(".csv") && !game.code.contains(':') {
        let path = Path::new(&game.code);
        let text = disk::read_to_string(path).map_err(Error::io("read", path))?;
        return guess_file(&game.code, &text, &arguments.kinds, watch.session());
    }
    note_digits(&code::parse(&game.code)?.game.code);
    let inquiry = Inquiry { game: &|| code::parse(&game.code), settings: game.settings(), session: watch.session() };
    if let Some(of) = arguments.of {
        return guess_derived(&inquiry, game.max(), of, &arguments.kinds);
    }
    guess(&inquiry, game.max(), &arguments.kinds)
}

/// Checks the first pattern through the ordinary check of conjectures.
fn check_further(arguments: &Arguments, found: &Patterns, further: u64) -> Result<(), Error> {
    if found.job.is_none() {
        return Err(Error::Usage("`--further` needs a game: the values of a file end with the file".to_owned()));
    }
    let Some(best) = found.patterns.first() else {
        return Err(Error::Usage("no pattern was found that could be checked further".to_owned()));
    };
    let holds = best.conjecture.clone().map_err(|missing| {
        Error::Usage(format!("the first pattern cannot be checked further: the language would need {missing}"))
    })?;
    let game = &arguments.game;
    let watch = Watch::new(&game.code);
    let inquiry = Inquiry { game: &|| code::parse(&game.code), settings: game.settings(), session: watch.session() };
    let checked = check(&inquiry, Some(further), Statement { holds, ..Statement::default() })?;
    drop(watch);
    if !arguments.json {
        checked.sentences().iter().try_for_each(|sentence| say(sentence))?;
    }
    match checked.verdict() {
        Verdict::NoCounterexample => Ok(()),
        _ => Err(Error::ChecksFailed(checked.words())),
    }
}
