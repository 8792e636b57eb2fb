//! `counts.csv`: the number of P-positions of each size.

use super::contract::{Form, Key, Problem, Question, Scope};
use crate::bytes::Bytes;
use crate::control::Control;
use crate::error::Error;
use crate::game_words::game_in_words;
use crate::job::Job;
use crate::latex::{Fragment, LINES, Table, code};
use crate::overview::{Cost, Overview};
use crate::results::{Content, DataTable, Gather, Out, ResultFile, Results, Series, count, one_kind, text, zero_is_p};
use crate::ruleset::Rows;
use crate::stream::{Flow, Sink, State, StateReader, Values};
use std::io;

pub(super) const QUESTION: Question = Question {
    keys: &[Key {
        name: KEY,
        form: Form::Words(&[CountBy::Max.name(), CountBy::Total.name()]),
        help: "the number of P-positions with largest coordinate n (max) or with sum n (total)",
    }],
    check: |job| match (asked(job).is_empty(), one_kind(job).and(zero_is_p(job)), job.range.is_plain()) {
        (false, Err(why), _) => {
            let message = format!("`counts` cannot be answered: {why}");
            Err(Problem { key: KEY, item: 0, message, help: "remove it".to_string() })
        }
        (false, Ok(()), false) => {
            let message = "`counts` needs all positions up to `max`, but [range] selects only some".to_string();
            let help = "remove it, or give `max` as one number, without `where`".to_string();
            Err(Problem { key: KEY, item: 0, message, help })
        }
        _ => Ok(()),
    },
    needs: |job, rows| Bytes(job.settings.analysis.words(KEY).len() as u128 * u128::from(rows.end()) * 8),
    gather: |&Scope { job, rows, .. }| match &asked(job)[..] {
        [] => None,
        all => Some(Box::new(AllCounts(all.iter().map(|&by| CountsBySize::new(by, rows)).collect()))),
    },
    files: &[FILE],
    report,
    fragments: |results| of_all(results).iter().map(|counts| fragment(results, counts)).collect(),
    series: |results, _| of_all(results).iter().map(|counts| series(results, counts)).collect(),
    ..Question::SILENT
};

/// The key of `[analysis]`.
const KEY: &str = "counts";

const FILE: ResultFile = ResultFile {
    name: "counts.csv",
    summary: "by,n,p_positions: P-positions whose largest coordinate (max) or sum (total) is n",
    wanted: |job| !job.settings.analysis.words(KEY).is_empty(),
    content: Content::Table(|results| {
        let rows = |counts: &CountsBySize| {
            let row = |(n, number): (u64, u64)| vec![text(counts.by.name()), count(n), count(number)];
            counts.counts().map(row).collect::<Vec<_>>()
        };
        DataTable::new(["by", "n", "p_positions"], of_all(results).iter().flat_map(rows))
    }),
};

fn of_all<'r>(results: &Results<'r>) -> &'r [CountsBySize] {
    results.of::<AllCounts>().map_or(&[], |all| &all.0)
}

/// The maximum number of counts that a report shows.
const SHOWN: usize = 30;

fn report(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    for counts in of_all(results) {
        let what = match counts.by {
            CountBy::Max => "the largest coordinate",
            CountBy::Total => "the sum",
        };
        let numbers: Vec<String> = counts.counts().take(SHOWN).map(|(_, count)| count.to_string()).collect();
        let more = if counts.counts().nth(SHOWN).is_some() { ", ..." } else { "" };
        let first = counts.counts().next().map_or(0, |(n, _)| n);
        writeln!(out, "P-positions by {what}, from {first} on: {}{more}.\n", numbers.join(", "))?;
    }
    Ok(())
}

fn fragment(results: &Results<'_>, counts: &CountsBySize) -> Fragment {
    let (name, size) = match counts.by {
        CountBy::Max => ("counts-max", "largest coordinate $n$"),
        CountBy::Total => ("counts-total", "sum $n$"),
    };
    let game = &results.job.game.code;
    let rows = counts.counts().map(|(n, count)| vec![format!("${n}$"), format!("${count}$")]).collect();
    let what = format!("P-positions of {game} with {}", size.replace('$', ""));
    let table = Table::folded(what, &["$n$", "P-positions"], rows, LINES);
    Fragment::float(name, &table, format!("P-positions of {} with {size}.", code(game)))
}

fn series<'r>(results: &Results<'r>, counts: &CountsBySize) -> Series<'r> {
    let (key, what) = match counts.by {
        CountBy::Max => ("counts-max", "largest coordinate"),
        CountBy::Total => ("counts-total", "sum"),
    };
    let name = format!("Number of P-positions of {} with {what} n", game_in_words(results.job));
    let offset = counts.counts().next().map_or(0, |(n, _)| n);
    Series::new(key, name, offset, counts.counts().map(|(_, count)| count).collect())
}

fn asked(job: &Job) -> Vec<CountBy> {
    let named = |word: &String| [CountBy::Max, CountBy::Total].into_iter().find(|by| by.name() == word);
    job.settings.analysis.words(KEY).iter().filter_map(named).collect()
}

/// The size by which P-positions are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CountBy {
    /// The largest coordinate.
    Max,
    /// The sum of the coordinates, up to the largest bound. For larger sums the box is incomplete.
    Total,
}

impl CountBy {
    /// The name, as in `counts = ["max", "total"]`.
    const fn name(self) -> &'static str {
        match self {
            CountBy::Max => "max",
            CountBy::Total => "total",
        }
    }
}

/// Counts P-positions by the size of the position.
struct CountsBySize {
    by: CountBy,
    rows: Rows,
    counts: Vec<u64>,
}

impl CountsBySize {
    /// A counter over all rows.
    fn new(by: CountBy, rows: &Rows) -> Self {
        Self { by, rows: rows.clone(), counts: vec![0; rows.end() as usize] }
    }

    /// The pairs of n and the number of P-positions, from the first n on.
    fn counts(&self) -> impl Iterator<Item = (u64, u64)> {
        (0..).zip(self.counts.iter().copied()).skip(self.rows.first() as usize)
    }
}

impl Sink for CountsBySize {
    fn block(&mut self, first: u64, values: Values<'_>, _: &Control<'_>) -> Result<Flow, Error> {
        // Only P-positions are looked at. Among them, all coordinates but the last change rarely.
        let width = if self.rows.is_whole() { self.rows.sides().last().copied().unwrap_or(1) } else { 1 };
        let (mut line, mut label) = (u64::MAX, Vec::new());
        let (mut largest, mut sum, mut begin) = (0, 0, 0);
        for place in values.zeros() {
            let row = first + place as u64;
            if row / width != line {
                line = row / width;
                self.rows.label(line * width, &mut label);
                begin = label.pop().unwrap_or(0);
                (largest, sum) = (label.iter().copied().max().unwrap_or(0), label.iter().sum());
            }
            let last = begin + row % width;
            let size = match self.by {
                CountBy::Max => last.max(largest),
                CountBy::Total => last + sum,
            };
            if let Some(count) = self.counts.get_mut(size as usize) {
                *count += 1;
            }
        }
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        state.put(&self.counts)
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.counts = state.take()?;
        Some(())
    }
}

/// The counts by every requested size.
struct AllCounts(Vec<CountsBySize>);

impl Gather for AllCounts {}

impl Sink for AllCounts {
    fn takes_overview(&self, all: &dyn Overview) -> bool {
        let cost = |counts: &CountsBySize| match counts.by {
            CountBy::Max => all.cost_by_largest(),
            CountBy::Total => all.cost_by_total(all.rows().end() - 1),
        };
        all.affords(self.0.iter().map(cost).fold(Cost::default(), Cost::and))
    }

    fn overview(&mut self, all: &dyn Overview, control: &Control<'_>) -> Result<(), Error> {
        for counts in &mut self.0 {
            counts.counts = match counts.by {
                CountBy::Max => all.zeros_by_largest(control)?,
                CountBy::Total => all.zeros_by_total(all.rows().end() - 1, control)?,
            };
        }
        Ok(())
    }

    fn block(&mut self, first: u64, values: Values<'_>, control: &Control<'_>) -> Result<Flow, Error> {
        for counts in &mut self.0 {
            counts.block(first, values, control)?;
        }
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        self.0.iter_mut().try_for_each(|counts| counts.save(state))
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.0.iter_mut().try_for_each(|counts| counts.load(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_by_max_and_total() {
        let rows = Rows::cube(2, 2);
        // The P-positions of Nim with two heaps are the diagonal.
        let values = [0, 1, 2, 1, 0, 3, 2, 3, 0];
        for (by, expected) in [(CountBy::Max, [1, 1, 1]), (CountBy::Total, [1, 0, 1])] {
            let mut counts = CountsBySize::new(by, &rows);
            counts.block(0, Values::Words(&values), &Control::free()).unwrap();
            assert_eq!(counts.counts().map(|(_, count)| count).collect::<Vec<_>>(), expected);
        }
    }
}
