//! Values, statuses and conjectures in words and signs.

use super::text::{escape, expression, markdown};
use crate::claim::Status;
use crate::results::Checked;
use crate::ruleset::Value;

/// A value as it stands in math.
pub fn value(value: Value, number: u32) -> String {
    match value.is_number() {
        true => number.to_string(),
        false => format!(r"\mathrm{{{}}}", value.show(number)),
    }
}

/// A status for a table.
pub fn status(status: Status) -> &'static str {
    match status {
        Status::Proved => "proved",
        Status::Observed => "observed",
        Status::None => "none",
    }
}

/// What was seen of conjectures, a paragraph for each.
pub fn conjectures(all: &[Checked<'_>]) -> String {
    let mut text = String::new();
    for checked in all {
        let statement = checked.statement;
        let (name, domain) = (escape(&statement.name), checked.domain);
        let condition = statement.condition.as_ref().map(|text| format!(" where {}", expression(text)));
        let (holds, condition) = (expression(&statement.holds), condition.unwrap_or_default());
        let sentences = markdown(&checked.sentences().join(" "));
        text.push_str(&format!("\\paragraph{{{name}}} (over {domain}) {holds}{condition}. {sentences}\n\n"));
    }
    text
}
