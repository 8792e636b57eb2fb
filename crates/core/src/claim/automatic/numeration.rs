//! Numerations: how numbers are written with digits.
//!
//! The digit at place i counts U(i). In base k, U(i) = k^i. In Zeckendorf's numeration, U = 1, 2, 3, 5, 8, ..., the
//! digits are 0 and 1, and no two ones are adjacent. In Pell's, U = 1, 2, 5, 12, 29, ..., the digits are 0, 1, 2, a 2
//! is followed by a 0, and the last digit is not 2. In each of them every number has exactly one word, apart from
//! leading zeros (`docs/theorems.md`).

use super::automaton::{Alphabet, Automaton, Budget, Stopped};
use std::fmt;

/// A numeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numeration {
    /// Base k, from 2 to 10.
    Base(u32),
    /// Sums of Fibonacci numbers that are not neighbours (E. Zeckendorf, Bull. Soc. Roy. Sci. Liege 41 (1972)).
    Zeckendorf,
    /// Sums of Pell numbers (the numeration of Ostrowski for the square root of 2).
    Pell,
}

impl Numeration {
    /// Reads `base 2`, ..., `base 10`, `zeckendorf` or `pell`, as certificates say it; and `msd_2`, ..., `msd_fib`,
    /// `msd_pell`, as the program Walnut does.
    pub fn read(name: &str) -> Option<Self> {
        let base = |digits: &str| digits.parse().ok().filter(|base| (2..=10).contains(base)).map(Self::Base);
        match name {
            "zeckendorf" | "msd_fib" => Some(Self::Zeckendorf),
            "pell" | "msd_pell" => Some(Self::Pell),
            _ => base(name.strip_prefix("base ").or_else(|| name.strip_prefix("msd_"))?),
        }
    }

    /// The number of digits: they are 0, 1, ..., one below this.
    pub fn digits(self) -> usize {
        match self {
            Self::Base(base) => base as usize,
            Self::Zeckendorf => 2,
            Self::Pell => 3,
        }
    }

    /// a and b of U(i + 1) = a U(i) + b U(i - 1).
    pub(super) fn recurrence(self) -> (i64, i64) {
        match self {
            Self::Base(base) => (base.into(), 0),
            Self::Zeckendorf => (1, 1),
            Self::Pell => (2, 1),
        }
    }

    /// U(-1) = (U(1) - a U(0)) / b; 0 where it does not matter.
    pub(super) fn before(self) -> i64 {
        if self == Self::Zeckendorf { 1 } else { 0 }
    }

    /// The letters of words for so many numbers.
    pub(super) fn alphabet(self, tracks: usize) -> Alphabet {
        Alphabet { digits: self.digits(), tracks }
    }

    /// The digits of a number; none for 0.
    pub fn word(self, number: u64) -> Vec<usize> {
        let (a, b) = self.recurrence();
        // U(i), up to the number.
        let mut units: Vec<u128> = vec![1];
        let mut two = (self.before() as u128, 1u128);
        loop {
            two = (two.1, a as u128 * two.1 + b as u128 * two.0);
            if two.1 > number.into() {
                break;
            }
            units.push(two.1);
        }
        let mut rest = u128::from(number);
        let mut word = Vec::new();
        for unit in units.into_iter().rev() {
            word.push((rest / unit) as usize);
            rest %= unit;
        }
        if number == 0 { Vec::new() } else { word }
    }

    /// The number of a word; `None` if it is too large.
    pub(super) fn number(self, word: impl DoubleEndedIterator<Item = usize>) -> Option<u128> {
        let (a, b) = self.recurrence();
        let mut two = (self.before() as u128, 1u128);
        let mut number = 0u128;
        let mut is_too_large = false;
        for digit in word.rev() {
            if digit > 0 && is_too_large {
                return None;
            }
            if digit > 0 {
                number = number.checked_add(two.1.checked_mul(digit as u128)?)?;
            }
            let next = two.1.checked_mul(a as u128).and_then(|next| next.checked_add(b as u128 * two.0));
            is_too_large |= next.is_none();
            two = (two.1, next.unwrap_or(two.1));
        }
        Some(number)
    }

    /// The automaton that accepts the words of numbers, leading zeros allowed.
    pub(super) fn words(self, budget: Budget<'_>) -> Result<Automaton, Stopped> {
        let largest = self.digits() - 1;
        // The key is the last digit.
        let step = |last: &usize, letter: usize| {
            Ok(match self {
                Self::Base(_) => Some(0),
                _ if *last == largest && letter > 0 => None,
                _ if letter == largest => Some(largest),
                _ => Some(0),
            })
        };
        let accepts = |last: &usize| self != Self::Pell || *last != largest;
        Automaton::explore(self.alphabet(1), 0, budget, step, accepts)
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base(base) => write!(f, "base {base}"),
            Self::Zeckendorf => f.write_str("zeckendorf"),
            Self::Pell => f.write_str("pell"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::FREE;

    /// Every number below 1000 has one word among all words, and it is the one that `word` gives.
    #[test]
    fn every_number_has_one_word() {
        for numeration in [Numeration::Base(2), Numeration::Base(10), Numeration::Zeckendorf, Numeration::Pell] {
            let words = numeration.words(Budget { transitions: 100, control: &FREE }).unwrap();
            assert!(words.ignores_leading_zeros());
            let mut open = vec![Vec::new()];
            let mut seen = std::collections::BTreeMap::new();
            while let Some(word) = open.pop() {
                let number = numeration.number(word.iter().copied()).unwrap();
                if number >= 1000 || word.len() > 20 {
                    continue;
                }
                if words.accepts(word.iter().copied()) && word.first() != Some(&0) {
                    assert_eq!(seen.insert(number, word.clone()), None, "{numeration}: {number}");
                }
                let more = |digit: usize| [&word[..], &[digit]].concat();
                open.extend((usize::from(word.is_empty())..numeration.digits()).map(more));
            }
            let expected: Vec<_> = (0..1000).map(|n| (u128::from(n), numeration.word(n))).collect();
            assert_eq!(seen.into_iter().collect::<Vec<_>>(), expected, "{numeration}");
        }
    }

    #[test]
    fn names_are_read() {
        for name in ["base 2", "base 10", "zeckendorf", "pell"] {
            assert_eq!(Numeration::read(name).unwrap().to_string(), name);
        }
        assert_eq!(Numeration::read("msd_3"), Some(Numeration::Base(3)));
        assert_eq!(["base 1", "base 11", "lsd_2", ""].map(Numeration::read), [None; 4]);
    }
}
