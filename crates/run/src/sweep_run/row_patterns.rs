//! `row_patterns.csv`: rules for the answers of all games of a sweep, as functions of its variables. The rows stand in
//! the place of positions, the variables that are numbers in that of coordinates.

use super::row::Row;
use crate::column::NamedCells;
use crate::control::Control;
use crate::error::{Error, MEMORY_KEY};
use crate::guessed::{AutomatonFile, COLUMNS, FoundPattern, found_patterns, nothing};
use crate::language::Datum;
use crate::patterns::guess::{Data, Guess, Settings, Values, guess};
use crate::patterns::pattern::Subject;
use crate::patterns::table::Table;
use crate::question::{AUTOMATA_FOLDER, automata_files, pattern_cells};
use crate::results::{DataTable, Out, Texts, text};
use crate::ruleset::Value;
use crate::sweep::Sweep;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// The largest number of rows that are kept.
const MOST: usize = 1_000_000;

/// What is kept of the rows: for each the variables that are numbers, and the answers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RowAnswers {
    rows: Vec<(Vec<i64>, Vec<Option<i64>>)>,
}

impl RowAnswers {
    /// Adds a row, if rules are looked for. An answer that depends on how far the game was computed, such as a period
    /// that is only observed, is no answer.
    ///
    /// # Errors
    /// [`Error::Limit`] for more than a million rows.
    pub fn add(&mut self, sweep: &Sweep, row: &Row) -> Result<(), Error> {
        let Some(wanted) = &sweep.row_patterns else { return Ok(()) };
        if self.rows.len() == MOST {
            return Err(Error::Limit {
                what: "the rows in which rules are looked for".to_owned(),
                needed: format!("more than {MOST} rows"),
                allowed: format!("{MOST} rows"),
                key: MEMORY_KEY.to_string(),
                remedy: "narrow the ranges, or remove `row-patterns`".to_owned(),
            });
        }
        let number = |place: &usize| match row.cells[*place] {
            Datum::Number(number) => Some(number),
            _ => None,
        };
        let list = sweep.columns.list();
        let cells = NamedCells { columns: list, cells: &row.cells };
        let is_settled = |place: usize| list[place].terms.is_none_or(|terms| (terms.is_term)(&cells));
        let Some(variables) = wanted.variables.iter().map(number).collect() else { return Ok(()) };
        let answers = wanted.columns.iter().map(|place| number(place).filter(|_| is_settled(*place))).collect();
        self.rows.push((variables, answers));
        Ok(())
    }

    /// Looks for rules in each column.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn guess(&self, sweep: &Sweep, control: &Control<'_>) -> Result<Vec<ColumnPatterns>, Error> {
        let Some(wanted) = &sweep.row_patterns else { return Ok(Vec::new()) };
        let name = |place: &usize| sweep.columns.list()[*place].name.to_string();
        let names: Vec<String> = wanted.variables.iter().map(name).collect();
        (0..)
            .zip(&wanted.columns)
            .map(|(index, place)| self.guess_column(index, name(place), &names, control))
            .collect()
    }

    fn guess_column(
        &self,
        index: usize,
        column: String,
        names: &[String],
        control: &Control<'_>,
    ) -> Result<ColumnPatterns, Error> {
        let known = || self.rows.iter().filter_map(|(point, answers)| Some((point, answers[index]?)));
        let points = known().flat_map(|(point, _)| point.iter().copied()).collect();
        let naming = Naming::new(&column, names);
        let table = Table::new(naming.inner.clone(), points, known().map(|(_, answer)| answer).collect());
        let values = Values { data: Data::Table(table), known: Subject::Values };
        let guess = guess(&values, &Settings { are_rows: true, ..Settings::default() }, control)?;
        let patterns = found_patterns(None, Value::GRUNDY, 0, &guess);
        let patterns = patterns.into_iter().map(|pattern| naming.about(pattern)).collect();
        Ok(ColumnPatterns { column, patterns, guess })
    }
}

/// The rules of a column.
pub(super) struct ColumnPatterns {
    column: String,
    patterns: Vec<FoundPattern>,
    guess: Guess,
}

/// What rules call the answer: G in words, `value` in claims.
const ANSWER: [&str; 2] = ["G", "value"];

/// The names in the rules of a column. Rules are found under names of variables that differ from [`ANSWER`].
struct Naming<'n> {
    column: &'n str,
    names: &'n [String],
    /// For each variable the name that the finders see.
    inner: Vec<String>,
}

impl<'n> Naming<'n> {
    fn new(column: &'n str, names: &'n [String]) -> Self {
        let inner = |name: &String| {
            let others = (1..).map(|number| format!("{name}{number}")).find(|other| !names.contains(other));
            if ANSWER.contains(&name.as_str()) { others.unwrap_or_default() } else { name.clone() }
        };
        Self { column, names, inner: names.iter().map(inner).collect() }
    }

    /// The pattern with the name of the column in the place of the answer. The file of an automaton is named after the
    /// column.
    fn about(&self, pattern: FoundPattern) -> FoundPattern {
        let name = |file: &str| format!("{}-{file}", self.column.to_ascii_lowercase().replace('_', "-"));
        let automaton = pattern.automaton.map(|file| AutomatonFile { name: name(&file.name), ..file });
        let pattern = FoundPattern { automaton, ..pattern }.with_file_in(AUTOMATA_FOLDER);
        FoundPattern {
            rule: self.renamed(&pattern.rule, ANSWER[0]),
            conjecture: pattern.conjecture.map(|claim| self.renamed(&claim, ANSWER[1])),
            ..pattern
        }
    }

    /// A text with the column in the place of the word for the answer, and the own names of the variables. Only whole
    /// words are replaced, and none within quotes, such as the name of a file.
    fn renamed(&self, text: &str, answer: &str) -> String {
        let parts = text.split('"').enumerate();
        let parts = parts.map(|(place, part)| if place % 2 == 0 { self.words(part, answer) } else { part.to_owned() });
        parts.collect::<Vec<_>>().join("\"")
    }

    fn words(&self, text: &str, answer: &str) -> String {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let own =
            |word: &str| self.inner.iter().position(|inner| inner == word).map(|place| self.names[place].as_str());
        let mut result = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(is_part) {
            let length = rest[start..].find(|c| !is_part(c)).unwrap_or(rest.len() - start);
            let word = &rest[start..start + length];
            result.push_str(&rest[..start]);
            result.push_str(if word == answer { self.column } else { own(word).unwrap_or(word) });
            rest = &rest[start + length..];
        }
        result + rest
    }
}

/// The content of `row_patterns.csv`.
pub(super) fn table(found: &[ColumnPatterns]) -> DataTable<'_> {
    let rows = found.iter().flat_map(|found| {
        (1..).zip(&found.patterns).map(|(rank, pattern)| {
            std::iter::once(text(&found.column)).chain(pattern_cells(rank, pattern)).collect::<Vec<_>>()
        })
    });
    DataTable::new(std::iter::once("column").chain(COLUMNS), rows)
}

/// The automata among the rules, with the names of their files.
pub(super) fn automata(found: &[ColumnPatterns]) -> Texts {
    found.iter().flat_map(|found| automata_files(&found.patterns)).collect()
}

/// The part of the report.
pub(super) fn report(found: &[ColumnPatterns], out: &mut Out) -> io::Result<()> {
    if found.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Patterns of the rows\n")?;
    for ColumnPatterns { column, patterns, guess } in found {
        if patterns.is_empty() {
            writeln!(out, "`{column}`: {}\n", nothing(guess, None))?;
        }
        for pattern in patterns {
            writeln!(out, "- `{column}`: {}; {}. {}", pattern.rule, pattern.status, pattern.evidence(false))?;
            if let Ok(claim) = &pattern.conjecture {
                writeln!(out, "  It can be checked further as a conjecture over rows: `{claim}`")?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Automata, Scope, Type, holds, truth};

    #[test]
    fn words_are_replaced_and_parts_of_words_are_not() {
        let names = ["a", "b"].map(str::to_owned);
        let naming = Naming::new("period", &names);
        assert_eq!(naming.renamed("value == value_of(a) + values", "value"), "period == value_of(a) + values");
        assert_eq!(naming.renamed("G = a + 2 b, gG", "G"), "period = a + 2 b, gG");
    }

    #[test]
    fn automata_among_the_rules_have_files_and_claims() {
        // The state of an automaton that reads the binary digits of a and b in parallel.
        let next = [[0, 1, 0, 2], [1, 2, 2, 0], [2, 0, 1, 1]];
        let state = |a: i64, b: i64| {
            (0..6)
                .rev()
                .map(|place| 2 * (a >> place & 1) + (b >> place & 1))
                .fold(0, |state, digit| next[state][digit as usize])
        };
        let point = |a: i64| (0..64).map(move |b| (vec![a, b], vec![Some(state(a, b) as i64)]));
        let answers = RowAnswers { rows: (0..64).flat_map(point).collect() };
        let names = ["a", "G"].map(str::to_owned);
        let found = answers.guess_column(0, "max_value".to_owned(), &names, &Control::free()).unwrap();
        let claim = found.patterns[0].conjecture.clone().unwrap();
        assert_eq!(claim, "max_value == automatic(\"patterns/max-value-automatic-table.txt\", [a, G])");
        let files = automata(&[found]);
        assert_eq!(files[0].0.as_str(), "patterns/max-value-automatic-table.txt");
        let names: std::collections::BTreeSet<&String> = files.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), files.len());
        let folder = tempfile::TempDir::new().unwrap();
        std::fs::create_dir(folder.path().join("patterns")).unwrap();
        std::fs::write(folder.path().join(&files[0].0), &files[0].1).unwrap();
        let scope = ["a", "G", "max_value"].iter().fold(Scope::default(), |scope, name| scope.with(name, Type::Number));
        let claim = truth(&claim, 0, &scope.with_automata(&Automata::in_folder(folder.path()))).unwrap();
        for (point, answer) in &answers.rows {
            let value = |answer: i64| [point[0], point[1], answer].map(Datum::Number);
            let holds = |answer: i64| holds(&claim, &value(answer), &|_| None);
            assert_eq!((holds(answer[0].unwrap()), holds(answer[0].unwrap() + 1)), (Ok(true), Ok(false)), "{point:?}");
        }
    }

    #[test]
    fn variables_may_have_the_names_of_the_answer() {
        let names = ["G", "G1", "value"].map(str::to_owned);
        let naming = Naming::new("zeros", &names);
        assert_eq!(naming.inner, ["G2", "G1", "value1"]);
        assert_eq!(naming.renamed("G = G2 + G1", "G"), "zeros = G + G1");
        assert_eq!(naming.renamed("value == value1 - G2", "value"), "zeros == value - G");
    }
}
