//! Numerations: how numbers are written as words of digits, most significant first, without zeros in front.
//!
//! Besides the bases there are three with the weights of a recurrence. In all of them the words, sorted by length and
//! then by their first different digit, are those of 0, 1, 2, ...; so the numbers whose words begin alike and are
//! equally long are consecutive. A beginning of a word has a *type*, which says which digits may follow.

use std::fmt;
use std::sync::LazyLock;

/// The type of a beginning of a word. What may follow two beginnings with the same type is the same.
pub type WordType = u8;

/// More digits than any number of 64 bits has.
pub(super) const LONGEST: usize = 96;

/// A numeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Numeration(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kind {
    /// All digits below the base.
    Base(u8),
    /// Fibonacci numbers 1, 2, 3, 5, ...: no two ones beside one another (Zeckendorf, Bull. Soc. R. Sci. Liège 41
    /// (1972)).
    Fibonacci,
    /// 1, 2, 4, 7, ..., each the sum of three: no three ones beside one another. The type is the number of ones at the
    /// end.
    Tribonacci,
    /// 1, 2, 5, 12, ..., where u(k) = 2 u(k-1) + u(k-2): only 0 follows a 2, which is not the last digit (Ostrowski's
    /// numeration for the root of 2). The type is 1 after a 2.
    Pell,
}

/// The weights of the digits from the least significant one on, as far as they fit into 64 bits.
fn weights(first: &[u64], next: fn(&[u64]) -> Option<u64>) -> Vec<u64> {
    let mut weights = first.to_vec();
    while let Some(weight) = next(&weights[weights.len() - first.len()..]) {
        weights.push(weight);
    }
    weights
}

static FIBONACCI: LazyLock<Vec<u64>> = LazyLock::new(|| weights(&[1, 2], |last| last[0].checked_add(last[1])));

static TRIBONACCI: LazyLock<Vec<u64>> =
    LazyLock::new(|| weights(&[1, 2, 4], |last| last[0].checked_add(last[1])?.checked_add(last[2])));

static PELL: LazyLock<Vec<u64>> =
    LazyLock::new(|| weights(&[1, 2], |last| last[1].checked_mul(2)?.checked_add(last[0])));

impl Numeration {
    /// The words of Zeckendorf: sums of Fibonacci numbers.
    pub const ZECKENDORF: Self = Self(Kind::Fibonacci);
    /// Sums of Tribonacci numbers.
    pub const TRIBONACCI: Self = Self(Kind::Tribonacci);
    /// Sums of Pell numbers.
    pub const PELL: Self = Self(Kind::Pell);

    /// All numerations.
    pub fn all() -> impl Iterator<Item = Self> {
        (2..=10).filter_map(Self::base).chain([Self::ZECKENDORF, Self::TRIBONACCI, Self::PELL])
    }

    /// A base from 2 to 10; `None` for other numbers.
    pub fn base(base: u8) -> Option<Self> {
        (2..=10).contains(&base).then_some(Self(Kind::Base(base)))
    }

    /// The numeration with a name of Walnut: `msd_2`, ..., `msd_10`, `msd_fib`, `msd_trib`, `msd_pell`.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|numeration| numeration.name() == name)
    }

    /// Its name in files, which is that of Walnut.
    pub fn name(self) -> String {
        match self.0 {
            Kind::Base(base) => format!("msd_{base}"),
            Kind::Fibonacci => "msd_fib".to_string(),
            Kind::Tribonacci => "msd_trib".to_string(),
            Kind::Pell => "msd_pell".to_string(),
        }
    }

    /// The number of different digits, which are 0, 1, ....
    pub fn size(self) -> u8 {
        match self.0 {
            Kind::Base(base) => base,
            Kind::Fibonacci | Kind::Tribonacci => 2,
            Kind::Pell => 3,
        }
    }

    /// The weights of the digits; `None` for a base.
    fn weights(self) -> Option<&'static [u64]> {
        match self.0 {
            Kind::Base(_) => None,
            Kind::Fibonacci => Some(&FIBONACCI),
            Kind::Tribonacci => Some(&TRIBONACCI),
            Kind::Pell => Some(&PELL),
        }
    }

    /// The weight of the digit that this many digits follow; `None` beyond 64 bits.
    pub fn weight(self, place: usize) -> Option<u64> {
        match self.0 {
            Kind::Base(base) => u64::from(base).checked_pow(u32::try_from(place).ok()?),
            _ => self.weights()?.get(place).copied(),
        }
    }

    /// The word of a number; that of 0 is empty.
    ///
    /// ```
    /// use grundy_core::automaton::Numeration;
    ///
    /// assert_eq!(Numeration::ZECKENDORF.digits(11), [1, 0, 1, 0, 0]);
    /// assert_eq!(Numeration::base(10).unwrap().digits(2047), [2, 0, 4, 7]);
    /// ```
    pub fn digits(self, n: u64) -> Vec<u8> {
        let mut room = [0; LONGEST];
        let first = self.write_digits(n, &mut room);
        room[first..].to_vec()
    }

    /// Writes the word of a number at the end of some zeros; returns where it begins.
    #[inline]
    pub(super) fn write_digits(self, mut n: u64, room: &mut [u8; LONGEST]) -> usize {
        let mut first = LONGEST;
        if let Some(weights) = self.weights() {
            let length = weights.partition_point(|&weight| weight <= n);
            first -= length;
            // The largest weights come first; so no digit can be too large, and nothing is left in the end.
            for (digit, &weight) in room[first..].iter_mut().zip(weights[..length].iter().rev()) {
                while n >= weight {
                    (n, *digit) = (n - weight, *digit + 1);
                }
            }
        } else {
            let base = u64::from(self.size());
            while n > 0 {
                first -= 1;
                room[first] = (n % base) as u8;
                n /= base;
            }
        }
        first
    }

    /// The sum of the digits of a word, or of a beginning of one, times their weights. Zeros may stand in front.
    /// `None` if a digit cannot stand where it does, or if the sum does not fit into 64 bits.
    pub fn value(self, digits: &[u8]) -> Option<u64> {
        let (mut sum, mut kind) = (0u64, self.start());
        for (place, &digit) in (0..digits.len()).rev().zip(digits) {
            kind = self.after(kind, digit)?;
            if digit > 0 {
                sum = sum.checked_add(self.weight(place)?.checked_mul(digit.into())?)?;
            }
        }
        Some(sum)
    }

    /// The type of the empty beginning.
    pub fn start(self) -> WordType {
        0
    }

    /// The type after one more digit; `None` if this digit must not follow.
    #[inline]
    pub fn after(self, kind: WordType, digit: u8) -> Option<WordType> {
        match (self.0, kind, digit) {
            (Kind::Base(base), 0, digit) if digit < base => Some(0),
            (Kind::Fibonacci, 0 | 1, 0) | (Kind::Tribonacci, 0..=2, 0) | (Kind::Pell, 0 | 1, 0) => Some(0),
            (Kind::Fibonacci, 0, 1) | (Kind::Pell, 0, 2) => Some(1),
            (Kind::Tribonacci, 0 | 1, 1) => Some(kind + 1),
            (Kind::Pell, 0, 1) => Some(0),
            _ => None,
        }
    }

    /// The digits that may follow a beginning of a type, in ascending order, each with the type that it leads to.
    pub fn followers(self, kind: WordType) -> impl Iterator<Item = (u8, WordType)> {
        (0..self.size()).filter_map(move |digit| Some((digit, self.after(kind, digit)?)))
    }

    /// Whether a beginning of this type is a word.
    #[inline]
    pub fn ends(self, kind: WordType) -> bool {
        kind == 0 || self.0 != Kind::Pell
    }

    /// How many words of this length may follow a beginning of this type; `None` beyond 64 bits.
    ///
    /// ```
    /// use grundy_core::automaton::Numeration;
    ///
    /// // 000, 001, 010, 100, 101 after a 0; 000, 001, 010 after a 1.
    /// let numeration = Numeration::ZECKENDORF;
    /// let after_one = numeration.after(numeration.start(), 1).unwrap();
    /// assert_eq!((numeration.words(3, numeration.start()), numeration.words(3, after_one)), (Some(5), Some(3)));
    /// ```
    pub fn words(self, length: usize, kind: WordType) -> Option<u64> {
        // How many words follow each type, for the lengths 0, 1, ....
        let kinds = || (0..3).map(|kind| kind as WordType);
        let mut counts: Vec<Option<u64>> = kinds().map(|kind| Some(self.ends(kind).into())).collect();
        for _ in 0..length {
            let count = |kind| {
                let mut next = self.followers(kind).map(|(_, kind)| counts[usize::from(kind)]);
                next.try_fold(0u64, |sum, count| sum.checked_add(count?))
            };
            counts = kinds().map(count).collect();
        }
        counts.get(usize::from(kind)).copied().flatten()
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Base(base) => write!(f, "base {base}"),
            Kind::Fibonacci => f.write_str("Zeckendorf"),
            Kind::Tribonacci => f.write_str("Tribonacci"),
            Kind::Pell => f.write_str("Pell"),
        }
    }
}

/// The word of a number, which can go on to the next number.
#[derive(Debug, Clone)]
pub struct Word {
    numeration: Numeration,
    digits: Vec<u8>,
    /// The types before each digit, and after the last one.
    kinds: Vec<WordType>,
}

impl Word {
    /// The word of a number.
    pub fn of(numeration: Numeration, n: u64) -> Self {
        let digits = numeration.digits(n);
        let mut kinds = vec![numeration.start()];
        for &digit in &digits {
            // The digits of a number are allowed.
            kinds.push(numeration.after(kinds[kinds.len() - 1], digit).unwrap_or_default());
        }
        Self { numeration, digits, kinds }
    }

    /// The digits.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Goes on to the word of the next number. Returns the index of the first digit that changed; it is 0 if the word
    /// has become longer. All words together change only a few digits each, on average.
    pub fn advance(&mut self) -> usize {
        for place in (0..self.digits.len()).rev() {
            let left = self.digits.len() - place - 1;
            let larger = |&(digit, kind): &(u8, WordType)| {
                digit > self.digits[place] && (left > 0 || self.numeration.ends(kind))
            };
            if let Some((digit, kind)) = self.numeration.followers(self.kinds[place]).find(larger) {
                (self.digits[place], self.kinds[place + 1]) = (digit, kind);
                return place;
            }
            // After any beginning there may be zeros. They are the least digits.
            (self.digits[place], self.kinds[place + 1]) = (0, self.numeration.start());
        }
        let length = self.digits.len() + 1;
        *self = Self { digits: vec![0; length], kinds: vec![self.numeration.start(); length + 1], ..*self };
        self.digits[0] = 1;
        self.kinds[1] = self.numeration.after(self.kinds[0], 1).unwrap_or_default();
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether digits, of which the first is not 0, are a word, by the definitions.
    fn is_word(numeration: Numeration, digits: &[u8]) -> bool {
        let ones = |count: usize| digits.windows(count).any(|window| window.iter().all(|&digit| digit == 1));
        match numeration.0 {
            Kind::Base(_) => true,
            Kind::Fibonacci => !ones(2),
            Kind::Tribonacci => !ones(3),
            Kind::Pell => (0..digits.len()).all(|at| digits[at] < 2 || digits.get(at + 1) == Some(&0)),
        }
    }

    /// All words of a length, in order.
    fn all_words(numeration: Numeration, length: usize) -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        for _ in 0..length {
            let longer = |word: &Vec<u8>| (0..numeration.size()).map(|digit| [&word[..], &[digit]].concat()).collect();
            all = all.iter().flat_map(|word| -> Vec<Vec<u8>> { longer(word) }).collect();
        }
        all.retain(|word| word.first() != Some(&0) && is_word(numeration, word));
        all
    }

    #[test]
    fn words_in_order_are_those_of_the_numbers() {
        for numeration in Numeration::all() {
            let lengths = if numeration.size() < 4 { 0..=9 } else { 0..=3 };
            let words = lengths.flat_map(|length| all_words(numeration, length));
            let mut next = Word::of(numeration, 0);
            for (n, word) in (0..).zip(words) {
                assert_eq!(numeration.digits(n), word, "{numeration} {n}");
                assert_eq!(numeration.value(&word), Some(n), "{numeration} {n}");
                assert_eq!(numeration.value(&[&[0, 0][..], &word].concat()), Some(n), "{numeration} {n}");
                assert_eq!(next.digits(), word, "{numeration} {n}");
                let place = next.advance();
                let same = next.digits().iter().zip(&word).take_while(|(one, other)| one == other).count();
                assert_eq!(place, if next.digits().len() > word.len() { 0 } else { same }, "{numeration} {n}");
            }
        }
    }

    #[test]
    fn words_that_follow_are_counted() {
        for numeration in Numeration::all() {
            for beginning in (0..4).flat_map(|length| all_words(numeration, length)) {
                let kind = beginning.iter().try_fold(0, |kind, &digit| numeration.after(kind, digit)).unwrap();
                for length in 0..if numeration.size() < 4 { 5 } else { 2 } {
                    let whole = all_words(numeration, beginning.len() + length);
                    let mut after = whole.iter().filter(|word| word.starts_with(&beginning)).peekable();
                    if beginning.is_empty() && length > 0 {
                        continue;
                    }
                    let first = after.peek().map(|word| numeration.value(word).unwrap());
                    let zeros = [&beginning[..], &vec![0; length]].concat();
                    assert_eq!(
                        numeration.words(length, kind),
                        Some(after.count() as u64),
                        "{numeration} {beginning:?}"
                    );
                    assert!(
                        first.is_none_or(|first| numeration.value(&zeros) == Some(first)),
                        "{numeration} {zeros:?}"
                    );
                }
            }
            // All words with zeros in front, up to a length, are those of the numbers below the next weight.
            for length in 0..8 {
                assert_eq!(numeration.words(length, numeration.start()), numeration.weight(length), "{numeration}");
            }
        }
    }

    #[test]
    fn large_numbers_are_written_and_read() {
        for numeration in Numeration::all() {
            for n in [u64::MAX, u64::MAX - 1, 1 << 63, 10_u64.pow(18), 12_200_160_415_121_876_738] {
                assert_eq!(numeration.value(&numeration.digits(n)), Some(n), "{numeration} {n}");
                let mut word = Word::of(numeration, n - 1);
                word.advance();
                assert_eq!(word.digits(), numeration.digits(n), "{numeration} {n}");
            }
            let long = [&[1][..], &[0; LONGEST]].concat();
            assert_eq!((numeration.value(&long), numeration.words(200, 0)), (None, None));
            assert_eq!(Numeration::named(&numeration.name()), Some(numeration));
        }
        let wrong =
            [(Numeration::ZECKENDORF, [1, 1, 0]), (Numeration::TRIBONACCI, [1, 1, 2]), (Numeration::PELL, [2, 1, 0])];
        assert!(wrong.iter().all(|(numeration, digits)| numeration.value(digits).is_none()));
        assert_eq!((Numeration::PELL.value(&[1, 2]), Numeration::PELL.ends(1)), (Some(4), false));
        assert_eq!((Numeration::base(1), Numeration::base(11), Numeration::named("msd_11")), (None, None, None));
    }
}
