//! One game of a sweep: its job, and its results for a row.

use crate::answer::{Session, answer_files};
use crate::config::from_code_in;
use crate::conjecture::Tally;
use crate::control;
use crate::error::Error;
use crate::job::{Job, Settings};
use crate::language::{Automata, Datum};
use crate::question::{RecordLine, records_of, tallies};
use crate::results::{ResultFile, Results};
use crate::structure::{Systems, TreeRule};
use crate::sweep::{Part, Sweep};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The results of a game.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Found {
    /// The cells of the questions.
    pub record: RecordLine,
    /// The largest value; none if the values are outcomes.
    pub max_value: Option<u32>,
    pub zeros: u64,
    /// The results of the conjectures about its terms or positions.
    pub tallies: Vec<Tally>,
    /// The text of each file of the game.
    pub texts: Vec<Vec<u8>>,
}

/// The result of a game, or its error.
pub(super) type Outcome = Arc<Result<Found, Error>>;

/// The settings that all games of a sweep share.
pub(super) struct Asked {
    settings: Arc<Settings>,
    automata: Automata,
    /// Whether a conjecture about a game may use the variables.
    binds: bool,
}

impl Asked {
    /// The settings of the sweep, without those that concern its rows.
    pub fn new(sweep: &Sweep) -> Self {
        let mut settings = sweep.plan.settings.clone();
        settings.title = None;
        settings.memory = sweep.memory_of_games();
        settings.conjectures = sweep.game_conjectures();
        settings.formats.retain(|format| format == "csv");
        let binds = !settings.conjectures.is_empty();
        Self { settings: Arc::new(settings), automata: sweep.automata.clone(), binds }
    }

    /// The job of a combination.
    ///
    /// # Errors
    /// Any error in its code or its range.
    pub fn job(&self, sweep: &Sweep, data: &[Datum]) -> Result<Job, Error> {
        let max = sweep.max(data).map_err(|fault| Error::Usage(sweep.explain(&Part::Max, fault, data)))?;
        let max = match max.map(u64::try_from) {
            None => None,
            Some(Ok(max)) if i64::try_from(max).is_ok() => Some(max),
            _ => return Err(Error::Usage(format!("`max` is negative at {}", sweep.label(data)))),
        };
        let bound = if self.binds { sweep.bound(data) } else { Vec::new() };
        let job = from_code_in(&self.automata, &sweep.code(data), max, self.settings.clone(), bound)?;
        match job.rows().kinds() {
            None => Ok(job),
            Some(_) => {
                Err(Error::Usage(format!("`{}` has several kinds of positions: it needs `asked`", job.game.code)))
            }
        }
    }

    /// The rule of a game on a tree, if its canonical code is `code` and the kernel for trees knows it.
    pub fn tree_rule(&self, sweep: &Sweep, data: &[Datum], code: &str) -> Option<TreeRule> {
        let job = self.job(sweep, data).ok().filter(|job| job.game.code == code)?;
        let ruleset = job.game.outline(&job.range, job.setup(&control::FREE)).ok()?;
        let Systems(hosts) = ruleset.structures().get::<Systems>()?;
        hosts.on_tree(&[]).map(|(rule, _)| rule)
    }
}

/// Answers the job of a game.
///
/// # Errors
/// Any error. The row then contains the error, and the sweep continues, unless it was stopped.
pub(super) fn solve(job: &Job, files: &[&ResultFile], session: Session<'_>) -> Result<Found, Error> {
    let (answer, texts) = answer_files(job, files, session)?;
    let max_value = Some(answer.max_value()).filter(|_| job.value.is_number());
    let results = answer.results(job);
    let (record, tallies) = (record(&results)?, tallies(&results));
    Ok(Found { record, max_value, zeros: answer.zeros(), tallies, texts })
}

/// The cells of all questions for a game, in one line.
fn record(results: &Results<'_>) -> Result<RecordLine, Error> {
    let mut joined = RecordLine::default();
    for record in records_of(&results.job.settings.analysis) {
        let mut lines = (record.lines)(results).into_iter();
        let (Some(line), None) = (lines.next(), lines.next()) else {
            let what = format!(
                "{} of this game has no line or several; a row of a sweep must be a single line",
                record.file.name
            );
            return Err(Error::Usage(what));
        };
        joined.cells.extend(line.cells);
        joined.status = joined.status.or(line.status);
    }
    Ok(joined)
}
