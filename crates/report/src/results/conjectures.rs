//! The results of conjectures as tables, as checks, and in words for reports and terminals.

use super::csv_writer;
use super::data_table::{DataTable, count, text};
use super::file::Texts;
use crate::analysis::expectation::Check;
use crate::conjecture::{Domain, Example, IN_LOOPS, Keep, ROWS_IN_LOOPS, Statement, Tally, Verdict, one_line};
use crate::words::counted;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// The name of the file with the table of all conjectures.
pub const CONJECTURES: &str = "conjectures.csv";

/// The folder of counterexamples, with one file for each conjecture that has any.
pub const COUNTEREXAMPLES: &str = "counterexamples/";

/// A conjecture with its results.
pub struct Checked<'c> {
    /// The statement.
    pub statement: &'c Statement,
    /// The domain it ranged over.
    pub domain: Domain,
    /// The results.
    pub tally: &'c Tally,
    /// The columns of its counterexamples. The last ones show the values used.
    pub columns: Vec<String>,
    /// How far it was checked, as in `n = 0, ..., 1000`.
    pub range: String,
    /// Whether it is shown for each game as a whole.
    pub for_each: bool,
}

/// The verdict on a conjecture, for manifests and closing messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// The conjecture.
    pub name: String,
    /// The verdict in words.
    pub words: String,
    /// Whether it makes the run fail: its evaluation failed, or it is refuted or never applied without an
    /// expected verdict.
    pub failed: bool,
}

impl Checked<'_> {
    /// The verdict for manifests and closing messages.
    pub fn judged(&self) -> Judged {
        let verdict = self.tally.verdict();
        let words = match (&self.tally.error, self.tally.first()) {
            // The word `error` stands before it already.
            (Some((example, what)), _) => format!("{what} at {}", example.words),
            (None, Some(first)) => format!("{verdict} at {first}"),
            (None, None) => verdict.to_string(),
        };
        Judged {
            name: self.statement.name.clone(),
            words,
            failed: verdict == Verdict::Error
                || (verdict != Verdict::NoCounterexample && self.statement.expect.is_none()),
        }
    }

    /// The results in sentences: how far it was checked, the counts, and the first counterexample.
    pub fn sentences(&self) -> Vec<String> {
        let Tally { excluded, not_applicable, held, failed, error, .. } = self.tally;
        let [one, many] = match self.domain {
            Domain::Rows => ["game", "games"],
            Domain::Terms => ["term", "terms"],
            Domain::Positions => ["position", "positions"],
        };
        let things = counted(self.tally.checked(), one, many);
        let mut words = vec![match self.range == things {
            true => format!("Checked for {things}."),
            false => format!("Checked for {}: {things}.", self.range),
        }];
        if *excluded > 0 {
            words.push(format!("Excluded by `where`: {excluded}."));
        }
        if *not_applicable > 0 {
            let why = match self.domain {
                Domain::Rows => "a value or row that it uses is missing, or a period is not proved",
                _ => "a value that it uses is unknown there",
            };
            words.push(format!("Not applicable to {not_applicable}: {why}."));
        }
        match (self.tally.verdict(), self.for_each) {
            (Verdict::NoCounterexample, true) => {
                let more = match excluded {
                    0 => String::new(),
                    1 => " (1 more is excluded by `where`)".to_string(),
                    _ => format!(" ({excluded} more are excluded by `where`)"),
                };
                words.push(match held {
                    1 => format!("It holds for this game{more}."),
                    _ => format!("It holds for each of these {held} games{more}."),
                });
            }
            (Verdict::NoCounterexample, false) => words.push(format!("It held for {held}: no counterexample.")),
            (Verdict::NeverApplied, _) => words.push("It applied to none of them: **never applied**.".to_string()),
            (Verdict::Refuted, _) => words.push(format!("It held for {held} and failed for {failed}: **refuted**.")),
            (Verdict::RefutedByObserved, _) => words.push(format!(
                "It held for {held} and failed for {failed}, where periods are observed, but not proved: refuted by an observed period."
            )),
            (Verdict::Error, _) => {}
        }
        if let Some(example) = self.tally.first_example() {
            let label = self.columns.len() - example.values.len().min(self.columns.len());
            let used = self.columns[label..].iter().zip(&example.values);
            let show = |(name, value): (&String, &String)| match name.as_str() {
                IN_LOOPS | ROWS_IN_LOOPS => format!("the last values used in loops are {value}"),
                _ => format!("{name} = {value}"),
            };
            let used: Vec<String> = used.map(show).collect();
            let used = if used.is_empty() { String::new() } else { format!(": {}", used.join(", ")) };
            let which = match &self.statement.keep {
                Keep::First => "The first counterexample".to_string(),
                Keep::Largest(text) => format!("The counterexample with the largest `{}`", one_line(text)),
                Keep::Smallest(text) => format!("The counterexample with the smallest `{}`", one_line(text)),
            };
            words.push(format!("{which} is {}{used}.", example.words));
        }
        if let Some((example, what)) = error {
            words.push(format!("**Error** at {}: {what}; nothing after it was checked.", example.words));
        }
        words
    }
}

impl Checked<'_> {
    /// A counterexample as an object with the names of its columns.
    pub fn object_of(&self, example: &Example) -> serde_json::Map<String, serde_json::Value> {
        self.columns.iter().cloned().zip(example.fields().map(json_cell)).collect()
    }
}

/// A field of a table in JSON: an integer as a number, an empty field as null, and all else as a string.
pub fn json_cell(text: &str) -> serde_json::Value {
    match text.parse::<i64>() {
        _ if text.is_empty() => serde_json::Value::Null,
        Ok(number) if number.to_string() == text => number.into(),
        _ => text.into(),
    }
}

/// The name of the file with a conjecture's counterexamples.
pub fn examples_file(name: &str) -> String {
    format!("{COUNTEREXAMPLES}{name}.csv")
}

/// The table of all conjectures.
pub fn conjectures_table(all: &[Checked<'_>]) -> DataTable<'static> {
    let columns =
        ["name", "over", "checked", "excluded", "not_applicable", "held", "failed", "verdict", "first_counterexample"];
    let row = |Checked { statement, domain, tally, .. }: &Checked<'_>| {
        let counts = [tally.checked(), tally.excluded, tally.not_applicable, tally.held, tally.failed].map(count);
        let begin = [text(&statement.name), text(domain.to_string())];
        let end = [text(tally.verdict().to_string()), text(tally.first().unwrap_or(""))];
        begin.into_iter().chain(counts).chain(end).collect()
    };
    DataTable::new(columns, all.iter().map(row).collect::<Vec<_>>())
}

/// The files of counterexamples, with their names.
pub fn examples_files(all: &[Checked<'_>]) -> io::Result<Texts> {
    let mut files = Vec::new();
    for checked in all.iter().filter(|checked| !checked.tally.examples.is_empty()) {
        let mut out = csv_writer(Vec::new());
        out.write_record(&checked.columns)?;
        for example in &checked.tally.examples {
            out.write_record(example.label.iter().chain(&example.values))?;
        }
        let text = out.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
        files.push((examples_file(&checked.statement.name), text));
    }
    Ok(files)
}

/// Writes the conjectures into a report, if there are any.
pub fn conjectures_report(all: &[Checked<'_>], out: &mut dyn Write) -> io::Result<()> {
    if all.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Conjectures\n")?;
    for checked in all {
        let Statement { name, condition, holds, .. } = checked.statement;
        let condition = condition.as_ref().map(|text| format!(" where `{}`", one_line(text))).unwrap_or_default();
        writeln!(out, "**{name}** (over {}): `{}`{condition}.\n", checked.domain, one_line(holds))?;
        writeln!(out, "{}\n", checked.sentences().join(" "))?;
    }
    Ok(())
}

/// Compares the expected verdicts and first counterexamples with those found.
pub fn conjectures_checks(all: &[Checked<'_>]) -> Vec<Check> {
    let mut checks = Vec::new();
    for Checked { statement, tally, .. } in all {
        let Some(expected) = &statement.expect else { continue };
        checks.push(Check::new(format!("conjecture {}", statement.name), &expected.verdict, tally.verdict()));
        if let Some(first) = &expected.first {
            let found = tally.first().unwrap_or("none");
            checks.push(Check::new(format!("first counterexample of {}", statement.name), first, found));
        }
    }
    checks
}
