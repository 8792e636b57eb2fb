//! Finite automata that read several numbers in parallel, digit by digit, the most significant digits first.
//!
//! Every automaton here is complete and deterministic, and stays in its first state while all numbers have the digit 0:
//! leading zeros never matter. Products keep this property. A projection restores it by its choice of a first state.

use crate::control::Control;
use crate::error::Error;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// The letters that an automaton reads: one digit of each number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Alphabet {
    /// The digits are 0, 1, ..., one below this.
    pub digits: usize,
    /// How many numbers are read.
    pub tracks: usize,
}

impl Alphabet {
    /// The number of letters.
    pub fn letters(self) -> usize {
        (0..self.tracks).fold(1, |letters: usize, _| letters.saturating_mul(self.digits))
    }

    /// The digits of a letter. The first number changes most slowly from letter to letter.
    pub fn split(self, letter: usize) -> Vec<usize> {
        let mut rest = letter;
        let mut digits: Vec<usize> = (0..self.tracks)
            .map(|_| {
                let digit = rest % self.digits;
                rest /= self.digits;
                digit
            })
            .collect();
        digits.reverse();
        digits
    }

    fn join(self, digits: impl Iterator<Item = usize>) -> usize {
        digits.fold(0, |letter, digit| letter * self.digits + digit)
    }

    /// For each letter, the letter that some of its tracks make.
    fn restricted(self, tracks: &[usize]) -> Vec<usize> {
        (0..self.letters())
            .map(|letter| {
                let digits = self.split(letter);
                self.join(tracks.iter().map(|&track| digits[track]))
            })
            .collect()
    }
}

/// Why an automaton was not built.
#[derive(Debug)]
pub(super) enum Stopped {
    /// It has too many transitions, or numbers that are too large.
    TooLarge,
    /// The work was cancelled.
    Cancelled(Error),
}

/// What the construction of an automaton may take.
#[derive(Clone, Copy)]
pub(super) struct Budget<'c> {
    /// The largest number of transitions.
    pub transitions: usize,
    pub control: &'c Control<'c>,
}

/// A complete deterministic automaton. Its first state is 0.
#[derive(Debug, Clone)]
pub(super) struct Automaton {
    pub alphabet: Alphabet,
    /// `next[state * letters + letter]`.
    next: Vec<u32>,
    accepts: Vec<bool>,
}

impl Automaton {
    /// The automaton whose states are the keys that can be reached from `start`. `step` may give `None`: from there
    /// nothing is accepted.
    pub fn explore<K: Clone + Eq + Hash>(
        alphabet: Alphabet,
        start: K,
        budget: Budget<'_>,
        mut step: impl FnMut(&K, usize) -> Result<Option<K>, Stopped>,
        accepts: impl Fn(&K) -> bool,
    ) -> Result<Self, Stopped> {
        let letters = alphabet.letters();
        // The key `None` is the state from which nothing is accepted.
        let mut numbers: HashMap<Option<K>, u32> = HashMap::from([(Some(start.clone()), 0)]);
        let mut keys = vec![Some(start)];
        let mut next = Vec::new();
        while let Some(key) = keys.get(next.len() / letters).cloned() {
            if keys.len().saturating_mul(letters) > budget.transitions {
                return Err(Stopped::TooLarge);
            }
            budget.control.check().map_err(Stopped::Cancelled)?;
            for letter in 0..letters {
                let target = match &key {
                    Some(key) => step(key, letter)?,
                    None => None,
                };
                let number = *numbers.entry(target).or_insert_with_key(|target| {
                    keys.push(target.clone());
                    keys.len() as u32 - 1
                });
                next.push(number);
            }
        }
        let accepts = keys.iter().map(|key| key.as_ref().is_some_and(&accepts)).collect();
        Ok(Self { alphabet, next, accepts })
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.accepts.len()
    }

    fn next(&self, state: usize, letter: usize) -> usize {
        self.next[state * self.alphabet.letters() + letter] as usize
    }

    /// Whether the automaton stays in its first state while it reads zeros.
    #[cfg(test)]
    pub fn ignores_leading_zeros(&self) -> bool {
        self.next(0, 0) == 0
    }

    /// Whether a word is accepted.
    #[cfg(test)]
    pub fn accepts(&self, letters: impl Iterator<Item = usize>) -> bool {
        self.accepts[letters.fold(0, |state, letter| self.next(state, letter))]
    }

    /// The automaton that accepts the other words.
    pub fn complement(&self) -> Self {
        let accepts = self.accepts.iter().map(|accepts| !accepts).collect();
        Self { accepts, ..self.clone() }
    }

    /// The states from which no word is accepted.
    fn dead(&self) -> Vec<bool> {
        let mut sources = vec![Vec::new(); self.states()];
        for (place, &target) in self.next.iter().enumerate() {
            sources[target as usize].push(place / self.alphabet.letters());
        }
        let mut dead: Vec<bool> = self.accepts.iter().map(|accepts| !accepts).collect();
        let mut open: Vec<usize> = (0..self.states()).filter(|&state| !dead[state]).collect();
        while let Some(state) = open.pop() {
            for &source in &sources[state] {
                if dead[source] {
                    dead[source] = false;
                    open.push(source);
                }
            }
        }
        dead
    }

    /// The automaton that accepts what all parts accept, each of which reads the tracks that are given with it.
    pub fn all(alphabet: Alphabet, parts: &[(&Self, &[usize])], budget: Budget<'_>) -> Result<Self, Stopped> {
        if alphabet.letters() > budget.transitions {
            return Err(Stopped::TooLarge);
        }
        let tables: Vec<Vec<usize>> = parts.iter().map(|(_, tracks)| alphabet.restricted(tracks)).collect();
        let dead: Vec<Vec<bool>> = parts.iter().map(|(part, _)| part.dead()).collect();
        let step = |states: &Vec<u32>, letter: usize| {
            let mut target = Vec::with_capacity(states.len());
            for (place, &state) in states.iter().enumerate() {
                let next = parts[place].0.next(state as usize, tables[place][letter]);
                if dead[place][next] {
                    return Ok(None);
                }
                target.push(next as u32);
            }
            Ok(Some(target))
        };
        let accepts =
            |states: &Vec<u32>| states.iter().zip(parts).all(|(&state, (part, _))| part.accepts[state as usize]);
        Self::explore(alphabet, vec![0; parts.len()], budget, step, accepts)
    }

    /// The automaton that accepts what at least one part accepts; all of them read all tracks.
    pub fn any(alphabet: Alphabet, parts: &[&Self], budget: Budget<'_>) -> Result<Self, Stopped> {
        let tracks: Vec<usize> = (0..alphabet.tracks).collect();
        let none: Vec<Self> = parts.iter().map(|part| part.complement()).collect();
        let none: Vec<(&Self, &[usize])> = none.iter().map(|part| (part, &tracks[..])).collect();
        Ok(Self::all(alphabet, &none, budget)?.complement())
    }

    /// The automaton that reads the first tracks only, and accepts if there are numbers for the others with which this
    /// one accepts. These numbers may have more digits: so it starts with all states that are reached from the first
    /// one while the first tracks have leading zeros.
    pub fn project(&self, tracks: usize, budget: Budget<'_>) -> Result<Self, Stopped> {
        let alphabet = Alphabet { tracks, ..self.alphabet };
        let hidden = self.alphabet.letters() / alphabet.letters();
        let targets = |states: &[u32], letter: usize| {
            let mut targets: Vec<u32> = Vec::new();
            for &state in states {
                targets.extend((0..hidden).map(|more| self.next(state as usize, letter * hidden + more) as u32));
            }
            targets.sort_unstable();
            targets.dedup();
            targets
        };
        let mut start = vec![0];
        loop {
            let mut more = targets(&start, 0);
            more.extend(&start);
            more.sort_unstable();
            more.dedup();
            if more == start {
                break;
            }
            start = more;
        }
        let dead = self.dead();
        start.retain(|&state| !dead[state as usize]);
        let step = |states: &Vec<u32>, letter: usize| {
            let mut next = targets(states, letter);
            next.retain(|&state| !dead[state as usize]);
            Ok(if next.is_empty() { None } else { Some(next) })
        };
        let accepts = |states: &Vec<u32>| states.iter().any(|&state| self.accepts[state as usize]);
        Self::explore(alphabet, start, budget, step, accepts)?.minimal(budget)
    }

    /// The smallest automaton that accepts the same words (Moore's algorithm).
    pub fn minimal(&self, budget: Budget<'_>) -> Result<Self, Stopped> {
        let letters = self.alphabet.letters();
        let mut classes: Vec<u32> = self.accepts.iter().map(|&accepts| accepts.into()).collect();
        let mut count = 0;
        loop {
            budget.control.check().map_err(Stopped::Cancelled)?;
            // States stay together if they are together now, and so are their targets for each letter.
            let mut numbers: HashMap<(u32, Vec<u32>), u32> = HashMap::new();
            let finer: Vec<u32> = (0..self.states())
                .map(|state| {
                    let targets = self.next[state * letters..][..letters].iter().map(|&next| classes[next as usize]);
                    let number = numbers.len() as u32;
                    *numbers.entry((classes[state], targets.collect())).or_insert(number)
                })
                .collect();
            classes = finer;
            if numbers.len() == count {
                break;
            }
            count = numbers.len();
        }
        // The first state has the class 0, since classes are numbered in the order in which they appear.
        let mut first = vec![usize::MAX; count];
        for (state, &class) in classes.iter().enumerate().rev() {
            first[class as usize] = state;
        }
        let next = first.iter().flat_map(|&state| &self.next[state * letters..][..letters]);
        Ok(Self {
            alphabet: self.alphabet,
            next: next.map(|&next| classes[next as usize]).collect(),
            accepts: first.iter().map(|&state| self.accepts[state]).collect(),
        })
    }

    /// The letters of a shortest word that is accepted.
    pub fn shortest(&self) -> Option<Vec<usize>> {
        let mut came: Vec<Option<(usize, usize)>> = vec![None; self.states()];
        let mut open = VecDeque::from([0]);
        while let Some(state) = open.pop_front() {
            if self.accepts[state] {
                let mut word = Vec::new();
                let mut at = state;
                while let (true, Some((from, letter))) = (at != 0, came[at]) {
                    word.push(letter);
                    at = from;
                }
                word.reverse();
                return Some(word);
            }
            for letter in 0..self.alphabet.letters() {
                let next = self.next(state, letter);
                if next != 0 && came[next].is_none() {
                    came[next] = Some((state, letter));
                    open.push_back(next);
                }
            }
        }
        None
    }
}
