//! What sequences and tables have in common for the search: a part to fit on, the rest to check on, and labels.

use crate::bits::{self, Bits};
use crate::budget::Budget;
use crate::finder::{Find, Fit, Found};
use crate::pattern::{Rule, Said, Subject, Tally};
use crate::sequence::Sequence;
use crate::table::Table;
use grundy_core::random::Random;

/// Data that are split into a part to fit on and a rest to check on.
pub(crate) trait Source: Sized + Send + Sync {
    /// Whether these are values of numbers.
    const IS_SEQUENCE: bool;
    /// The number of rows.
    fn rows(&self) -> usize;
    /// The values of all rows.
    fn numbers(&self) -> &[i64];
    /// Which rows are fitted on, at most `limit` of them; and up to which label or coordinate these are all rows.
    fn fit_part(&self, limit: usize) -> (Vec<bool>, i64);
    /// The data of some rows.
    fn rows_of(&self, keep: &[bool]) -> Self;
    /// 0 for P-positions, 1 for the others.
    fn as_outcomes(&self) -> Self;
    /// The same data as a finder sees them.
    fn seen(self, subject: Subject) -> Fit<Self>;
    /// Runs a finder, if it is one for data of this sort.
    fn run(fit: &Fit<Self>, find: &Find, budget: &mut Budget) -> Option<Found>;
    /// Compares a rule with all rows.
    fn compare(&self, rule: &dyn Rule, counted: &[bool]) -> Tally;
    /// What a rule says further on, where it can say anything without more values.
    fn further(&self, rule: &dyn Rule) -> Option<Said>;
    /// The label of a row, for messages.
    fn label_of(&self, row: usize) -> String;
    /// The largest label or coordinate.
    fn last(&self) -> i64;
    /// The largest absolute value of a number of the data.
    fn largest(&self) -> u64;
    /// The bits that the P-positions among the counted rows cost.
    fn set_bits(&self, counted: &[bool]) -> Bits;
}

impl Source for Sequence {
    const IS_SEQUENCE: bool = true;

    fn rows(&self) -> usize {
        self.len()
    }

    fn numbers(&self) -> &[i64] {
        &self.values
    }

    fn fit_part(&self, limit: usize) -> (Vec<bool>, i64) {
        let count = (2 * self.len()).div_ceil(3).min(limit);
        ((0..self.len()).map(|i| i < count).collect(), self.first + count as i64 - 1)
    }

    fn rows_of(&self, keep: &[bool]) -> Self {
        self.start(keep.iter().filter(|&&kept| kept).count())
    }

    fn as_outcomes(&self) -> Self {
        self.outcomes()
    }

    fn seen(self, subject: Subject) -> Fit<Self> {
        Fit::sequence(self, subject)
    }

    fn run(fit: &Fit<Self>, find: &Find, budget: &mut Budget) -> Option<Found> {
        match find {
            Find::Sequence(find) => Some(find(fit, budget)),
            Find::Table(_) => None,
        }
    }

    fn compare(&self, rule: &dyn Rule, counted: &[bool]) -> Tally {
        rule.compare_terms(self, counted)
    }

    fn further(&self, rule: &dyn Rule) -> Option<Said> {
        (!rule.reads_values()).then(|| rule.terms((4 * self.len()).min(self.len().max(100_000))))
    }

    fn label_of(&self, row: usize) -> String {
        format!("n = {}", self.label(row))
    }

    fn last(&self) -> i64 {
        self.label(self.len()).saturating_sub(1)
    }

    fn largest(&self) -> u64 {
        let labels = [self.first, self.label(self.len())];
        self.values.iter().chain(&labels).map(|number| number.unsigned_abs()).max().unwrap_or(0)
    }

    fn set_bits(&self, counted: &[bool]) -> Bits {
        let all = counted.iter().filter(|&&counted| counted).count();
        let zeros = self.values.iter().zip(counted).filter(|(value, counted)| **value == 0 && **counted).count();
        bits::subset(all as u64, zeros as u64)
    }
}

impl Source for Table {
    const IS_SEQUENCE: bool = false;

    fn rows(&self) -> usize {
        self.len()
    }

    fn numbers(&self) -> &[i64] {
        self.values()
    }

    fn fit_part(&self, limit: usize) -> (Vec<bool>, i64) {
        let sizes: Vec<i64> = self.points().map(|point| size_of(point, self.low())).collect();
        let size = self.size();
        let zeros_beyond =
            |bound: i64| sizes.iter().zip(self.values()).filter(|(size, value)| **size > bound && **value == 0).count();
        let bounds = [7, 6, 5].map(|tenths| (size / 10 * tenths + size % 10 * tenths / 10).max(3));
        let mut bound = bounds.into_iter().find(|&bound| zeros_beyond(bound) >= 4).unwrap_or(bounds[2]);
        if size <= 3 {
            bound = size - 1;
        }
        // The largest box with at most `limit` rows.
        if limit < sizes.len() {
            let mut sorted = sizes.clone();
            let (_, first_outside, _) = sorted.select_nth_unstable(limit);
            bound = bound.min(*first_outside - 1);
        }
        let last = self.low().iter().map(|low| low + bound).max().unwrap_or(bound);
        (sizes.iter().map(|&size| size <= bound).collect(), last)
    }

    fn rows_of(&self, keep: &[bool]) -> Self {
        self.part(keep)
    }

    fn as_outcomes(&self) -> Self {
        self.outcomes()
    }

    fn seen(self, subject: Subject) -> Fit<Self> {
        Fit::table(self, subject)
    }

    fn run(fit: &Fit<Self>, find: &Find, budget: &mut Budget) -> Option<Found> {
        match find {
            Find::Table(find) => Some(find(fit, budget)),
            Find::Sequence(_) => None,
        }
    }

    fn compare(&self, rule: &dyn Rule, counted: &[bool]) -> Tally {
        rule.compare_positions(self, counted)
    }

    fn further(&self, rule: &dyn Rule) -> Option<Said> {
        (!rule.reads_values()).then(|| rule.positions(&beyond(self)))
    }

    fn label_of(&self, row: usize) -> String {
        let numbers: Vec<String> = self.point(row).iter().map(i64::to_string).collect();
        format!("({})", numbers.join(", "))
    }

    fn last(&self) -> i64 {
        self.high().iter().copied().max().unwrap_or(0)
    }

    fn largest(&self) -> u64 {
        let numbers = self.values().iter().chain(self.low()).chain(self.high());
        numbers.map(|number| number.unsigned_abs()).max().unwrap_or(0)
    }

    fn set_bits(&self, counted: &[bool]) -> Bits {
        let symmetry = self.symmetry();
        let (mut all, mut zeros) = (0, 0);
        for (row, point) in self.points().enumerate() {
            if counted[row] && symmetry.represents(point) {
                all += 1;
                zeros += u64::from(self.values()[row] == 0);
            }
        }
        bits::subset(all, zeros)
    }
}

/// Positions with coordinates up to twice as large, whose values are not known: all of them, or 20,000 if they are
/// many.
fn beyond(table: &Table) -> Table {
    const MOST: u64 = 100_000;
    let low = table.low();
    let side = 2 * table.size().unsigned_abs() + 1;
    let all = (0..low.len()).try_fold(1u64, |cells, _| cells.checked_mul(side)).filter(|&cells| cells <= MOST);
    let mut random = Random(17);
    let points: Vec<i64> = match all {
        Some(cells) => (0..cells)
            .flat_map(|cell| low.iter().zip(0..).map(move |(low, i)| low + (cell / side.pow(i) % side) as i64))
            .collect(),
        None => (0..20_000).flat_map(|_| low).map(|low| low + random.below(side.min(1 << 31)) as i64).collect(),
    };
    let count = points.len() / low.len();
    Table::new(table.names().to_vec(), points, vec![0; count])
}

/// The largest amount by which a coordinate exceeds its least number.
fn size_of(point: &[i64], low: &[i64]) -> i64 {
    point.iter().zip(low).map(|(x, low)| x - low).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fit_parts_leave_something_to_check() {
        let sequence = Sequence { first: 1, values: (0..100).collect() };
        let (keep, last) = sequence.fit_part(usize::MAX);
        assert_eq!((keep.iter().filter(|&&kept| kept).count(), last), (67, 67));
        assert_eq!(sequence.fit_part(10).1, 10);
        let points: Vec<i64> = (0..11).flat_map(|a| (0..11).flat_map(move |b| [a, b])).collect();
        let values = points.chunks(2).map(|p| p[0] ^ p[1]).collect();
        let table = Table::new(vec!["a".into(), "b".into()], points, values);
        let (keep, last) = table.fit_part(usize::MAX);
        // Beyond 7 there are only three P-positions, beyond 6 there are four.
        assert_eq!((keep.iter().filter(|&&kept| kept).count(), last), (49, 6));
        assert_eq!(table.fit_part(40).1, 5);
    }
}
