//! LaTeX: what the fragments for papers are put together of. They need the packages `booktabs` and, for long tables,
//! `longtable`; letters beyond ASCII come as UTF-8, which LaTeX reads since 2018.

mod claim;
mod fragment;
mod paper;
mod sequence;
mod sources;
mod table;
mod text;
mod words;

pub(crate) use claim::{claim_in_math, period_table, sentence};
pub use fragment::{Fragment, Shown};
pub(crate) use fragment::{LINES, position};
pub(crate) use paper::Paper;
pub(crate) use sequence::{barred, dotted};
pub(crate) use sources::{bibliography, cite};
pub(crate) use table::{BROKEN, Length, Table, WIDTH, grid};
pub(crate) use text::{LONG, code, comment, escape, expression, markdown, plural};
pub(crate) use words::{conjectures, status, value};
