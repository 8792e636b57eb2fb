//! Values, statuses and conjectures in LaTeX.

use super::table::Table;
use super::text::{escape, field, formula, game, markdown};
use crate::claim::Status;
use crate::conjecture::Example;
use crate::results::Checked;
use crate::ruleset::{LoopyValue, Value};

/// A value for use in a formula.
pub fn value(value: Value, number: u32) -> String {
    match value.number(number) {
        Some(number) => number.to_string(),
        None if value == Value::LOOPY => LoopyValue::of(number).latex(),
        None => format!(r"\mathrm{{{}}}", value.show(number)),
    }
}

/// A status for use in a table.
pub fn status(status: Status) -> &'static str {
    match status {
        Status::Proved => "proved",
        Status::Observed => "observed",
        Status::None => "none",
    }
}

/// The maximum number of counterexamples that a table shows.
const SHOWN: usize = 40;

/// A table of counterexamples for each conjecture that has any, with the name of the conjecture.
pub fn counterexamples<'c>(all: &'c [Checked<'_>]) -> impl Iterator<Item = (&'c str, Table)> {
    all.iter().filter(|checked| !checked.tally.examples.is_empty()).map(|checked| {
        let name = checked.statement.name.as_str();
        let label = checked.tally.examples.first().map_or(0, |example| example.label.len());
        let in_sweep = checked.columns.first().is_some_and(|column| column == "game");
        // The game already shows the variables of a sweep.
        let is_variable =
            |place: usize| in_sweep && (1..label).contains(&place) && checked.columns[place] != "position";
        let places: Vec<usize> = (0..checked.columns.len()).filter(|&place| !is_variable(place)).collect();
        let cell = |place: usize, text: &str| if in_sweep && place == 0 { game(text) } else { field(text) };
        let examples = checked.tally.examples.iter().take(SHOWN);
        let row = |example: &Example| {
            let fields: Vec<&str> = example.fields().collect();
            places.iter().filter_map(|&place| Some(cell(place, fields.get(place)?))).collect()
        };
        let rows = examples.map(row).collect();
        let heads: Vec<String> = places.iter().map(|&place| head(&checked.columns[place])).collect();
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let table = Table::new(format!("counterexamples to {name}"), &heads, rows);
        (name, table.without(checked.tally.failed.saturating_sub(SHOWN as u64), "counterexample"))
    })
}

/// The head of a column: an expression as mathematics.
pub fn head(column: &str) -> String {
    match column {
        "game" | "position" => column.to_string(),
        _ => formula(column),
    }
}

/// The results of conjectures, one paragraph for each.
pub fn conjectures(all: &[Checked<'_>]) -> String {
    let mut text = String::new();
    for checked in all {
        let statement = checked.statement;
        let name = escape(&statement.name);
        let condition = statement.condition.as_ref().map(|text| format!(" where {}", formula(text)));
        let (holds, condition) = (formula(&statement.holds), condition.unwrap_or_default());
        let sentences = markdown(&checked.sentences().join(" "));
        text.push_str(&format!("\\paragraph{{{name}}} {holds}{condition}. {sentences}\n\n"));
    }
    text
}
