//! `grundy init`: writes a config for a game, with comments on the keys.

use super::{complain_of, say};
use crate::config;
use crate::disk::File;
use crate::error::Error;
use crate::formats::FORMATS;
use crate::games::code::{self, Coded};
use crate::job::Name;
use crate::number::whole;
use crate::question::{Form, Key, QUESTIONS};
use crate::ruleset::KIND_NAMES;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write a starter config for a game, in which every key has a comment
#[derive(Args)]
pub(super) struct Arguments {
    /// The game code, such as octal:0.77 or nim:3; see `grundy list`
    code: String,

    /// The range: the largest heap, stack, n, ...
    #[arg(long, value_name = "N", value_parser = whole)]
    max: Option<u64>,

    /// The file to write, which must not exist yet [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let coded = code::parse(&arguments.code)?;
    let text = text(&coded, arguments.max);
    let path = arguments.out.clone().unwrap_or_else(|| PathBuf::from("config.toml"));
    // Check that the config can be run, and report an error now if not.
    config::parse(&text, Name::of_path(&path)?, &path)?;
    if arguments.out.is_none() {
        return say(text.trim_end());
    }
    write_new(&path, &text)?;
    complain_of(&format!("note: run it with `grundy run {}`", path.display()));
    Ok(())
}

/// Writes a file that must not exist yet.
pub(super) fn write_new(path: &Path, text: &str) -> Result<(), Error> {
    if path.exists() {
        return Err(Error::Usage(format!("{} already exists; give another name", path.display())));
    }
    let mut file = File::create_new(path).map_err(Error::io("write", path))?;
    file.write_all(text.as_bytes()).map_err(Error::io("write", path))
}

fn text(coded: &Coded, max: Option<u64>) -> String {
    let Coded { family, game } = coded;
    let sequence = game.shape.rows(1).is_sequence();
    let has_numbers = game.law().has_numbers();
    let words = game.words.lines().collect::<Vec<_>>().join(" ");
    let mut text = format!(
        "# {words}\n# `grundy run` computes it; docs/config.md explains every key. To set a key that follows a `#`, remove the `#`.\ntitle = {}\n\n\
         [game]\ncode = {}\nplay = \"normal\"          # or \"misere\": the player who cannot move wins\n\n",
        quoted(&game.code),
        quoted(&game.code),
    );
    let max = max.unwrap_or(if sequence { 10_000 } else { 20 });
    if game.shape.has_range() {
        text.push_str(&format!("[range]\nmax = {max}               # {}\n\n", family.max));
    }
    // What the game does not allow is not offered.
    let range = if game.shape.has_range() { format!("[range]\nmax = {max}\n") } else { String::new() };
    let begin = format!("[game]\ncode = {}\n{range}", quoted(&game.code));
    let is_allowed = |lines: &str| allowed(&format!("{begin}{lines}\n"));
    let values =
        KIND_NAMES.iter().map(|name| quoted(name)).filter(|name| is_allowed(&format!("[solve]\nvalue = {name}")));
    text.push_str(&format!(
        "[solve]\n# value = \"{}\"       # any of {}\n# kernel = \"auto\"        # the algorithm; `grundy list` shows all\n\
         # memory = \"8 GiB\"       # the memory limit\n# checkpoint = \"10min\"   # how often a long run saves its progress\n\n[analysis]\n",
        family.value,
        values.collect::<Vec<_>>().join(", ")
    ));
    for question in QUESTIONS {
        // Some keys need others of the same question.
        let all: Vec<String> = question.keys.iter().map(example).collect();
        let together = is_allowed(&format!("[analysis]\n{}", all.join("\n")));
        let offered =
            question.keys.iter().zip(&all).filter(|(_, line)| together || is_allowed(&format!("[analysis]\n{line}")));
        for (key, line) in offered {
            let asked = if has_numbers && sequence && key.name == "period" { "" } else { "# " };
            text.push_str(&format!("{:<24} # {}\n", format!("{asked}{line}"), key.help));
        }
    }
    let formats = FORMATS.iter().map(|format| format.name);
    let formats: Vec<&str> = formats.filter(|name| is_allowed(&format!("[output]\nformats = [\"{name}\"]"))).collect();
    text.push_str(&format!(
        "\n[expect]                 # published results, with which the run is compared\n# prefix = [0, 1]        # the first values\n\
         # zeros = 3              # the number of P-positions, or a list of the first ones\n\n[output]\n\
         formats = [\"csv\", \"report\"]   # any of {}\n# max-rows = 1_000_000_000      # the maximum number of rows of a listing\n",
        formats.join(", ")
    ));
    text
}

/// A key of `[analysis]` with an example of its value.
fn example(key: &Key) -> String {
    let value = match key.form {
        Form::Switch | Form::SwitchOrWords(_) => "true".to_string(),
        Form::Number => "1000".to_string(),
        Form::Numbers => "[0, 1]".to_string(),
        Form::Words(words) => format!("[{}]", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", ")),
        Form::Word(words) => quoted(words[0]),
    };
    format!("{} = {value}", key.name)
}

/// Whether a config is right.
fn allowed(text: &str) -> bool {
    let path = Path::new("config.toml");
    Name::of_path(path).and_then(|name| config::parse(text, name, path)).is_ok()
}

/// A TOML string.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
