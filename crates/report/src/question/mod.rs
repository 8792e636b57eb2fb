//! Questions: what `[analysis]` can ask about the values. A question consists of one file and one line in
//! `registry.rs`. The file defines its keys, its checks, the sink that collects its answer, the files made from
//! the answer, and its part of the report.

mod checks;
mod conjectures;
mod contract;
mod counts;
mod growth;
mod kind_periods;
mod line_proofs;
mod lines;
mod misere;
mod occurrences;
mod patterns;
mod period;
mod registry;
mod remoteness;
mod same_as;
mod zeros;

pub use conjectures::{checked, checked_over, range_of, tallies, texts as conjecture_texts};
pub use contract::{Across, Form, GameRecord, Key, PointPicture, Problem, Question, RecordLine, Scope};
pub use kind_periods::{KindPeriod, KindPeriods};
pub use misere::theory_of;
pub use patterns::{
    AUTOMATA_FOLDER, PATTERNS, automata_files, guessed, kinds as pattern_kinds, row_of as pattern_cells,
};
pub use period::{CERTIFICATE, PERIODS, fragments as period_fragments, line_of as period_line};
pub use registry::{QUESTIONS, all_records, find_key, records_of};
