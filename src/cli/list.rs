//! `grundy list`: lists families, kernels, questions, formats and files.

use super::sbatch::word;
use super::{say_json, silent_session, stdout};
use crate::bytes::Bytes;
use crate::commands::{catalogue, describe, theorems_of};
use crate::diagnostic::Blame;
use crate::error::Error;
use crate::formats::FORMATS;
use crate::games::args::Arity;
use crate::games::code::Coded;
use crate::games::names::{self, NAMES};
use crate::games::suggest::{speaking_of, suggest};
use crate::games::{FAMILIES, Family, GROUPS, code};
use crate::kernel::{KERNELS, Task, choose};
use crate::position::examine;
use crate::question::QUESTIONS;
use crate::results::Out;
use crate::ruleset::{Play, Setup};
use clap::Args;
use std::io::{self, Write};
use std::path::Path;

/// List families, kernels, questions and formats; or one family with its arguments, examples, theorems and kernels; or
/// a game: how moves of your own were understood
#[derive(Args)]
pub(super) struct Arguments {
    /// A family such as `octal`, a name such as `kayles`, a code such as `custom:FILE.toml`, or a word to search for in
    /// all names and summaries
    family: Option<String>,

    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    // A code is more than a word: it has arguments.
    let code = arguments.family.as_deref().filter(|word| word.contains(':'));
    let coded = code.map(code::parse).transpose()?;
    let described = coded.as_ref().map(describe).transpose()?;
    if arguments.json {
        let object = described.map_or_else(|| catalogue(arguments.family.as_deref()), |game| game.object());
        return say_json(&object);
    }
    let mut out = stdout();
    if let Some(game) = described {
        let written = game.lines().iter().try_for_each(|line| writeln!(out, "{line}"));
        return written.and_then(|()| out.flush()).map_err(Error::io("write to", Path::new("standard output")));
    }
    let written = match &arguments.family {
        None => all(&mut out),
        Some(name) if names::find(name).is_some() => named(name, &mut out),
        Some(name) => match FAMILIES.iter().find(|family| family.name == name.as_str()) {
            Some(family) => one(family, &mut out),
            None => search(name, &mut out)?,
        },
    };
    silent_session().control().check()?;
    written.and_then(|()| out.flush()).map_err(Error::io("write to", Path::new("standard output")))
}

fn all(out: &mut Out) -> io::Result<()> {
    writeln!(out, "FAMILIES (grundy list FAMILY shows the details)")?;
    for group in GROUPS {
        writeln!(out, "\n {}\n", group.title)?;
        for family in group.families {
            writeln!(out, "  {:<16} {}", family.name, family.examples[0])?;
        }
    }
    writeln!(out, "\nNAMES (short for codes)\n")?;
    for known in NAMES {
        writeln!(out, "  {:<18} {:<26} {}", known.name, known.code, known.source)?;
    }
    writeln!(out, "\nKERNELS (kernel = \"auto\" uses the first one that supports the game)\n")?;
    for kernel in KERNELS {
        writeln!(out, "  {:<22} {}", kernel.name(), kernel.summary())?;
    }
    writeln!(out, "\nQUESTIONS (keys of [analysis])\n")?;
    for key in QUESTIONS.iter().flat_map(|question| question.keys) {
        writeln!(out, "  {:<16} {}", key.name, key.help)?;
    }
    writeln!(out, "\nFORMATS (formats = [...])\n")?;
    for format in FORMATS {
        for file in format.files {
            writeln!(out, "  {:<16} {:<20} {}", format.name, file.name, file.summary)?;
        }
    }
    writeln!(out, "\nFILES (written for the questions and for [expect])\n")?;
    for file in QUESTIONS.iter().flat_map(|question| question.files) {
        writeln!(out, "  {:<24} {}", file.name, file.summary)?;
    }
    Ok(())
}

/// Prints everything that mentions a word: families and names, kernels, questions and formats.
///
/// # Errors
/// [`Error::Config`] if nothing mentions it.
fn search(word: &str, out: &mut Out) -> Result<io::Result<()>, Error> {
    let kernels = KERNELS.iter().map(|kernel| (kernel.name(), kernel.summary().to_string())).collect();
    let keys = QUESTIONS.iter().flat_map(|question| question.keys);
    let questions = keys.map(|key| (key.name, key.help.to_string())).collect();
    let formats = FORMATS.iter().map(|format| (format.name, format.summary())).collect();
    let kinds: [(&str, Vec<(&str, String)>); 4] =
        [("games", code::entries()), ("kernels", kernels), ("questions", questions), ("formats", formats)];
    let mut lines = Vec::new();
    for (kind, entries) in &kinds {
        let found = speaking_of(word, entries);
        if !found.is_empty() {
            lines.push(format!("{kind} that mention `{word}`:\n"));
            let shown = entries.iter().filter(|(name, _)| found.contains(name));
            lines.extend(shown.map(|(name, summary)| format!("  {name:<22} {summary}")));
            lines.push(String::new());
        }
    }
    if lines.is_empty() {
        let all: Vec<(&str, String)> = kinds.into_iter().flat_map(|(_, entries)| entries).collect();
        let help = suggest(word, &all, "`grundy list` shows everything");
        let message = format!("no family, name, kernel, question or format is called `{word}` or mentions it");
        return Err(Blame::new(0..word.len(), message, help).within("word", word).into());
    }
    Ok(lines.iter().try_for_each(|line| writeln!(out, "{line}")))
}

/// Prints a name: its code, its rules, and its source.
fn named(name: &str, out: &mut Out) -> io::Result<()> {
    let Some(known) = names::find(name) else { return Ok(()) };
    writeln!(out, "{name} = {}\n\n  {}\n", known.code, known.rules)?;
    writeln!(out, "source     {}", known.source)?;
    let (theorem, kernels) = facts(known.code);
    writeln!(out, "theorem    {theorem}\nkernels    {kernels}")?;
    let family = known.code.split(':').next().unwrap_or_default();
    writeln!(out, "\n  grundy list {family}")
}

fn one(family: &Family, out: &mut Out) -> io::Result<()> {
    writeln!(out, "{}\n\n  {}\n", family.name, family.rules)?;
    writeln!(out, "source     {}", family.source)?;
    writeln!(out, "max        bounds: {}", family.max)?;
    writeln!(out, "computes   {} by default", family.value)?;
    for parameter in family.parameters {
        let many = if parameter.form == Arity::Many { ", ..." } else { "" };
        writeln!(out, "argument   {}{many}: {}", parameter.key, parameter.help)?;
    }
    for example in family.examples {
        let (theorem, kernels) = facts(example);
        writeln!(out, "example    {example:<28} theorem: {theorem:<20} kernels: {kernels}")?;
    }
    worked_example(family, out)
}

/// Prints the first values of the family's first example, and the outcome and winning moves of one of its
/// positions.
fn worked_example(family: &Family, out: &mut Out) -> io::Result<()> {
    let example = family.examples[0];
    let Ok(coded) = code::parse(example) else { return Ok(()) };
    let control = silent_session().control();
    let setup = Setup::new(Bytes(1 << 30), &control, Play::Normal);
    // Some posets soon have too many elements.
    let bounds: &[u64] = if has_sequence(&coded) { &[9, 4] } else { &[2] };
    let found = bounds.iter().find_map(|&max| Some((max, first_values(&coded, max, setup).ok()?)));
    let (max, values) = found.unwrap_or((bounds[0], Vec::new()));
    let range = if coded.game.shape.has_range() { format!(" --max {max}") } else { String::new() };
    writeln!(out, "\n  grundy values {}{range} --format list", word(example))?;
    if !values.is_empty() {
        let shown: Vec<String> = values.iter().take(16).map(|&value| family.value.show(value)).collect();
        let rest = if values.len() > 16 { ", ..." } else { "" };
        writeln!(out, "    {}{rest}", shown.join(", "))?;
    }
    writeln!(out, "  grundy position {} {}", word(example), word(&family.position))?;
    match examine(&coded, &family.position, usize::MAX, setup) {
        Ok(examined) => {
            writeln!(out, "    {:?}, winning moves to: {}", examined.outcome, nonempty(&examined.winning.join("; ")))
        }
        Err(_) => Ok(()),
    }
}

/// Whether the rows of a game are labelled by one coordinate. With several, small bounds give many positions.
fn has_sequence(coded: &Coded) -> bool {
    coded.game.shape.rows(9).is_sequence()
}

fn nonempty(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

fn first_values(coded: &Coded, max: u64, setup: Setup<'_>) -> Result<Vec<u32>, Error> {
    let ruleset = coded.game.outline(max, setup)?;
    let task = Task::new(&*ruleset, setup.play, coded.family.value, setup.memory, setup.control);
    let mut values: Vec<u32> = Vec::new();
    choose(None, &task)?.solve(&task, &mut values)?;
    Ok(values)
}

/// The theorem that may prove a period of a game, and the kernels that support the game.
fn facts(example: &str) -> (&'static str, String) {
    let control = silent_session().control();
    let setup = Setup::new(Bytes(1 << 30), &control, Play::Normal);
    let Ok(coded) = code::parse(example) else { return ("-", String::new()) };
    let max = if has_sequence(&coded) { 4 } else { 2 };
    let Coded { family, game } = coded;
    let Ok(ruleset) = game.ruleset(max, setup) else { return ("-", String::new()) };
    let task = Task::new(&*ruleset, Play::Normal, family.value, Bytes(1 << 30), &control);
    let kernels: Vec<&str> = KERNELS.iter().filter(|kernel| kernel.can(&task)).map(|kernel| kernel.name()).collect();
    (theorems_of(&*ruleset, Play::Normal, family.value).unwrap_or("-"), kernels.join(", "))
}
