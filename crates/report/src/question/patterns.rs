//! `patterns.csv`: the rules behind the values, guessed on a part of the range and checked on the rest. A period that a
//! theorem proves comes first. How rules are found is in `grundy-patterns`.

use super::contract::{Form, GameRecord, Key, Problem, Question, RecordLine, Scope};
use crate::analysis::expectation::Check;
use crate::bytes::Bytes;
use crate::column::{Column, cell};
use crate::control::Control;
use crate::error::Error;
use crate::games::custom::is_inline;
use crate::guessed::{COLUMNS, FoundPattern, first_of, found_patterns, nothing, ranges, values_of};
use crate::job::Job;
use crate::language::{Datum, Type};
use crate::latex::{self, Fragment, Shown};
use crate::patterns::finders::kind_names;
use crate::patterns::guess::{Guess, Settings, guess};
use crate::results::{
    Content, DataTable, End, Gather, Out, ResultFile, Results, Texts, count, one_kind, text, zero_is_p,
};
use crate::ruleset::{Rows, Value};
use crate::stream::{Flow, Sink, Values};
use std::io;
use std::sync::LazyLock;

/// The key of `[analysis]`.
const KEY: &str = "patterns";

pub(super) const QUESTION: Question = Question {
    keys: &[Key {
        name: KEY,
        form: Form::SwitchOrWords(kinds),
        help: "rules behind the values, guessed on a part of the range and checked on the rest; a list of kinds restricts the search",
    }],
    check,
    needs: |job, rows| if is_asked(job) { Bytes(u128::from(rows.len()) * bytes_per_row(rows)) } else { Bytes(0) },
    table: is_asked,
    gather: |&Scope { job, rows, .. }| is_asked(job).then(|| Box::new(Finding::new(job, rows)) as Box<dyn Gather>),
    files: &[PATTERNS, AUTOMATA],
    record: Some(&RECORD),
    report,
    fragments,
    ..Question::SILENT
};

/// The rules with their evidence.
pub const PATTERNS: ResultFile = ResultFile {
    name: "patterns.csv",
    summary: "rank,kind,status,rule,conjecture,fit_to,checked_to,exceptions,null_bits,cost_bits,theorem of each rule",
    wanted: is_asked,
    content: Content::Table(table),
};

/// The folder of the automata among the rules.
pub const AUTOMATA_FOLDER: &str = "patterns/";

/// The automata among the rules, which the claims in `patterns.csv` name.
const AUTOMATA: ResultFile = ResultFile {
    name: AUTOMATA_FOLDER,
    summary: "the automata among the rules, one file each, in the format of Walnut",
    wanted: is_asked,
    content: Content::Many { texts: |results| Ok(automata_files(&patterns_of(results))), table: false },
};

const RECORD: GameRecord = GameRecord {
    asked: |analysis| analysis.is_on(KEY) || !analysis.words(KEY).is_empty(),
    columns: &[
        Column::new("pattern", Type::Text).counted("pattern"),
        Column::new("pattern_rule", Type::Text),
        Column::new("pattern_bits", Type::Number),
    ],
    lines: |results| vec![line_of(patterns_of(results).first())],
    file: &PATTERNS,
    pictures: &[],
};

/// The names of all kinds, in alphabetical order.
pub fn kinds() -> &'static [&'static str] {
    static NAMES: LazyLock<Vec<&str>> = LazyLock::new(kind_names);
    &NAMES
}

fn is_asked(job: &Job) -> bool {
    (RECORD.asked)(&job.settings.analysis) || job.expect.pattern.is_some()
}

/// The values of the whole table and of the fit part, their points, and what two rules say of all rows.
fn bytes_per_row(rows: &Rows) -> u128 {
    if rows.is_sequence() { 96 } else { 128 + 32 * rows.columns().len() as u128 }
}

fn check(job: &Job) -> Result<(), Problem> {
    if !is_asked(job) {
        return Ok(());
    }
    if let Err(why) = zero_is_p(job) {
        let message = format!("`patterns` cannot be answered: {why}");
        let help = "remove this key, or compute value = \"grundy\"".to_string();
        return Err(Problem { key: KEY, item: 0, message, help });
    }
    if let Err(why) = one_kind(job) {
        let message = format!("`patterns` cannot be answered: {why}");
        let help = "set `asked`, or remove this key".to_string();
        return Err(Problem { key: KEY, item: 0, message, help });
    }
    if job.rows().names().is_none() {
        return Ok(());
    }
    let message = format!("the positions of `{}` have no coordinates in which a rule could be stated", job.game.code);
    let help = "remove this key, or ask about a game whose positions are numbers or lists of numbers".to_string();
    Err(Problem { key: KEY, item: 0, message, help })
}

/// All that was found about the game of these results. Rules that are automata have no claims before their files have
/// a place.
pub fn guessed<'r>(results: &Results<'r>) -> Option<(&'r Guess, Vec<FoundPattern>)> {
    let finding = results.of::<Finding>()?;
    let guess = finding.guess.as_ref()?;
    Some((guess, found_patterns(results.claim, results.job.value, results.rows.first(), guess)))
}

/// The rules with their claims; those of automata are about files in the folder of the run.
fn patterns_of(results: &Results<'_>) -> Vec<FoundPattern> {
    let patterns = guessed(results).map_or(Vec::new(), |(_, patterns)| patterns);
    patterns.into_iter().map(|pattern| pattern.with_file_in(AUTOMATA_FOLDER)).collect()
}

/// The files of the automata among these rules, with their names in the folder of a run.
pub fn automata_files(patterns: &[FoundPattern]) -> Texts {
    let files = patterns.iter().filter_map(|pattern| pattern.automaton.as_ref());
    files.map(|file| (format!("{AUTOMATA_FOLDER}{}", file.name), file.text.clone().into_bytes())).collect()
}

fn table<'r>(results: &'r Results<'r>) -> DataTable<'r> {
    let patterns = patterns_of(results);
    DataTable::new(COLUMNS, (1u64..).zip(patterns).map(|(rank, pattern)| row_of(rank, &pattern)))
}

/// The row of a pattern in `patterns.csv`.
pub fn row_of(rank: u64, pattern: &FoundPattern) -> Vec<Datum> {
    let bits = |which: usize| pattern.bits.map_or(Datum::Missing, |bits| Datum::Number(bits[which]));
    vec![
        count(rank),
        text(&pattern.kind),
        text(pattern.status.to_string()),
        text(&pattern.rule),
        pattern.conjecture.as_ref().map_or(Datum::Missing, text),
        pattern.fit_to.map_or(Datum::Missing, Datum::Number),
        Datum::Number(pattern.checked_to),
        text(pattern.exceptions.join("; ")),
        bits(0),
        bits(1),
        pattern.theorem.map_or(Datum::Missing, text),
    ]
}

fn line_of(pattern: Option<&FoundPattern>) -> RecordLine {
    let cells = match pattern {
        None => vec![const { Datum::Missing }; 3],
        Some(pattern) => {
            let bits = pattern.bits.map(|[null, cost]| (null - cost).unsigned_abs());
            vec![text(&pattern.kind), text(&pattern.rule), cell(bits)]
        }
    };
    RecordLine { cells, status: None }
}

fn report(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    let Some((guess, _)) = guessed(results) else { return Ok(()) };
    let patterns = patterns_of(results);
    writeln!(out, "## Patterns\n")?;
    if patterns.is_empty() {
        return writeln!(out, "{}\n", nothing(guess, first_of(results.rows)));
    }
    writeln!(out, "Rules that were found for {}.\n", ranges(guess, first_of(results.rows)))?;
    let is_sequence = results.rows.is_sequence();
    for (rank, pattern) in (1..).zip(&patterns) {
        let evidence = pattern.evidence(is_sequence);
        writeln!(
            out,
            "{rank}. {}; kind: {}; status: **{}**. {evidence}\n",
            pattern.rule, pattern.kind, pattern.status
        )?;
        match pattern.command(results.job, is_sequence) {
            Ok(_) if is_inline(&results.job.game) => {
                let claim = pattern.conjecture.as_deref().unwrap_or_default();
                let lines = format!("[[conjecture]]\n   name = \"{}-{rank}\"\n   holds = '''{claim}'''", pattern.kind);
                let beside = if pattern.automaton.is_some() { ", copy the folder `patterns/` beside it" } else { "" };
                writeln!(out, "   To check it further, add this to the config{beside}, and raise `max`:\n")?;
                writeln!(out, "   ```toml\n   {lines}\n   ```\n")?
            }
            Ok(command) => {
                if pattern.automaton.is_some() {
                    writeln!(out, "   The automaton is a file; run this where the folder `{AUTOMATA_FOLDER}` is:\n")?;
                }
                writeln!(out, "   ```sh\n   {command}\n   ```\n")?
            }
            Err(missing) => {
                writeln!(out, "   It has no command that checks it further: the language would need {missing}.\n")?
            }
        }
    }
    Ok(())
}

fn fragments(results: &Results<'_>) -> Vec<Fragment> {
    let patterns = patterns_of(results);
    if patterns.is_empty() {
        return Vec::new();
    }
    let item = |pattern: &FoundPattern| {
        let evidence = pattern.evidence(results.rows.is_sequence());
        format!("\\item {} ({}). {}", latex::escape(&pattern.rule), pattern.status, latex::escape(&evidence))
    };
    let items: Vec<String> = patterns.iter().map(item).collect();
    let list = format!("\\begin{{enumerate}}\n{}\n\\end{{enumerate}}\n", items.join("\n"));
    let words = "The following rules were found by the program. Those that are not marked as proved are observations."
        .to_string();
    vec![Fragment { name: "patterns".into(), text: list, shown: Shown::After(words) }]
}

/// Waits for all values, and then looks for their rules.
struct Finding {
    rows: Rows,
    names: Vec<String>,
    value: Value,
    settings: Settings,
    expected: Option<String>,
    guess: Option<Guess>,
}

impl Finding {
    fn new(job: &Job, rows: &Rows) -> Self {
        let kinds = job.settings.analysis.words(KEY).to_vec();
        Self {
            rows: rows.clone(),
            names: job.game.names.clone(),
            value: job.value,
            settings: Settings { kinds, ..Settings::default() },
            expected: job.expect.pattern.clone(),
            guess: None,
        }
    }
}

impl Gather for Finding {
    fn finish(&mut self, end: &End<'_>) -> Result<(), Error> {
        let Some(table) = end.table else { return Ok(()) };
        end.control.phase("looking for patterns", 0);
        self.guess = Some(guess(&values_of(&self.rows, &self.names, table, self.value), &self.settings, end.control)?);
        Ok(())
    }

    fn checks(&self) -> Vec<Check> {
        let found = self.guess.as_ref().and_then(|guess| guess.patterns.first()).map_or("none", |best| &best.kind);
        self.expected.iter().map(|expected| Check::new("pattern", expected, found)).collect()
    }
}

impl Sink for Finding {
    fn block(&mut self, _: u64, _: Values<'_>, _: &Control<'_>) -> Result<Flow, Error> {
        Ok(Flow::Continue)
    }
}
