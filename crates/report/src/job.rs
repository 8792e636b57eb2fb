//! A job: one game, one range, what to ask and what to write. It is a plain value, checked
//! by whoever makes it: the room `config` of `grundy-run` makes it of files and command lines.

use crate::analysis::expectation::Expect;
use crate::bytes::Bytes;
use crate::conjecture::{Bound, Conjectures, Statement, Subject};
use crate::control::Control;
use crate::error::Error;
use crate::games::{Family, Game};
use crate::kernel::Named;
use crate::ruleset::{Play, RowRange, Rows, Setup, Symmetry, Value};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The config file a job comes from.
#[derive(Debug, Clone)]
pub struct Source {
    /// Where it is.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

/// The name of a job: the name of a folder, too, so that it cannot lead elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(String);

impl Name {
    /// A name, if it is one that a folder may have.
    ///
    /// # Errors
    /// [`Error::Usage`] if it is empty, `.` or `..`, or has a character that separates folders.
    pub fn new(text: &str) -> Result<Self, Error> {
        let separates = |symbol: char| matches!(symbol, '/' | '\\' | '\0');
        if text.is_empty() || text == "." || text == ".." || text.contains(separates) {
            let what =
                format!("`{text}` cannot be the name of a job, which is also used for its folder; rename the config");
            return Err(Error::Usage(what));
        }
        Ok(Self(text.to_string()))
    }

    /// The stem of a config's path.
    ///
    /// # Errors
    /// As for [`Name::new`].
    pub fn of_path(path: &Path) -> Result<Self, Error> {
        Self::new(&path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default())
    }

    /// A name for the job of a game code.
    pub fn of_code(code: &str) -> Self {
        let plain = |symbol: char| if symbol.is_alphanumeric() || ".,+=".contains(symbol) { symbol } else { '-' };
        Self(format!("game-{}", code.chars().map(plain).collect::<String>()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is asked of a game, whichever it is: the same in a config, on a command line, in Python, in a manifest, and of all
/// games of a sweep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The title of the report.
    pub title: Option<String>,
    /// Normal or misère play; none is what the file of the game says, else normal play.
    pub play: Option<Play>,
    /// What is computed; none is what the family has.
    pub value: Option<Value>,
    /// The kernel asked for; none is the first that supports the job.
    pub kernel: Option<Named>,
    /// The most memory that may be used.
    pub memory: Bytes,
    /// The largest value of each coordinate; empty if it is the same for all.
    pub bounds: Vec<u64>,
    /// The condition of the labels that are rows; none if all are.
    pub rows_where: Option<String>,
    /// What is read off the values.
    pub analysis: Analysis,
    /// What is claimed of the terms or positions of the game, or of the rows of a sweep.
    pub conjectures: Vec<Statement>,
    /// The names of the formats to write.
    pub formats: Vec<String>,
    /// The most rows of a listing; of a sweep the most combinations, too.
    pub max_rows: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            title: None,
            play: None,
            value: None,
            kernel: None,
            memory: Bytes(8 << 30),
            bounds: Vec::new(),
            rows_where: None,
            analysis: Analysis::default(),
            conjectures: Vec::new(),
            formats: Vec::new(),
            max_rows: MAX_ROWS,
        }
    }
}

impl Settings {
    /// Whether a format is to be written.
    pub fn has_format(&self, name: &str) -> bool {
        self.formats.iter().any(|format| format == name)
    }
}

/// The most rows that a listing may have unless something else is said.
pub const MAX_ROWS: u64 = 1_000_000_000;

/// The time between two checkpoints unless something else is said.
pub const CHECKPOINT: Duration = Duration::from_secs(600);

/// A job: one game, one range, what to ask and what to write.
#[derive(Debug, Clone)]
pub struct Job {
    /// The stem of the config, or made of the game code: also the name of its folder in a batch.
    pub name: Name,
    /// The config file, unless the job comes from a command line.
    pub source: Option<Source>,
    /// The family of the game.
    pub family: Cow<'static, Family>,
    /// The game.
    pub game: Arc<Game>,
    /// Normal or misère play.
    pub play: Play,
    /// What is computed.
    pub value: Value,
    /// The range: what it bounds depends on the family.
    pub range: RowRange,
    /// The time between two checkpoints.
    pub checkpoint: Duration,
    /// Published answers.
    pub expect: Expect,
    /// The variables of the sweep that the game belongs to.
    pub bound: Vec<Bound>,
    /// What else is asked; all games of a sweep share it.
    pub settings: Arc<Settings>,
}

/// What is read off the values: the keys of `[analysis]` with what is given for them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Analysis(BTreeMap<String, Setting>);

/// What is given for a key of `[analysis]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// Whether it is asked for.
    Switch(bool),
    /// Whole numbers.
    Numbers(Vec<u64>),
    /// Words.
    Words(Vec<String>),
    /// A word.
    Word(String),
}

impl Analysis {
    /// The same with a key set.
    pub fn with(mut self, key: &str, setting: Setting) -> Self {
        self.0.insert(key.to_string(), setting);
        self
    }

    /// Only this one question, asked by a switch.
    pub fn of(key: &str) -> Self {
        Self::default().with(key, Setting::Switch(true))
    }

    /// The keys and what is given for them.
    pub fn settings(&self) -> impl Iterator<Item = (&str, &Setting)> {
        self.0.iter().map(|(key, setting)| (key.as_str(), setting))
    }

    /// Whether a switch is on.
    pub fn is_on(&self, key: &str) -> bool {
        self.0.get(key) == Some(&Setting::Switch(true))
    }

    /// The numbers given for a key.
    pub fn numbers(&self, key: &str) -> &[u64] {
        match self.0.get(key) {
            Some(Setting::Numbers(numbers)) => numbers,
            _ => &[],
        }
    }

    /// The words given for a key.
    pub fn words(&self, key: &str) -> &[String] {
        match self.0.get(key) {
            Some(Setting::Words(words)) => words,
            _ => &[],
        }
    }

    /// The word given for a key.
    pub fn word(&self, key: &str) -> Option<&str> {
        match self.0.get(key) {
            Some(Setting::Word(word)) => Some(word),
            _ => None,
        }
    }
}

impl Job {
    /// The labels of the values.
    pub fn rows(&self) -> Rows {
        self.game.shape.rows_in(&self.range)
    }

    /// The game and how far it goes, for messages: `nim:2` to 4,30.
    pub fn words(&self) -> String {
        match self.game.shape.has_range() {
            true => format!("`{}` up to {}", self.game.code, self.rows().reach()),
            false => format!("`{}`", self.game.code),
        }
    }

    /// Which rearrangements of a label's coordinates change neither a value nor whether the label is a row.
    pub fn symmetry(&self) -> Symmetry {
        if self.range.is_plain() { self.game.symmetry } else { Symmetry::None }
    }

    /// The largest n of a sequence: `max`, or, where there is no range, the last number that is a position.
    pub fn last(&self) -> u64 {
        if self.game.shape.has_range() { self.range.max } else { self.rows().end() - 1 }
    }

    /// Its settings, to be changed: they are no longer those of other games then.
    pub fn settings_mut(&mut self) -> &mut Settings {
        Arc::make_mut(&mut self.settings)
    }

    /// What is claimed of its terms or positions.
    pub fn conjectures(&self) -> Conjectures<'_> {
        Conjectures { statements: &self.settings.conjectures, bound: &self.bound }
    }

    /// What its conjectures speak of; `rows` are those of the job.
    pub fn subject<'s>(&'s self, rows: &'s Rows) -> Subject<'s> {
        Subject { rows, value: self.value, names: &self.game.names, period: self.wants_period() }
    }

    /// What the space of this job may use.
    pub fn setup<'a>(&self, control: &'a Control<'a>) -> Setup<'a> {
        Setup::new(self.settings.memory, control, self.play)
    }

    /// Whether a period is looked for.
    pub fn wants_period(&self) -> bool {
        self.settings.analysis.is_on("period") || self.expect.wants_period()
    }
}
