//! The periods of rows that are positions of several kinds: one for each kind that has a size. What the kernel has
//! proved is taken from there; the periods of other kinds are observed.

use super::contract::Scope;
use crate::analysis::PeriodFinder;
use crate::analysis::expectation::Check;
use crate::bytes::Bytes;
use crate::claim::{Claim, Least, Status};
use crate::claim_words::{ClaimWords, Style};
use crate::control::Control;
use crate::error::Error;
use crate::job::Job;
use crate::results::{End, Gather};
use crate::ruleset::{KindRows, Rows, Value};
use crate::stream::{Flow, Sink, State, StateReader, Values};

/// The periods of all kinds of a job.
pub struct KindPeriods {
    rows: Rows,
    value: Value,
    /// The status that is expected of all of them.
    expected: Option<Status>,
    all: Vec<KindPeriod>,
}

/// The period of a kind.
pub struct KindPeriod {
    /// The number of the kind among the kinds of the rows.
    number: usize,
    /// Its positions in general: `star(2,12,n)`.
    pub label: String,
    /// The largest value in the range.
    pub max_value: u32,
    /// The claim, if a period was found.
    pub claim: Option<Claim>,
    /// The evidence that its preperiod and its period are least.
    pub least: Option<Least>,
    first: u64,
    finder: PeriodFinder,
}

/// The sink of a job that wants periods and has rows of several kinds.
pub(super) fn gather(&Scope { job, rows, .. }: &Scope<'_>) -> Option<Box<dyn Gather>> {
    let kinds = rows.kinds().filter(|_| job.wants_period())?;
    let period = |number: usize| {
        let (kind, of) = (&kinds.kinds()[number], kinds.of(number));
        let first = kind.first();
        let line = Rows::line(first, (first + (of.end - of.start)).saturating_sub(1));
        let finder = PeriodFinder::new(&line, None, u64::MAX);
        KindPeriod { number, label: kind.label(), max_value: 0, claim: None, least: None, first, finder }
    };
    let all = sized(kinds).map(period).collect();
    Some(Box::new(KindPeriods { rows: rows.clone(), value: job.value, expected: job.expect.status, all }))
}

/// The memory that the sink needs.
pub(super) fn needs(job: &Job, rows: &Rows) -> Bytes {
    if job.wants_period() && rows.kinds().is_some() { PeriodFinder::needs(rows.len()) } else { Bytes(0) }
}

/// The kinds that have a size and rows.
fn sized(kinds: &KindRows) -> impl Iterator<Item = usize> {
    (0..kinds.kinds().len()).filter(|&kind| kinds.kinds()[kind].size.is_some() && !kinds.of(kind).is_empty())
}

impl KindPeriod {
    /// The code of its game with the kind.
    pub fn game(&self, code: &str) -> String {
        format!("{code} {}", self.label)
    }

    /// Proved, observed or none.
    pub fn status(&self) -> Status {
        self.claim.as_ref().map_or(Status::None, Claim::status)
    }
}

impl KindPeriods {
    /// The periods, in the order of the kinds.
    pub fn all(&self) -> &[KindPeriod] {
        &self.all
    }

    /// The number of kinds with a proved period.
    pub fn proved(&self) -> usize {
        self.all.iter().filter(|period| period.status() == Status::Proved).count()
    }

    /// `proved` if all periods are proved, `observed` if all were found, otherwise `none`.
    pub fn status(&self) -> Status {
        match self.all.iter().any(|period| period.claim.is_none()) {
            true => Status::None,
            false if self.proved() == self.all.len() => Status::Proved,
            false => Status::Observed,
        }
    }

    /// A line for each kind, with its claim, and its status and theorem. `last` is the largest size.
    pub fn lines(&self, last: u64) -> Vec<String> {
        let line = |period: &KindPeriod| match &period.claim {
            None => format!("{}: no period was found up to n = {last}", period.label),
            Some(claim) => {
                let words = ClaimWords { claim, value: self.value, first: period.first };
                format!("{}: {}", period.label, words.line(Style::Plain))
            }
        };
        self.all.iter().map(line).collect()
    }
}

impl Gather for KindPeriods {
    fn finish(&mut self, end: &End<'_>) -> Result<(), Error> {
        for period in &mut self.all {
            end.control.check()?;
            if let Some((claim, least)) = end.kinds.and_then(|joint| joint.of_kind(period.number)) {
                (period.claim, period.least) = (Some(claim), Some(least.clone()));
                continue;
            }
            period.claim = period.finder.finish(end.control)?;
            if let Some(claim) = &period.claim {
                let (first, finder) = (period.first, &period.finder);
                period.least = claim.least(first, &mut |n| finder.value(n), end.control)?.ok();
            }
        }
        Ok(())
    }

    fn checks(&self) -> Vec<Check> {
        self.expected.map(|expected| Check::new("status", expected, self.status())).into_iter().collect()
    }
}

impl Sink for KindPeriods {
    fn block(&mut self, first: u64, values: Values<'_>, control: &Control<'_>) -> Result<Flow, Error> {
        let Some(kinds) = self.rows.kinds() else { return Ok(Flow::Continue) };
        let mut buffer = Vec::new();
        let (mut row, mut rest) = (first, values.words(&mut buffer));
        while !rest.is_empty() {
            let (number, _) = kinds.place(row);
            let count = (kinds.of(number).end - row).min(rest.len() as u64);
            let (own, others) = rest.split_at(count as usize);
            if let Ok(at) = self.all.binary_search_by_key(&number, |period| period.number) {
                let period = &mut self.all[at];
                period.max_value = own.iter().copied().fold(period.max_value, u32::max);
                period.finder.block(0, Values::Words(own), control)?;
            }
            (row, rest) = (row + count, others);
        }
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        for period in &mut self.all {
            state.put(&period.max_value)?;
            period.finder.save(state)?;
        }
        Ok(())
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        for period in &mut self.all {
            period.max_value = state.take()?;
            period.finder.load(state)?;
        }
        Some(())
    }
}
