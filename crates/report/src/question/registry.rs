//! Every question. A new one is one file and one line here.

use super::contract::{GameRecord, Key, Question};
use super::{checks, conjectures, counts, growth, lines, occurrences, period, same_as, zeros};
use crate::job::Analysis;

/// Every question, in the order of its part in the report.
pub static QUESTIONS: &[&Question] = &[
    &period::QUESTION,
    &zeros::QUESTION,
    &occurrences::QUESTION,
    &growth::QUESTION,
    &counts::QUESTION,
    &lines::QUESTION,
    &same_as::QUESTION,
    &conjectures::QUESTION,
    &checks::QUESTION,
];

/// A key of `[analysis]` by its name.
pub fn find_key(name: &str) -> Option<&'static Key> {
    QUESTIONS.iter().flat_map(|question| question.keys).find(|key| key.name == name)
}

/// What all questions may say of a game in a line.
pub fn all_records() -> impl Iterator<Item = &'static GameRecord> {
    QUESTIONS.iter().filter_map(|question| question.record)
}

/// What the questions asked of every game of a sweep say of it.
pub fn records_of(analysis: &Analysis) -> impl Iterator<Item = &'static GameRecord> {
    all_records().filter(|record| (record.asked)(analysis))
}
