//! Questions: what `[analysis]` may ask about the values. A question is one file and one line in
//! `registry.rs`: its keys, what it checks, the sink that gathers its answer, the files made of that,
//! and its part of the report.

mod checks;
mod conjectures;
mod contract;
mod counts;
mod growth;
mod lines;
mod occurrences;
mod period;
mod registry;
mod same_as;
mod zeros;

pub(crate) use conjectures::{checked, checked_over, range_of, tallies, texts as conjecture_texts};
pub use contract::{Form, Key, Problem, Question, Scope};
pub(crate) use counts::AllCounts;
pub(crate) use lines::{LineValues, lines};
pub(crate) use occurrences::{Histogram, Occurrence};
pub(crate) use period::{CERTIFICATE, PERIODS};
pub use registry::{QUESTIONS, find_key};
