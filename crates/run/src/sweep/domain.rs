//! What a variable runs over, checked: its values one after the other.

use super::plan::Item;
use super::subsets::Subsets;
use crate::language::{Datum, Fault, Interval, Type};

/// What a variable runs over.
#[derive(Debug, Clone)]
pub enum Domain {
    /// Whole numbers; the bounds may use earlier variables.
    Range(Interval),
    /// Items in their order.
    List(Vec<Datum>),
    /// Subsets; none if no set is so.
    Subsets(Option<Subsets>),
    /// Texts of digits.
    Digits {
        /// 8 or 16.
        base: u32,
        /// How many at most.
        places: u32,
    },
}

impl Domain {
    /// A list.
    pub(super) fn list(items: &[Item]) -> Self {
        let datum = |item: &Item| match item {
            Item::Number(number) => Datum::Number(*number),
            Item::Text(text) => Datum::Text(text.as_str().into()),
        };
        Domain::List(items.iter().map(datum).collect())
    }

    /// The type of its values.
    pub fn kind(&self) -> Type {
        match self {
            Domain::Range(_) => Type::Number,
            Domain::List(items) if matches!(items.first(), Some(Datum::Text(_))) => Type::Text,
            Domain::List(_) => Type::Number,
            Domain::Subsets(_) => Type::Set,
            Domain::Digits { .. } => Type::Text,
        }
    }

    /// A number that is no octal digit, if there is one among its values whatever the earlier variables are.
    pub(super) fn no_digit(&self) -> Option<i64> {
        match self {
            Domain::Range(interval) => {
                let (first, last) = interval.constant()?;
                let number = if first < 0 { first } else { first.max(8) };
                (number <= last && !is_digit(number)).then_some(number)
            }
            Domain::List(items) => items.iter().find_map(|item| match item {
                Datum::Number(number) if !is_digit(*number) => Some(*number),
                _ => None,
            }),
            Domain::Subsets(_) | Domain::Digits { .. } => None,
        }
    }

    /// The first position for some values of the earlier variables, and the bound of positions.
    pub(super) fn first(&self, earlier: &[Datum]) -> Result<Option<(i64, i64)>, Fault> {
        Ok(match self {
            Domain::Range(interval) => interval.bounds(earlier)?,
            Domain::List(items) => (!items.is_empty()).then_some((0, items.len() as i64 - 1)),
            // Sets have at most 63 free elements.
            Domain::Subsets(subsets) => subsets.as_ref().and_then(Subsets::first).map(|bits| (bits as i64, i64::MAX)),
            Domain::Digits { base, places } => Some((1, i64::from(*base).pow(*places) - 1)),
        })
    }

    /// The next position; the last one is known.
    pub(super) fn next(&self, position: i64, last: i64) -> Option<i64> {
        match self {
            Domain::Subsets(subsets) => subsets.as_ref()?.next(position as u64).map(|bits| bits as i64),
            _ => (position < last).then(|| position + 1),
        }
    }

    /// The value at a position.
    pub(super) fn value(&self, position: i64) -> Datum {
        match self {
            Domain::Range(_) => Datum::Number(position),
            Domain::List(items) => items[position as usize].clone(),
            Domain::Subsets(subsets) => {
                let elements = subsets.as_ref().map(|subsets| subsets.elements(position as u64)).unwrap_or_default();
                Datum::Set(elements.into_iter().map(|element| element as i64).collect())
            }
            Domain::Digits { base, places } => Datum::Text(digits(position as u64, *base, *places).into()),
        }
    }

    /// One of its values, by a random number; those of a set of subsets are not all equally likely. None if there are none.
    pub(super) fn somewhere(&self, earlier: &[Datum], random: u64) -> Result<Option<Datum>, Fault> {
        let Some((first, last)) = self.first(earlier)? else { return Ok(None) };
        let position = match self {
            Domain::Subsets(Some(subsets)) => subsets.next(random & subsets.mask()).map_or(first, |bits| bits as i64),
            // Modulo 2^64, as a range may have more values than the largest number.
            _ => first.wrapping_add((u128::from(random) % (u128::from(last.abs_diff(first)) + 1)) as i64),
        };
        Ok(Some(self.value(position)))
    }

    /// How many values there are, for some values of the earlier variables.
    pub(super) fn count(&self, earlier: &[Datum]) -> Result<u128, Fault> {
        Ok(match self {
            Domain::Subsets(subsets) => subsets.as_ref().map_or(0, Subsets::count),
            _ => self.first(earlier)?.map_or(0, |(first, last)| last.abs_diff(first) as u128 + 1),
        })
    }

    /// Whether how many there are depends on the earlier variables.
    pub(super) fn is_dependent(&self) -> bool {
        matches!(self, Domain::Range(interval) if interval.constant().is_none())
    }
}

/// Whether a number is one octal digit.
pub(super) fn is_digit(number: i64) -> bool {
    (0..8).contains(&number)
}

/// A number with so many digits, without the zeros at its end.
fn digits(number: u64, base: u32, places: u32) -> String {
    let digit = |place: u32| (number / u64::from(base).pow(place) % u64::from(base)) as u32;
    let text: String = (0..places).rev().filter_map(|place| char::from_digit(digit(place), base)).collect();
    text.trim_end_matches('0').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_as_if_zeros_stood_behind_them() {
        let domain = Domain::Digits { base: 8, places: 2 };
        let (first, last) = domain.first(&[]).unwrap().unwrap();
        let all: Vec<String> = (first..=last).map(|position| domain.value(position).show("")).collect();
        assert_eq!(all.len(), 63);
        assert_eq!(all[..9], ["01", "02", "03", "04", "05", "06", "07", "1", "11"]);
        assert_eq!(all[62], "77");
        assert_eq!(digits(0xa0, 16, 3), "0a");
    }
}
