//! The sets of used values of neighbouring lines, and the mex of the lines through a cell.
//!
//! Lines are full over long stretches, each elsewhere, and the value of a cell lies far beyond
//! the lowest value missing in each of its lines. So a line knows which of its words are full:
//! of the words that are full in no line of a cell, one of the first three has an open place in
//! 98.7 of 100 cells (Wythoff's game, side 1200). They are looked at without branches, for
//! which of the three it is cannot be guessed.

use grundy_core::stream::{State, StateReader};

/// The side of a tile, and the lines of a block.
pub(super) const TILE: usize = 64;

/// The words of a part: as many as a word has bits.
const WORDS: usize = 64;

/// The values of a part of a set.
const VALUES: usize = 64 * WORDS;

/// A part of a set.
#[derive(Clone, Copy)]
pub(super) struct Part {
    words: [u64; WORDS],
    /// The words that are full, a bit each. This one makes the length odd, too, so that the same
    /// words of neighbouring sets do not compete for one place in the caches.
    full: u64,
}

impl Part {
    pub(super) const EMPTY: Self = Self { words: [0; WORDS], full: 0 };
}

/// The parts of a set: all values are at most x + y.
pub(super) fn parts(tiles: usize) -> usize {
    (2 * tiles * TILE).div_ceil(VALUES)
}

/// The sets of [`TILE`] neighbouring lines, one after the other.
#[derive(Default)]
pub(super) struct Block {
    pub(super) sets: Vec<Part>,
}

impl Block {
    pub(super) fn new(parts: usize) -> Self {
        Self { sets: vec![Part::EMPTY; TILE * parts] }
    }

    /// The first part that is not full in every line.
    pub(super) fn first(&self) -> usize {
        let parts = self.sets.len() / TILE;
        let is_full = |part: usize| self.sets[part..].iter().step_by(parts).all(|part| part.full == u64::MAX);
        (0..parts).find(|&part| !is_full(part)).unwrap_or(0)
    }

    pub(super) fn save(&self, state: &mut State) {
        let bytes: Vec<u8> = self.sets.iter().flat_map(|part| part.words).flat_map(u64::to_le_bytes).collect();
        state.put_bytes(&bytes);
    }

    pub(super) fn load(state: &mut StateReader<'_>, parts: usize) -> Option<Self> {
        let word = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).unwrap_or(0);
        let part = |bytes: &[u8]| {
            let mut part = Part::EMPTY;
            for (number, bytes) in bytes.chunks_exact(8).enumerate() {
                part.words[number] = word(bytes);
                part.full |= u64::from(part.words[number] == u64::MAX) << number;
            }
            part
        };
        let sets: Vec<Part> = state.take_bytes()?.chunks_exact(8 * WORDS).map(part).collect();
        (sets.len() == TILE * parts).then_some(Self { sets })
    }
}

/// A word of the union of some sets.
#[inline(always)]
fn union<const LINES: usize>(parts: &[&mut Part; LINES], word: usize) -> u64 {
    let mut union = 0;
    for part in parts {
        union |= part.words[word % WORDS];
    }
    union
}

/// Puts the lowest value that is missing in a word of the union into all sets: its number
/// within the part.
#[inline(always)]
fn put<const LINES: usize>(mut parts: [&mut Part; LINES], word: usize, union: u64) -> u32 {
    let bit = !union & union.wrapping_add(1);
    let mut full = false;
    for part in &mut parts {
        part.words[word] |= bit;
        full |= part.words[word] == u64::MAX;
    }
    if full {
        note(parts, word);
    }
    (64 * word) as u32 + bit.trailing_zeros()
}

/// Notes which sets are full in a word.
#[cold]
#[inline(never)]
fn note<const LINES: usize>(parts: [&mut Part; LINES], word: usize) {
    for part in parts {
        part.full |= u64::from(part.words[word] == u64::MAX) << word;
    }
}

/// The value of the next cell on these lines, which is in no part before the first.
#[inline(always)]
pub(super) fn cell<const LINES: usize>(mut sets: [&mut [Part]; LINES], first: usize) -> u32 {
    let mut number = first;
    let open = loop {
        let mut full = 0;
        for set in &sets {
            // Never: at most x + y values are used.
            let Some(part) = set.get(number) else { return 0 };
            full |= part.full;
        }
        if full != u64::MAX {
            break !full;
        }
        number += 1;
    };
    let parts = sets.each_mut().map(|set| &mut set[number]);
    let next = open & open.wrapping_sub(1);
    let one = union(&parts, open.trailing_zeros() as usize);
    let two = union(&parts, next.trailing_zeros() as usize);
    // Lowest bits are taken off by a difference: the compiler would make branches of conditions.
    let open = open & open.wrapping_sub(u64::from(one == u64::MAX));
    let open = open & open.wrapping_sub(u64::from(one & two == u64::MAX));
    // Where no bit is left, all words are full: the one with number 0, too.
    let word = open.trailing_zeros() as usize % WORDS;
    let union = union(&parts, word);
    if union == u64::MAX {
        return far(sets, number, open);
    }
    (number * VALUES) as u32 + put(parts, word, union)
}

/// The value of a cell that is not in the first words looked at.
#[cold]
#[inline(never)]
fn far<const LINES: usize>(mut sets: [&mut [Part]; LINES], mut number: usize, mut open: u64) -> u32 {
    loop {
        let parts = sets.each_mut().map(|set| &mut set[number]);
        while open != 0 {
            let word = open.trailing_zeros() as usize;
            let union = union(&parts, word);
            if union != u64::MAX {
                return (number * VALUES) as u32 + put(parts, word, union);
            }
            open &= open - 1;
        }
        number += 1;
        open = !sets.iter().fold(0, |full, set| full | set[number].full);
    }
}
