//! Values of variables.

use super::node::Lists;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The value of a variable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Datum {
    /// No value, e.g. the period of a game that has none.
    Missing,
    /// A number, or an outcome: 0 is P, 1 is N.
    Number(i64),
    /// A set, in ascending order.
    Set(Arc<[i64]>),
    /// A list, e.g. of coordinates.
    List(Arc<[i64]>),
    /// A list of lists.
    Lists(Lists),
    /// A text.
    Text(Arc<str>),
}

impl Datum {
    /// The value as text; `between` separates the elements of a set or list.
    pub fn show(&self, between: &str) -> String {
        let joined = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(between);
        match self {
            Datum::Missing => String::new(),
            Datum::Number(number) => number.to_string(),
            Datum::Set(numbers) | Datum::List(numbers) => joined(numbers),
            Datum::Lists(lists) => {
                lists.iter().map(|list| format!("[{}]", joined(list))).collect::<Vec<_>>().join(between)
            }
            Datum::Text(text) => text.to_string(),
        }
    }

    /// The value as a code gives it to a parameter: `k=3`, `T=[4,1]`, `S={1,4}`.
    pub fn assigned_to(&self, name: &str) -> String {
        let shown = self.show(",");
        match self {
            Datum::Set(_) => format!("{name}={{{shown}}}"),
            Datum::List(_) | Datum::Lists(_) => format!("{name}=[{shown}]"),
            _ => format!("{name}={shown}"),
        }
    }
}
