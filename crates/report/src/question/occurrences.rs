//! How often each value occurs, where it occurs first and last, and the records that follow from that. The files
//! are `histogram.csv`, `records.csv` and `first_occurrence.csv`.

use super::contract::{Form, Key, Question, Scope};
use crate::bytes::Bytes;
use crate::control::Control;
use crate::error::Error;
use crate::game_words::game_in_words;
use crate::job::Job;
use crate::language::Datum;
use crate::latex::{self, Fragment};
use crate::overview::Overview;
use crate::results::{Content, DataTable, Gather, ResultFile, Results, Series, count, text, value};
use crate::space::check_memory;
use crate::stream::{Bits, Flow, Sink, State, StateReader, Values};
use serde::{Deserialize, Serialize};

pub(super) const QUESTION: Question = Question {
    keys: &[
        Key { name: "records", form: Form::Switch, help: "every value larger than all earlier ones" },
        Key { name: "first-occurrence", form: Form::Switch, help: "where each value occurs first" },
        Key { name: "histogram", form: Form::Switch, help: "how often each value occurs, and where first and last" },
    ],
    gather: |&Scope { job, .. }| match [RECORDS, FIRST_OCCURRENCE, HISTOGRAM].iter().any(|file| (file.wanted)(job)) {
        true => Some(Box::new(Histogram::new(job.settings.memory))),
        false => None,
    },
    files: &[RECORDS, FIRST_OCCURRENCE, HISTOGRAM],
    fragments,
    series: |results, _| series(results),
    ..Question::SILENT
};

const RECORDS: ResultFile = ResultFile {
    name: "records.csv",
    summary: "n,value of every value larger than all earlier ones",
    wanted: |job: &Job| job.settings.analysis.is_on("records"),
    content: Content::Table(|results| {
        let columns = results.rows.columns().into_iter().chain(["value".to_string()]);
        let records = results.of::<Histogram>().map(Histogram::records).unwrap_or_default();
        let row = |record: Occurrence| {
            let mut row = label(results, record.first);
            row.push(value(results.job.value, record.value));
            row
        };
        DataTable::new(columns, records.into_iter().map(row))
    }),
};

const FIRST_OCCURRENCE: ResultFile = ResultFile {
    name: "first_occurrence.csv",
    summary: "value,n of the first occurrence of each value",
    wanted: |job: &Job| job.settings.analysis.is_on("first-occurrence"),
    content: Content::Table(|results| {
        let columns = std::iter::once("value".to_string()).chain(results.rows.columns());
        let row = |one: &Occurrence| {
            let mut row = vec![value(results.job.value, one.value)];
            row.extend(label(results, one.first));
            row
        };
        DataTable::new(columns, occurrences(results).map(row))
    }),
};

const HISTOGRAM: ResultFile = ResultFile {
    name: "histogram.csv",
    summary: "value,count,first,last; in boxes first and last are labels like \"3,4\"",
    wanted: |job: &Job| job.settings.analysis.is_on("histogram"),
    content: Content::Table(|results| {
        let place = |row: u64| match results.rows.is_sequence() {
            true => count(results.rows.first() + row),
            false => text(results.rows.show_row(row)),
        };
        let row = move |one: &Occurrence| {
            vec![value(results.job.value, one.value), count(one.count), place(one.first), place(one.last)]
        };
        DataTable::new(["value", "count", "first", "last"], occurrences(results).map(row))
    }),
};

/// The values that occur, in increasing order.
fn occurrences<'r>(results: &Results<'r>) -> impl Iterator<Item = &'r Occurrence> + use<'r> {
    results.of::<Histogram>().into_iter().flat_map(Histogram::occurrences)
}

/// The label of a row, one cell for each of its columns.
pub(super) fn label(results: &Results<'_>, row: u64) -> Vec<Datum> {
    let (mut label, mut cells) = (Vec::new(), Vec::new());
    results.rows.label(row, &mut label);
    results.rows.fields(&label, |field| cells.push(text(field)));
    cells
}

/// Records, first occurrences and the histogram as fragments for papers, if requested.
fn fragments(results: &Results<'_>) -> Vec<Fragment> {
    let Some(histogram) = results.of::<Histogram>() else { return Vec::new() };
    let (analysis, kind) = (&results.job.settings.analysis, results.job.value);
    let number = |number: u32| format!("${}$", latex::value(kind, number));
    let place = |row: u64| latex::position(results, row);
    let mut all = Vec::new();
    if analysis.is_on("records") {
        let record = |record: &Occurrence| vec![place(record.first), number(record.value)];
        let rows = histogram.records().iter().map(record).collect();
        all.push(Fragment::figures(results, "records", "records", &["at", "value"], rows));
    }
    if analysis.is_on("first-occurrence") {
        let rows = histogram.occurrences().map(|one| vec![number(one.value), place(one.first)]).collect();
        let what = "first occurrences of values";
        all.push(Fragment::figures(results, "first-occurrence", what, &["value", "at"], rows));
    }
    if analysis.is_on("histogram") {
        let row =
            |one: &Occurrence| vec![number(one.value), format!("${}$", one.count), place(one.first), place(one.last)];
        let rows = histogram.occurrences().map(row).collect();
        let head = ["value", "count", "first", "last"];
        all.push(Fragment::figures(results, "histogram", "frequencies of values", &head, rows));
    }
    all
}

/// Records and first occurrences as sequences, if requested.
fn series<'r>(results: &Results<'r>) -> Vec<Series<'r>> {
    let (analysis, first) = (&results.job.settings.analysis, results.rows.first());
    let is_for = results.rows.is_sequence() && results.job.value.is_number();
    let Some(histogram) = results.of::<Histogram>().filter(|_| is_for) else { return Vec::new() };
    let named = |name: &str| format!("{name} of {}", game_in_words(results.job));
    let is_full = results.repeats_from().is_some();
    let mut all = Vec::new();
    if analysis.is_on("records") {
        let records = histogram.records();
        let at = records.iter().map(|record| record.first + first).collect();
        let values = records.iter().map(|record| record.value.into()).collect();
        let where_they_occur = named("Where records occur in the Sprague-Grundy values");
        all.push(Series { is_full, ..Series::new("records", where_they_occur, 1, at) });
        let records = named("Records of the Sprague-Grundy values");
        all.push(Series { is_full, ..Series::new("record-values", records, 1, values) });
    }
    if analysis.is_on("first-occurrence") {
        // The sequence ends before the first value that does not occur.
        let each = histogram.occurrences().zip(0..).take_while(|(occurrence, value)| occurrence.value == *value);
        let terms: Vec<u64> = each.map(|(occurrence, _)| occurrence.first + first).collect();
        let is_full = is_full && terms.len() == histogram.occurrences().count();
        let name = named("Least position with Sprague-Grundy value n");
        all.push(Series { is_full, ..Series::new("first-occurrence", name, 0, terms) });
    }
    all
}

/// How often a value occurs, and its first and last row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Occurrence {
    /// The value.
    pub value: u32,
    /// How often it occurs.
    pub count: u64,
    /// The first row that has it.
    pub first: u64,
    /// The last row that has it.
    pub last: u64,
}

/// Counts every value. First occurrences and records follow from the counts.
struct Histogram {
    by_value: Vec<Option<Occurrence>>,
    memory: Bytes,
}

impl Histogram {
    /// An empty histogram that may use this much memory.
    pub fn new(memory: Bytes) -> Self {
        Self { by_value: Vec::new(), memory }
    }

    /// The values that occur, in increasing order.
    pub fn occurrences(&self) -> impl DoubleEndedIterator<Item = &Occurrence> {
        self.by_value.iter().flatten()
    }

    /// The records in order: the rows whose value is larger than all values before.
    pub fn records(&self) -> Vec<Occurrence> {
        // Going down from the largest value, a record is a value that first occurs before all larger ones do.
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
        check_memory("a histogram of the values", needed, self.memory)?;
        self.by_value.resize(slots, None);
        Ok(())
    }
}

impl Gather for Histogram {}

impl Histogram {
    /// Adds `count` rows with the same value, given the first and the last of them.
    fn add(&mut self, value: u32, count: u64, first: u64, last: u64) -> Result<(), Error> {
        if value as usize >= self.by_value.len() {
            self.grow(value)?;
        }
        let fresh = Occurrence { value, count: 0, first, last };
        let slot = self.by_value[value as usize].get_or_insert(fresh);
        slot.count += count;
        slot.last = last;
        Ok(())
    }

    /// Counts bytes. Several tables are used in turn, so that equal values in succession do not wait for each
    /// other.
    fn bytes(&mut self, first: u64, bytes: &[u8]) -> Result<(), Error> {
        const TABLES: usize = 4;
        let (mut counts, mut last) = ([[0u32; 256]; TABLES], [0u32; 256]);
        let mut place = 0u32;
        for values in bytes.chunks(TABLES) {
            for (counts, &value) in counts.iter_mut().zip(values) {
                counts[usize::from(value)] += 1;
                last[usize::from(value)] = place;
                place += 1;
            }
        }
        for value in 0..=u8::MAX {
            let count: u32 = counts.iter().map(|counts| counts[usize::from(value)]).sum();
            if count == 0 {
                continue;
            }
            let known = self.by_value.get(usize::from(value)).is_some_and(Option::is_some);
            let begin = if known { 0 } else { bytes.iter().position(|&other| other == value).unwrap_or(0) };
            let last = first + u64::from(last[usize::from(value)]);
            self.add(value.into(), count.into(), first + begin as u64, last)?;
        }
        Ok(())
    }

    fn bits(&mut self, first: u64, bits: Bits<'_>) -> Result<(), Error> {
        let ones = bits.ones();
        for (value, count) in [(0, bits.len() as u64 - ones), (1, ones)] {
            if let Some((begin, end)) = bits.ends_of(value == 1) {
                self.add(value, count, first + begin as u64, first + end as u64)?;
            }
        }
        Ok(())
    }
}

/// The maximum number of bytes that [`Histogram::bytes`] may get, so that their places fit into its tables.
const PART: usize = 1 << 24;

impl Sink for Histogram {
    fn block(&mut self, first: u64, values: Values<'_>, _: &Control<'_>) -> Result<Flow, Error> {
        match values {
            Values::Bytes(bytes) => {
                for (part, bytes) in bytes.chunks(PART).enumerate() {
                    self.bytes(first + (part * PART) as u64, bytes)?;
                }
            }
            Values::Bits(bits) => self.bits(first, bits)?,
            other => {
                for (row, &value) in (first..).zip(other.words(&mut Vec::new())) {
                    self.add(value, 1, row, row)?;
                }
            }
        }
        Ok(Flow::Continue)
    }

    fn takes_overview(&self, all: &dyn Overview) -> bool {
        all.affords(all.cost_by_value().and(all.cost_of_ends()).and(all.cost_of_ends()))
    }

    fn overview(&mut self, all: &dyn Overview, control: &Control<'_>) -> Result<(), Error> {
        let ends = all.ends(false, control)?.into_iter().zip(all.ends(true, control)?);
        for (value, (count, ends)) in (0..).zip(all.by_value(control)?.into_iter().zip(ends)) {
            if let (Some(first), Some(last)) = ends {
                self.add(value, count, first, last)?;
            }
        }
        Ok(())
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
        histogram.block(0, Values::Words(&[0, 2, 1, 2, 5]), &Control::free()).unwrap();
        histogram.block(5, Values::Bytes(&[4, 5]), &Control::free()).unwrap();
        let records: Vec<_> = histogram.records().iter().map(|r| (r.first, r.value)).collect();
        assert_eq!(records, [(0, 0), (1, 2), (4, 5)]);
        let five = histogram.occurrences().last().unwrap();
        assert_eq!((five.value, five.count, five.first, five.last), (5, 2, 4, 6));
        let mut small = Histogram::new(Bytes(64));
        assert_eq!(small.block(0, Values::Words(&[1000]), &Control::free()).unwrap_err().exit_code(), 3);
    }

    #[test]
    fn the_same_in_every_form_and_in_any_blocks() {
        let values: Vec<u32> = (0..1000u32).map(|n| n * n / 7 % 5 % 2 + u32::from(n > 300) * (n % 3 / 2)).collect();
        let bytes: Vec<u8> = values.iter().map(|&value| value as u8).collect();
        let small: Vec<u32> = values.iter().map(|&value| value.min(1)).collect();
        let of = |histogram: &Histogram| histogram.occurrences().copied().collect::<Vec<_>>();
        let slow = |values: &[u32]| {
            let mut histogram = Histogram::new(Bytes(1 << 20));
            for (row, value) in (5..).zip(values) {
                histogram.add(*value, 1, row, row).unwrap();
            }
            of(&histogram)
        };
        for size in [1, 3, 64, 100, 1000] {
            let (mut by_bytes, mut by_words, mut by_bits) =
                (Histogram::new(Bytes(1 << 20)), Histogram::new(Bytes(1 << 20)), Histogram::new(Bytes(1 << 20)));
            for begin in (0..1000).step_by(size) {
                let range = begin..(begin + size).min(1000);
                let row = 5 + begin as u64;
                by_bytes.block(row, Values::Bytes(&bytes[range.clone()]), &Control::free()).unwrap();
                by_words.block(row, Values::Words(&values[range.clone()]), &Control::free()).unwrap();
                let mut words = vec![0u64; range.len().div_ceil(64)];
                for (place, value) in small[range.clone()].iter().enumerate() {
                    words[place / 64] |= u64::from(*value) << (place % 64);
                }
                by_bits.block(row, Values::Bits(Bits::new(&words, range.len())), &Control::free()).unwrap();
            }
            assert_eq!((of(&by_bytes), of(&by_words)), (slow(&values), slow(&values)), "{size}");
            assert_eq!(of(&by_bits), slow(&small), "{size}");
        }
    }
}
