//! The sets of used values of neighbouring lines, and the mex of the lines through a cell.

use crate::checkpoint::{State, StateReader};
use crate::error::Error;
use std::array;

/// The side of a tile, and the lines of a block.
pub(super) const TILE: usize = 64;

/// A part of a set: read and compared whole.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Group([u64; 4]);

impl Group {
    #[inline(always)]
    fn is_full(self) -> bool {
        self.0.iter().fold(u64::MAX, |all, word| all & word) == u64::MAX
    }
}

/// The groups of a set: all values are at most x + y. Their number is odd, so that the same
/// places of neighbouring sets do not compete for one place in the caches.
pub(super) fn groups(tiles: usize) -> usize {
    (2 * tiles * TILE).div_ceil(256) | 1
}

/// The sets of [`TILE`] neighbouring lines.
#[derive(Default)]
pub(super) struct Block {
    pub(super) sets: Vec<Group>,
    /// The first group of each set that is not full.
    open: Vec<u32>,
}

impl Block {
    pub(super) fn new(groups: usize) -> Self {
        Self { sets: vec![Group::default(); TILE * groups], open: vec![0; TILE] }
    }

    /// The lines one by one. Without directions, lines are empty.
    #[inline(always)]
    pub(super) fn lines(&mut self) -> [Line<'_>; TILE] {
        let groups = (self.sets.len() / TILE).max(1);
        let mut sets = self.sets.chunks_exact_mut(groups);
        let mut open = self.open.iter();
        array::from_fn(|_| Line {
            set: sets.next().unwrap_or_default(),
            open: open.next().map_or(0, |&open| open as usize),
        })
    }

    pub(super) fn note(&mut self, open: [u32; TILE]) {
        self.open.copy_from_slice(&open);
    }

    pub(super) fn save(&self, state: &mut State) -> Result<(), Error> {
        let bytes: Vec<u8> = self.sets.iter().flat_map(|group| group.0).flat_map(u64::to_le_bytes).collect();
        state.put_bytes(&bytes);
        state.put(&self.open)
    }

    pub(super) fn load(state: &mut StateReader<'_>, groups: usize) -> Option<Self> {
        let word = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).unwrap_or(0);
        let group = |bytes: &[u8]| Group([0, 8, 16, 24].map(|at| word(&bytes[at..at + 8])));
        let sets: Vec<Group> = state.take_bytes()?.chunks_exact(32).map(group).collect();
        let open: Vec<u32> = state.take()?;
        (sets.len() == TILE * groups && open.len() == TILE).then_some(Self { sets, open })
    }
}

/// One line of a block.
pub(super) struct Line<'l> {
    pub(super) set: &'l mut [Group],
    pub(super) open: usize,
}

impl Line<'_> {
    /// Moves on to the first group that is not full.
    #[cold]
    fn advance(&mut self) {
        while self.set.get(self.open).is_some_and(|group| group.is_full()) {
            self.open += 1;
        }
    }
}

pub(super) fn opens(lines: &[Line<'_>; TILE]) -> [u32; TILE] {
    array::from_fn(|i| lines[i].open as u32)
}

/// The value of the next cell on these lines; the diagonal is empty where it is no direction.
#[inline(always)]
pub(super) fn cell<const DIAGONAL: bool>(row: &mut Line<'_>, column: &mut Line<'_>, diagonal: &mut Line<'_>) -> u32 {
    let mut at = row.open.max(column.open);
    let length = row.set.len();
    let (rows, columns) = (&mut *row.set, &mut column.set[..length]);
    let diagonals = if DIAGONAL { &mut diagonal.set[..length] } else { &mut [] };
    if DIAGONAL {
        at = at.max(diagonal.open);
    }
    let used = loop {
        // Never: at most x + y values are used.
        if at >= length {
            return 0;
        }
        let mut used = rows[at];
        for word in 0..4 {
            used.0[word] |= columns[at].0[word] | if DIAGONAL { diagonals[at].0[word] } else { 0 };
        }
        if !used.is_full() {
            break used;
        }
        at += 1;
    };
    // Which word is open is hard to guess: without branches.
    let full = used.0.map(|word| usize::from(word == u64::MAX));
    let word = (full[0] + (full[0] & full[1]) + (full[0] & full[1] & full[2])) & 3;
    let open = used.0[word];
    let bit = !open & open.wrapping_add(1);
    let put = |group: &mut Group| {
        group.0[word] |= bit;
        group.0[word] == u64::MAX
    };
    let full = [put(&mut rows[at]), put(&mut columns[at]), DIAGONAL && put(&mut diagonals[at])];
    if full[0] | full[1] | full[2] {
        row.advance();
        column.advance();
        diagonal.advance();
    }
    (at * 256 + word * 64) as u32 + bit.trailing_zeros()
}
