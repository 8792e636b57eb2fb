//! Automata that read the digits of numbers, most significant first, and give a value in the state where they end.
//!
//! J.-P. Allouche and J. Shallit, *Automatic Sequences*, Cambridge University Press 2003. Several numbers are read in
//! parallel, filled up with leading zeros.

use std::collections::BTreeMap;

/// How numbers are written with digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numeration {
    /// In a base of at least 2.
    Base(u8),
    /// As sums of Fibonacci numbers, no two of them consecutive (E. Zeckendorf 1972).
    Zeckendorf,
    /// As sums of Tribonacci numbers, no three of them consecutive.
    Tribonacci,
    /// With the Pell numbers 1, 2, 5, 12, ... and digits up to 2, where a 0 follows each 2 (A. Ostrowski 1922).
    Pell,
}

impl Numeration {
    /// All numerations that are tried.
    pub const ALL: [Numeration; 12] = [
        Numeration::Base(2),
        Numeration::Base(3),
        Numeration::Base(4),
        Numeration::Base(5),
        Numeration::Base(6),
        Numeration::Base(7),
        Numeration::Base(8),
        Numeration::Base(9),
        Numeration::Base(10),
        Numeration::Zeckendorf,
        Numeration::Tribonacci,
        Numeration::Pell,
    ];

    /// Its name: `base 2`, `Zeckendorf`.
    pub fn name(self) -> String {
        match self {
            Numeration::Base(base) => format!("base {base}"),
            Numeration::Zeckendorf => "Zeckendorf".to_owned(),
            Numeration::Tribonacci => "Tribonacci".to_owned(),
            Numeration::Pell => "Pell".to_owned(),
        }
    }

    /// Its name in Walnut: `msd_2`, `msd_fib`.
    pub fn walnut(self) -> String {
        match self {
            Numeration::Base(base) => format!("msd_{base}"),
            Numeration::Zeckendorf => "msd_fib".to_owned(),
            Numeration::Tribonacci => "msd_trib".to_owned(),
            Numeration::Pell => "msd_pell".to_owned(),
        }
    }

    /// What a digit 1 is worth at each place, from the last place on, as far as these numbers have 63 bits.
    pub fn places(self) -> Vec<i64> {
        let mut places: Vec<i64> = match self {
            Numeration::Base(_) => vec![1],
            Numeration::Zeckendorf | Numeration::Pell => vec![1, 2],
            Numeration::Tribonacci => vec![1, 2, 4],
        };
        let next = |places: &[i64]| {
            let [c, b, a] = [1, 2, 3].map(|back| places.len().checked_sub(back).map_or(0, |i| places[i]));
            match self {
                Numeration::Base(base) => c.checked_mul(i64::from(base)),
                Numeration::Zeckendorf => c.checked_add(b),
                Numeration::Tribonacci => c.checked_add(b)?.checked_add(a),
                Numeration::Pell => c.checked_mul(2)?.checked_add(b),
            }
        };
        while let Some(place) = next(&places) {
            places.push(place);
        }
        places
    }

    /// The digits of a number, most significant first, none for 0; `None` for a negative number.
    pub fn digits(self, number: i64) -> Option<Vec<u8>> {
        self.digits_with(&self.places(), number)
    }

    /// The digits of a number, if the worth of the places is known.
    fn digits_with(self, places: &[i64], number: i64) -> Option<Vec<u8>> {
        let mut rest = (number >= 0).then_some(number)?;
        let used = places.iter().take_while(|&&place| place <= rest).count();
        let digits = places[..used].iter().rev().map(|place| {
            let digit = rest / place;
            rest %= place;
            digit as u8
        });
        Some(digits.collect())
    }

    /// The digits that may follow a word of a type, each with the type of the longer word. The empty word has type 0.
    pub fn following(self, kind: u8) -> Vec<(u8, u8)> {
        match (self, kind) {
            (Numeration::Base(base), _) => (0..base).map(|digit| (digit, 0)).collect(),
            (Numeration::Tribonacci, 0 | 1) => vec![(0, 0), (1, kind + 1)],
            (Numeration::Zeckendorf, 0) => vec![(0, 0), (1, 1)],
            (Numeration::Pell, 0) => vec![(0, 0), (1, 0), (2, 1)],
            _ => vec![(0, 0)],
        }
    }

    /// Whether a word of this type may be the end of a number.
    pub const fn may_end(self, kind: u8) -> bool {
        !(matches!(self, Numeration::Pell) && kind == 1)
    }
}

/// An automaton with outputs. The state 0 is the first one, and stays the same while leading zeros are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    /// How numbers are written.
    pub numeration: Numeration,
    /// How many numbers are read in parallel.
    pub dimensions: usize,
    /// For each state, where the digits lead, one digit of each number.
    pub transitions: Vec<BTreeMap<Vec<u8>, usize>>,
    /// The value of each state.
    pub outputs: Vec<i64>,
    /// What a digit 1 is worth at each place.
    places: Vec<i64>,
}

impl Automaton {
    /// An automaton with these transitions and outputs, one of each for each state.
    pub fn new(
        numeration: Numeration,
        dimensions: usize,
        transitions: Vec<BTreeMap<Vec<u8>, usize>>,
        outputs: Vec<i64>,
    ) -> Automaton {
        Automaton { numeration, dimensions, transitions, outputs, places: numeration.places() }
    }

    /// The number of states.
    pub const fn len(&self) -> usize {
        self.outputs.len()
    }

    /// Whether there is no state.
    pub const fn is_empty(&self) -> bool {
        self.outputs.is_empty()
    }

    /// The value at a point; `None` for a negative coordinate, or where no transition is known.
    pub fn value(&self, point: &[i64]) -> Option<i64> {
        let digits: Option<Vec<Vec<u8>>> =
            point.iter().map(|&x| self.numeration.digits_with(&self.places, x)).collect();
        let digits = digits?;
        let length = digits.iter().map(Vec::len).max()?;
        let mut state = 0;
        let mut step = vec![0; point.len()];
        for place in 0..length {
            for (digit, word) in step.iter_mut().zip(&digits) {
                *digit = (place + word.len()).checked_sub(length).map_or(0, |i| word[i]);
            }
            state = *self.transitions.get(state)?.get(&step)?;
        }
        self.outputs.get(state).copied()
    }

    /// The text of a word automaton for Walnut (H. Mousavi, *Automatic theorem proving in Walnut*, arXiv 1603.06017): the
    /// numerations, then each state with its output and its transitions.
    pub fn walnut(&self) -> String {
        let mut text = vec![self.numeration.walnut(); self.dimensions].join(" ");
        text.push_str("\n\n");
        for (state, (output, steps)) in self.outputs.iter().zip(&self.transitions).enumerate() {
            text.push_str(&format!("{state} {output}\n"));
            for (digits, target) in steps {
                let digits: Vec<String> = digits.iter().map(u8::to_string).collect();
                text.push_str(&format!("{} -> {target}\n", digits.join(" ")));
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_their_digits() {
        assert_eq!(Numeration::Base(3).digits(17), Some(vec![1, 2, 2]));
        assert_eq!(Numeration::Zeckendorf.digits(17), Some(vec![1, 0, 0, 1, 0, 1]));
        assert_eq!(Numeration::Tribonacci.digits(6), Some(vec![1, 1, 0]));
        assert_eq!(Numeration::Pell.digits(11), Some(vec![2, 0, 1]));
        assert_eq!((Numeration::Pell.digits(0), Numeration::Pell.digits(-1)), (Some(Vec::new()), None));
    }

    #[test]
    fn every_number_is_a_word_that_may_follow() {
        for numeration in Numeration::ALL {
            for number in 0..3000 {
                let mut kind = 0;
                for digit in numeration.digits(number).expect("not negative") {
                    let step = numeration.following(kind).into_iter().find(|(next, _)| *next == digit);
                    kind = step.unwrap_or_else(|| panic!("{number} in {}", numeration.name())).1;
                }
                assert!(numeration.may_end(kind), "{number} in {}", numeration.name());
            }
            assert!(numeration.digits(i64::MAX).is_some());
        }
    }

    #[test]
    fn thue_and_morse() {
        let steps = |other: usize, own: usize| BTreeMap::from([(vec![0], own), (vec![1], other)]);
        let automaton = Automaton::new(Numeration::Base(2), 1, vec![steps(1, 0), steps(0, 1)], vec![0, 1]);
        assert!((0..200i64).all(|n| automaton.value(&[n]) == Some(i64::from(n.count_ones() % 2))));
        assert_eq!(automaton.walnut(), "msd_2\n\n0 0\n0 -> 0\n1 -> 1\n\n1 1\n0 -> 1\n1 -> 0\n\n");
        assert_eq!(automaton.value(&[-1]), None);
    }
}
