//! One game of a sweep: its job, and what a row says of it.

use crate::answer::{Session, answer_files};
use crate::config::{Request, from_code};
use crate::error::Error;
use crate::job::Job;
use crate::language::Datum;
use crate::output::ResultFile;
use crate::ruleset::{Play, Value};
use crate::sweep::{Part, Sweep};
use std::path::{Path, PathBuf};

/// What was found out about a game.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    /// The columns of the period, or none.
    pub period: Option<Period>,
    pub max_value: Option<u32>,
    /// The largest value as it stands in the table.
    pub max_value_text: String,
    pub zeros: u64,
    /// The text of each file of a game.
    pub texts: Vec<Vec<u8>>,
}

/// A claim about a period.
#[derive(Debug, Clone)]
pub(super) struct Period {
    pub preperiod: u64,
    pub period: u64,
    pub saltus: u64,
    pub status: String,
    pub theorem: String,
    pub checked_to: u64,
}

/// What all games of a sweep are asked.
pub(super) struct Asked {
    play: Play,
    value: Option<Value>,
    request: Request,
}

impl Asked {
    /// Reads the plan; its words are those that the config or command line allows.
    pub fn new(sweep: &Sweep) -> Result<Self, Error> {
        let plan = &sweep.plan;
        let unknown = |what: &str, text: &str| Error::Usage(format!("there is no {what} `{text}`"));
        let value = |text: &String| {
            let named = [Value::Grundy, Value::Outcome].into_iter().find(|value| value.to_string() == *text);
            named.ok_or_else(|| unknown("kind of value", text))
        };
        let folder = sweep.source.as_ref().and_then(|source| source.path.parent()).unwrap_or(Path::new(""));
        let memory = plan.memory.parse().map_err(|_| unknown("amount of memory", &plan.memory))?;
        let play = Play::read(&plan.play).ok_or_else(|| unknown("play", &plan.play))?;
        let value = plan.value.as_ref().map(value).transpose()?;
        let request = Request {
            play: Some(play),
            value,
            memory: Some(memory),
            max_rows: Some(plan.max_rows),
            analysis: plan.analysis.clone(),
            formats: plan.formats.iter().filter(|format| *format == "csv").cloned().collect(),
            kernel: plan.kernel.clone(),
            base: PathBuf::from(folder),
        };
        Ok(Self { play, value, request })
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
        let request = Request { play: Some(self.play), value: self.value, ..self.request.clone() };
        from_code(&sweep.code(data), max, request)
    }
}

/// Answers the job of a game.
///
/// # Errors
/// Whatever went wrong; the row says so, and the sweep goes on, unless it was stopped.
pub(super) fn solve(job: &Job, files: &[&ResultFile], session: Session<'_>) -> Result<Found, Error> {
    let (answer, texts) = answer_files(job, files, session)?;
    let period = answer.claim.as_ref().map(|claim| Period {
        preperiod: claim.preperiod,
        period: claim.period,
        saltus: claim.saltus,
        status: claim.status().to_string(),
        theorem: claim.theorem.map(|theorem| theorem.name().to_string()).unwrap_or_default(),
        checked_to: claim.checked_to,
    });
    let max_value = answer.max_value();
    let is_number = job.value == Value::Grundy;
    Ok(Found {
        period,
        max_value: is_number.then_some(max_value),
        max_value_text: if is_number { max_value.to_string() } else { String::new() },
        zeros: answer.zeros(),
        texts,
    })
}
