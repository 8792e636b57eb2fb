//! What was found about the pattern of a game's values: a period that a theorem proves, and the rules that were
//! guessed. Here they become lines of files and sentences, which are written nowhere else.

use crate::claim::{Claim, Status};
use crate::claim_words::{ClaimWords, Style};
use crate::job::Job;
use crate::patterns::guess::{Data, Guess, LARGEST, Pattern, Values};
use crate::patterns::pattern::{Rule, Subject};
use crate::patterns::sequence::Sequence;
use crate::patterns::table::Table;
use crate::ruleset::{Play, Rows, Value};
use crate::table::PackedTable;
use crate::words::counted;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The names of the kinds of periods, which a proved period makes superfluous.
const PERIODS: [&str; 4] = ["constant", "linear", "period", "saltus"];

/// Computed values as the finders take them. `own` are the names that the user gave the coordinates, if any.
pub fn values_of(rows: &Rows, own: &[String], table: &PackedTable, kind: Value) -> Values {
    let values = (0..table.len()).map(|row| i64::from(table.get(row))).collect();
    let known = subject_of(kind);
    if rows.is_sequence() {
        return Values { data: Data::Sequence(Sequence { first: rows.first() as i64, values }), known };
    }
    let mut label = Vec::new();
    let points = (0..table.len()).flat_map(|row| {
        rows.label(row, &mut label);
        label.iter().map(|&x| x as i64).collect::<Vec<_>>()
    });
    let points = points.collect();
    let names = if own.len() == rows.dimensions() { own.to_vec() } else { rows.columns() };
    Values { data: Data::Table(Table::new(names, points, values)), known }
}

/// What values of a kind tell.
fn subject_of(kind: Value) -> Subject {
    if kind == Value::OUTCOME { Subject::Outcomes } else { Subject::Values }
}

/// A rule with what is known about it: a row of `patterns.csv`.
#[derive(Debug, Clone)]
pub struct FoundPattern {
    /// The name of its kind.
    pub kind: String,
    /// Proved, or only observed.
    pub status: Status,
    /// The rule in words.
    pub rule: String,
    /// The rule as a conjecture; or what the language would need for it.
    pub conjecture: Result<String, &'static str>,
    /// How far it was fitted; `None` if a theorem proves it.
    pub fit_to: Option<i64>,
    /// How far it was checked.
    pub checked_to: i64,
    /// The number of values that it was checked on and not fitted to.
    pub checked: usize,
    /// The places of its exceptions.
    pub exceptions: Vec<String>,
    /// What the values cost without a rule, and with it, in bits; `None` if a theorem proves it.
    pub bits: Option<[i64; 2]>,
    /// The theorem that proves it.
    pub theorem: Option<&'static str>,
    /// Whether it is about outcomes only.
    pub about_outcomes: bool,
    /// The rule itself. A period that only a kernel found has none.
    pub predictor: Option<Arc<dyn Rule>>,
    /// The automaton of a rule that is one.
    pub automaton: Option<AutomatonFile>,
    /// Rules that say the same as far as is known.
    pub alternatives: Vec<FoundPattern>,
}

/// An automaton as a file, in the format that the function `automatic` of the language reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutomatonFile {
    /// The name of the file, without a folder. The automata of a search have different names.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// The columns of `patterns.csv`.
pub const COLUMNS: [&str; 11] = [
    "rank",
    "kind",
    "status",
    "rule",
    "conjecture",
    "fit_to",
    "checked_to",
    "exceptions",
    "null_bits",
    "cost_bits",
    "theorem",
];

/// All that was found about a game: first a period that a theorem proves, then the rules that were guessed.
pub fn found_patterns(claim: Option<&Claim>, value: Value, first: u64, guess: &Guess) -> Vec<FoundPattern> {
    let known = subject_of(value);
    let proved = claim.filter(|claim| claim.status() == Status::Proved);
    let guessed = guess.patterns.iter().filter(|pattern| proved.is_none() || !PERIODS.contains(&&*pattern.kind));
    let same = guess.patterns.iter().find(|pattern| PERIODS.contains(&&*pattern.kind));
    let proved = proved.map(|claim| FoundPattern {
        predictor: same.map(|pattern| pattern.rule.clone()),
        ..proved_period(claim, value, first, known)
    });
    let mut all = proved.into_iter().chain(guessed.map(|pattern| guessed_pattern(pattern, known))).collect::<Vec<_>>();
    name_files(&mut all, &mut BTreeMap::new());
    all
}

/// Names the files of automata by their kinds: `automatic.txt`, `automatic-2.txt`, .... `used` is how many have a name.
fn name_files(patterns: &mut [FoundPattern], used: &mut BTreeMap<String, usize>) {
    for pattern in patterns {
        if let Some(file) = &mut pattern.automaton {
            let count = used.entry(pattern.kind.clone()).or_default();
            *count += 1;
            file.name = match *count {
                1 => format!("{}.txt", pattern.kind),
                count => format!("{}-{count}.txt", pattern.kind),
            };
        }
        name_files(&mut pattern.alternatives, used);
    }
}

fn proved_period(claim: &Claim, value: Value, first: u64, known: Subject) -> FoundPattern {
    let Claim { preperiod, period, saltus, .. } = *claim;
    let kind = match (period, saltus) {
        (1, 0) => "constant",
        (1, _) => "linear",
        (_, 0) => "period",
        _ => "saltus",
    };
    let plus = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
    let from = preperiod.saturating_add(period);
    let conjecture = Ok(match known {
        Subject::Values => format!("n < {from} or g(n) == g(n - {period}){plus}"),
        Subject::Outcomes => format!("n < {from} or outcome(n) == outcome(n - {period})"),
    });
    FoundPattern {
        kind: kind.to_owned(),
        status: Status::Proved,
        rule: ClaimWords { claim, value, first }.statement(Style::Plain),
        conjecture,
        fit_to: None,
        checked_to: claim.checked_to as i64,
        checked: 0,
        exceptions: Vec::new(),
        bits: None,
        theorem: claim.theorem.map(|theorem| theorem.name()),
        about_outcomes: known == Subject::Outcomes,
        predictor: None,
        automaton: None,
        alternatives: Vec::new(),
    }
}

fn guessed_pattern(pattern: &Pattern, known: Subject) -> FoundPattern {
    let subject = if pattern.subject == Subject::Outcomes { Subject::Outcomes } else { known };
    FoundPattern {
        kind: pattern.kind.clone(),
        status: Status::Observed,
        rule: in_words(pattern, subject),
        conjecture: pattern.rule.claim(subject),
        fit_to: Some(pattern.fit_to),
        checked_to: pattern.checked_to,
        checked: pattern.checked,
        exceptions: pattern.exceptions.clone(),
        bits: Some([pattern.null.rounded(), pattern.cost.rounded()]),
        theorem: None,
        about_outcomes: subject == Subject::Outcomes,
        predictor: Some(pattern.rule.clone()),
        automaton: pattern
            .rule
            .automaton()
            .map(|automaton| AutomatonFile { name: String::new(), text: automaton.write() }),
        alternatives: pattern.alternatives.iter().map(|other| guessed_pattern(other, known)).collect(),
    }
}

/// The rule in words. A rule for values that is applied to outcomes says how these are written as numbers.
fn in_words(pattern: &Pattern, subject: Subject) -> String {
    let words = pattern.rule.words();
    let is_about_numbers = words.starts_with('G') || words.starts_with("the value");
    match subject == Subject::Outcomes && is_about_numbers {
        true => format!("with 0 for P-positions and 1 for the others, {words}"),
        false => words,
    }
}

impl FoundPattern {
    /// The pattern, with a claim about the file of its automaton if it has one. `folder` is put before the name of the
    /// file.
    #[must_use]
    pub fn with_file_in(self, folder: &str) -> Self {
        let subject = if self.about_outcomes { Subject::Outcomes } else { Subject::Values };
        let claim =
            |file: &AutomatonFile| self.predictor.as_ref()?.claim_with(&format!("{folder}{}", file.name), subject);
        match self.automaton.as_ref().and_then(claim) {
            Some(claim) => Self { conjecture: Ok(claim), ..self },
            None => self,
        }
    }

    /// The pattern as JSON, with the columns of `patterns.csv` as keys.
    pub fn object(&self, rank: usize) -> serde_json::Value {
        json!({
            "rank": rank,
            "kind": self.kind,
            "status": self.status.to_string(),
            "rule": self.rule,
            "conjecture": self.conjecture.as_ref().ok(),
            "fit_to": self.fit_to,
            "checked_to": self.checked_to,
            "exceptions": self.exceptions,
            "null_bits": self.bits.map(|bits| bits[0]),
            "cost_bits": self.bits.map(|bits| bits[1]),
            "theorem": self.theorem,
        })
    }

    /// What the rule says of a position; `first` is the first label of a sequence. `None` where it says nothing, or
    /// needs the values of other positions, or too many of them.
    pub fn predict(&self, first: Option<i64>, position: &[i64]) -> Option<i64> {
        let is_small = position.iter().all(|x| x.unsigned_abs() <= LARGEST);
        let rule = self.predictor.as_ref().filter(|rule| is_small && !rule.reads_values())?;
        match (first, position) {
            (Some(first), &[n]) => rule.term(usize::try_from(n.checked_sub(first)?).ok()?),
            (Some(_), _) => None,
            (None, _) => {
                let names = (1..=position.len()).map(|i| format!("h{i}")).collect();
                let table = (!position.is_empty()).then(|| Table::new(names, position.to_vec(), vec![0]))?;
                rule.positions(&table).pop()?
            }
        }
    }

    /// What is known about the rule, in sentences.
    pub fn evidence(&self, is_sequence: bool) -> String {
        let Some([null, cost]) = self.bits else {
            let theorem = self.theorem.unwrap_or("a theorem");
            return format!("Proved ({theorem}, with the values up to n = {}).", self.checked_to);
        };
        let proved = self.theorem.map_or(String::new(), |theorem| format!("Proved for all positions ({theorem}). "));
        let rows = if is_sequence { "terms" } else { "positions" };
        let exceptions = match self.exceptions.len() {
            0 => String::new(),
            1 => format!(" One exception in the range that it was fitted to: {}.", self.exceptions[0]),
            some => {
                format!(" {some} exceptions in the range that it was fitted to: {}.", self.exceptions.join("; "))
            }
        };
        let bits = if null > cost { format!(" It explains {} of {null} bits.", null - cost) } else { String::new() };
        format!("{proved}It holds for {} further {rows}.{bits}{exceptions}", self.checked)
    }

    /// The command that checks the rule further: on four times the range, twice for several coordinates.
    pub fn command(&self, job: &Job, is_sequence: bool) -> Result<String, &'static str> {
        let claim = self.conjecture.as_ref().map_err(|missing| *missing)?;
        let mut command = format!("grundy check {} {}", in_shell(&job.game.code), in_shell(claim));
        if job.play == Play::Misere {
            command.push_str(" --play misere");
        }
        if job.value == Value::OUTCOME {
            command.push_str(" --value outcome");
        }
        if job.game.shape.has_range() {
            command.push_str(&format!(" --max {}", job.range.max.saturating_mul(if is_sequence { 4 } else { 2 })));
        }
        Ok(command)
    }
}

/// A word of a command for a shell.
fn in_shell(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.,:/=+".contains(c);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// The first label of a sequence; `None` for several coordinates.
pub fn first_of(rows: &Rows) -> Option<i64> {
    rows.is_sequence().then(|| rows.first() as i64)
}

/// Where rules were fitted, and where they were checked. `first` is the first label of a sequence.
pub fn ranges(guess: &Guess, first: Option<i64>) -> String {
    match first {
        Some(first) => format!(
            "n = {first}, ..., {}: fitted on the terms up to n = {}, checked on the others",
            guess.checked_to, guess.fit_to
        ),
        None => format!(
            "coordinates up to {}: fitted on coordinates up to {}, checked on the {} positions beyond",
            guess.checked_to, guess.fit_to, guess.beyond
        ),
    }
}

/// What is said if no rule was found. `first` is the first label of a sequence.
pub fn nothing(guess: &Guess, first: Option<i64>) -> String {
    let range = match first {
        Some(first) => format!("n = {first}, ..., {}", guess.checked_to),
        None => format!("coordinates up to {}", guess.checked_to),
    };
    if let Some(equal) = guess.equal {
        return format!("{} equal values for {range}. This is weak evidence, and no pattern.", equal);
    }
    let mut kinds: Vec<&str> = guess.tried.iter().map(|tried| tried.kind.as_str()).collect();
    kinds.dedup();
    let kinds = counted(kinds.len() as u64, "kind", "kinds");
    format!("No pattern of {kinds} was found for {range}. This says nothing about larger ranges.")
}
