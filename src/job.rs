//! A job: one game, one range, what to ask and what to write. It is a plain value, checked
//! by whoever makes it: [`config`](crate::config) makes it of files and command lines.

use crate::analysis::expectation::Expect;
use crate::analysis::lines::Line;
use crate::analysis::statistics::CountBy;
use crate::bytes::Bytes;
use crate::control::Control;
use crate::games::{Family, Game};
use crate::ruleset::{Play, Rows, Setup, Value};
use std::path::PathBuf;
use std::time::Duration;

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
    /// The time between two checkpoints.
    pub checkpoint: Duration,
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
    /// Rares, zeros, largest value and histogram at every power of two.
    pub growth: bool,
    /// Counts of P-positions.
    pub counts: Vec<CountBy>,
    /// Lines of a two-coordinate table.
    pub lines: Vec<Line>,
    /// Whether the list of zeros names one position of those that are alike by symmetry.
    pub orbits: bool,
}

/// What is written.
#[derive(Debug, Clone)]
pub struct Output {
    /// Names of formats.
    pub formats: Vec<String>,
    /// The most rows a listing may have.
    pub max_rows: u64,
}

impl Analysis {
    /// The names of what is asked for, as in a config.
    pub fn names(&self) -> Vec<String> {
        let switches = [
            ("period", self.period),
            ("zeros", self.zeros),
            ("records", self.records),
            ("first-occurrence", self.first_occurrence),
            ("histogram", self.histogram),
            ("growth", self.growth),
        ];
        let on = switches.iter().filter(|(_, on)| *on).map(|(name, _)| name.to_string());
        let counts = self.counts.iter().map(|by| format!("counts by {}", by.name()));
        on.chain(counts).chain(self.lines.iter().map(Line::to_string)).collect()
    }
}

impl Job {
    /// The labels of the values.
    pub fn rows(&self) -> Rows {
        self.game.shape.rows(self.max)
    }

    /// What the space of this job may use.
    pub fn setup<'a>(&self, control: &'a Control<'a>) -> Setup<'a> {
        Setup { memory: self.memory, control, play: self.play }
    }

    /// Whether a period is looked for.
    pub fn wants_period(&self) -> bool {
        self.analysis.period || self.expect.wants_period()
    }
}
