//! What a variable is in one combination, as text.

use crate::language::{Datum, Type};

/// A value as it stands in a table, or with commas between the elements of a set, as it stands in a code.
pub fn show(datum: &Datum, between: &str) -> String {
    match datum {
        Datum::Missing => String::new(),
        Datum::Number(number) => number.to_string(),
        Datum::Set(set) => set.iter().map(i64::to_string).collect::<Vec<_>>().join(between),
        Datum::Text(text) => text.to_string(),
    }
}

/// The value that [`show`] writes so with spaces between elements; none if there is none of this type.
pub fn read(text: &str, kind: Type) -> Option<Datum> {
    Some(match kind {
        Type::Number => Datum::Number(text.parse().ok()?),
        Type::Set => Datum::Set(text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?),
        Type::Text => Datum::Text(text.into()),
        Type::Truth | Type::Outcome => return None,
    })
}
