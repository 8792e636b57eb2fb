//! In which order chunks of thirds are taken, until the values that are asked for are found.
//!
//! What was found by a chunk is mostly found by the same or a neighbouring one 64 sums later; and values that are hard to find have often chunks in
//! common, as these thirds have values by which large ones do not become smaller. No value depends on the order.

use std::collections::VecDeque;

/// Steps from its centre that a tile makes before it tries the chunks by which others were found.
const NEAR: usize = 6;

/// Chunks that are remembered by which values were found.
const RECENT: usize = 32;

/// A value for which as many chunks were taken is hard to find.
const HARD: usize = 2;

/// Where values were found.
#[derive(Default)]
pub(super) struct Hints {
    /// For each tile the chunk by which one of its values was found last.
    by_tile: Vec<u32>,
    /// The chunks by which values were found last that are hard to find.
    recent: VecDeque<usize>,
}

impl Hints {
    /// The chunk by which a tile begins: its own last one, or that of the tile before it.
    pub(super) fn centre_of(&mut self, tile: usize) -> usize {
        while self.by_tile.len() <= tile {
            self.by_tile.push(self.by_tile.last().copied().unwrap_or(0));
        }
        self.by_tile[tile] as usize
    }

    /// A value of a tile was found by a chunk, after as many had been taken.
    pub(super) fn found(&mut self, tile: usize, chunk: usize, taken: usize) {
        self.by_tile[tile] = chunk as u32;
        if taken >= HARD {
            self.recent.retain(|&known| known != chunk);
            self.recent.push_front(chunk);
            self.recent.truncate(RECENT);
        }
    }
}

/// The chunks 0, ..., `last` that were taken for a tile.
pub(super) struct VisitedChunks {
    centre: usize,
    last: usize,
    /// Steps from the centre that were made.
    steps: usize,
    /// A bit for each chunk.
    taken: Box<[u64]>,
    /// The next one, which is not taken yet.
    ahead: Option<usize>,
}

impl VisitedChunks {
    /// None is taken.
    pub(super) fn new(centre: usize, last: usize) -> Self {
        Self { centre: centre.min(last), last, steps: 0, taken: vec![0; last / 64 + 1].into(), ahead: None }
    }

    /// Words that are kept.
    pub(super) fn words(last: usize) -> usize {
        size_of::<Self>() / 8 + last / 64 + 1
    }

    /// The next chunk to take that is worth it, and the one after it, which can be brought near.
    pub(super) fn next(&mut self, hints: &Hints, is_worth: impl Fn(usize) -> bool) -> Option<(usize, Option<usize>)> {
        let chunk = self.ahead.take().or_else(|| self.choose_among(hints, &is_worth))?;
        self.ahead = self.choose_among(hints, &is_worth);
        Some((chunk, self.ahead))
    }

    fn choose_among(&mut self, hints: &Hints, is_worth: &impl Fn(usize) -> bool) -> Option<usize> {
        std::iter::from_fn(|| self.choose(hints)).find(|&chunk| is_worth(chunk))
    }

    /// Some about the centre, then those by which others were found, then all from the centre on to both sides.
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

/// The step-th of 0, ..., last, from a centre on to both sides.
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
