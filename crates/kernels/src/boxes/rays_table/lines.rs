//! The sets of used values of neighbouring lines, and the mex of the lines through a cell.
//!
//! Each line is full over long stretches, in different places. The value of a cell is far larger than the lowest
//! missing value of each of its lines. So a line knows which of its words are full. Of the words that are full in no
//! line of a cell, one of the first three has a free place for 98.7 of 100 cells (Wythoff's game, side 1200). These
//! three are examined without branches, because it cannot be predicted which of them it is.

use grundy_core::stream::{State, StateReader};

/// The side of a tile, and the number of lines of a block.
pub(super) const TILE: usize = 64;

/// The number of words of a section: as many as a word has bits.
const WORDS: usize = 64;

/// The number of values of a section of a set.
const VALUES: usize = 64 * WORDS;

/// A section of a set.
#[derive(Clone, Copy)]
pub(super) struct Section {
    words: [u64; WORDS],
    /// The words that are full, one bit each. This field also makes the length odd, so that the same words of
    /// neighbouring sets do not compete for one place in the caches.
    full: u64,
}

impl Section {
    pub(super) const EMPTY: Self = Self { words: [0; WORDS], full: 0 };
}

/// The number of sections of a set. All values are at most x + y.
pub(super) fn sections(tiles: usize) -> usize {
    (2 * tiles * TILE).div_ceil(VALUES)
}

/// The sets of [`TILE`] neighbouring lines, one after the other.
#[derive(Default)]
pub(super) struct LineBlock {
    pub(super) sets: Vec<Section>,
}

impl LineBlock {
    pub(super) fn new(sections: usize) -> Self {
        Self { sets: vec![Section::EMPTY; TILE * sections] }
    }

    /// The first section that is not full in every line.
    pub(super) fn first(&self) -> usize {
        let sections = self.sets.len() / TILE;
        let is_full =
            |number: usize| self.sets[number..].iter().step_by(sections).all(|section| section.full == u64::MAX);
        (0..sections).find(|&number| !is_full(number)).unwrap_or(0)
    }

    pub(super) fn save(&self, state: &mut State) {
        let bytes: Vec<u8> = self.sets.iter().flat_map(|section| section.words).flat_map(u64::to_le_bytes).collect();
        state.put_bytes(&bytes);
    }

    pub(super) fn load(state: &mut StateReader<'_>, sections: usize) -> Option<Self> {
        let word = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).unwrap_or(0);
        let read = |bytes: &[u8]| {
            let mut section = Section::EMPTY;
            for (number, bytes) in bytes.chunks_exact(8).enumerate() {
                section.words[number] = word(bytes);
                section.full |= u64::from(section.words[number] == u64::MAX) << number;
            }
            section
        };
        let sets: Vec<Section> = state.take_bytes()?.chunks_exact(8 * WORDS).map(read).collect();
        (sets.len() == TILE * sections).then_some(Self { sets })
    }
}

/// A word of the union of some sets.
#[inline(always)]
fn union<const LINES: usize>(sections: &[&mut Section; LINES], word: usize) -> u64 {
    let mut union = 0;
    for section in sections {
        union |= section.words[word % WORDS];
    }
    union
}

/// Adds the lowest value that is missing in a word of the union to all sets. Returns its number within the section.
#[inline(always)]
fn put<const LINES: usize>(mut sections: [&mut Section; LINES], word: usize, union: u64) -> u32 {
    let bit = !union & union.wrapping_add(1);
    let mut full = false;
    for section in &mut sections {
        section.words[word] |= bit;
        full |= section.words[word] == u64::MAX;
    }
    if full {
        note(sections, word);
    }
    (64 * word) as u32 + bit.trailing_zeros()
}

/// Records which sets are full in a word.
#[cold]
#[inline(never)]
fn note<const LINES: usize>(sections: [&mut Section; LINES], word: usize) {
    for section in sections {
        section.full |= u64::from(section.words[word] == u64::MAX) << word;
    }
}

/// The value of the next cell on these lines. It lies in section `first` or later.
#[inline(always)]
pub(super) fn cell<const LINES: usize>(mut sets: [&mut [Section]; LINES], first: usize) -> u32 {
    let mut number = first;
    let open = loop {
        let mut full = 0;
        for set in &sets {
            // This never happens: at most x + y values are used.
            let Some(section) = set.get(number) else { return 0 };
            full |= section.full;
        }
        if full != u64::MAX {
            break !full;
        }
        number += 1;
    };
    let sections = sets.each_mut().map(|set| &mut set[number]);
    let next = open & open.wrapping_sub(1);
    let one = union(&sections, open.trailing_zeros() as usize);
    let two = union(&sections, next.trailing_zeros() as usize);
    // The lowest bits are removed by subtraction, because the compiler would turn conditions into branches.
    let open = open & open.wrapping_sub(u64::from(one == u64::MAX));
    let open = open & open.wrapping_sub(u64::from(one & two == u64::MAX));
    // If no bit is left, all words are full, including word 0.
    let word = open.trailing_zeros() as usize % WORDS;
    let union = union(&sections, word);
    if union == u64::MAX {
        return far(sets, number, open);
    }
    (number * VALUES) as u32 + put(sections, word, union)
}

/// The value of a cell that does not lie in the first words examined.
#[cold]
#[inline(never)]
fn far<const LINES: usize>(mut sets: [&mut [Section]; LINES], mut number: usize, mut open: u64) -> u32 {
    loop {
        let sections = sets.each_mut().map(|set| &mut set[number]);
        while open != 0 {
            let word = open.trailing_zeros() as usize;
            let union = union(&sections, word);
            if union != u64::MAX {
                return (number * VALUES) as u32 + put(sections, word, union);
            }
            open &= open - 1;
        }
        number += 1;
        open = !sets.iter().fold(0, |full, set| full | set[number].full);
    }
}
