//! Reads the value of a variable from text.

use crate::language::{Datum, Type};

/// Inverts [`Datum::show`] with spaces between the elements of a set. None if the text is not a value of this
/// type.
pub fn read(text: &str, kind: Type) -> Option<Datum> {
    Some(match kind {
        Type::Number => Datum::Number(text.parse().ok()?),
        Type::Set => Datum::Set(text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?),
        Type::Text => Datum::Text(text.into()),
        Type::List | Type::Truth | Type::Outcome => return None,
    })
}
