//! Axes: where numbers are placed, and which of them are labelled.

/// How numbers are laid out along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Evenly, with a little space at both ends.
    Linear,
    /// Evenly, with a cell for each number, and no space at the ends.
    Cells,
    /// Logarithmically. 0 has a place of its own before 1.
    Log,
}

/// The numbers `first`, ..., `last` along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    kind: Kind,
    first: u64,
    last: u64,
}

/// An axis: its scale, its label, and the names of its numbers, if they have names.
#[derive(Debug, Clone)]
pub struct Axis {
    /// The placement of numbers.
    pub scale: Scale,
    /// The quantity that the axis shows.
    pub label: String,
    /// Names that replace the numbers 0, 1, ....
    pub names: &'static [&'static str],
}

impl Axis {
    /// An axis of numbers.
    pub fn new(scale: Scale, label: impl Into<String>) -> Self {
        Self { scale, label: label.into(), names: &[] }
    }
}

/// The two axes of a chart.
#[derive(Debug, Clone)]
pub struct Axes {
    /// From left to right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
}

/// A number that is marked on an axis, with its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tick {
    /// The number.
    pub number: u64,
    /// The label.
    pub label: String,
}

/// The number of fractional bits of a logarithm.
const BITS: u32 = 16;

/// The distance from 0 to 1 on a logarithmic axis: half a power of ten.
const ZERO: i64 = 108_853;

impl Scale {
    /// An even scale, with a little space at both ends.
    pub fn linear(first: u64, last: u64) -> Self {
        Self { kind: Kind::Linear, first, last: last.max(first) }
    }

    /// A scale of cells for the numbers 0, ..., `count` - 1.
    pub fn cells(count: u64) -> Self {
        Self::cells_from(0, count)
    }

    /// A scale of cells for `count` numbers from `first` on.
    pub fn cells_from(first: u64, count: u64) -> Self {
        Self { kind: Kind::Cells, first, last: first.saturating_add(count.max(1) - 1) }
    }

    /// A logarithmic scale.
    pub fn log(first: u64, last: u64) -> Self {
        Self { kind: Kind::Log, first: first.min(last), last: last.max(first.saturating_add(1)) }
    }

    /// The share of a number between the first and the last one, of `whole`: 0 for the first, `whole` for the last.
    pub fn share(&self, number: u64, whole: i64) -> i64 {
        let number = number.clamp(self.first, self.last);
        let (part, all) = match self.kind {
            Kind::Log => (log(number) - log(self.first), log(self.last) - log(self.first)),
            _ => ((number - self.first) as i64, (self.last - self.first) as i64),
        };
        (i128::from(part) * i128::from(whole) / i128::from(all.max(1))) as i64
    }

    /// The place of a number on an axis of the given length: the middle of its cell, if it has one.
    pub fn at(&self, number: u64, length: i64) -> i64 {
        let number = number.clamp(self.first, self.last);
        let share = |part: i128, whole: i128, length: i64| (part * i128::from(length) / whole.max(1)) as i64;
        match self.kind {
            Kind::Cells => (self.edge(number, length) + self.edge(number + 1, length)) / 2,
            Kind::Linear => {
                let room = length / 50;
                if self.first == self.last {
                    return length / 2;
                }
                let whole = i128::from(self.last - self.first);
                room + share(i128::from(number - self.first), whole, length - 2 * room)
            }
            Kind::Log => {
                let room = length / 50;
                let begin = log(self.first);
                let whole = i128::from(log(self.last) - begin);
                room + share(i128::from(log(number) - begin), whole, length - 2 * room)
            }
        }
    }

    /// The start of a number's cell.
    pub fn edge(&self, number: u64, length: i64) -> i64 {
        let count = i128::from(self.last - self.first) + 1;
        (i128::from(number.saturating_sub(self.first)) * i128::from(length) / count) as i64
    }

    /// Ticks with at most `most` labels.
    pub fn ticks(&self, most: usize) -> Vec<Tick> {
        let tick = |number: u64| Tick { number, label: grouped(number) };
        match self.kind {
            Kind::Linear | Kind::Cells => {
                let step = step(self.last - self.first, most.max(2) as u64);
                let from = self.first.div_ceil(step);
                (from..=self.last / step).map(|multiple| tick(multiple * step)).collect()
            }
            Kind::Log => self.log_ticks(most),
        }
    }

    /// Powers of ten, with more digits between them if there are few powers: 1 to 9, or 2 and 5.
    fn log_ticks(&self, most: usize) -> Vec<Tick> {
        let powers: Vec<u64> = (0..20).filter_map(|exponent| 10u64.checked_pow(exponent)).collect();
        let shown = |&number: &u64| self.first <= number && number <= self.last;
        let between = |digits: &[u64]| -> Vec<u64> {
            let products = powers.iter().flat_map(|power| digits.iter().filter_map(|digit| power.checked_mul(*digit)));
            products.filter(shown).collect()
        };
        let choices = [&[1, 2, 3, 4, 5, 6, 7, 8, 9][..], &[1, 2, 5]].map(between);
        let fits = choices.into_iter().find(|numbers| numbers.len() <= most);
        let mut numbers = fits.unwrap_or_else(|| between(&[1]));
        let every = numbers.len().div_ceil(most.max(2));
        numbers = numbers.into_iter().step_by(every.max(1)).collect();
        numbers.splice(0..0, (self.first == 0).then_some(0));
        // One notation for all: powers of ten with exponents, if all are powers and some are large.
        let raised = numbers.iter().any(|&number| number >= LARGE) && numbers.iter().all(|&number| is_power(number));
        let label = |number| if raised { shortened(number) } else { grouped(number) };
        numbers.into_iter().map(|number| Tick { number, label: label(number) }).collect()
    }
}

/// The smallest of 1, 2, 5, 10, ... with at most `most` multiples in a range.
fn step(range: u64, most: u64) -> u64 {
    let steps = (0..19).flat_map(|exponent| [1, 2, 5].map(|digit| digit * 10u64.pow(exponent)));
    steps.into_iter().find(|step| range / step < most).unwrap_or(10u64.pow(19))
}

/// A logarithm to base 2 with [`BITS`] fractional bits, computed bit by bit by repeated squaring. 0 has a
/// special value.
fn log(number: u64) -> i64 {
    let Some(exponent) = number.checked_ilog2() else { return -ZERO };
    // Between 1 and 2, with 63 fractional bits.
    let mut part = u128::from(number << (63 - exponent));
    let mut logarithm = i64::from(exponent);
    for _ in 0..BITS {
        part = (part * part) >> 63;
        logarithm <<= 1;
        if part >> 64 > 0 {
            part >>= 1;
            logarithm |= 1;
        }
    }
    logarithm
}

/// A number with commas between groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number, with commas between groups of digits, and the thing that is counted.
pub fn grouped_count(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// Numbers from here on are large: powers of ten are written with exponents.
const LARGE: u64 = 100_000;

/// Whether the number is 0 or a power of ten.
fn is_power(number: u64) -> bool {
    number.checked_ilog10().is_none_or(|exponent| 10u64.pow(exponent) == number)
}

/// Writes powers of ten from 10² on with an exponent.
fn shortened(number: u64) -> String {
    let exponent = number.checked_ilog10().filter(|&exponent| exponent >= 2 && is_power(number));
    let Some(exponent) = exponent else { return grouped(number) };
    let raised = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = exponent.to_string();
    let raised = digits.bytes().map(|digit| raised[usize::from(digit - b'0')]);
    std::iter::once('1').chain(std::iter::once('0')).chain(raised).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, most: usize) -> String {
        scale.ticks(most).into_iter().map(|tick| tick.label).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn logarithms_are_those_of_the_numbers() {
        for exponent in 0..64 {
            assert_eq!(log(1 << exponent), i64::from(exponent) << BITS);
        }
        // log2(10) = 3.32192809...
        assert_eq!(log(10), 217_705);
        assert!((log(0) + log(10) / 2).abs() <= 1);
        assert!((1..2000).all(|number| log(number) < log(number + 1)) && log(u64::MAX) < 64 << BITS);
    }

    #[test]
    fn ticks_are_few_and_round() {
        assert_eq!(labels(Scale::linear(0, 1000), 6), "0 200 400 600 800 1,000");
        assert_eq!(labels(Scale::linear(1, 9), 10), "1 2 3 4 5 6 7 8 9");
        assert_eq!(labels(Scale::linear(7, 7), 5), "7");
        assert_eq!(labels(Scale::cells(64), 8), "0 10 20 30 40 50 60");
        assert_eq!(labels(Scale::cells_from(1, 64), 8), "10 20 30 40 50 60");
        assert_eq!(labels(Scale::log(1, 10_000_000), 9), "1 10 10² 10³ 10⁴ 10⁵ 10⁶ 10⁷");
        assert_eq!(labels(Scale::log(0, 300), 9), "0 1 2 5 10 20 50 100 200");
        assert_eq!(labels(Scale::log(4, 28), 12), "4 5 6 7 8 9 10 20");
        assert!(Scale::linear(0, u64::MAX).ticks(6).len() <= 6);
        assert!(Scale::log(0, u64::MAX).ticks(8).len() <= 9);
    }

    #[test]
    fn places_grow_and_stay_inside() {
        for scale in [Scale::linear(3, 1000), Scale::cells(1001), Scale::log(0, 1000), Scale::linear(0, u64::MAX - 1)] {
            let places: Vec<i64> = (0..=1000).map(|number| scale.at(number, 6000)).collect();
            assert!(places.is_sorted() && places[0] >= 0 && places[1000] <= 6000, "{scale:?}");
        }
        assert_eq!((Scale::cells(4).at(0, 400), Scale::cells_from(3, 4).at(3, 400)), (50, 50));
        assert_eq!(Scale::linear(5, 5).at(5, 400), 200);
    }
}
