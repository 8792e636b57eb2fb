//! `row-patterns`: the columns of a sweep in which rules are looked for.

use super::columns::Columns;
use super::plan::Plan;
use super::wrong::{OrWrong, Part, Wrong};
use crate::diagnostic::Blame;
use crate::games::args::list;
use crate::language::Type;

/// The columns in which rules are looked for, and the variables that are the coordinates.
#[derive(Debug, Clone)]
pub struct RowPatterns {
    /// The places of the columns.
    pub columns: Vec<usize>,
    /// The places of the variables that are numbers.
    pub variables: Vec<usize>,
}

/// Checks the names of the columns. None if no rules are looked for.
pub(super) fn row_patterns(plan: &Plan, columns: &Columns) -> OrWrong<Option<RowPatterns>> {
    if plan.row_patterns.is_empty() {
        return Ok(None);
    }
    let wrong =
        |message: String, help: String| Err(Wrong { part: Part::RowPatterns, blame: Blame::new(0..0, message, help) });
    let is_number = |place: &usize| columns.list()[*place].kind == Type::Number;
    let variables: Vec<usize> = columns.variables().filter(is_number).collect();
    if variables.is_empty() {
        let help = "remove `row-patterns`, or let a variable run over numbers";
        return wrong(
            "no variable of this sweep is a number in which a rule could be stated".to_owned(),
            help.to_owned(),
        );
    }
    let allowed: Vec<usize> =
        (0..columns.list().len()).filter(|place| is_number(place) && !columns.variables().contains(place)).collect();
    let mut places = Vec::new();
    for name in &plan.row_patterns {
        match allowed.iter().find(|&&place| columns.list()[place].name == name.as_str()) {
            Some(place) => places.push(*place),
            None => {
                let names: Vec<&str> = allowed.iter().map(|&place| &*columns.list()[place].name).collect();
                return wrong(
                    format!("`{name}` is not a column of numbers"),
                    format!("the columns are {}", list(&names)),
                );
            }
        }
    }
    Ok(Some(RowPatterns { columns: places, variables }))
}
