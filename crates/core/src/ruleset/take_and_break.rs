//! Take-and-break codes in octal or hexadecimal notation.
//!
//! In the code `d0.d1d2d3...`, the digit `dk` says what a move that removes `k` tokens may leave: bit 1 no
//! heap, bit 2 one heap, bit 4 two heaps, bit 8 three heaps, all of them non-empty. Guy and Smith, "The
//! G-values of various games", Proc. Cambridge Philos. Soc. 52 (1956); Winning Ways ch. 4.

use super::visit::Visit;
use std::fmt;
use std::ops::ControlFlow;

/// A take-and-break code, possibly with a repeating tail: `0.77`, `4.3`, `0.12(37)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeAndBreak {
    start: u8,
    digits: Vec<u8>,
    tail: Vec<u8>,
}

/// The reason why a text is not a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotACode {
    /// The byte offset of the mistake in the text.
    pub at: usize,
    /// What is wrong.
    pub message: String,
    /// What is allowed.
    pub help: &'static str,
}

impl TakeAndBreak {
    /// Reads `d0.digits` or `d0.digits(tail)`. A missing d0 means 0.
    ///
    /// # Errors
    /// A digit outside 0-9A-F, a d0 other than 0, 4, 8 or C, a missing point, no digits, or a tail that is
    /// empty, not closed or not at the end.
    pub fn parse(text: &str) -> Result<Self, NotACode> {
        let fail = |at, message: String, help| Err(NotACode { at, message, help });
        let Some((head, rest)) = text.split_once('.') else {
            return fail(0, format!("`{text}` has no point"), "a code looks like 0.77, 4.3 or 0.12(37)");
        };
        let start = match head {
            "" | "0" => 0,
            "4" => 4,
            "8" => 8,
            "C" | "c" => 12,
            _ => {
                let help = "0, 4, 8 or C: a move that removes no token can only split a heap";
                return fail(0, format!("d0 cannot be `{head}`"), help);
            }
        };
        let (mut digits, mut tail, mut in_tail, mut closed) = (Vec::new(), Vec::new(), false, false);
        for (index, letter) in rest.char_indices() {
            let at = head.len() + 1 + index;
            match letter.to_digit(16) {
                _ if closed => {
                    return fail(at, format!("`{letter}` follows the repeating tail"), "the code must end with `)`");
                }
                Some(digit) if in_tail => tail.push(digit as u8),
                Some(digit) => digits.push(digit as u8),
                None if letter == '(' && !in_tail => in_tail = true,
                None if letter == ')' && in_tail && !tail.is_empty() => closed = true,
                None => return fail(at, format!("`{letter}` is not a digit here"), "digits are 0-9 and A-F"),
            }
        }
        if in_tail && !closed {
            return fail(text.len(), "the repeating tail is not closed".to_string(), "the code must end with `)`");
        }
        if digits.is_empty() && tail.is_empty() {
            return fail(text.len(), "there are no digits after the point".to_string(), "write digits, as in 0.77");
        }
        Ok(Self::new(start, digits, tail))
    }

    /// The code whose digit is `digit` at the given places (from 1 on), and 0 elsewhere.
    pub fn at_places(places: &[u64], digit: u8) -> Self {
        let mut digits = vec![0; places.iter().max().map_or(0, |&last| last as usize)];
        for &place in places {
            digits[place as usize - 1] = digit;
        }
        Self::new(0, digits, Vec::new())
    }

    /// The code whose digit is 0 at the given places, and `digit` at all others (from 1 on).
    pub fn without_places(places: &[u64], digit: u8) -> Self {
        let mut digits = vec![digit; places.iter().max().map_or(0, |&last| last as usize)];
        for &place in places {
            digits[place as usize - 1] = 0;
        }
        Self::new(0, digits, vec![digit])
    }

    /// The code with the digit `start` at place 0 and the others from place 1 on.
    pub fn of_digits(start: u8, digits: Vec<u8>) -> Self {
        Self::new(start, digits, Vec::new())
    }

    fn new(start: u8, mut digits: Vec<u8>, mut tail: Vec<u8>) -> Self {
        if tail.iter().all(|&digit| digit == 0) {
            tail.clear();
        }
        while tail.is_empty() && digits.last() == Some(&0) {
            digits.pop();
        }
        // 0.3(3), 0.(33) and 0.(3) are the same game. Use the shortest tail, starting as early as possible.
        let root = (1..=tail.len()).find(|&length| {
            tail.len().is_multiple_of(length) && tail.iter().zip(tail.iter().skip(length)).all(|(a, b)| a == b)
        });
        tail.truncate(root.unwrap_or(0));
        while !tail.is_empty() && digits.last() == tail.last() {
            digits.pop();
            tail.rotate_right(1);
        }
        Self { start, digits, tail }
    }

    /// The digit at place `k`: what a move that removes `k` tokens may leave.
    #[inline]
    pub fn digit(&self, k: u64) -> u8 {
        let Some(index) = (k as usize).checked_sub(1) else { return self.start };
        match (self.digits.get(index), self.tail.len()) {
            (Some(&digit), _) => digit,
            (None, 0) => 0,
            (None, length) => self.tail[(index - self.digits.len()) % length],
        }
    }

    /// The digits from place 0 on, and those that repeat after them.
    pub fn digits(&self) -> (Vec<u8>, &[u8]) {
        (std::iter::once(self.start).chain(self.digits.iter().copied()).collect(), &self.tail)
    }

    /// The place of the last non-zero digit (0 if all digits from place 1 on are 0); `None` if there is a
    /// repeating tail.
    pub fn last_place(&self) -> Option<u64> {
        self.tail.is_empty().then_some(self.digits.len() as u64)
    }

    /// The maximum number of heaps that a move can leave.
    pub fn most_heaps(&self) -> u64 {
        let all = self.digits.iter().chain(&self.tail).fold(self.start, |all, digit| all | digit);
        if all == 0 { 0 } else { u64::from(all.ilog2()) }
    }

    /// Calls `visit` for every option of a heap of `n` tokens, with the heaps that the move leaves.
    pub fn options(&self, n: u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
        for k in 0..=self.last_place().unwrap_or(n).min(n) {
            let digit = self.digit(k);
            let rest = n - k;
            if digit & 1 != 0 && rest == 0 {
                visit(&[])?;
            }
            if digit & 2 != 0 && rest >= 1 {
                visit(&[rest])?;
            }
            if digit & 4 != 0 {
                (1..=rest / 2).try_for_each(|a| visit(&[a, rest - a]))?;
            }
            if digit & 8 != 0 {
                for a in 1..=rest / 3 {
                    (a..=(rest - a) / 2).try_for_each(|b| visit(&[a, b, rest - a - b]))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl fmt::Display for TakeAndBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}.", self.start)?;
        self.digits.iter().try_for_each(|digit| write!(f, "{digit:X}"))?;
        if !self.tail.is_empty() {
            f.write_str("(")?;
            self.tail.iter().try_for_each(|digit| write!(f, "{digit:X}"))?;
            f.write_str(")")?;
        } else if self.digits.is_empty() {
            f.write_str("0")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(code: &str, n: u64) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        let _ = TakeAndBreak::parse(code).unwrap().options(n, &mut |option| {
            all.push(option.to_vec());
            ControlFlow::Continue(())
        });
        all
    }

    #[test]
    fn options_follow_the_digits() {
        assert_eq!(options("0.77", 1), [Vec::<u64>::new()]);
        assert_eq!(options("0.77", 3), [vec![2], vec![1, 1], vec![1]]);
        assert_eq!(options("0.07", 2), [Vec::<u64>::new()]);
        assert_eq!(options("4.0", 4), [vec![1, 3], vec![2, 2]]);
        assert_eq!(options("0.008", 6), [vec![1, 1, 1]]);
        assert_eq!(options("8.0", 5), [vec![1, 1, 3], vec![1, 2, 2]]);
        assert_eq!(options("0.(3)", 3), [vec![2], vec![1], vec![]]);
        assert_eq!(options("0.0(02)", 7), [vec![4], vec![2]]);
        assert!(options("0.77", 0).is_empty());
    }

    #[test]
    fn canonical_text() {
        for (text, canonical) in [
            ("0.770", "0.77"),
            (".77", "0.77"),
            ("c.3f", "C.3F"),
            ("0.12(37)", "0.12(37)"),
            ("0.0(0)", "0.0"),
            ("0.30(03)", "0.30(03)"),
            ("0.30(30)", "0.(30)"),
            ("0.3(33)", "0.(3)"),
            ("0.12(372)", "0.1(237)"),
            ("0.1(2121)", "0.(12)"),
        ] {
            assert_eq!(TakeAndBreak::parse(text).unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn structure_of_a_code() {
        let facts = |text| {
            let code = TakeAndBreak::parse(text).unwrap();
            (code.last_place(), code.most_heaps())
        };
        assert_eq!(facts("0.77"), (Some(2), 2));
        assert_eq!(facts("0.1"), (Some(1), 0));
        assert_eq!(facts("0.3330"), (Some(3), 1));
        assert_eq!(facts("8.3"), (Some(1), 3));
        assert_eq!(facts("0.0F"), (Some(2), 3));
        assert_eq!(facts("0.(3)"), (None, 1));
    }

    #[test]
    fn mistakes_are_placed() {
        for (text, at) in [
            ("77", 0),
            ("1.7", 0),
            ("0.7x", 3),
            ("0.7(", 4),
            ("0.7()", 4),
            ("0.(3)1", 5),
            ("0.", 2),
            ("0.7)", 3),
            ("5", 0),
        ] {
            assert_eq!(TakeAndBreak::parse(text).unwrap_err().at, at, "{text}");
        }
    }
}
