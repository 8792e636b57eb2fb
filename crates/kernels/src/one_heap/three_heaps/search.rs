//! The order in which chunks of thirds are taken until the requested values are found.
//!
//! If a chunk yields a value, then mostly the same or a neighbouring chunk does so 64 sums later. Values that are
//! hard to find often have chunks in common, because these thirds have values that do not reduce large ones. No value
//! depends on the order.

use std::collections::VecDeque;

/// The number of steps from its centre that a tile makes before it tries the chunks that worked for others.
const NEAR: usize = 6;

/// How many successful chunks are remembered.
const RECENT: usize = 32;

/// A value that took at least this many chunks is hard to find.
const HARD: usize = 2;

/// Where values were found.
#[derive(Default)]
pub(super) struct Hints {
    /// For each tile, the chunk that last yielded one of its values.
    by_tile: Vec<u32>,
    /// The chunks that last yielded values that are hard to find.
    recent: VecDeque<usize>,
}

impl Hints {
    /// The chunk with which a tile begins: its own last one, or that of the tile before it.
    pub(super) fn centre_of(&mut self, tile: usize) -> usize {
        while self.by_tile.len() <= tile {
            self.by_tile.push(self.by_tile.last().copied().unwrap_or(0));
        }
        self.by_tile[tile] as usize
    }

    /// Records that a chunk yielded a value of a tile, as the `taken`-th chunk that was taken.
    pub(super) fn found(&mut self, tile: usize, chunk: usize, taken: usize) {
        self.by_tile[tile] = chunk as u32;
        if taken >= HARD {
            self.recent.retain(|&known| known != chunk);
            self.recent.push_front(chunk);
            self.recent.truncate(RECENT);
        }
    }
}

/// The chunks among 0, ..., `last` that were taken for a tile.
pub(super) struct VisitedChunks {
    centre: usize,
    last: usize,
    /// The number of steps made from the centre.
    steps: usize,
    /// A bit for each chunk.
    taken: Box<[u64]>,
    /// The next chunk, which is not taken yet.
    ahead: Option<usize>,
}

impl VisitedChunks {
    /// No chunk is taken.
    pub(super) fn new(centre: usize, last: usize) -> Self {
        Self { centre: centre.min(last), last, steps: 0, taken: vec![0; last / 64 + 1].into(), ahead: None }
    }

    /// The number of words that are stored.
    pub(super) fn words(last: usize) -> usize {
        size_of::<Self>() / 8 + last / 64 + 1
    }

    /// The next chunk worth taking, and the one after it, which can be prefetched.
    pub(super) fn next(&mut self, hints: &Hints, is_worth: impl Fn(usize) -> bool) -> Option<(usize, Option<usize>)> {
        let chunk = self.ahead.take().or_else(|| self.choose_among(hints, &is_worth))?;
        self.ahead = self.choose_among(hints, &is_worth);
        Some((chunk, self.ahead))
    }

    fn choose_among(&mut self, hints: &Hints, is_worth: &impl Fn(usize) -> bool) -> Option<usize> {
        std::iter::from_fn(|| self.choose(hints)).find(|&chunk| is_worth(chunk))
    }

    /// A few around the centre, then those that worked for others, then all, from the centre to both sides.
    fn choose(&mut self, hints: &Hints) -> Option<usize> {
        if self.steps >= NEAR
            && self.steps <= self.last
            && let Some(&chunk) = hints.recent.iter().find(|&&chunk| self.is_new(chunk))
        {
            return Some(self.take(chunk));
        }
        while self.steps <= self.last {
            let chunk = around(self.centre, self.steps, self.last);
            self.steps += 1;
            if self.is_new(chunk) {
                return Some(self.take(chunk));
            }
        }
        None
    }

    fn is_new(&self, chunk: usize) -> bool {
        chunk <= self.last && self.taken[chunk / 64] >> (chunk % 64) & 1 == 0
    }

    fn take(&mut self, chunk: usize) -> usize {
        self.taken[chunk / 64] |= 1 << (chunk % 64);
        chunk
    }
}

/// The `step`-th of 0, ..., `last`, from a centre to both sides.
fn around(centre: usize, step: usize, last: usize) -> usize {
    let both = 2 * centre.min(last - centre);
    match step {
        _ if step <= both && step % 2 == 1 => centre + step / 2 + 1,
        _ if step <= both => centre - step / 2,
        _ if 2 * centre <= last => step,
        _ => last - step,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chunk_is_taken_once() {
        for last in [0, 1, 2, 3, 8, 63, 64, 70] {
            for centre in [0, 1, 5, 40, 64, 100] {
                let mut hints = Hints::default();
                hints.centre_of(3);
                // Some that are near, far, and beyond the last one.
                [2, 60, centre, 90].iter().for_each(|&chunk| hints.found(3, chunk, HARD));
                let mut looked = VisitedChunks::new(centre, last);
                let is_worth = |chunk| chunk != 7;
                let taken = std::iter::from_fn(|| looked.next(&hints, is_worth)).collect::<Vec<_>>();
                assert!(taken.windows(2).all(|pair| pair[0].1 == Some(pair[1].0)));
                let mut chunks: Vec<_> = taken.into_iter().map(|(chunk, _)| chunk).collect();
                assert_eq!(chunks[0], centre.min(last));
                chunks.sort_unstable();
                assert!(chunks.into_iter().eq((0..=last).filter(|&chunk| is_worth(chunk))), "{centre} of {last}");
            }
        }
    }

    #[test]
    fn a_tile_begins_where_something_was_found() {
        let mut hints = Hints::default();
        assert_eq!(hints.centre_of(2), 0);
        hints.found(2, 7, 1);
        assert_eq!([1, 2, 3, 9].map(|tile| hints.centre_of(tile)), [0, 7, 7, 7]);
        assert!(hints.recent.is_empty(), "found at once, so not hard to find");
    }
}
