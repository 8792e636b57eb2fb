//! One game of a sweep: its job, and what a row says of it.

use crate::answer::{Session, answer_files};
use crate::claim::Claim;
use crate::config::{Request, from_code};
use crate::conjecture::{Conjectures, Tally};
use crate::error::Error;
use crate::job::Job;
use crate::language::Datum;
use crate::output::ResultFile;
use crate::question::tallies;
use crate::ruleset::Value;
use crate::sweep::{Part, Sweep};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What was found out about a game.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Found {
    pub claim: Option<Claim>,
    /// The largest value; none of outcomes.
    pub max_value: Option<u32>,
    pub zeros: u64,
    /// What was seen of the conjectures over its terms or positions.
    pub tallies: Vec<Tally>,
    /// The text of each file of a game.
    pub texts: Vec<Vec<u8>>,
}

/// What a game came to.
pub(super) type Outcome = Arc<Result<Found, Error>>;

/// What all games of a sweep are asked.
pub(super) struct Asked(Request);

impl Asked {
    /// Reads the plan; its words are those that the config or command line allows.
    pub fn new(sweep: &Sweep) -> Result<Self, Error> {
        let plan = &sweep.plan;
        let unknown = |what: &str, text: &str| Error::Usage(format!("there is no {what} `{text}`"));
        let folder = sweep.source.as_ref().and_then(|source| source.path.parent()).unwrap_or(Path::new(""));
        let memory = plan.memory.parse().map_err(|_| unknown("amount of memory", &plan.memory))?;
        let value = |text: &String| Value::named(text).ok_or_else(|| unknown("kind of value", text));
        let value = plan.value.as_ref().map(value).transpose()?;
        let request = Request {
            play: plan.play,
            value,
            memory: Some(memory),
            max_rows: Some(plan.max_rows),
            analysis: plan.analysis.clone(),
            conjectures: Conjectures { statements: sweep.game_conjectures(), bound: Vec::new() },
            formats: plan.formats.iter().filter(|format| *format == "csv").cloned().collect(),
            kernel: plan.kernel.clone(),
            base: PathBuf::from(folder),
        };
        Ok(Self(request))
    }

    /// The job of a combination.
    ///
    /// # Errors
    /// Whatever is wrong with its code or its range.
    pub fn job(&self, sweep: &Sweep, data: &[Datum]) -> Result<Job, Error> {
        let max = sweep.max(data).map_err(|fault| Error::Usage(sweep.explain(&Part::Max, fault, data)))?;
        let max = match max.map(u64::try_from) {
            None => None,
            Some(Ok(max)) if i64::try_from(max).is_ok() => Some(max),
            _ => return Err(Error::Usage(format!("max is negative at {}", sweep.label(data)))),
        };
        let mut request = self.0.clone();
        if !request.conjectures.is_empty() {
            request.conjectures.bound = sweep.bound(data);
        }
        from_code(&sweep.code(data), max, request)
    }
}

/// Answers the job of a game.
///
/// # Errors
/// Whatever went wrong; the row says so, and the sweep goes on, unless it was stopped.
pub(super) fn solve(job: &Job, files: &[&ResultFile], session: Session<'_>) -> Result<Found, Error> {
    let (answer, texts) = answer_files(job, files, session)?;
    let max_value = Some(answer.max_value()).filter(|_| job.value == Value::Grundy);
    let tallies = tallies(&answer.results(job));
    Ok(Found { claim: answer.claim, max_value, zeros: answer.zeros(), tallies, texts })
}
