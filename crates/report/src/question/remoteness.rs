//! `remoteness.csv`: how long play lasts from each position if the winner hurries, or delays.
//!
//! The lengths are computed after the values, each by the kernel that is chosen for it.

use super::contract::{Form, GameRecord, Key, Problem, Question, RecordLine, Scope};
use super::occurrences::label;
use crate::bytes::Bytes;
use crate::column::Column;
use crate::control::Control;
use crate::error::Error;
use crate::game_words::game_in_words;
use crate::games::{Game, Law};
use crate::job::Job;
use crate::kernel::{Task, all_terms, choose};
use crate::language::Type;
use crate::results::{Content, DataTable, End, Gather, Out, ResultFile, Results, Series, count};
use crate::ruleset::{Play, RowRange, Setup, Value};
use crate::stream::{Flow, Sink, Values};
use std::io;
use std::sync::Arc;

/// The key of `[analysis]`.
const KEY: &str = "remoteness";

/// What is computed, with its name.
const LENGTHS: [(&str, Value); 2] = [(KEY, Value::REMOTENESS), ("suspense", Value::SUSPENSE)];

pub(super) const QUESTION: Question = Question {
    keys: &[Key {
        name: KEY,
        form: Form::Switch,
        help: "the remoteness and the suspense of each position: how long play lasts if the winner hurries, or delays",
    }],
    check,
    needs: |job, rows| Bytes(if is_asked(job) { 8 * u128::from(rows.len()) } else { 0 }),
    gather: |&Scope { job, .. }| is_asked(job).then(|| Box::new(Lengths::new(job)) as Box<dyn Gather>),
    files: &[FILE],
    record: Some(&RECORD),
    report,
    series: |results, _| series(results),
    ..Question::SILENT
};

const RECORD: GameRecord = GameRecord {
    asked: |analysis| analysis.is_on(KEY),
    columns: &[
        Column::new("max_remoteness", Type::Number).record("max_remoteness"),
        Column::new("max_suspense", Type::Number).record("max_suspense"),
    ],
    lines: |results| {
        let largest = |lengths: &Vec<u32>| count(lengths.iter().copied().max().unwrap_or(0));
        let cells = |lengths: &Lengths| lengths.found.iter().map(largest).collect();
        results.of::<Lengths>().map_or(Vec::new(), |found| vec![RecordLine { cells: cells(found), status: None }])
    },
    file: &FILE,
    pictures: &[],
};

const FILE: ResultFile = ResultFile {
    name: "remoteness.csv",
    summary: "n (boxes: h1,...,hd),remoteness,suspense: how many moves play lasts if the winner hurries, or delays",
    wanted: is_asked,
    content: Content::Table(|results| {
        let columns = results.rows.columns().into_iter().chain(LENGTHS.map(|(name, _)| name.to_string()));
        let [remoteness, suspense] = lengths_of(results);
        let row = |((row, remoteness), suspense): ((u64, &u32), &u32)| {
            [label(results, row), vec![count(*remoteness), count(*suspense)]].concat()
        };
        DataTable::new(columns, (0..).zip(remoteness).zip(suspense).map(row))
    }),
};

fn is_asked(job: &Job) -> bool {
    job.settings.analysis.is_on(KEY)
}

fn check(job: &Job) -> Result<(), Problem> {
    let why = match (job.play, job.game.law()) {
        _ if !is_asked(job) => return Ok(()),
        (Play::Misere, _) => "lengths of plays are defined for normal play",
        (_, Law::Usual) => return Ok(()),
        _ => "lengths of plays are defined where all moves are ordinary ones and every play ends",
    };
    let message = format!("`{KEY}` cannot be answered: {why}");
    Err(Problem { key: KEY, item: 0, message, help: "remove it".to_string() })
}

fn lengths_of<'r>(results: &Results<'r>) -> [&'r [u32]; 2] {
    results.of::<Lengths>().map_or([&[], &[]], |lengths| [&lengths.found[0], &lengths.found[1]])
}

/// How many lengths a report shows.
const SHOWN: usize = 30;

fn report(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    if !is_asked(results.job) {
        return Ok(());
    }
    writeln!(out, "## How long play lasts\n")?;
    for ((name, _), lengths) in LENGTHS.into_iter().zip(lengths_of(results)) {
        let first: Vec<String> = lengths.iter().take(SHOWN).map(u32::to_string).collect();
        let more = if lengths.len() > SHOWN { ", ..." } else { "" };
        let largest = lengths.iter().copied().max().unwrap_or(0);
        let row = lengths.iter().position(|&length| length == largest).unwrap_or(0) as u64;
        let at = results.rows.show_row(row);
        writeln!(out, "The {name}: {}{more}. The largest is {largest}, first at {at}.\n", first.join(", "))?;
    }
    Ok(())
}

fn series<'r>(results: &Results<'r>) -> Vec<Series<'r>> {
    if !results.rows.is_sequence() || !is_asked(results.job) {
        return Vec::new();
    }
    let of = |((name, value), lengths): ((&'static str, Value), &[u32])| {
        let what = format!("{} of {}", value.called.oeis_sequence, game_in_words(results.job));
        let terms = lengths.iter().map(|&length| length.into()).collect();
        Series::new(name, what, results.rows.first(), terms)
    };
    LENGTHS.into_iter().zip(lengths_of(results)).map(of).collect()
}

/// Waits for the end of the values, and then computes the lengths.
struct Lengths {
    game: Arc<Game>,
    range: RowRange,
    memory: Bytes,
    found: [Vec<u32>; 2],
}

impl Lengths {
    fn new(job: &Job) -> Self {
        let (game, range, memory) = (job.game.clone(), job.range.clone(), job.settings.memory);
        Self { game, range, memory, found: Default::default() }
    }

    fn all(&self, value: Value, control: &Control<'_>) -> Result<Vec<u32>, Error> {
        let whole_sums = value.class.is_of_whole_sums(Play::Normal);
        let setup = Setup { whole_sums, ..Setup::new(self.memory, control, Play::Normal) };
        let ruleset = self.game.ruleset(self.range.clone(), setup)?;
        let task = Task::new(&*ruleset, Play::Normal, value, self.memory, control);
        Ok(all_terms(choose(None, &task)?, &task)?.into_vec())
    }
}

impl Gather for Lengths {
    fn finish(&mut self, end: &End<'_>) -> Result<(), Error> {
        for (place, (_, value)) in LENGTHS.into_iter().enumerate() {
            self.found[place] = self.all(value, end.control)?;
        }
        Ok(())
    }
}

impl Sink for Lengths {
    fn block(&mut self, _: u64, _: Values<'_>, _: &Control<'_>) -> Result<Flow, Error> {
        Ok(Flow::Continue)
    }
}
