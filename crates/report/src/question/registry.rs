//! All questions. To add a question, add one file and one line here.

use super::contract::{GameRecord, Key, Question};
use super::{
    checks, conjectures, counts, growth, lines, misere, occurrences, patterns, period, remoteness, same_as, zeros,
};
use crate::job::Analysis;

/// All questions, in the order of their parts in the report.
pub const QUESTIONS: &[&Question] = &[
    &period::QUESTION,
    &patterns::QUESTION,
    &zeros::QUESTION,
    &occurrences::QUESTION,
    &growth::QUESTION,
    &counts::QUESTION,
    &lines::QUESTION,
    &misere::QUESTION,
    &remoteness::QUESTION,
    &same_as::QUESTION,
    &conjectures::QUESTION,
    &checks::QUESTION,
];

/// The key of `[analysis]` with this name.
pub fn find_key(name: &str) -> Option<&'static Key> {
    QUESTIONS.iter().flat_map(|question| question.keys).find(|key| key.name == name)
}

/// The game records of all questions.
pub fn all_records() -> impl Iterator<Item = &'static GameRecord> {
    QUESTIONS.iter().filter_map(|question| question.record)
}

/// The game records that are requested for every game of a sweep.
pub fn records_of(analysis: &Analysis) -> impl Iterator<Item = &'static GameRecord> {
    all_records().filter(|record| (record.asked)(analysis))
}
