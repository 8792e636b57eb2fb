//! The interface of a question.

use crate::bytes::Bytes;
use crate::claim::Status;
use crate::column::Column;
use crate::job::{Analysis, Job};
use crate::language::Datum;
use crate::latex::{Formula, Fragment};
use crate::results::{Gather, Out, ResultFile, Results, Series};
use crate::ruleset::{Rows, Ruleset};
use crate::table::PackedTable;
use serde::{Deserialize, Serialize};
use std::io;

/// A question.
pub struct Question {
    /// The keys of `[analysis]` that ask it.
    pub keys: &'static [Key],
    /// Checks that the question makes sense for a job that asks it.
    pub check: fn(&Job) -> Result<(), Problem>,
    /// The memory that its sink needs beyond a few megabytes, if that is known before work starts.
    pub needs: fn(&Job, &Rows) -> Bytes,
    /// Whether it needs the table of all values at the end.
    pub table: fn(&Job) -> bool,
    /// The sink that collects its answer, if the job asks the question and the answer comes from the values.
    pub gather: fn(&Scope<'_>) -> Option<Box<dyn Gather>>,
    /// Its files.
    pub files: &'static [ResultFile],
    /// The line that describes a whole game. A sweep turns it into columns.
    pub record: Option<&'static GameRecord>,
    /// Its part of the report.
    pub report: fn(&Results<'_>, &mut Out) -> io::Result<()>,
    /// The formulas of its part of the report, as the report has them and in LaTeX.
    pub formulas: fn(&Results<'_>) -> Vec<Formula>,
    /// Its fragments for papers.
    pub fragments: fn(&Results<'_>) -> Vec<Fragment>,
    /// Those of its figures that are sequences. The table contains all values.
    pub series: for<'r> fn(&Results<'r>, &PackedTable) -> Vec<Series<'r>>,
}

impl Question {
    /// A question without keys, conditions and output. Other questions are defined by what they add to it.
    pub const SILENT: Question = Question {
        keys: &[],
        check: |_| Ok(()),
        needs: |_, _| Bytes(0),
        table: |_| false,
        gather: |_| None,
        files: &[],
        record: None,
        report: |_, _| Ok(()),
        formulas: |_| Vec::new(),
        fragments: |_| Vec::new(),
        series: |_, _| Vec::new(),
    };
}

/// The line by which a question describes a whole game.
pub struct GameRecord {
    /// Whether it is requested for every game of a sweep.
    pub asked: fn(&Analysis) -> bool,
    /// The columns.
    pub columns: &'static [Column],
    /// The lines of a game. A sweep accepts only games with exactly one line.
    pub lines: fn(&Results<'_>) -> Vec<RecordLine>,
    /// The file of a single game with these columns. In a sweep, `sweep.csv` contains them instead.
    pub file: &'static ResultFile,
    /// The pictures of a sweep in which every game is a point.
    pub pictures: &'static [PointPicture],
}

/// A line of a record.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordLine {
    /// One cell for each column.
    pub cells: Vec<Datum>,
    /// The status in one of the cells, if there is one.
    pub status: Option<Status>,
}

/// A picture of a sweep with a point for each game.
pub struct PointPicture {
    /// Its name.
    pub name: &'static str,
    /// Its description.
    pub shows: &'static str,
    /// The quantity on the horizontal axis.
    pub across: Across,
    /// The column on the vertical axis.
    pub up: &'static str,
}

/// The quantity on the horizontal axis of a picture of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Across {
    /// The column with this name.
    Column(&'static str),
    /// The largest element of the first set among the variables.
    LargestElement,
}

/// A key of `[analysis]`.
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// The form of its setting.
    pub form: Form,
    /// The question that it asks.
    pub help: &'static str,
}

/// The form of a key's setting.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// `true` or `false`.
    Switch,
    /// A whole number.
    Number,
    /// Whole numbers.
    Numbers,
    /// Some of these words.
    Words(&'static [&'static str]),
    /// `true` or `false`, or some of the words of a list that is made when the program starts.
    SwitchOrWords(fn() -> &'static [&'static str]),
    /// One of these words; the first is the default.
    Word(&'static [&'static str]),
}

/// An error in a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The key.
    pub key: &'static str,
    /// The index of the wrong item of the key, from 0.
    pub item: usize,
    /// The error.
    pub message: String,
    /// What is allowed.
    pub help: String,
}

/// What a sink needs when it is created.
pub struct Scope<'s> {
    /// The job.
    pub job: &'s Job,
    /// The labels of the values.
    pub rows: &'s Rows,
    /// The rules, perhaps over a smaller range. Only their structure may be used.
    pub game: &'s dyn Ruleset,
}
