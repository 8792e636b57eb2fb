//! The lines of a two-coordinate table (rows, columns, the diagonal) as sequences. `lines.csv` contains their
//! values and `line_periods.csv` the periods found in them. Those of rows and columns are proved by the theorems on
//! kinds of heaps (`line_proofs.rs`), if the game subtracts vectors.

use super::contract::{Form, Key, Problem, Question};
use super::line_proofs::LineProofs;
use crate::analysis::periodicity;
use crate::bytes::Bytes;
use crate::claim::{Claim, Status, Theorem};
use crate::control::Control;
use crate::error::Error;
use crate::job::{Analysis, Job};
use crate::language::Datum;
use crate::latex::{self, Fragment, Table};
use crate::results::{Content, DataTable, End, Gather, Out, ResultFile, Results, count, text, value};
use crate::stream::{Flow, Sink, State, StateReader, Values};
use grundy_core::structure::Kinds;
use std::fmt;
use std::io;

pub(super) const QUESTION: Question = Question {
    keys: &[
        Key { name: "rows", form: Form::Numbers, help: "the rows T(x, 0), T(x, 1), ... of a table, by x" },
        Key { name: "columns", form: Form::Numbers, help: "the columns T(0, y), T(1, y), ... of a table, by y" },
        Key { name: "diagonal", form: Form::Switch, help: "the diagonal T(0, 0), T(1, 1), ... of a table" },
    ],
    check,
    needs: |job, rows| {
        let (lines, longest) = (asked(&job.settings.analysis), rows.table().map_or(0, |(_, [x, y])| x.max(y)));
        let lower = lower(&lines).count();
        Bytes(4 * u128::from(longest) * (lines.len() + lower) as u128)
    },
    gather: |scope| match &asked(&scope.job.settings.analysis)[..] {
        [] => None,
        lines => scope.rows.table().map(|(firsts, [_, width])| {
            let proofs = LineProofs::of(scope, firsts);
            Box::new(Lines::new(lines, firsts, width, proofs)) as Box<dyn Gather>
        }),
    },
    files: &[LINES, PERIODS],
    report,
    fragments: |results| fragment(results).into_iter().collect(),
    ..Question::SILENT
};

const LINES: ResultFile = ResultFile {
    name: "lines.csv",
    summary: "n and the value at n for each requested row, column and diagonal",
    wanted: |job| !asked(&job.settings.analysis).is_empty(),
    content: Content::Table(|results| {
        let (lines, kind) = (lines(results), results.job.value);
        let columns = std::iter::once("n".to_string()).chain(lines.iter().map(|line| line.line.to_string()));
        let begin = lines.iter().map(|line| line.first).min().unwrap_or(0);
        let end = lines.iter().map(LineValues::end).max().unwrap_or(0);
        let at = move |line: &LineValues, n: u64| line.at(n).map_or(Datum::Missing, |at| value(kind, at));
        let row = move |n: u64| std::iter::once(count(n)).chain(lines.iter().map(|line| at(line, n))).collect();
        DataTable::new(columns, (begin..end).map(row))
    }),
};

const PERIODS: ResultFile = ResultFile {
    name: "line_periods.csv",
    summary: "line,preperiod,period,saltus,status,theorem,checked_to: the periods found in the requested lines",
    wanted: |job| !asked(&job.settings.analysis).is_empty(),
    content: Content::Table(|results| {
        let columns = ["line", "preperiod", "period", "saltus", "status", "theorem", "checked_to"];
        DataTable::new(columns, lines(results).iter().map(LineValues::period_row))
    }),
};

/// The requested lines, with their values.
fn lines<'r>(results: &Results<'r>) -> &'r [LineValues] {
    results.of::<Lines>().map_or(&[], |lines| &lines.lines)
}

/// The requested lines.
fn asked(analysis: &Analysis) -> Vec<Line> {
    let mut lines: Vec<Line> = analysis.numbers("rows").iter().map(|&x| Line::Row(x)).collect();
    lines.extend(analysis.numbers("columns").iter().map(|&y| Line::Column(y)));
    lines.extend(analysis.is_on("diagonal").then_some(Line::Diagonal));
    lines
}

/// The rows below the largest one of some lines, and the columns before the largest one: those that a proof needs, if
/// the line is not too far away for one.
fn lower(lines: &[Line]) -> impl Iterator<Item = Line> {
    let last = |number: fn(&Line) -> Option<u64>| {
        lines.iter().filter_map(number).filter(|&last| last <= Kinds::LAST_TABLE_ROW).max().unwrap_or(0)
    };
    let rows = last(|line| if let Line::Row(x) = line { Some(*x) } else { None });
    let columns = last(|line| if let Line::Column(y) = line { Some(*y) } else { None });
    (0..rows).map(Line::Row).chain((0..columns).map(Line::Column))
}

/// Checks that the game has a table with these lines.
fn check(job: &Job) -> Result<(), Problem> {
    let rows = job.rows();
    let numbered = |key: &'static str, line: fn(u64) -> Line| {
        job.settings.analysis.numbers(key).iter().enumerate().map(move |(item, &number)| (key, item, line(number)))
    };
    let diagonal = job.settings.analysis.is_on("diagonal").then_some(("diagonal", 0, Line::Diagonal));
    for (key, item, line) in numbered("rows", Line::Row).chain(numbered("columns", Line::Column)).chain(diagonal) {
        let Some(([x0, y0], [height, width])) = rows.table() else {
            let help =
                "`rows`, `columns` and `diagonal` require a game with two coordinates in which every pair is a position"
                    .to_string();
            return Err(Problem { key, item, message: format!("there is no {line}: the game has no table"), help });
        };
        let (xs, ys) = (x0..x0 + height, y0..y0 + width);
        if matches!(line, Line::Row(x) if !xs.contains(&x)) || matches!(line, Line::Column(y) if !ys.contains(&y)) {
            let help = format!("the table has rows {x0} to {} and columns {y0} to {}", xs.end - 1, ys.end - 1);
            return Err(Problem { key, item, message: format!("there is no {line}"), help });
        }
    }
    Ok(())
}

/// The part of the report: the periods found in the lines.
fn report(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    let lines = lines(results);
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Lines\n\n| line | preperiod | period | saltus | status |\n|---|---|---|---|---|")?;
    for line in lines {
        match &line.claim {
            Some(claim) => {
                let Claim { preperiod, period, saltus, .. } = claim;
                writeln!(out, "| {} | {preperiod} | {period} | {saltus} | {} |", line.line, claim.status())?;
            }
            None => writeln!(out, "| {} | | | | {} |", line.line, Status::None)?,
        }
    }
    writeln!(out, "\nPeriods of rows and columns are proved by theorems on kinds of heaps; lines.csv has the values.\n")
}

/// The periods of the first lines, as a fragment for papers.
fn fragment(results: &Results<'_>) -> Option<Fragment> {
    let lines = lines(results);
    let game = &results.job.game.code;
    let row = |line: &LineValues| {
        let figure =
            |of: fn(&Claim) -> u64| line.claim.as_ref().map(|claim| format!("${}$", of(claim))).unwrap_or_default();
        vec![
            line.line.to_string(),
            figure(|claim| claim.preperiod),
            figure(|claim| claim.period),
            figure(|claim| claim.saltus),
            latex::status(line.status()).to_string(),
        ]
    };
    let head = ["line", "preperiod", "period", "saltus", "status"];
    let shown = lines.iter().take(latex::LINES).map(row).collect();
    let mut table = Table::new(format!("periods of lines of {game}"), &head, shown);
    table.columns = "lrrrl".to_string();
    let table = table.without(lines.len().saturating_sub(latex::LINES) as u64, "line");
    let caption = format!("Periods of lines of the table of {}.", latex::code(game));
    (!lines.is_empty()).then(|| Fragment::float("lines", &table, caption))
}

/// A line of a table T(x, y).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// T(x, y) for fixed x, from the first y on.
    Row(u64),
    /// T(x, y) for fixed y, from the first x on.
    Column(u64),
    /// T(n, n), from the first n on.
    Diagonal,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Row(x) => write!(f, "row {x}"),
            Line::Column(y) => write!(f, "column {y}"),
            Line::Diagonal => write!(f, "diagonal"),
        }
    }
}

/// A line with its values.
#[derive(Debug, Clone)]
pub struct LineValues {
    /// Which line.
    pub line: Line,
    /// The first n of its values.
    pub first: u64,
    /// Its values, those of n = first, first + 1, ....
    pub values: Vec<u32>,
    /// The period, perhaps with a saltus, that was found when all values were there.
    pub claim: Option<Claim>,
}

impl LineValues {
    /// The value at n, if the line contains it.
    fn at(&self, n: u64) -> Option<u32> {
        let index = usize::try_from(n.checked_sub(self.first)?).ok()?;
        self.values.get(index).copied()
    }

    /// The row of `line_periods.csv`.
    fn period_row(&self) -> Vec<Datum> {
        let figure = |of: fn(&Claim) -> u64| self.claim.as_ref().map_or(Datum::Missing, |claim| count(of(claim)));
        let figures = [|claim: &Claim| claim.preperiod, |claim: &Claim| claim.period, |claim: &Claim| claim.saltus];
        let theorem = self.claim.as_ref().and_then(|claim| claim.theorem).map_or("", Theorem::name);
        let last = self.claim.as_ref().map_or(self.end().saturating_sub(1), |claim| claim.checked_to);
        let end = [text(self.status().to_string()), text(theorem), count(last)];
        std::iter::once(text(self.line.to_string())).chain(figures.map(figure)).chain(end).collect()
    }

    fn status(&self) -> Status {
        self.claim.as_ref().map_or(Status::None, Claim::status)
    }

    /// The first n after its values.
    fn end(&self) -> u64 {
        self.first + self.values.len() as u64
    }
}

/// A sink that collects lines of a table with rows of the given width.
pub struct Lines {
    firsts: [u64; 2],
    width: u64,
    lines: Vec<LineValues>,
    /// The lines that proofs need besides.
    lower: Vec<LineValues>,
    proofs: Option<LineProofs>,
}

impl Lines {
    /// A sink for some lines of a table T(x, y). `firsts` are the first x and the first y.
    pub(super) fn new(lines: &[Line], firsts: [u64; 2], width: u64, proofs: Option<LineProofs>) -> Self {
        let first = |line: Line| match line {
            Line::Row(_) => firsts[1],
            Line::Column(_) => firsts[0],
            Line::Diagonal => firsts[0].max(firsts[1]),
        };
        let empty = |line: Line| LineValues { line, first: first(line), values: Vec::new(), claim: None };
        let lower = proofs.iter().flat_map(|_| lower(lines)).map(empty).collect();
        Self { firsts, width, lines: lines.iter().copied().map(empty).collect(), lower, proofs }
    }

    /// The claim about a row or a column, if its period is proved.
    fn proved(&self, line: &LineValues, control: &Control<'_>) -> Result<Option<Claim>, Error> {
        let (is_column, last) = match line.line {
            Line::Row(x) => (false, x),
            Line::Column(y) => (true, y),
            Line::Diagonal => return Ok(None),
        };
        let Some(proofs) = &self.proofs else { return Ok(None) };
        let before = |number: u64| if is_column { Line::Column(number) } else { Line::Row(number) };
        let of = |number| self.lower.iter().find(|other| other.line == before(number));
        let values = (0..last).map(of).chain([Some(line)]).map(|line| line.map(|line| line.values.clone()));
        match values.collect::<Option<Vec<_>>>() {
            Some(values) => proofs.prove(is_column, &values, control),
            None => Ok(None),
        }
    }

    fn all(&mut self) -> impl Iterator<Item = &mut LineValues> {
        self.lines.iter_mut().chain(&mut self.lower)
    }
}

impl Gather for Lines {
    fn finish(&mut self, end: &End<'_>) -> Result<(), Error> {
        for at in 0..self.lines.len() {
            let proved = self.proved(&self.lines[at], end.control)?;
            let line = &mut self.lines[at];
            line.claim = match proved {
                Some(claim) => Some(claim),
                None => periodicity::find(&line.values, line.first, None, true, end.control)?,
            };
        }
        Ok(())
    }
}

impl Sink for Lines {
    fn block(&mut self, first: u64, values: Values<'_>, _: &Control<'_>) -> Result<Flow, Error> {
        let mut buffer = Vec::new();
        let values = values.words(&mut buffer);
        let ([x0, y0], width) = (self.firsts, self.width);
        for line in self.all() {
            // The cells of the line that are in the block, from the first one on at a constant distance.
            let (begin, step, end) = match line.line {
                Line::Row(x) => ((x - x0) * width, 1, (x - x0 + 1) * width),
                Line::Column(y) => (y - y0, width, u64::MAX),
                Line::Diagonal => ((line.first - x0) * width + line.first - y0, width + 1, u64::MAX),
            };
            let from = begin + first.saturating_sub(begin).div_ceil(step) * step;
            let upto = end.min(first + values.len() as u64);
            line.values.extend((from..upto).step_by(step as usize).map(|row| values[(row - first) as usize]));
        }
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        self.all().try_for_each(|line| state.put(&line.values))
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.all().try_for_each(|line| {
            line.values = state.take()?;
            Some(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_table_in_any_blocks() {
        let (width, height) = (7u32, 7u32);
        let table: Vec<u32> = (0..width * height).map(|cell| (cell / width) * 100 + cell % width).collect();
        for size in [1, 2, 5, 7, 8, 13, 49] {
            let mut lines = Lines::new(&[Line::Row(2), Line::Column(3), Line::Diagonal], [0, 0], 7, None);
            for (index, block) in table.chunks(size).enumerate() {
                lines.block((index * size) as u64, Values::Words(block), &Control::free()).unwrap();
            }
            let [row, column, diagonal] = &lines.lines[..] else { panic!("three lines") };
            assert_eq!(row.values, (0..7).map(|y| 200 + y).collect::<Vec<_>>());
            assert_eq!(column.values, (0..7).map(|x| 100 * x + 3).collect::<Vec<_>>());
            assert_eq!(diagonal.values, (0..7).map(|x| 101 * x).collect::<Vec<_>>());
        }
    }

    /// T(x, y) = 100 x + y for 2 <= x <= 8, 1 <= y <= 8.
    #[test]
    fn lines_begin_where_their_table_begins() {
        let table: Vec<u32> = (2..9).flat_map(|x| (1..9).map(move |y| 100 * x + y)).collect();
        for size in [1, 3, 8, 9, 56] {
            let mut lines = Lines::new(&[Line::Row(5), Line::Column(3), Line::Diagonal], [2, 1], 8, None);
            for (index, block) in table.chunks(size).enumerate() {
                lines.block((index * size) as u64, Values::Words(block), &Control::free()).unwrap();
            }
            let [row, column, diagonal] = &lines.lines[..] else { panic!("three lines") };
            assert_eq!((row.first, &row.values), (1, &(1..9).map(|y| 500 + y).collect()));
            assert_eq!((column.first, &column.values), (2, &(2..9).map(|x| 100 * x + 3).collect()));
            assert_eq!((diagonal.first, &diagonal.values), (2, &(2..9).map(|x| 101 * x).collect()));
            assert_eq!((row.at(0), row.at(8), row.at(9), row.end()), (None, Some(508), None, 9));
        }
    }
}
