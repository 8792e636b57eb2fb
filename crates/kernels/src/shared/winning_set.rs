//! The nim-heaps beside which a position is won, for moves that decide who moves next (`general/entailing.rs`).

use grundy_core::ruleset::{MOON, Turn};
use serde::{Deserialize, Serialize};

/// Beside which nim-heaps a player wins who must move in a position: a set of sizes, all but finitely many of which
/// belong to it or not. Beside a moon the player wins if and only if almost all sizes belong to it: this is so for each
/// single move, and stays so for unions and complements.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinningSet {
    words: Vec<u64>,
    /// Whether the sizes beyond `words` belong to it.
    rest: bool,
}

impl WinningSet {
    /// The finite set of the sizes whose entry is true.
    pub fn of(sizes: &[bool]) -> Self {
        let word = |sizes: &[bool]| sizes.iter().rev().fold(0, |word, &is_in| word << 1 | u64::from(is_in));
        Self { words: sizes.chunks(64).map(word).collect(), rest: false }
    }

    /// The number of words it takes.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// Whether the player wins beside a nim-heap of this size, or beside a moon.
    pub fn has(&self, beside: u32) -> bool {
        if beside == MOON {
            return self.rest;
        }
        self.words.get(beside as usize / 64).map_or(self.rest, |word| word >> (beside % 64) & 1 == 1)
    }

    fn word(&self, at: usize) -> u64 {
        self.words.get(at).copied().unwrap_or(if self.rest { u64::MAX } else { 0 })
    }

    fn set(&mut self, nimber: u32) {
        let at = nimber as usize / 64;
        if at >= self.words.len() {
            let fill = self.word(at);
            self.words.resize(at + 1, fill);
        }
        self.words[at] |= 1 << (nimber % 64);
    }

    /// Adds all that does not belong to another set.
    fn add_complement(&mut self, other: &Self) {
        let words = self.words.len().max(other.words.len());
        self.words = (0..words).map(|at| self.word(at) | !other.word(at)).collect();
        self.rest |= !other.rest;
    }

    /// Adds the sizes beside which a move wins that leads to `value`.
    pub fn add(&mut self, turn: Turn, value: u32, answers: Option<&Self>) {
        match turn {
            Turn::Other if value != MOON => self.set(value),
            Turn::Other => {}
            Turn::Again => {
                let mut lost = Self::default();
                if value != MOON {
                    lost.set(value);
                }
                self.add_complement(&lost);
            }
            // Nobody can answer in nothing.
            Turn::Reply => self.add_complement(answers.unwrap_or(&Self::default())),
        }
    }

    /// The least size that does not belong to it, or a moon.
    pub fn value(&self) -> u32 {
        let first = (0..).zip(&self.words).find(|(_, word)| **word != u64::MAX);
        match first {
            Some((at, word)) => 64 * at + word.trailing_ones(),
            None if self.rest => MOON,
            None => 64 * self.words.len() as u32,
        }
    }
}
