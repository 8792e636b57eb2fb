//! A fragment of a paper.

use super::table::{Length, Table};
use super::text::{escape, game};
use crate::claim_words::capital;
use crate::results::Results;
use std::borrow::Cow;

/// A fragment of a paper.
pub struct Fragment {
    /// The name of its file, without `.tex`.
    pub name: Cow<'static, str>,
    /// Its LaTeX.
    pub text: String,
    /// How the document includes it.
    pub shown: Shown,
}

/// How the document includes a fragment.
pub enum Shown {
    /// By itself.
    Alone,
    /// After these words.
    After(String),
    /// As a table on one page, with this caption.
    Float(String),
}

/// The maximum number of lines in each column of a narrow table.
pub const LINES: usize = 40;

impl Fragment {
    /// A table on one page.
    pub fn float(name: impl Into<Cow<'static, str>>, table: &Table, caption: String) -> Self {
        Self { name: name.into(), text: table.text(Length::Page), shown: Shown::Float(caption) }
    }

    /// A narrow table of figures of the game, folded into several columns if it is long. `what` names the
    /// figures, as in `records`.
    pub fn figures(
        results: &Results<'_>,
        name: &'static str,
        what: &str,
        head: &[&str],
        rows: Vec<Vec<String>>,
    ) -> Self {
        let code = &results.job.game.code;
        let table = Table::folded(format!("{} of {code}", what.replace('$', "")), head, rows, LINES);
        Self::float(name, &table, format!("{} of {}.", capital(what), game(code)))
    }
}

/// The label of a row, in LaTeX.
pub fn position(results: &Results<'_>, row: u64) -> String {
    let label = results.rows.show_row(row);
    match (results.rows.names(), results.rows.dimensions()) {
        (Some(_), _) => escape(&label),
        (None, 1) => format!("${label}$"),
        (None, _) => format!("$({label})$"),
    }
}
