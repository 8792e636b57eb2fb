//! What a question is.

use crate::bytes::Bytes;
use crate::claim::Status;
use crate::column::Column;
use crate::job::{Analysis, Job};
use crate::language::Datum;
use crate::latex::Fragment;
use crate::results::{Gather, Out, ResultFile, Results, Series};
use crate::ruleset::{Rows, Ruleset};
use crate::table::PackedTable;
use serde::{Deserialize, Serialize};
use std::io;

/// A question.
pub struct Question {
    /// The keys of `[analysis]` that ask it.
    pub keys: &'static [Key],
    /// Whether it makes sense for the job that asks it.
    pub check: fn(&Job) -> Result<(), Problem>,
    /// The memory that gathering takes beyond some megabytes, if that is known before work starts.
    pub needs: fn(&Job, &Rows) -> Bytes,
    /// Whether it needs all values when they are known.
    pub table: fn(&Job) -> bool,
    /// The sink that gathers its answer, if the job asks and the values alone give it.
    pub gather: fn(&Scope<'_>) -> Option<Box<dyn Gather>>,
    /// Its files.
    pub files: &'static [ResultFile],
    /// What it says of a game in a line, of which a sweep makes columns.
    pub record: Option<&'static GameRecord>,
    /// Its part of the report.
    pub report: fn(&Results<'_>, &mut Out) -> io::Result<()>,
    /// Its fragments for papers.
    pub fragments: fn(&Results<'_>) -> Vec<Fragment>,
    /// Its figures that are sequences; the table has all values.
    pub series: for<'r> fn(&Results<'r>, &PackedTable) -> Vec<Series<'r>>,
}

impl Question {
    /// A question that nothing asks, that nothing forbids, and that says nothing: what others say beyond it.
    pub const SILENT: Question = Question {
        keys: &[],
        check: |_| Ok(()),
        needs: |_, _| Bytes(0),
        table: |_| false,
        gather: |_| None,
        files: &[],
        record: None,
        report: |_, _| Ok(()),
        fragments: |_| Vec::new(),
        series: |_, _| Vec::new(),
    };
}

/// What a question says of a game in a line.
pub struct GameRecord {
    /// Whether it is asked of every game of a sweep.
    pub asked: fn(&Analysis) -> bool,
    /// The columns.
    pub columns: &'static [Column],
    /// The lines of a game; a sweep takes only games that have one.
    pub lines: fn(&Results<'_>) -> Vec<RecordLine>,
    /// The file of a game that has these columns; in a sweep `sweep.csv` has them.
    pub file: &'static ResultFile,
    /// The pictures of a sweep in which every game is a point.
    pub pictures: &'static [PointPicture],
}

/// A line of a record.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordLine {
    /// A cell for each column.
    pub cells: Vec<Datum>,
    /// The status that stands in one of them, if one does.
    pub status: Option<Status>,
}

/// A picture of a sweep: a point for each game.
pub struct PointPicture {
    /// Its name.
    pub name: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// What stands on the horizontal axis.
    pub across: Across,
    /// The column on the vertical axis.
    pub up: &'static str,
}

/// What stands on the horizontal axis of a picture of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Across {
    /// The column of this name.
    Column(&'static str),
    /// The largest element of the first set among the variables.
    LargestElement,
}

/// A key of `[analysis]`.
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What is given for it.
    pub form: Form,
    /// What it asks for.
    pub help: &'static str,
}

/// What is given for a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `true` or `false`.
    Switch,
    /// Whole numbers.
    Numbers,
    /// Some of these words.
    Words(&'static [&'static str]),
    /// One of these words, the first unless something else is said.
    Word(&'static [&'static str]),
}

/// What is wrong with a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The key.
    pub key: &'static str,
    /// Which one of its numbers, counted from 0.
    pub item: usize,
    /// What is wrong.
    pub message: String,
    /// What is allowed.
    pub help: String,
}

/// What a gatherer begins with.
pub struct Scope<'s> {
    /// The job.
    pub job: &'s Job,
    /// The labels of the values.
    pub rows: &'s Rows,
    /// The rules, perhaps over a smaller range: only their structure may be asked for.
    pub game: &'s dyn Ruleset,
}
