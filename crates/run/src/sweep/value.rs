//! What a variable is in one combination, read from text.

use crate::language::{Datum, Type};

/// The value that [`Datum::show`] writes so with spaces between elements; none if there is none of this type.
pub fn read(text: &str, kind: Type) -> Option<Datum> {
    Some(match kind {
        Type::Number => Datum::Number(text.parse().ok()?),
        Type::Set => Datum::Set(text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?),
        Type::Text => Datum::Text(text.into()),
        Type::List | Type::Truth | Type::Outcome => return None,
    })
}
