//! A job: one game, one range, what to compute and what to write. It is a plain value, checked by whoever
//! creates it. The module `config` of `grundy-run` creates jobs from files and command lines.

use crate::analysis::expectation::Expect;
use crate::bytes::Bytes;
use crate::conjecture::{Bound, Conjectures, Statement, Subject};
use crate::control::Control;
use crate::error::Error;
use crate::frame::Frame;
use crate::games::{Family, Game};
use crate::kernel::Named;
use crate::language::Automata;
use crate::ruleset::{Play, RowRange, Rows, Setup, Symmetry, Value};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The config file that a job comes from.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its path.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

/// The name of a job. It is also the name of a folder, so it must not lead elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(String);

impl Name {
    /// A name, if a folder may have it.
    ///
    /// # Errors
    /// [`Error::Usage`] if it is empty, `.` or `..`, or contains a character that separates folders.
    pub fn new(text: &str) -> Result<Self, Error> {
        let separates = |symbol: char| matches!(symbol, '/' | '\\' | '\0');
        if text.is_empty() || text == "." || text == ".." || text.contains(separates) {
            let what =
                format!("`{text}` cannot be the name of a job, which is also used for its folder; rename the config");
            return Err(Error::Usage(what));
        }
        Ok(Self(text.to_string()))
    }

    /// The name of a config: the stem of its path.
    ///
    /// # Errors
    /// As for [`Name::new`].
    pub fn of_path(path: &Path) -> Result<Self, Error> {
        Self::new(&path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default())
    }

    /// A name made from a game code.
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

/// The settings that apply to any game. They are the same in a config, on a command line, in Python, in a
/// manifest, and for all games of a sweep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The title of the report.
    pub title: Option<String>,
    /// Normal or misère play. By default, what the file of the game says, or else normal play.
    pub play: Option<Play>,
    /// The kind of values. By default, that of the family.
    pub value: Option<Value>,
    /// The requested kernel. By default, the first one that supports the job.
    pub kernel: Option<Named>,
    /// The maximum amount of memory.
    pub memory: Bytes,
    /// The upper bound of each coordinate; empty if all coordinates have the same bound.
    pub bounds: Vec<u64>,
    /// The condition that labels must satisfy to be rows. By default, all labels are rows.
    pub rows_where: Option<String>,
    /// The questions about the values.
    pub analysis: Analysis,
    /// The conjectures about the terms or positions of the game, or about the rows of a sweep.
    pub conjectures: Vec<Statement>,
    /// The names of the formats to write.
    pub formats: Vec<String>,
    /// What pictures show, and how.
    #[serde(default, skip_serializing_if = "Frame::is_default")]
    pub frame: Frame,
    /// The maximum number of rows of a listing, and of combinations of a sweep.
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
            frame: Frame::default(),
            max_rows: MAX_ROWS,
        }
    }
}

impl Settings {
    /// The expressions in them.
    pub fn expressions(&self) -> impl Iterator<Item = &str> {
        self.rows_where.as_deref().into_iter().chain(self.conjectures.iter().flat_map(Statement::expressions))
    }

    /// Whether a format is requested.
    pub fn has_format(&self, name: &str) -> bool {
        self.formats.iter().any(|format| format == name)
    }
}

/// The default maximum number of rows of a listing.
pub const MAX_ROWS: u64 = 1_000_000_000;

/// The default time between two checkpoints.
pub const CHECKPOINT: Duration = Duration::from_secs(600);

/// A job: one game, one range, what to compute and what to write.
#[derive(Debug, Clone)]
pub struct Job {
    /// The stem of the config, or a name made from the game code. It is also the name of the job's folder in a
    /// batch.
    pub name: Name,
    /// The config file, unless the job comes from a command line.
    pub source: Option<Source>,
    /// The family of the game.
    pub family: Cow<'static, Family>,
    /// The game.
    pub game: Arc<Game>,
    /// Normal or misère play.
    pub play: Play,
    /// The kind of values.
    pub value: Value,
    /// The range. What it bounds depends on the family.
    pub range: RowRange,
    /// The time between two checkpoints.
    pub checkpoint: Duration,
    /// Published answers.
    pub expect: Expect,
    /// The variables of the sweep that the game belongs to.
    pub bound: Vec<Bound>,
    /// The automata that its expressions may name.
    pub automata: Automata,
    /// All other settings. The games of a sweep share them.
    pub settings: Arc<Settings>,
}

/// The questions about the values: the keys of `[analysis]` with their settings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Analysis(BTreeMap<String, Setting>);

/// The setting of a key of `[analysis]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// Whether the question is asked.
    Switch(bool),
    /// A whole number.
    Number(u64),
    /// Whole numbers.
    Numbers(Vec<u64>),
    /// Words.
    Words(Vec<String>),
    /// A word.
    Word(String),
}

impl Analysis {
    /// Adds a key with its setting.
    pub fn with(mut self, key: &str, setting: Setting) -> Self {
        self.0.insert(key.to_string(), setting);
        self
    }

    /// Only the question of this key, which must be a switch.
    pub fn of(key: &str) -> Self {
        Self::default().with(key, Setting::Switch(true))
    }

    /// The switches that are on.
    pub fn switched(keys: &[(&str, bool)]) -> Self {
        let on = keys.iter().filter(|(_, is_on)| *is_on);
        on.fold(Self::default(), |analysis, (key, _)| analysis.with(key, Setting::Switch(true)))
    }

    /// The keys with their settings.
    pub fn settings(&self) -> impl Iterator<Item = (&str, &Setting)> {
        self.0.iter().map(|(key, setting)| (key.as_str(), setting))
    }

    /// Whether a switch is on.
    pub fn is_on(&self, key: &str) -> bool {
        self.0.get(key) == Some(&Setting::Switch(true))
    }

    /// Whether the theory of misère play is asked for.
    pub fn wants_misere(&self) -> bool {
        self.is_on("misere")
    }

    /// The number of a key.
    pub fn number(&self, key: &str) -> Option<u64> {
        match self.0.get(key) {
            Some(&Setting::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// The numbers of a key; empty if there are none.
    pub fn numbers(&self, key: &str) -> &[u64] {
        match self.0.get(key) {
            Some(Setting::Numbers(numbers)) => numbers,
            _ => &[],
        }
    }

    /// The words of a key; empty if there are none.
    pub fn words(&self, key: &str) -> &[String] {
        match self.0.get(key) {
            Some(Setting::Words(words)) => words,
            _ => &[],
        }
    }

    /// The word of a key.
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

    /// The game and its range, for messages, as in `nim:2` to 4,30.
    pub fn words(&self) -> String {
        match self.game.shape.has_range() {
            true => format!("`{}` up to {}", self.game.code, self.rows().reach()),
            false => format!("`{}`", self.game.code),
        }
    }

    /// The rearrangements of a label's coordinates that preserve both the value and whether the label is a row.
    pub fn symmetry(&self) -> Symmetry {
        if self.range.is_plain() { self.game.symmetry } else { Symmetry::None }
    }

    /// The largest n of a sequence: `max`, or the last position if the game has no range.
    pub fn last(&self) -> u64 {
        if self.game.shape.has_range() { self.range.max } else { self.rows().end() - 1 }
    }

    /// The settings for modification. From then on they are no longer shared with other games.
    pub fn settings_mut(&mut self) -> &mut Settings {
        Arc::make_mut(&mut self.settings)
    }

    /// The conjectures about its terms or positions.
    pub fn conjectures(&self) -> Conjectures<'_> {
        Conjectures { statements: &self.settings.conjectures, bound: &self.bound }
    }

    /// The subject of its conjectures. `rows` must be the rows of the job.
    pub fn subject<'s>(&'s self, rows: &'s Rows) -> Subject<'s> {
        Subject {
            rows,
            value: self.value,
            names: &self.game.names,
            period: self.wants_period(),
            misere: self.wants_misere(),
            automata: Some(&self.automata),
            moves: self.game.moves(),
        }
    }

    /// The memory, control and play for creating this job's game.
    pub fn setup<'a>(&self, control: &'a Control<'a>) -> Setup<'a> {
        let whole_sums = self.value.class.is_of_whole_sums(self.play);
        Setup { whole_sums, ..Setup::new(self.settings.memory, control, self.play) }
    }

    /// Whether the theory of misère play is requested.
    pub fn wants_misere(&self) -> bool {
        self.settings.analysis.wants_misere() || !self.expect.misere.is_empty()
    }

    /// Whether a period is requested.
    pub fn wants_period(&self) -> bool {
        self.settings.analysis.is_on("period") || self.expect.wants_period()
    }
}
