//! The answers that a config expects, and their comparison with what was found.

use super::statistics::Summary;
use crate::claim::{Claim, Status};
use crate::control::Control;
use crate::overview::Overview;
use crate::ruleset::{Rows, Value};
use crate::stream::{Flow, Sink, State, StateReader, Values};
use serde::{Deserialize, Serialize};

/// Published answers. Each one that is given is checked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The values of the first rows.
    pub prefix: Vec<u32>,
    /// The least preperiod.
    pub preperiod: Option<u64>,
    /// The least period.
    pub period: Option<u64>,
    /// The saltus.
    pub saltus: Option<u64>,
    /// The status of the claim.
    pub status: Option<Status>,
    /// The largest value.
    pub max_value: Option<u32>,
    /// The zeros.
    pub zeros: Option<Zeros>,
    /// The kind of the first pattern.
    pub pattern: Option<String>,
    /// Quantities of the theory of misère play, by their names in `misere.csv`.
    pub misere: Vec<(String, String)>,
    /// Values at labels.
    pub at: Vec<(Vec<u64>, u32)>,
}

/// The expected zeros, that is, P-positions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Zeros {
    /// The number of zeros in the whole range.
    Count(u64),
    /// The labels of the first zeros, in the order of the rows.
    First(Vec<Vec<u64>>),
}

impl Expect {
    /// Whether nothing is expected.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The number of expected answers.
    pub fn count(&self) -> usize {
        let single = [
            !self.prefix.is_empty(),
            self.preperiod.is_some(),
            self.period.is_some(),
            self.saltus.is_some(),
            self.status.is_some(),
            self.max_value.is_some(),
            self.zeros.is_some(),
            self.pattern.is_some(),
        ];
        single.iter().filter(|given| **given).count() + self.misere.len() + self.at.len()
    }

    /// Whether an answer concerns the period.
    pub fn wants_period(&self) -> bool {
        self.preperiod.is_some() || self.period.is_some() || self.saltus.is_some() || self.status.is_some()
    }
}

/// A comparison, which is a row of `checks.csv`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What was compared.
    pub name: String,
    /// The published answer.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// Whether they agree.
    pub ok: bool,
}

impl Check {
    /// Compares two answers by their text.
    pub fn new(name: impl Into<String>, expected: impl ToString, found: impl ToString) -> Self {
        let (expected, found) = (expected.to_string(), found.to_string());
        Self { name: name.into(), ok: expected == found, expected, found }
    }
}

/// A sink that keeps those values that the checks need and the summary does not contain.
pub struct Probe {
    at: Vec<(u64, Option<u32>)>,
    zeros: Vec<u64>,
    zeros_wanted: usize,
}

impl Probe {
    /// A probe for the labels and zeros of `expect`.
    pub fn new(expect: &Expect, rows: &Rows) -> Self {
        let at = expect.at.iter().map(|(label, _)| (rows.find(label).unwrap_or(u64::MAX), None)).collect();
        let zeros_wanted = match &expect.zeros {
            Some(Zeros::First(labels)) => labels.len(),
            _ => 0,
        };
        Self { at, zeros: Vec::new(), zeros_wanted }
    }
}

impl Sink for Probe {
    fn block(&mut self, first: u64, values: Values<'_>, _: &Control<'_>) -> Result<Flow, crate::error::Error> {
        if self.zeros.len() < self.zeros_wanted || !self.at.is_empty() {
            let mut buffer = Vec::new();
            let values = values.words(&mut buffer);
            for (row, found) in &mut self.at {
                let offset = row.checked_sub(first).and_then(|offset| usize::try_from(offset).ok());
                if let Some(value) = offset.and_then(|offset| values.get(offset)) {
                    *found = Some(*value);
                }
            }
            let missing = self.zeros_wanted - self.zeros.len();
            let zeros = (first..).zip(values).filter(|(_, value)| **value == 0).map(|(row, _)| row);
            self.zeros.extend(zeros.take(missing));
        }
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), crate::error::Error> {
        state.put(&(&self.at, &self.zeros))
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        (self.at, self.zeros) = state.take()?;
        Some(())
    }

    fn takes_overview(&self, all: &dyn Overview) -> bool {
        // It is not known in advance how many choices it takes to find the first zeros.
        self.zeros_wanted == 0 || all.affords(all.cost_of_zeros())
    }

    fn overview(&mut self, all: &dyn Overview, control: &Control<'_>) -> Result<(), crate::error::Error> {
        let mut asked: Vec<_> = self.at.iter_mut().filter(|(row, _)| *row < all.rows().len()).collect();
        let rows: Vec<u64> = asked.iter().map(|(row, _)| *row).collect();
        for ((_, found), value) in asked.iter_mut().zip(all.values(&rows, control)?) {
            *found = Some(value);
        }
        if self.zeros_wanted > 0 {
            let (zeros, wanted) = (&mut self.zeros, self.zeros_wanted);
            all.each_zero(false, control, &mut |row| {
                zeros.push(row);
                Ok(zeros.len() < wanted)
            })?;
        }
        Ok(())
    }

    fn takes_periodic(&self) -> bool {
        true
    }

    fn periodic(&mut self, first: u64, cycle: &[u32], rows: u64) {
        let p = cycle.len() as u64;
        for (row, found) in self.at.iter_mut().filter(|(row, _)| (first..rows).contains(row)) {
            *found = Some(cycle[((*row - first) % p) as usize]);
        }
        let missing = self.zeros_wanted - self.zeros.len();
        if missing > 0 && cycle.contains(&0) {
            let zeros = (first..rows).filter(|row| cycle[((row - first) % p) as usize] == 0);
            self.zeros.extend(zeros.take(missing));
        }
    }
}

/// Compares every expected answer with what was found.
pub fn compare(
    expect: &Expect,
    value: Value,
    rows: &Rows,
    summary: &Summary,
    claim: Option<&Claim>,
    probe: &Probe,
) -> Vec<Check> {
    let mut checks = Vec::new();
    let list = |values: &[u32]| values.iter().map(|&v| value.show(v)).collect::<Vec<_>>().join(" ");
    if !expect.prefix.is_empty() {
        let found = &summary.prefix[..summary.prefix.len().min(expect.prefix.len())];
        checks.push(Check::new("prefix", list(&expect.prefix), list(found)));
    }
    let fields = [
        ("preperiod", expect.preperiod, claim.map(|claim| claim.preperiod)),
        ("period", expect.period, claim.map(|claim| claim.period)),
        ("saltus", expect.saltus, claim.map(|claim| claim.saltus)),
    ];
    for (name, expected, found) in fields {
        let found = found.map(|found| found.to_string()).unwrap_or_default();
        checks.extend(expected.map(|expected| Check::new(name, expected, found)));
    }
    // Several kinds have several periods, which their question compares.
    if let Some(status) = expect.status.filter(|_| rows.kinds().is_none()) {
        checks.push(Check::new("status", status, claim.map_or(Status::None, Claim::status)));
    }
    if let Some(max) = expect.max_value {
        checks.push(Check::new("max-value", value.show(max), value.show(summary.max_value)));
    }
    match &expect.zeros {
        Some(Zeros::Count(count)) => checks.push(Check::new("zeros", count, summary.zeros)),
        Some(Zeros::First(labels)) => {
            let expected: Vec<String> = labels.iter().map(|label| rows.show(label)).collect();
            let found: Vec<String> = probe.zeros.iter().map(|&row| rows.show_row(row)).collect();
            checks.push(Check::new("zeros", expected.join(" "), found.join(" ")));
        }
        None => {}
    }
    for ((label, expected), (_, found)) in expect.at.iter().zip(&probe.at) {
        let found = found.map(|found| value.show(found)).unwrap_or_default();
        checks.push(Check::new(format!("at {}", rows.show(label)), value.show(*expected), found));
    }
    checks
}
