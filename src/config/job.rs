//! A checked job: everything a run needs to know, made from a config or a command line.

use super::{expect, game, wire};
use crate::analysis::expectation::Expect;
use crate::analysis::statistics::CountBy;
use crate::bytes::Bytes;
use crate::diagnostic::{Blame, nearest};
use crate::error::Error;
use crate::kernel::KERNELS;
use crate::ruleset::args::list;
use crate::ruleset::code::{self, Coded};
use crate::ruleset::{Family, Game, Play, Rows, Value};
use crate::writer::FORMATS;
use std::path::PathBuf;
use toml::Spanned;

/// The memory a job may use unless it says otherwise.
const MEMORY: Bytes = Bytes(8 << 30);

/// The most rows a listing may have unless the config says otherwise.
const MAX_ROWS: u64 = 1_000_000_000;

/// The config file a job comes from.
#[derive(Debug, Clone)]
pub struct Source {
    /// Where it is.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

/// A job: one game, one range, what to ask and what to write.
#[derive(Debug)]
pub struct Job {
    /// The stem of the config, or the game code.
    pub name: String,
    /// The title of the report.
    pub title: Option<String>,
    /// The config file, unless the job comes from a command line.
    pub source: Option<Source>,
    /// The family of the game.
    pub family: &'static Family,
    /// The game.
    pub game: Game,
    /// Normal or misère play.
    pub play: Play,
    /// What is computed.
    pub value: Value,
    /// The range: what it bounds depends on the family.
    pub max: u64,
    /// The kernel asked for; none means the first that supports the job.
    pub kernel: Option<String>,
    /// The most memory the job may use.
    pub memory: Bytes,
    /// What is read off the values.
    pub analysis: Analysis,
    /// Published answers.
    pub expect: Expect,
    /// What is written.
    pub output: Output,
}

/// What is read off the values.
#[derive(Debug, Clone, Default)]
pub struct Analysis {
    /// The period, with its proof.
    pub period: bool,
    /// The list of all zeros (P-positions).
    pub zeros: bool,
    /// The records.
    pub records: bool,
    /// The first occurrence of each value.
    pub first_occurrence: bool,
    /// The histogram.
    pub histogram: bool,
    /// Counts of P-positions.
    pub counts: Vec<CountBy>,
}

/// What is written.
#[derive(Debug, Clone)]
pub struct Output {
    /// Names of formats.
    pub formats: Vec<String>,
    /// The most rows a listing may have.
    pub max_rows: u64,
}

/// A job as a command line asks for it: everything but the game and the range may be left
/// to the family.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Normal or misère play.
    pub play: Option<Play>,
    /// What is computed.
    pub value: Option<Value>,
    /// The most memory the job may use.
    pub memory: Option<Bytes>,
    /// What is read off the values.
    pub analysis: Analysis,
    /// Names of formats.
    pub formats: Vec<String>,
}

impl Job {
    /// A job from a game code.
    ///
    /// # Errors
    /// [`Error::Config`] for a code that cannot be run, [`Error::Usage`] for a request that
    /// makes no sense for it.
    pub fn from_code(text: &str, max: u64, request: Request) -> Result<Self, Error> {
        let Coded { family, game } = code::parse(text)?;
        let play = request.play.unwrap_or(Play::Normal);
        let rows = game.shape.rows(max);
        let usage = |blame: Blame| Error::Usage(format!("{} ({})", blame.message, blame.help));
        if rows.is_empty() {
            return Err(Error::Usage(no_rows(&game)));
        }
        let job = Self {
            name: game.code.clone(),
            title: None,
            source: None,
            value: choose_value(request.value, play, family).map_err(|why| usage(Blame::new(0..0, why, VALUE_HELP)))?,
            family,
            game,
            play,
            max,
            kernel: None,
            memory: request.memory.unwrap_or(MEMORY),
            analysis: request.analysis,
            expect: Expect::default(),
            output: Output { formats: request.formats, max_rows: MAX_ROWS },
        };
        job.check_period(0..0).map_err(usage)?;
        job.output.formats.iter().try_for_each(|name| job.check_format(name, 0..0)).map_err(usage)?;
        Ok(job)
    }

    pub(super) fn from_wire(wire: wire::Config, name: String, source: Source) -> Result<Self, Blame> {
        let whole = 0..0;
        let section = wire
            .game
            .ok_or_else(|| Blame::new(whole.clone(), "there is no [game] section", "[game] with `code` or `family`"))?;
        let range = wire.range.ok_or_else(|| Blame::new(whole, "there is no [range] section", "[range] with `max`"))?;
        let (Coded { family, game }, play) = game::read(section, &source.text)?;
        let max = *range.max.get_ref();
        let rows = game.shape.rows(max);
        if rows.is_empty() {
            return Err(Blame::new(range.max.span(), "there is nothing to compute", no_rows(&game)));
        }
        let value = read_value(wire.solve.value, play, family)?;
        let job = Self {
            name,
            title: wire.title,
            source: Some(source),
            family,
            play,
            value,
            max,
            kernel: wire.solve.kernel.map(read_kernel).transpose()?.flatten(),
            memory: wire.solve.memory.map(read_memory).transpose()?.unwrap_or(MEMORY),
            expect: expect::read(wire.expect, value, &rows)?,
            analysis: Analysis {
                period: wire.analysis.period.as_ref().is_some_and(|period| *period.get_ref()),
                zeros: wire.analysis.zeros,
                records: wire.analysis.records,
                first_occurrence: wire.analysis.first_occurrence,
                histogram: wire.analysis.histogram,
                counts: wire.analysis.counts.iter().map(read_count).collect::<Result<_, _>>()?,
            },
            output: Output { formats: Vec::new(), max_rows: MAX_ROWS },
            game,
        };
        let period_span = wire.analysis.period.map_or(0..0, |period| period.span());
        job.check_period(period_span)?;
        job.with_output(wire.output)
    }

    fn with_output(mut self, wire: wire::Output) -> Result<Self, Blame> {
        if let Some(max_rows) = wire.max_rows {
            self.output.max_rows = max_rows.into_inner();
        }
        let Some(formats) = wire.formats else {
            self.output.formats = vec!["csv".to_string(), "report".to_string()];
            return Ok(self);
        };
        for format in formats {
            self.check_format(format.get_ref(), format.span())?;
            self.output.formats.push(format.into_inner());
        }
        Ok(self)
    }

    /// The labels of the values.
    pub fn rows(&self) -> Rows {
        self.game.shape.rows(self.max)
    }

    /// Whether a period is looked for.
    pub fn wants_period(&self) -> bool {
        self.analysis.period || self.expect.wants_period()
    }

    fn check_period(&self, span: std::ops::Range<usize>) -> Result<(), Blame> {
        if self.wants_period() && self.rows().dimensions() > 1 {
            let text = format!("`{}` has several coordinates, so it has no period", self.game.code);
            return Err(Blame::new(span, text, "periods are for games with one coordinate; set `period` to false"));
        }
        Ok(())
    }

    fn check_format(&self, name: &str, span: std::ops::Range<usize>) -> Result<(), Blame> {
        let names: Vec<&str> = FORMATS.iter().filter_map(|format| format.name).collect();
        let Some(format) = FORMATS.iter().find(|format| format.name == Some(name)) else {
            let help = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("one of {}", list(&names)),
            };
            return Err(Blame::new(span, format!("there is no format `{name}`"), help));
        };
        (format.check)(self)
            .map_err(|why| Blame::new(span, format!("`{name}` cannot be written: {why}"), "leave it out"))
    }
}

fn no_rows(game: &Game) -> String {
    format!("`{}` begins at {}: raise `max`", game.code, game.shape.rows(0).first())
}

const VALUE_HELP: &str = "misère play has outcomes, not Grundy values: value = \"outcome\"";

fn choose_value(asked: Option<Value>, play: Play, family: &Family) -> Result<Value, &'static str> {
    match (asked, play) {
        (Some(Value::Grundy), Play::Misere) => Err("Grundy values are asked for in misère play"),
        (None, Play::Misere) => Ok(Value::Outcome),
        (asked, _) => Ok(asked.unwrap_or(family.value)),
    }
}

fn read_value(value: Option<Spanned<String>>, play: Play, family: &Family) -> Result<Value, Blame> {
    let span = value.as_ref().map_or(0..0, Spanned::span);
    let asked = match value.as_ref().map(|value| value.get_ref().as_str()) {
        None => None,
        Some("grundy") => Some(Value::Grundy),
        Some("outcome") => Some(Value::Outcome),
        Some(other) => {
            return Err(Blame::new(span, format!("`{other}` is not a kind of value"), "`grundy` or `outcome`"));
        }
    };
    choose_value(asked, play, family).map_err(|why| Blame::new(span, why, VALUE_HELP))
}

fn read_kernel(kernel: Spanned<String>) -> Result<Option<String>, Blame> {
    let names: Vec<&str> = KERNELS.iter().map(|kernel| kernel.name()).collect();
    match kernel.get_ref().as_str() {
        "auto" => Ok(None),
        name if names.contains(&name) => Ok(Some(name.to_string())),
        name => {
            let help = format!("`auto`, {}", list(&names));
            Err(Blame::new(kernel.span(), format!("there is no kernel `{name}`"), help))
        }
    }
}

fn read_memory(memory: Spanned<String>) -> Result<Bytes, Blame> {
    memory.get_ref().parse().map_err(|why: String| Blame::new(memory.span(), "`memory` is not an amount", why))
}

fn read_count(by: &Spanned<String>) -> Result<CountBy, Blame> {
    [CountBy::Max, CountBy::Total].into_iter().find(|candidate| candidate.name() == by.get_ref()).ok_or_else(|| {
        Blame::new(by.span(), format!("P-positions cannot be counted by `{}`", by.get_ref()), "`max` or `total`")
    })
}
