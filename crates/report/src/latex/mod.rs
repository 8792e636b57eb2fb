//! LaTeX: the building blocks of fragments for papers. They need the packages `booktabs` and, for long tables,
//! `longtable`. Non-ASCII letters are written in UTF-8, which LaTeX has read by default since 2018.

mod claim;
mod formula;
mod fragment;
mod paper;
mod sequence;
mod sources;
mod table;
mod text;
mod words;

pub use claim::{claim_in_math, period_table, sentence};
pub use formula::Formula;
pub use fragment::{Fragment, Shown};
pub use fragment::{LINES, position};
pub use paper::Paper;
pub use sequence::{barred, dotted};
pub use sources::{bibliography, cite};
pub use table::{BROKEN, Caption, Length, Table, WIDTH, grid};
pub use text::{LONG, code, comment, escape, expression, field, formula, game, game_and_code, markdown, plural};
pub use words::{conjectures, counterexamples, head, status, value};
