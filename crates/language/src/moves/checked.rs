//! The names of coordinates, checked.

use crate::lexer::is_reserved;
use crate::scope::Scope;
use grundy_core::diagnostic::Blame;
use std::ops::Range;

/// The maximum number of coordinates, which is that of a point of the engine.
const MOST_COORDINATES: usize = 32;

/// The names, if they may be those of coordinates. If they are columns of the results, as `are_columns` says, `h1`,
/// `h2`, ... can only be the first, second, ... of them.
pub(super) fn coordinates(
    names: &[(String, Range<usize>)],
    scope: &Scope,
    are_columns: bool,
) -> Result<Vec<String>, Blame> {
    for (index, (name, span)) in names.iter().enumerate() {
        let is_other = name.strip_prefix('h').is_some_and(|rest| {
            !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()) && *rest != (index + 1).to_string()
        });
        let message = if is_reserved(name) {
            format!("`{name}` is a reserved word")
        } else if are_columns && (["value", "outcome", "position"].contains(&name.as_str()) || is_other) {
            format!("`{name}` is the name of another column")
        } else if scope.has(name) {
            format!("`{name}` is already a parameter")
        } else if names[..index].iter().any(|(other, _)| other == name) {
            format!("`{name}` is given twice")
        } else {
            continue;
        };
        return Err(Blame::new(span.clone(), message, "choose another name for the coordinate"));
    }
    if let Some((_, span)) = names.get(MOST_COORDINATES) {
        return Err(Blame::new(span.clone(), "too many coordinates", format!("at most {MOST_COORDINATES}")));
    }
    Ok(names.iter().map(|(name, _)| name.clone()).collect())
}
