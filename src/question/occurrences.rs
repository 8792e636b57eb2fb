//! How often each value occurs, where first and where last; and what follows from that: the records.
//! `histogram.csv`, `records.csv`, `first_occurrence.csv`.

use super::contract::{Form, Key, Question, Scope, fits_every_job, no_needs, no_report};
use crate::bytes::Bytes;
use crate::error::Error;
use crate::job::Job;
use crate::output::{Content, Gather, ResultFile, Results, csv_writer, write_label};
use crate::space::check_memory;
use crate::stream::{Flow, Sink, State, StateReader, Values};
use serde::{Deserialize, Serialize};

pub(super) const QUESTION: Question = Question {
    keys: &[
        Key { name: "records", form: Form::Switch, help: "every value larger than all before" },
        Key { name: "first-occurrence", form: Form::Switch, help: "where each value occurs first" },
        Key { name: "histogram", form: Form::Switch, help: "how often each value occurs, where first and where last" },
    ],
    check: fits_every_job,
    needs: no_needs,
    gather: |&Scope { job, .. }| match [RECORDS, FIRST_OCCURRENCE, HISTOGRAM].iter().any(|file| (file.wanted)(job)) {
        true => Some(Box::new(Histogram::new(job.memory))),
        false => None,
    },
    files: &[RECORDS, FIRST_OCCURRENCE, HISTOGRAM],
    report: no_report,
};

const RECORDS: ResultFile = ResultFile {
    name: "records.csv",
    summary: "n,value of every value larger than all before",
    wanted: |job: &Job| job.analysis.is_on("records"),
    content: Content::Results(|results, out| {
        let mut out = csv_writer(out);
        let mut label = Vec::new();
        out.write_record(results.rows.columns().iter().map(String::as_str).chain(["value"]))?;
        for record in results.of::<Histogram>().map(|histogram| histogram.records()).unwrap_or_default() {
            results.rows.label(record.first, &mut label);
            write_label(&mut out, results.rows, &label)?;
            out.write_record([results.job.value.show(record.value)])?;
        }
        out.flush()
    }),
};

const FIRST_OCCURRENCE: ResultFile = ResultFile {
    name: "first_occurrence.csv",
    summary: "value,n of the first occurrence of each value",
    wanted: |job: &Job| job.analysis.is_on("first-occurrence"),
    content: Content::Results(|results, out| {
        let mut out = csv_writer(out);
        let mut label = Vec::new();
        let columns = results.rows.columns();
        out.write_record(["value"].into_iter().chain(columns.iter().map(String::as_str)))?;
        for occurrence in occurrences(results) {
            results.rows.label(occurrence.first, &mut label);
            out.write_field(results.job.value.show(occurrence.value))?;
            write_label(&mut out, results.rows, &label)?;
            out.write_record(None::<&[u8]>)?;
        }
        out.flush()
    }),
};

const HISTOGRAM: ResultFile = ResultFile {
    name: "histogram.csv",
    summary: "value,count,first,last; in boxes first and last are labels like \"3,4\"",
    wanted: |job: &Job| job.analysis.is_on("histogram"),
    content: Content::Results(|results, out| {
        let mut out = csv_writer(out);
        out.write_record(["value", "count", "first", "last"])?;
        for occurrence in occurrences(results) {
            out.write_record([
                results.job.value.show(occurrence.value),
                occurrence.count.to_string(),
                results.rows.show_row(occurrence.first),
                results.rows.show_row(occurrence.last),
            ])?;
        }
        out.flush()
    }),
};

/// The values that occur, in increasing order.
fn occurrences<'r>(results: &Results<'r>) -> impl Iterator<Item = &'r Occurrence> + use<'r> {
    results.of::<Histogram>().into_iter().flat_map(Histogram::occurrences)
}

/// How often a value occurs, and where first and last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occurrence {
    /// The value.
    pub value: u32,
    /// How often.
    pub count: u64,
    /// The first row that has it.
    pub first: u64,
    /// The last row that has it.
    pub last: u64,
}

/// Counts every value; first occurrences and records follow from it.
pub struct Histogram {
    by_value: Vec<Option<Occurrence>>,
    memory: Bytes,
}

impl Histogram {
    /// An empty histogram that may grow to an amount of memory.
    pub fn new(memory: Bytes) -> Self {
        Self { by_value: Vec::new(), memory }
    }

    /// The values that occur, in increasing order.
    pub fn occurrences(&self) -> impl DoubleEndedIterator<Item = &Occurrence> {
        self.by_value.iter().flatten()
    }

    /// The records in order: rows whose value is larger than all before.
    pub fn records(&self) -> Vec<Occurrence> {
        // From the largest value down, a record occurs before every larger value does.
        let mut earliest = u64::MAX;
        let mut records = Vec::new();
        for occurrence in self.occurrences().rev() {
            if occurrence.first < earliest {
                earliest = occurrence.first;
                records.push(*occurrence);
            }
        }
        records.reverse();
        records
    }

    fn grow(&mut self, value: u32) -> Result<(), Error> {
        let slots = value as usize + 1;
        let needed = Bytes(slots as u128 * size_of::<Option<Occurrence>>() as u128);
        check_memory("a histogram of so many different values", needed, self.memory)?;
        self.by_value.resize(slots, None);
        Ok(())
    }
}

impl Gather for Histogram {}

impl Sink for Histogram {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        for (row, &value) in (first..).zip(values.words(&mut Vec::new())) {
            if value as usize >= self.by_value.len() {
                self.grow(value)?;
            }
            let fresh = Occurrence { value, count: 0, first: row, last: row };
            let slot = self.by_value[value as usize].get_or_insert(fresh);
            slot.count += 1;
            slot.last = row;
        }
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        state.put(&self.by_value)
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.by_value = state.take()?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_and_occurrences() {
        let mut histogram = Histogram::new(Bytes(1 << 20));
        histogram.block(0, Values::Words(&[0, 2, 1, 2, 5])).unwrap();
        histogram.block(5, Values::Bytes(&[4, 5])).unwrap();
        let records: Vec<_> = histogram.records().iter().map(|r| (r.first, r.value)).collect();
        assert_eq!(records, [(0, 0), (1, 2), (4, 5)]);
        let five = histogram.occurrences().last().unwrap();
        assert_eq!((five.value, five.count, five.first, five.last), (5, 2, 4, 6));
        let mut small = Histogram::new(Bytes(64));
        assert_eq!(small.block(0, Values::Words(&[1000])).unwrap_err().exit_code(), 3);
    }
}
