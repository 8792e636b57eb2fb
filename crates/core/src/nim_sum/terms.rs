//! All values of a component over a range. A proved period lets most of them be derived from the first ones.

use crate::error::Error;
use crate::limits::value_too_large;
use std::collections::BTreeMap;

/// The values of rows 0, 1, .... The first ones are stored; the others follow by a proved period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    values: Vec<u32>,
    rows: u64,
    /// The period and saltus that give the values after the stored ones.
    period: Option<(u64, u64)>,
}

impl Terms {
    /// Values that are all stored.
    pub fn whole(values: Vec<u32>) -> Self {
        Self { rows: values.len() as u64, values, period: None }
    }

    /// The first values, and the rule for the others up to `rows` rows: row n has the value of row
    /// n - `period`, plus `saltus`.
    ///
    /// # Errors
    /// [`Error::Limit`] if a value does not fit into 32 bits.
    ///
    /// # Panics
    /// If there are fewer values than one period, or the period is 0.
    pub fn periodic(values: Vec<u32>, rows: u64, period: u64, saltus: u64) -> Result<Self, Error> {
        assert!(period > 0 && period <= values.len() as u64, "a whole period is known");
        let terms = Self { values, rows, period: Some((period, saltus)) };
        // The largest values of an arithmetically periodic sequence are in its last period.
        let last = (rows.saturating_sub(period)..rows).map(|row| terms.wide(row)).max().unwrap_or(0);
        u32::try_from(last).map(|_| terms).map_err(|_| value_too_large())
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The value of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub fn get(&self, row: u64) -> u32 {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        match self.values.get(row as usize) {
            Some(&value) => value,
            None => self.wide(row) as u32,
        }
    }

    fn wide(&self, row: u64) -> u64 {
        let kept = self.values.len() as u64;
        let (period, saltus) = self.period.unwrap_or((1, 0));
        let turns = if row < kept { 0 } else { (row - kept) / period + 1 };
        u64::from(self.values[(row - turns * period) as usize]) + turns.saturating_mul(saltus)
    }

    /// All values, in the order of rows.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        let kept = self.values.iter().copied();
        kept.take(self.rows as usize).chain((self.values.len() as u64..self.rows).map(|row| self.get(row)))
    }

    /// The bits that occur in any value.
    pub fn bits(&self) -> u32 {
        let kept = (self.values.len() as u64).min(self.rows) as usize;
        match self.period {
            Some((_, saltus)) if saltus > 0 => self.iter().fold(0, |all, value| all | value),
            _ => self.values[..kept].iter().fold(0, |all, value| all | value),
        }
    }

    /// For every value, in increasing order: how often it occurs, and its first and last row.
    pub fn occurrences(&self) -> BTreeMap<u32, Frequency> {
        let mut all: BTreeMap<u32, Frequency> = BTreeMap::new();
        let mut add = |value, first: u64, last, count| {
            let own = all.entry(value).or_insert(Frequency { count: 0, first, last });
            *own = Frequency { count: own.count + count, first: own.first.min(first), last: own.last.max(last) };
        };
        let kept = (self.values.len() as u64).min(self.rows);
        let (period, saltus) = self.period.unwrap_or((1, 0));
        if saltus > 0 || kept == self.rows {
            (0..).zip(self.iter()).for_each(|(row, value)| add(value, row, row, 1));
            return all;
        }
        // Only rows of the last stored period repeat; count how often.
        for (row, &value) in (0..kept).zip(&self.values) {
            let again = if row + period < kept { 0 } else { (self.rows - 1 - row) / period };
            add(value, row, row + again * period, 1 + again);
        }
        all
    }

    /// All values in the order of rows, as a vector.
    pub fn into_vec(self) -> Vec<u32> {
        if self.rows == self.values.len() as u64 { self.values } else { self.iter().collect() }
    }
}

/// How often a value occurs, and the first and the last row in which it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frequency {
    pub count: u64,
    pub first: u64,
    pub last: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_behind_a_period_follow_from_it() {
        let terms = Terms::periodic(vec![7, 0, 1, 2], 12, 3, 0).unwrap();
        assert_eq!(terms.clone().into_vec(), [7, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1]);
        let rising = Terms::periodic(vec![0, 5, 0, 1], 10, 2, 10).unwrap();
        assert_eq!(rising.iter().collect::<Vec<_>>(), [0, 5, 0, 1, 10, 11, 20, 21, 30, 31]);
        assert_eq!(rising.get(9), 31);
        let short = Terms::periodic(vec![0, 1, 2, 3], 2, 2, 2).unwrap();
        assert_eq!((short.rows(), short.clone().into_vec()), (2, vec![0, 1]));
        for terms in [&terms, &rising, &short, &Terms::whole(vec![3, 0, 3])] {
            let values: Vec<u32> = terms.iter().collect();
            let rows = |value: u32| (0..).zip(&values).filter(move |(_, own)| **own == value).map(|(row, _)| row);
            for (value, found) in terms.occurrences() {
                let expected = (rows(value).count() as u64, rows(value).next().unwrap(), rows(value).last().unwrap());
                assert_eq!((found.count, found.first, found.last), expected, "{value} of {values:?}");
            }
            assert!(values.iter().all(|value| terms.occurrences().contains_key(value)));
        }
        let far = Terms::periodic(vec![0, 1], 1 << 34, 2, 2);
        assert_eq!(far.unwrap_err().exit_code(), 3);
    }
}
