//! The automata themselves: states with outputs, and a table of transitions.

use super::numeration::{LONGEST, Numeration, Word};
use std::collections::BTreeMap;

/// The maximum number of transitions: states times combinations of digits.
const MOST: usize = 1 << 24;

/// No state: the transition does not exist.
const NONE: u32 = u32::MAX;

/// A deterministic automaton that reads the digits of one or more numbers in parallel, most significant first, and ends
/// with an output. Shorter words get zeros in front; a single number has none. It begins in state 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    numeration: Numeration,
    coordinates: usize,
    /// The number of letters. A letter consists of one digit for each coordinate; they are the digits of its number.
    letters: usize,
    outputs: Vec<i64>,
    /// The state after each state and letter, or [`NONE`].
    next: Vec<u32>,
}

/// A state of an automaton that is to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The output for words that end here.
    pub output: i64,
    /// Where the digits lead, one digit for each coordinate. Those that cannot come may be left out.
    pub next: BTreeMap<Vec<u8>, usize>,
}

impl Automaton {
    /// An automaton with these states.
    ///
    /// ```
    /// use grundy_core::automaton::{Automaton, Numeration, State};
    ///
    /// // The parity of the number of ones: the Thue-Morse sequence.
    /// let state = |output, zero, one| State { output, next: [(vec![0], zero), (vec![1], one)].into() };
    /// let numeration = Numeration::base(2).unwrap();
    /// let parity = Automaton::new(numeration, 1, &[state(0, 0, 1), state(1, 1, 0)]).unwrap();
    /// assert_eq!((parity.value(&[7]), parity.value(&[10])), (Some(1), Some(0)));
    /// ```
    ///
    /// # Errors
    /// What is wrong, in words: no state or no coordinate, too many of them, a digit or a state that does not exist.
    pub fn new(numeration: Numeration, coordinates: usize, states: &[State]) -> Result<Self, String> {
        let mut new = Self::with_outputs(numeration, coordinates, states.iter().map(|state| state.output).collect())?;
        for (from, state) in states.iter().enumerate() {
            for (digits, &to) in &state.next {
                let digits: Vec<Option<u8>> = digits.iter().copied().map(Some).collect();
                new.add(from, &digits, to)?;
            }
        }
        Ok(new)
    }

    /// An automaton whose states have these outputs, without transitions.
    pub(super) fn with_outputs(numeration: Numeration, coordinates: usize, outputs: Vec<i64>) -> Result<Self, String> {
        if coordinates == 0 || outputs.is_empty() {
            return Err(format!("an automaton needs a {}", if coordinates == 0 { "coordinate" } else { "state" }));
        }
        let letters =
            u32::try_from(coordinates).ok().and_then(|count| usize::from(numeration.size()).checked_pow(count));
        let room = letters.and_then(|letters| Some((letters, letters.checked_mul(outputs.len())?)));
        match room.filter(|(_, room)| *room <= MOST) {
            Some((letters, room)) => Ok(Self { numeration, coordinates, letters, outputs, next: vec![NONE; room] }),
            None => Err(format!("too many states or coordinates: at most {MOST} transitions")),
        }
    }

    /// Adds the transitions of a state for these digits; `None` stands for every digit.
    pub(super) fn add(&mut self, from: usize, digits: &[Option<u8>], to: usize) -> Result<(), String> {
        if digits.len() != self.coordinates {
            return Err(format!("{} digits, where {} are read at a time", digits.len(), self.coordinates));
        }
        let size = self.numeration.size();
        if let Some(digit) = digits.iter().flatten().find(|&&digit| digit >= size) {
            return Err(format!("the digit {digit}, where digits are less than {size}"));
        }
        if to >= self.outputs.len() {
            return Err(format!("there is no state {to}"));
        }
        for letter in self.letters_of(digits) {
            let next = &mut self.next[from * self.letters + letter];
            if *next != NONE && *next != to as u32 {
                return Err("these digits lead to another state, too".to_string());
            }
            *next = to as u32;
        }
        Ok(())
    }

    /// The letters with these digits.
    fn letters_of(&self, digits: &[Option<u8>]) -> Vec<usize> {
        let size = self.numeration.size();
        digits.iter().fold(vec![0], |letters, digit| {
            let all = digit.map_or(0..size, |digit| digit..digit + 1);
            letters
                .iter()
                .flat_map(|letter| all.clone().map(move |digit| letter * usize::from(size) + usize::from(digit)))
                .collect()
        })
    }

    /// The digits of a letter.
    pub(super) fn digits_of(&self, letter: usize) -> Vec<u8> {
        let size = usize::from(self.numeration.size());
        let place = |place: usize| (letter / size.pow(place as u32) % size) as u8;
        (0..self.coordinates).rev().map(place).collect()
    }

    /// The numeration.
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// How many numbers it reads.
    pub fn coordinates(&self) -> usize {
        self.coordinates
    }

    /// The outputs of its states, whose numbers are 0, 1, ....
    pub fn outputs(&self) -> &[i64] {
        &self.outputs
    }

    /// The transitions of a state: the digits, in order, and the state to which they lead. Empty if there is no such
    /// state.
    pub fn transitions(&self, state: usize) -> impl Iterator<Item = (Vec<u8>, usize)> {
        let row = self.next.chunks_exact(self.letters).nth(state).unwrap_or_default();
        let there = row.iter().enumerate().filter(|(_, next)| **next != NONE);
        there.map(|(letter, &next)| (self.digits_of(letter), next as usize))
    }

    /// The output for some numbers, one for each coordinate. `None` if their number is another, or if a transition does
    /// not exist. A few nanoseconds for each digit.
    pub fn value(&self, numbers: &[u64]) -> Option<i64> {
        if numbers.len() != self.coordinates {
            return None;
        }
        let size = usize::from(self.numeration.size());
        let (mut letters, mut first) = ([0usize; LONGEST], LONGEST);
        for &number in numbers {
            let mut digits = [0; LONGEST];
            first = first.min(self.numeration.write_digits(number, &mut digits));
            for (letter, digit) in letters[first..].iter_mut().zip(&digits[first..]) {
                *letter = *letter * size + usize::from(*digit);
            }
        }
        let state = letters[first..].iter().try_fold(0, |state, letter| self.step(state, *letter))?;
        self.outputs.get(state as usize).copied()
    }

    #[inline]
    fn step(&self, state: u32, letter: usize) -> Option<u32> {
        self.next.get(state as usize * self.letters + letter).copied().filter(|&next| next != NONE)
    }

    /// The outputs for `first`, `first` + 1, ... up to 2^64 - 1, faster than one by one. `None` if it reads several
    /// numbers at a time.
    ///
    /// ```
    /// use grundy_core::automaton::Automaton;
    ///
    /// let parity = Automaton::read("msd_2\n0 0\n0 -> 0\n1 -> 1\n1 1\n0 -> 1\n1 -> 0\n").unwrap();
    /// let values: Option<Vec<i64>> = parity.values(4).unwrap().take(6).collect();
    /// assert_eq!(values, Some(vec![1, 0, 0, 1, 1, 0]));
    /// ```
    pub fn values(&self, first: u64) -> Option<Values<'_>> {
        let mut values = Values {
            automaton: self,
            word: Word::of(self.numeration, first),
            states: vec![Some(0)],
            left: u128::from(u64::MAX - first) + 1,
        };
        values.read_from(0);
        (self.coordinates == 1).then_some(values)
    }
}

/// The outputs of an automaton for consecutive numbers.
#[derive(Debug, Clone)]
pub struct Values<'a> {
    automaton: &'a Automaton,
    word: Word,
    /// The states before each digit, and after the last one.
    states: Vec<Option<u32>>,
    left: u128,
}

impl Values<'_> {
    /// Reads the digits from this place on.
    fn read_from(&mut self, place: usize) {
        self.states.truncate(place + 1);
        for &digit in &self.word.digits()[place..] {
            let state = self.states.last().copied().flatten();
            self.states.push(state.and_then(|state| self.automaton.step(state, digit.into())));
        }
    }
}

impl Iterator for Values<'_> {
    type Item = Option<i64>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let state = self.states.last().copied().flatten();
        let place = self.word.advance();
        self.read_from(place);
        Some(state.and_then(|state| self.automaton.outputs.get(state as usize).copied()))
    }
}
