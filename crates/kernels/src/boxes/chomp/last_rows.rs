//! Sets of lengths of the last row, and what a search for P-positions is.

use grundy_core::ruleset::Play;
use grundy_core::simd::{Work, fast};

/// The lengths of at most four rows; those that a game does not have are 0.
pub(super) type Lengths = [u32; 4];

/// Receives the lengths of all rows but the last, and the length of the last row with which they are a P-position.
pub(super) type Visit<'v> = dyn FnMut(Lengths, Option<u32>) + 'v;

/// A search for the P-positions. With given other rows, at most one length of the last row makes a P-position, because
/// longer last rows can be bitten down to it.
pub(super) trait Search {
    /// Finds the P-positions whose first row is one longer than before, in order.
    fn next(&mut self, play: Play, visit: &mut Visit<'_>);
}

/// A set of lengths, one bit each.
#[derive(Clone)]
pub(super) struct LastRows {
    words: Vec<u64>,
    /// All words before this one are full.
    full: usize,
}

impl LastRows {
    /// The empty set of numbers up to `most`.
    pub fn new(most: usize) -> Self {
        Self { words: vec![0; most / 64 + 1], full: 0 }
    }

    /// The memory of a set of numbers up to `most`, in bytes.
    pub fn needs(most: usize) -> u128 {
        8 * (most as u128 / 64 + 1) + size_of::<Self>() as u128 + 16
    }

    /// The same set, for numbers up to `most`.
    pub fn up_to(&self, most: usize) -> Self {
        let words = self.words[..=most / 64].to_vec();
        Self { full: self.full.min(words.len()), words }
    }

    /// The numbers of both sets, of which the other one is for at least as large numbers.
    pub fn joined(&self, other: &LastRows) -> Self {
        Self { words: self.words.iter().zip(&other.words).map(|(one, other)| one | other).collect(), full: 0 }
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
        self.full = 0;
    }

    pub fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
        self.full += self.words[self.full..].iter().take_while(|word| **word == u64::MAX).count();
    }

    /// The least number that is in none of the sets; `None` if all words of this set are full in them. The others are
    /// for at least as large numbers.
    pub fn first_free<const N: usize>(&self, others: [&LastRows; N]) -> Option<usize> {
        let start = others.iter().fold(self.full, |start, other| start.max(other.full));
        let taken = |at: usize| others.iter().fold(self.words[at], |taken, other| taken | other.words[at]);
        let free = |at: usize| Some(64 * at + taken(at).trailing_ones() as usize);
        // Mostly the first word decides; otherwise many may be full.
        if start >= self.words.len() || taken(start) != u64::MAX {
            return if start < self.words.len() { free(start) } else { None };
        }
        let sets = others.map(|other| &other.words[start..]);
        let skipped = fast(Skip { words: &self.words[start..], others: sets });
        (start + skipped..self.words.len()).find(|&at| taken(at) != u64::MAX).and_then(free)
    }
}

/// Counts words, a whole number of chunks, that are full in some sets together.
struct Skip<'s, const N: usize> {
    words: &'s [u64],
    others: [&'s [u64]; N],
}

/// The number of words that are compared at once.
const CHUNK: usize = 8;

impl<const N: usize> Work for Skip<'_, N> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let (chunks, _) = self.words.as_chunks::<CHUNK>();
        for (number, chunk) in chunks.iter().enumerate() {
            let mut taken = *chunk;
            for other in self.others {
                let Some(other) = other[number * CHUNK..].first_chunk::<CHUNK>() else { return number * CHUNK };
                for at in 0..CHUNK {
                    taken[at] |= other[at];
                }
            }
            if taken.iter().fold(u64::MAX, |all, word| all & word) != u64::MAX {
                return number * CHUNK;
            }
        }
        chunks.len() * CHUNK
    }
}
