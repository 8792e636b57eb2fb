//! Values of a game whose positions are numbers.

use grundy_core::error::Error;

/// Consecutive values, the first of them at `first`. Outcomes are numbers, too: 0 for P and 1 for N.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    /// The label of the first value.
    pub first: i64,
    /// The values.
    pub values: Vec<i64>,
}

impl Sequence {
    /// The number of values.
    pub const fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no value.
    pub const fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The label of the value at an index.
    pub const fn label(&self, index: usize) -> i64 {
        self.first.saturating_add(index as i64)
    }

    /// The labels of all values.
    pub fn labels(&self) -> impl Iterator<Item = i64> + use<> {
        self.first..self.label(self.values.len())
    }

    /// The first `count` values.
    #[must_use]
    pub fn start(&self, count: usize) -> Sequence {
        Sequence { first: self.first, values: self.values[..count.min(self.values.len())].to_vec() }
    }

    /// 0 where the value is 0 (a P-position), 1 elsewhere.
    #[must_use]
    pub fn outcomes(&self) -> Sequence {
        Sequence { first: self.first, values: self.values.iter().map(|&value| i64::from(value != 0)).collect() }
    }

    /// The labels of the P-positions, in rising order.
    pub fn zeros(&self) -> Vec<i64> {
        self.labels().zip(&self.values).filter(|(_, value)| **value == 0).map(|(label, _)| label).collect()
    }

    /// Reads a file of lines `n,value`. The first line is a header if none of its cells begins like a number.
    ///
    /// # Errors
    /// Refuses a line that is not a pair of whole numbers, numbers beyond 2^60 (so that no difference overflows),
    /// labels that are not consecutive, and an empty file.
    pub fn read(text: &str) -> Result<Sequence, Error> {
        let mut sequence = Sequence { first: 0, values: Vec::new() };
        for (place, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.trim();
            let numbers = line.split_once(',').and_then(|(label, value)| {
                Some((label.trim().parse::<i64>().ok()?, value.trim().parse::<i64>().ok()?))
            });
            match numbers {
                _ if line.is_empty() => {}
                None if place == 0 && !begins_with_a_number(line) => {}
                None => return Err(refused(place, line, "a pair of whole numbers `n,value` is expected")),
                Some((label, value)) if [label, value].iter().any(|x| x.unsigned_abs() > 1 << 60) => {
                    return Err(refused(place, line, "numbers must not exceed 2^60"));
                }
                Some((label, value)) if sequence.is_empty() => {
                    sequence = Sequence { first: label, values: vec![value] }
                }
                Some((label, value)) => {
                    let next = sequence.label(sequence.len());
                    if label != next {
                        return Err(refused(place, line, &format!("the next line must be that of n = {next}")));
                    }
                    sequence.values.push(value);
                }
            }
        }
        if sequence.is_empty() {
            return Err(Error::Usage("the file has no line `n,value`".to_owned()));
        }
        Ok(sequence)
    }
}

/// Whether a cell of a line begins like a number: such a line is no header.
fn begins_with_a_number(line: &str) -> bool {
    line.split(',').any(|cell| cell.trim().starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)))
}

fn refused(place: usize, line: &str, why: &str) -> Error {
    Error::Usage(format!("line {} (`{line}`): {why}", place + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_and_refused() {
        let read = Sequence::read("n,value\r\n3,0\n4,7\n\n5,-1\n").expect("a good file");
        assert_eq!(read, Sequence { first: 3, values: vec![0, 7, -1] });
        assert_eq!(read.zeros(), [3]);
        for (bad, part) in [
            ("1,2\n3,4\n", "n = 2"),
            ("1,2\n2,x\n", "line 2"),
            ("n,value\n", "no line"),
            ("", "no line"),
            ("1,9223372036854775807", "2^60"),
            ("1,9223372036854775808", "whole numbers"),
            ("1,-1152921504606846977", "2^60"),
            ("-1152921504606846977,0", "2^60"),
            ("0,0.5\n1,1\n", "line 1"),
            ("0,1\n1,-0.5\n", "line 2"),
            ("0,1,2\n1,1,2\n", "line 1"),
            ("0;1\n1;1\n", "line 1"),
            ("1.0,2\n", "line 1"),
            ("n,value\nn,value\n0,1\n", "line 2"),
        ] {
            let message = Sequence::read(bad).expect_err(bad).to_string();
            assert!(message.contains(part), "{message}");
        }
    }
}
