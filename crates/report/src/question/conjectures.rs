//! `conjectures.csv` and `counterexamples/`: conjectures about the terms or positions of a game. They are given
//! by `[[conjecture]]`, not by a key of `[analysis]`.

use super::contract::{Problem, Question, Scope};
use super::misere::Theory;
use crate::analysis::expectation::Check;
use crate::conjecture::{GameConjecture, MisereAt, Seen, Tally};
use crate::control::Control;
use crate::error::Error;
use crate::job::Job;
use crate::latex::{self, Fragment, Shown};
use crate::results::{
    CONJECTURES, COUNTEREXAMPLES, Checked, Content, End, Gather, ResultFile, Results, Texts, conjectures_checks,
    conjectures_report, conjectures_table, examples_files,
};
use crate::ruleset::Rows;
use crate::stream::{Flow, Sink, State, StateReader, Values};
use crate::words::counted;
use std::any::Any;
use std::io;

pub(super) const QUESTION: Question = Question {
    check,
    table: |job| job.conjectures().waits(&job.subject(&job.rows())),
    gather: |&Scope { job, rows, .. }| {
        let conjectures = job.conjectures().of(&job.subject(rows)).ok().filter(|all| !all.is_empty())?;
        Some(Box::new(ConjectureSink::new(conjectures, rows)))
    },
    files: &[TABLE, EXAMPLES_FILES],
    report: |results, out| conjectures_report(&checked(results), out),
    fragments: |results| {
        let checked = checked(results);
        let words = Fragment { name: "conjectures".into(), text: latex::conjectures(&checked), shown: Shown::Alone };
        let words = Some(words).filter(|words| !words.text.is_empty());
        let examples = latex::counterexamples(&checked).map(|(name, table)| {
            let caption = format!("Counterexamples to {}.", latex::escape(name));
            Fragment::float(format!("counterexamples-{name}"), &table, caption)
        });
        words.into_iter().chain(examples).collect()
    },
    ..Question::SILENT
};

const TABLE: ResultFile = ResultFile {
    name: CONJECTURES,
    summary: "name,over,checked,excluded,not_applicable,held,failed,verdict,first_counterexample of each [[conjecture]]",
    wanted: |job| !job.conjectures().is_empty(),
    content: Content::Table(|results| conjectures_table(&checked(results))),
};

const EXAMPLES_FILES: ResultFile = ResultFile {
    name: COUNTEREXAMPLES,
    summary: "up to 1,000 counterexamples of each conjecture, with every value used",
    wanted: |job| !job.conjectures().is_empty(),
    content: Content::Many { texts: |results| examples_files(&checked(results)), table: false },
};

/// Checks that the conjectures make sense for the game.
fn check(job: &Job) -> Result<(), Problem> {
    let wrong = match job.conjectures().of(&job.subject(&job.rows())) {
        Ok(_) => return Ok(()),
        Err(wrong) => wrong,
    };
    let name = job.conjectures().statements.get(wrong.index).map_or("", |statement| &statement.name);
    let message = format!("conjecture {name}: {}", wrong.blame.message);
    Err(Problem { key: "conjecture", item: wrong.index, message, help: wrong.blame.help })
}

/// The conjectures of a game with their results.
pub fn checked<'r>(results: &Results<'r>) -> Vec<Checked<'r>> {
    results.of::<ConjectureSink>().map_or(Vec::new(), ConjectureSink::checked)
}

/// The results of all conjectures of a game, in their order.
pub fn tallies(results: &Results<'_>) -> Vec<Tally> {
    let tally =
        |(conjecture, tally): &(GameConjecture, Tally)| Tally { columns: conjecture.shown_columns(), ..tally.clone() };
    results.of::<ConjectureSink>().map_or(Vec::new(), |all| all.list.iter().map(tally).collect())
}

/// The files of a game's conjectures, with their names.
///
/// # Errors
/// Writing to memory cannot fail.
pub fn texts(answers: &[Box<dyn Gather>]) -> io::Result<Texts> {
    let found = answers.iter().find_map(|gather| (&**gather as &dyn Any).downcast_ref::<ConjectureSink>());
    let Some(checked) = found.map(ConjectureSink::checked) else { return Ok(Vec::new()) };
    let mut table = Vec::new();
    conjectures_table(&checked).write_csv(&mut table)?;
    let mut texts = vec![(CONJECTURES.to_string(), table)];
    texts.extend(examples_files(&checked)?);
    Ok(texts)
}

/// The range of some rows in words, as in `n = 0, ..., 100`.
pub fn range_of(rows: &Rows) -> String {
    if let Some(kinds) = rows.kinds() {
        return format!(
            "{} with n up to {}",
            counted(kinds.kinds().len(), "kind of positions", "kinds of positions"),
            rows.reach()
        );
    }
    match (rows.names(), rows.is_sequence()) {
        (Some(names), _) => counted(names.len(), "named position", "named positions"),
        (None, true) => format!("n = {}, ..., {}", rows.first(), rows.end() - 1),
        (None, false) => format!("coordinates up to {}", rows.reach()),
    }
}

/// A conjecture about a game with its results.
pub fn checked_over<'c>(conjecture: &'c GameConjecture, tally: &'c Tally, rows: &Rows) -> Checked<'c> {
    Checked {
        statement: conjecture.statement(),
        domain: conjecture.domain(),
        tally,
        columns: conjecture.columns(),
        range: range_of(rows),
        for_each: false,
    }
}

/// Evaluates conjectures while rows arrive, and keeps as many earlier values as they look back at.
struct ConjectureSink {
    list: Vec<(GameConjecture, Tally)>,
    rows: Rows,
    back: usize,
    /// The last values before the current row.
    before: Vec<u32>,
}

impl ConjectureSink {
    fn new(conjectures: Vec<GameConjecture>, rows: &Rows) -> Self {
        let back = conjectures.iter().filter_map(GameConjecture::back).max().unwrap_or(0) as usize;
        let list = conjectures.into_iter().map(|conjecture| (conjecture, Tally::default())).collect();
        Self { list, rows: rows.clone(), back, before: Vec::new() }
    }

    fn checked(&self) -> Vec<Checked<'_>> {
        self.list.iter().map(|(conjecture, tally)| checked_over(conjecture, tally, &self.rows)).collect()
    }
}

impl Gather for ConjectureSink {
    fn finish(&mut self, end: &End<'_>) -> Result<(), Error> {
        const PART: u64 = 1 << 16;
        let Some(table) = end.table else { return Ok(()) };
        let theory = end.of::<Theory>().and_then(|theory| theory.found.as_ref());
        let misere = theory.map(|theory| |heap: u64| theory.at(heap));
        let misere = misere.as_ref().map(|misere| misere as MisereAt<'_>);
        let seen = Seen::all(table).with_claim(end.claim).with_misere(misere);
        for (conjecture, tally) in self.list.iter_mut().filter(|(conjecture, _)| conjecture.back().is_none()) {
            for first in (0..table.len()).step_by(PART as usize) {
                if tally.error.is_some() {
                    break;
                }
                end.control.check()?;
                let (rows, room) = (first..table.len().min(first + PART), !tally.is_full());
                tally.merge(conjecture.look(rows, seen, room, end.control)?);
            }
        }
        Ok(())
    }

    fn checks(&self) -> Vec<Check> {
        conjectures_checks(&self.checked())
    }
}

impl Sink for ConjectureSink {
    fn block(&mut self, first: u64, values: Values<'_>, control: &Control<'_>) -> Result<Flow, Error> {
        let mut buffer = Vec::new();
        let values = values.words(&mut buffer);
        let before = self.before.len();
        let mut joined = Vec::new();
        let known = match before {
            0 => values,
            _ => {
                joined.extend_from_slice(&self.before);
                joined.extend_from_slice(values);
                &joined[..]
            }
        };
        for (conjecture, tally) in self.list.iter_mut().filter(|(conjecture, _)| conjecture.back().is_some()) {
            if tally.error.is_none() {
                let (rows, room) = (first..first + values.len() as u64, !tally.is_full());
                let seen = Seen::part(first - before as u64, known);
                tally.merge(conjecture.look(rows, seen, room, control)?);
            }
        }
        let last = known[known.len().saturating_sub(self.back)..].to_vec();
        self.before = last;
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        state.put(&self.before)?;
        self.list.iter().try_for_each(|(_, tally)| state.put(tally))
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.before = state.take()?;
        self.list.iter_mut().try_for_each(|(_, tally)| {
            *tally = state.take()?;
            Some(())
        })
    }
}
