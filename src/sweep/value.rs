//! What a variable is in one combination, as text.

use crate::language::Datum;

/// A value as it stands in a table, or with commas between the elements of a set, as it stands in a code.
pub fn show(datum: &Datum, between: &str) -> String {
    match datum {
        Datum::Missing => String::new(),
        Datum::Number(number) => number.to_string(),
        Datum::Set(set) => set.iter().map(i64::to_string).collect::<Vec<_>>().join(between),
        Datum::Text(text) => text.to_string(),
    }
}
