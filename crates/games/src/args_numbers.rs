//! Arguments that are numbers, or ranges of numbers.

use crate::args::{Args, WrittenValue};
use crate::number;
use grundy_core::diagnostic::Blame;
use std::ops::RangeInclusive;

/// The maximum number of values in a list that contains ranges.
const MOST_IN_RANGES: u64 = 1 << 16;

impl Args {
    /// The single value of a parameter that must have been given; a number within `allowed`.
    pub fn integer(&self, key: &str, allowed: RangeInclusive<u64>) -> Result<u64, Blame> {
        match self.items(key) {
            [item] => integer(key, item, &allowed),
            _ => Err(self.blame(key, format!("`{key}` must be one number"), range_text(&allowed))),
        }
    }

    /// All values of a parameter as numbers within `allowed`, sorted and without repetitions. A value may be
    /// a number, or a range such as `4..=9`.
    pub fn integers(&self, key: &str, allowed: RangeInclusive<u64>) -> Result<Vec<u64>, Blame> {
        let mut numbers = Vec::new();
        for item in self.items(key) {
            let range = range(key, item, &allowed)?;
            let length = (range.end() - range.start()).saturating_add(1).saturating_add(numbers.len() as u64);
            if length > MOST_IN_RANGES && range.start() != range.end() {
                let text = format!("`{}` contains too many numbers", item.text);
                return Err(Blame::new(
                    item.span.clone(),
                    text,
                    format!("a range may contain at most {MOST_IN_RANGES} numbers"),
                ));
            }
            numbers.extend(range);
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    /// All values of a parameter as numbers within `allowed`, in the order in which they were written.
    pub fn numbers(&self, key: &str, allowed: RangeInclusive<u64>) -> Result<Vec<u64>, Blame> {
        self.items(key).iter().map(|item| integer(key, item, &allowed)).collect()
    }
}

/// A number, or a non-empty range `a..=b` or `a..b`.
fn range(key: &str, item: &WrittenValue, allowed: &RangeInclusive<u64>) -> Result<RangeInclusive<u64>, Blame> {
    let Some((first, last)) = item.text.split_once("..") else {
        return integer(key, item, allowed).map(|number| number..=number);
    };
    let end =
        |text: &str| integer(key, &WrittenValue { text: text.trim().to_string(), span: item.span.clone() }, allowed);
    let first = end(first)?;
    let last = match last.strip_prefix('=') {
        Some(last) => Some(end(last)?),
        None => end(last)?.checked_sub(1),
    };
    match last.filter(|&last| first <= last) {
        Some(last) => Ok(first..=last),
        None => {
            let text = format!("the range `{}` is empty", item.text);
            Err(Blame::new(item.span.clone(), text, "write a range as in `4..=9`, or `4..10`, which excludes 10"))
        }
    }
}

fn integer(key: &str, item: &WrittenValue, allowed: &RangeInclusive<u64>) -> Result<u64, Blame> {
    match number::any(&item.text) {
        Some(number) if allowed.contains(&number) => Ok(number),
        _ => {
            let text = format!("`{key}` cannot be {}", if item.text.is_empty() { "empty" } else { &item.text });
            Err(Blame::new(item.span.clone(), text, range_text(allowed)))
        }
    }
}

fn range_text(allowed: &RangeInclusive<u64>) -> String {
    match (*allowed.start(), *allowed.end()) {
        (low, u64::MAX) => format!("a whole number from {low}"),
        (low, high) => format!("a whole number from {low} to {high}"),
    }
}
