//! The size of a listing, as far as it is known before work starts.

use crate::bytes::Bytes;
use crate::ruleset::Rows;

/// The size of a listing, as far as it is known before work starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// It is short, or its size is unknown.
    Short,
    /// It has at most this many lines.
    Some(u64),
    /// It has exactly this many lines, which `max-rows` limits, and at least this many bytes, because a value
    /// may have several digits.
    All(u64, Bytes),
}

impl Listing {
    /// A listing with a label and a value per line.
    pub fn of_rows(rows: &Rows) -> Self {
        // A line takes at least a label, a separator, a digit and a line end.
        Listing::All(rows.len(), Bytes(labels(rows).saturating_add(3 * u128::from(rows.len()))))
    }

    /// A listing with a number, counted from 0, and a value per line.
    pub fn numbered(lines: u64) -> Self {
        Listing::All(lines, Bytes(digits(0, lines).saturating_add(3 * u128::from(lines))))
    }

    /// The maximum number of lines.
    pub fn lines(self) -> u64 {
        match self {
            Listing::Short => 0,
            Listing::Some(lines) | Listing::All(lines, _) => lines,
        }
    }

    /// The minimum number of bytes.
    pub fn bytes(self) -> Bytes {
        match self {
            Listing::Short | Listing::Some(_) => Bytes(0),
            Listing::All(_, bytes) => bytes,
        }
    }
}

/// The minimum length of all labels together, with the separators in them.
fn labels(rows: &Rows) -> u128 {
    let (len, dimensions) = (u128::from(rows.len()), rows.dimensions() as u128);
    if let Some(names) = rows.names() {
        return names.iter().map(|name| name.len() as u128).sum();
    }
    if !rows.is_whole() {
        return (2 * dimensions - 1) * len;
    }
    let each = rows.firsts().iter().zip(rows.sides());
    // All values of a coordinate occur in equally many labels.
    let written = each.map(|(&first, &side)| digits(first, side).saturating_mul(len / u128::from(side.max(1))));
    written.fold((dimensions - 1) * len, u128::saturating_add)
}

/// The number of digits of the `count` numbers from `first` on.
fn digits(first: u64, count: u64) -> u128 {
    let (first, end) = (u128::from(first), u128::from(first) + u128::from(count));
    // Every number has one digit, and one more for each power of ten that it reaches.
    let powers = std::iter::successors(Some(10u128), |power| power.checked_mul(10)).take_while(|power| *power < end);
    powers.fold(end - first, |digits, power| digits + (end - power.max(first)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Condition;

    #[test]
    fn bytes_are_those_of_labels_and_a_digit() {
        let part = Rows::some_up_to(vec![0, 0], 9, &Condition::new(|label| label[0] <= label[1]));
        let names = Rows::named(vec!["a".to_string(), "long name".to_string()].into());
        for rows in [
            Rows::line(0, 12_345),
            Rows::line(7, 7),
            Rows::line(98, 1002),
            Rows::cube(3, 11),
            Rows::up_to(vec![1, 5], 104),
            part,
            names,
        ] {
            let text: String = (0..rows.len()).map(|row| format!("{},0\n", rows.show_row(row))).collect();
            assert_eq!(Listing::of_rows(&rows), Listing::All(rows.len(), Bytes(text.len() as u128)), "{rows:?}");
        }
        let text: String = (0..1234).map(|index| format!("{index},0\n")).collect();
        assert_eq!(Listing::numbered(1234).bytes(), Bytes(text.len() as u128));
        assert_eq!(
            digits(0, u64::MAX),
            10 + 9 * (1..=18).map(|k| (k + 1) * 10u128.pow(k as u32)).sum::<u128>()
                + 20 * (u128::from(u64::MAX) - 10u128.pow(19))
        );
        assert!(Listing::of_rows(&Rows::cube(32, u64::MAX)).bytes() > Bytes(1 << 64));
    }
}
