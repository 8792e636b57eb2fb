//! Every question. A new one is one file and one line here.

use super::contract::{Key, Question};
use super::{checks, conjectures, counts, growth, lines, occurrences, period, same_as, zeros};

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
