//! The command line. Each command (verb) has a file.

mod check;
mod compare;
mod completions;
mod count;
mod draw;
mod dry;
mod export;
mod guess;
mod identify;
mod init;
mod list;
mod man;
mod merge;
mod misere;
mod notes;
mod period;
mod position;
mod progress;
mod run;
mod sbatch;
mod schema;
mod shards;
mod slurm;
mod sweep;
mod values;
mod verify;

use crate::answer::Session;
use crate::bytes::Bytes;
use crate::conjecture::Domain;
use crate::error::Error;
use crate::event::Silent;
use crate::job::{MAX_ROWS, Settings};
use crate::number::whole;
use crate::results::Out;
use crate::ruleset::{KIND_NAMES, Play, Value};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Grundy values, outcomes and periods of impartial combinatorial games.
#[derive(Parser)]
#[command(name = "grundy", version, about, after_help = EXIT_CODES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

const EXIT_CODES: &str = "Exit codes: 0 success; 1 a check failed; 2 invalid config, code or argument; 3 a limit would be \
exceeded; 4 input/output error; 5 corrupt data; 6 everything that was checked holds, but not everything was checked; \
75 stopped by a signal (run the same command again to resume); 130 interrupted.";

#[derive(Subcommand)]
enum Verb {
    Run(run::Arguments),
    Sweep(sweep::Arguments),
    Values(values::Arguments),
    Period(period::Arguments),
    Guess(guess::Arguments),
    Misere(misere::Arguments),
    Check(check::Arguments),
    Count(count::Arguments),
    Identify(identify::Arguments),
    Position(position::Arguments),
    Compare(compare::Arguments),
    Draw(draw::Arguments),
    Export(export::Arguments),
    Verify(verify::Arguments),
    Merge(merge::Arguments),
    Slurm(slurm::Arguments),
    List(list::Arguments),
    Init(init::Arguments),
    Schema(schema::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// A parser for words of a closed list, with their meanings.
fn word<T: Clone + Send + Sync + 'static>(
    words: &'static [&'static str],
    read: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(words).try_map(move |text| read(&text).ok_or("unknown word"))
}

/// The parser of `--play`.
fn play() -> impl TypedValueParser<Value = Play> {
    word(&["normal", "misere"], Play::read)
}

/// The parser of `--value`.
fn value() -> impl TypedValueParser<Value = Value> {
    word(&KIND_NAMES, Value::named)
}

/// The parser of `--over`.
fn over() -> impl TypedValueParser<Value = Domain> {
    word(&["terms", "positions"], Domain::named)
}

/// The game and range of a command that needs no config.
#[derive(clap::Args)]
struct GameArguments {
    /// The game code, such as octal:0.77 or nim:3; see `grundy list`
    code: String,

    /// The range: the largest heap, stack, n, ...; a list gives a bound for each coordinate, as in 4,30
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_delimiter = ',', value_parser = whole)]
    max: Vec<u64>,

    /// Normal play (the player who cannot move loses) or misère play
    #[arg(long, value_name = "PLAY", value_parser = play())]
    play: Option<Play>,

    /// Grundy values, outcomes or lengths of plays [default: depends on the family]
    #[arg(long, value_name = "KIND", value_parser = value())]
    value: Option<Value>,

    /// Memory limit
    #[arg(long, value_name = "AMOUNT", default_value = "8 GiB")]
    memory: Bytes,

    /// Maximum number of rows to list
    #[arg(long, value_name = "N", default_value_t = MAX_ROWS, value_parser = whole)]
    max_rows: u64,
}

impl GameArguments {
    /// The settings that these arguments describe.
    fn settings(&self) -> Settings {
        let &Self { play, value, memory, max_rows, .. } = self;
        let bounds = if self.max.len() > 1 { self.max.clone() } else { Vec::new() };
        Settings { play, value, memory, bounds, max_rows, ..Settings::default() }
    }

    /// The largest bound, if one is given.
    fn max(&self) -> Option<u64> {
        self.max.iter().copied().max()
    }
}

/// How long a command that keeps no state may take to end by itself once it is interrupted.
const GRACE: Duration = Duration::from_millis(600);

static CANCELLED: AtomicBool = AtomicBool::new(false);

/// A session that Ctrl-C cancels and that reports no progress.
fn silent_session() -> Session<'static> {
    Session::new(&CANCELLED, &Silent)
}

fn stdout() -> Out {
    Box::new(BufWriter::with_capacity(1 << 16, io::stdout()))
}

/// Parses the command line and runs the command. Returns the exit code of the process.
pub fn main() -> u8 {
    main_of(std::env::args_os().collect(), None)
}

/// The same for the words of a command line, the first of which is the name of the program. `program` are the words of
/// a shell that start it, if it is not the executable of this process. The signals of the process are handled here.
pub fn main_of(words: Vec<OsString>, program: Option<String>) -> u8 {
    sbatch::set_program(program);
    let code = parse(words).map_or_else(|code| code, obey);
    // Only the end of a program that is written in Rust does this by itself.
    let _ = io::stdout().flush();
    code
}

/// The command, or the exit code if there is none to obey.
fn parse(words: Vec<OsString>) -> Result<Cli, u8> {
    let texts: Vec<String> = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    Cli::try_parse_from(words).map_err(|error| {
        // `--help` and `--version` also arrive here, with exit code 0.
        let _ = error.print();
        let stray = error.kind() == clap::error::ErrorKind::UnknownArgument;
        notes::remedy(&texts).filter(|_| stray).into_iter().for_each(|remedy| complain_of(&format!("tip: {remedy}")));
        error.exit_code() as u8
    })
}

fn obey(cli: Cli) -> u8 {
    // A second Ctrl-C ends the program at once. This is safe, because unfinished files have only temporary
    // names. Commands that keep no state end soon after the first one, whatever they are doing.
    let keeps_state = matches!(cli.verb, Verb::Run(_) | Verb::Merge(_) | Verb::Verify(_) | Verb::Init(_));
    let handler = move || {
        if CANCELLED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        if !keeps_state {
            std::thread::sleep(GRACE);
            complain(&Error::Interrupted);
            std::process::exit(130);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        complain(&Error::Usage(format!("cannot handle Ctrl-C: {error}")));
    }
    heed_warnings();
    let result = match cli.verb {
        Verb::Run(arguments) => run::run(&arguments),
        Verb::Sweep(arguments) => sweep::run(&arguments),
        Verb::Values(arguments) => values::run(&arguments),
        Verb::Period(arguments) => period::run(&arguments),
        Verb::Guess(arguments) => guess::run(&arguments),
        Verb::Misere(arguments) => misere::run(&arguments),
        Verb::Check(arguments) => check::run(&arguments),
        Verb::Count(arguments) => count::run(&arguments),
        Verb::Identify(arguments) => identify::run(&arguments),
        Verb::Position(arguments) => position::run(&arguments),
        Verb::Compare(arguments) => compare::run(&arguments),
        Verb::Draw(arguments) => draw::run(&arguments),
        Verb::Export(arguments) => export::run(&arguments),
        Verb::Verify(arguments) => verify::run(&arguments),
        Verb::Merge(arguments) => merge::run(&arguments),
        Verb::Slurm(arguments) => slurm::run(&arguments),
        Verb::List(arguments) => list::run(&arguments),
        Verb::Init(arguments) => init::run(&arguments),
        Verb::Schema(arguments) => schema::run(&arguments),
        Verb::Completions(arguments) => completions::run(&arguments),
        Verb::Man(arguments) => man::run(&arguments),
    };
    match result {
        Ok(()) => 0,
        // The reader has closed the pipe, as in `grundy values ... | head`. This is not an error.
        Err(Error::Io { source, .. }) if source.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(error) => {
            complain(&error);
            error.exit_code()
        }
    }
}

/// Makes SIGUSR1 cancel the work like SIGTERM. Schedulers send it some time before they end a job.
#[cfg(unix)]
fn heed_warnings() {
    match signal_hook::iterator::Signals::new([signal_hook::consts::SIGUSR1]) {
        Ok(mut signals) => drop(std::thread::spawn(move || {
            signals.forever().for_each(|_| CANCELLED.store(true, Ordering::Relaxed));
        })),
        Err(error) => complain(&Error::Usage(format!("cannot handle SIGUSR1: {error}"))),
    }
}

#[cfg(not(unix))]
fn heed_warnings() {}

/// Prints a line to standard output.
fn say(text: &str) -> Result<(), Error> {
    writeln!(io::stdout(), "{text}").map_err(Error::io("write to", Path::new("standard output")))
}

/// Whether to use colours: only on terminals, and only if `NO_COLOR` is unset or empty (no-color.org).
fn colours(terminal: bool, no_color: Option<OsString>) -> bool {
    terminal && no_color.is_none_or(|value| value.is_empty())
}

/// Prints an object to standard output.
fn say_json(object: &serde_json::Value) -> Result<(), Error> {
    let text =
        serde_json::to_string_pretty(object).map_err(|error| Error::Fault(format!("cannot write JSON: {error}")))?;
    say(&text)
}

/// Prints a line to standard error.
fn complain_of(text: &str) {
    // If standard error is closed, the exit code still reports the problem.
    let _ = writeln!(io::stderr(), "{text}");
}

fn complain(error: &Error) {
    let text = match error {
        Error::Config(diagnostic) => {
            diagnostic.render(colours(io::stderr().is_terminal(), std::env::var_os("NO_COLOR")))
        }
        // Stopping a run is not an error.
        Error::Stopped | Error::Interrupted | Error::Unchecked(_) => error.to_string(),
        other => format!("error: {other}"),
    };
    // If standard error is closed, the exit code still reports the problem.
    let _ = writeln!(io::stderr(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_on_terminals_only_and_where_they_are_wanted() {
        assert!(colours(true, None) && colours(true, Some(OsString::new())));
        assert!(!colours(true, Some("1".into())) && !colours(false, None));
    }
}
