//! The checked domain of a variable, which lists its values one by one.

use super::plan::Item;
use super::subsets::Subsets;
use crate::games::graphs::{GraphNumber, read_graph6};
use crate::language::{Datum, Fault, Interval, Type};

/// The maximum number of bytes of a number that is written, with a mark of its kind.
pub(super) const NUMBER_BYTES: u128 = 11;

/// The maximum number of bytes of a word of a closed list, such as a status or the name of a theorem.
pub(super) const WORD_BYTES: u128 = 40;

/// The domain of a variable.
#[derive(Debug, Clone)]
pub enum Domain {
    /// Whole numbers. The bounds may use earlier variables.
    Range(Interval),
    /// Items in their given order.
    List(Vec<Datum>),
    /// Subsets; none if no set satisfies the conditions.
    Subsets(Option<Subsets>),
    /// A number that the graph of an earlier variable has.
    OfGraph {
        /// The variable.
        graph: usize,
        /// The number.
        number: GraphNumber,
    },
    /// Texts of digits.
    Digits {
        /// 8 or 16.
        base: u32,
        /// The maximum number of digits.
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
            Domain::OfGraph { .. } => Type::Number,
        }
    }

    /// The maximum number of bytes of a value that is written; none if there is no bound.
    pub(super) fn longest(&self) -> Option<u128> {
        match self {
            Domain::Range(_) | Domain::OfGraph { .. } => Some(NUMBER_BYTES),
            // Numbers are written with seven bits a byte, and one bit for the sign.
            Domain::Subsets(Some(subsets)) => {
                let element = u128::from(65 - subsets.of().leading_zeros()).div_ceil(7);
                Some(3 + element * subsets.most() as u128)
            }
            Domain::Subsets(None) => Some(0),
            Domain::Digits { places, .. } => Some(2 + u128::from(*places)),
            Domain::List(_) => None,
        }
    }

    /// A number in the domain that is not an octal digit, if the domain certainly contains one, whatever the
    /// earlier variables are.
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
            Domain::Subsets(_) | Domain::Digits { .. } | Domain::OfGraph { .. } => None,
        }
    }

    /// The first position for given values of the earlier variables, and an upper bound of the positions.
    pub(super) fn first(&self, earlier: &[Datum]) -> Result<Option<(i64, i64)>, Fault> {
        Ok(match self {
            Domain::Range(interval) => interval.bounds(earlier)?,
            Domain::List(items) => (!items.is_empty()).then_some((0, items.len() as i64 - 1)),
            // Sets have at most 63 free elements, so their bits fit.
            Domain::Subsets(subsets) => subsets.as_ref().and_then(Subsets::first).map(|bits| (bits as i64, i64::MAX)),
            Domain::OfGraph { graph, number } => {
                let Some(Datum::Text(text)) = earlier.get(*graph) else { return Ok(None) };
                read_graph6(text).ok().map(|graph| (number.of)(&graph)).map(|number| (number, number))
            }
            Domain::Digits { base, places } => Some((1, i64::from(*base).pow(*places) - 1)),
        })
    }

    /// The position after this one. `last` is the upper bound of the positions.
    pub(super) fn next(&self, position: i64, last: i64) -> Option<i64> {
        match self {
            Domain::Subsets(subsets) => subsets.as_ref()?.next(position as u64).map(|bits| bits as i64),
            _ => (position < last).then(|| position + 1),
        }
    }

    /// The value at a position.
    pub(super) fn value(&self, position: i64) -> Datum {
        match self {
            Domain::Range(_) | Domain::OfGraph { .. } => Datum::Number(position),
            Domain::List(items) => items[position as usize].clone(),
            Domain::Subsets(subsets) => {
                let elements = subsets.as_ref().map(|subsets| subsets.elements(position as u64)).unwrap_or_default();
                Datum::Set(elements.into_iter().map(|element| element as i64).collect())
            }
            Domain::Digits { base, places } => Datum::Text(digits(position as u64, *base, *places).into()),
        }
    }

    /// A value chosen by a random number. For subsets, not all values are equally likely. None if the domain is
    /// empty.
    pub(super) fn somewhere(&self, earlier: &[Datum], random: u64) -> Result<Option<Datum>, Fault> {
        let Some((first, last)) = self.first(earlier)? else { return Ok(None) };
        let position = match self {
            Domain::Subsets(Some(subsets)) => subsets.next(random & subsets.mask()).map_or(first, |bits| bits as i64),
            // Computed modulo 2^64, because a range may span more than `i64::MAX`.
            _ => first.wrapping_add((u128::from(random) % (u128::from(last.abs_diff(first)) + 1)) as i64),
        };
        Ok(Some(self.value(position)))
    }

    /// The number of values, for given values of the earlier variables.
    pub(super) fn count(&self, earlier: &[Datum]) -> Result<u128, Fault> {
        Ok(match self {
            Domain::Subsets(subsets) => subsets.as_ref().map_or(0, Subsets::count),
            Domain::OfGraph { .. } => 1,
            _ => self.first(earlier)?.map_or(0, |(first, last)| last.abs_diff(first) as u128 + 1),
        })
    }

    /// Whether the number of values depends on the earlier variables.
    pub(super) fn is_dependent(&self) -> bool {
        matches!(self, Domain::Range(interval) if interval.constant().is_none())
    }
}

/// Whether a number is a single octal digit.
pub(super) fn is_digit(number: i64) -> bool {
    (0..8).contains(&number)
}

/// A number with `places` digits, without its trailing zeros.
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
