//! The nim-sums of three heaps, for 64 sums of their sizes and eight values at once.

use super::pairs::{Eight, PairTile, Pairs, SumGroup, TILE};
use super::search::{Hints, VisitedChunks};
use grundy_core::simd::{Work, fast, prefetch};
use smallvec::SmallVec;

/// How many thirds (smallest heaps of triples) are taken together.
const CHUNK: usize = 64;

/// The values of three heaps with the sums B, ..., B + 63, where two of the heaps have together less than B tokens.
/// They are computed only as far as they are asked for.
pub(super) struct Triples {
    /// B/64.
    block: usize,
    /// The last chunk of thirds: the smallest of three heaps has at most a third of the tokens.
    last: usize,
    /// Eight values at a time: bit i tells whether three heaps with the sum B + i have the value.
    sets: Vec<Eight>,
    /// Bit i tells whether three heaps with the sum B + i have all eight values.
    whole: Vec<u64>,
    /// Bit u tells whether all sums have all eight values at place u.
    full: Vec<u64>,
    /// For each tile, the chunks of thirds that were taken.
    looked: Vec<VisitedChunks>,
}

impl Triples {
    pub(super) fn new(block: usize) -> Self {
        let last = (64 * block + 63) / 3 / CHUNK;
        Self { block, last, sets: Vec::new(), whole: Vec::new(), full: Vec::new(), looked: Vec::new() }
    }

    /// B/64.
    pub(super) fn block(&self) -> usize {
        self.block
    }

    /// The number of words that are stored.
    pub(super) fn words(&self) -> usize {
        9 * self.sets.len() + self.full.len() + self.looked.len() * VisitedChunks::words(self.last)
    }

    /// Of 64 places of eight values, those with a value that three heaps with the i-th sum are not known to have.
    pub(super) fn open(&self, word: usize, i: usize) -> u64 {
        let mut left = !self.full.get(word).copied().unwrap_or(0);
        let mut open = left;
        while left != 0 {
            let place = left.trailing_zeros();
            let whole = self.whole.get(64 * word + place as usize).copied().unwrap_or(0);
            open &= !((whole >> i & 1) << place);
            left &= left - 1;
        }
        open
    }

    /// Which of the eight values at a place three heaps with the i-th sum are known to have.
    pub(super) fn known(&self, place: usize, i: usize) -> u8 {
        let Some(set) = self.sets.get(place) else { return 0 };
        (0..8).fold(0, |known, lane| known | ((set[lane] >> i & 1) as u8) << lane)
    }

    /// Takes chunks of thirds until one shows that three heaps with the i-th sum have this value, or until none is
    /// left. Returns whether they have it.
    ///
    /// The [`Hints`] determine which chunks are taken first.
    pub(super) fn look_for(&mut self, value: u32, i: usize, thirds: &Thirds, pairs: &Pairs, hints: &mut Hints) -> bool {
        let (place, lane) = (value as usize / 8, value as usize % 8);
        let tile = place / TILE;
        self.begin(tile, hints);
        let mut taken = 0;
        while self.sets[place][lane] >> i & 1 == 0 {
            let groups_of = groups_of(self.block, pairs);
            let is_worth = |chunk: usize| thirds.is_of_use(chunk, tile, groups_of(chunk));
            let Some((chunk, then)) = self.looked[tile].next(hints, is_worth) else { return false };
            if let Some(then) = then {
                thirds.bring(then, tile, groups_of(then));
            }
            self.take(chunk, tile, thirds, groups_of(chunk));
            taken += 1;
            if self.sets[place][lane] >> i & 1 != 0 {
                hints.found(tile, chunk, taken);
            }
        }
        true
    }

    /// Adds the values of a tile that the thirds of a chunk yield.
    fn take(&mut self, chunk: usize, tile: usize, thirds: &Thirds, groups: [&SumGroup; 2]) {
        let thirds = thirds.of_use(chunk, tile, groups);
        for place in TILE * tile..TILE * (tile + 1) {
            if self.full[place / 64] >> (place % 64) & 1 == 0 {
                let set = &mut self.sets[place];
                fast(JoinThirds { set, place: place % TILE, thirds: &thirds });
                let whole = set.iter().fold(u64::MAX, |whole, sums| whole & sums);
                self.whole[place] = whole;
                self.full[place / 64] |= u64::from(whole == u64::MAX) << (place % 64);
            }
        }
    }

    /// Makes room for a tile.
    fn begin(&mut self, tile: usize, hints: &mut Hints) {
        while self.looked.len() <= tile {
            let centre = hints.centre_of(self.looked.len());
            self.looked.push(VisitedChunks::new(centre, self.last));
        }
        self.sets.resize(TILE * self.looked.len(), NONE);
        self.whole.resize(self.sets.len(), 0);
        self.full.resize(self.sets.len() / 64 + 1, 0);
    }
}

/// The two groups of pairs that go with a chunk of thirds for the sums of this block.
fn groups_of<'p>(block: usize, pairs: &'p Pairs) -> impl Fn(usize) -> [&'p SumGroup; 2] + Copy {
    move |chunk| [chunk, chunk + 1].map(|below| pairs.group(block.checked_sub(below)))
}

/// The values of thirds. For each chunk also the tiles in which they lie, with a bit for each third.
#[derive(Default)]
pub(super) struct Thirds {
    values: Vec<[u32; CHUNK]>,
    tiles: Vec<Vec<(u32, u64)>>,
    /// The number of words in these.
    words: usize,
}

impl Thirds {
    /// Adds a chunk.
    pub(super) fn add(&mut self, values: [u32; CHUNK]) {
        let mut tiles: Vec<(u32, u64)> = Vec::new();
        // A heap of 0 is no heap.
        for (j, value) in values.iter().enumerate().skip(usize::from(self.tiles.is_empty())) {
            let tile = value / (8 * TILE as u32);
            match tiles.iter_mut().find(|known| known.0 == tile) {
                Some((_, thirds)) => *thirds |= 1 << j,
                None => tiles.push((tile, 1 << j)),
            }
        }
        self.words += CHUNK / 2 + 3 + 2 * tiles.capacity();
        self.values.push(values);
        self.tiles.push(tiles);
    }

    /// The number of words that are stored.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Whether some third of a chunk can contribute to the values of a tile: the tile of pairs that it needs must not
    /// be empty. An unknown chunk cannot contribute. Only the first block asks for one; single rows cover its sums.
    fn is_of_use(&self, chunk: usize, tile: usize, groups: [&SumGroup; 2]) -> bool {
        let mut tiles = self.tiles.get(chunk).into_iter().flatten();
        tiles.any(|&(by, _)| groups.iter().any(|group| group.tile(tile ^ by as usize).is_some()))
    }

    /// The thirds of a chunk that can contribute to the values of a tile, with the pairs that they need.
    fn of_use<'p>(&self, chunk: usize, tile: usize, groups: [&'p SumGroup; 2]) -> SmallVec<[Third<'p>; CHUNK]> {
        let mut of_use = SmallVec::new();
        for &(by, mut left) in &self.tiles[chunk] {
            let tiles = groups.map(|group| group.tile(tile ^ by as usize));
            if tiles.iter().all(Option::is_none) {
                continue;
            }
            let tiles = tiles.map(|tile| tile.unwrap_or(&[NONE; TILE]));
            while left != 0 {
                let j = left.trailing_zeros();
                of_use.push(Third { j, by: self.values[chunk][j as usize], tiles });
                left &= left - 1;
            }
        }
        of_use
    }

    /// Prefetches what a chunk needs for a tile. Waiting for it would take longer than all the rest.
    fn bring(&self, chunk: usize, tile: usize, groups: [&SumGroup; 2]) {
        for &(by, _) in &self.tiles[chunk] {
            for group in groups {
                group.tile(tile ^ by as usize).into_iter().flatten().for_each(prefetch);
            }
        }
    }
}

/// The j-th third of a chunk, its value, and the tiles of the two groups of pairs that it needs.
struct Third<'p> {
    j: u32,
    by: u32,
    tiles: [&'p PairTile; 2],
}

/// Adds what thirds of a chunk yield for eight values. For the third c = 64k + j and the sum B + i, the pairs have
/// the sum B - 64k + i - j. So the sums of the group of B - 64k are moved up by j, and the group below fills the gap.
struct JoinThirds<'a> {
    set: &'a mut Eight,
    /// The index of the eight in its tile.
    place: usize,
    thirds: &'a [Third<'a>],
}

impl Work for JoinThirds<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        // Words that are moved by j, but not yet by the lowest three bits of the values of the thirds. There is one
        // part for each value of these bits.
        let mut parts = [NONE; 8];
        for thirds in self.thirds.chunks(16) {
            for &Third { j, by, tiles } in thirds {
                let place = (self.place ^ (by as usize / 8)) % TILE;
                // Copies, which the compiler knows not to overlap with `parts`, so that it uses vectors.
                let [above, below] = tiles.map(|tile| tile[place]);
                let part = &mut parts[by as usize % 8];
                // A shift by 64 - j in two steps, because j may be 0.
                let (up, down) = (above.map(|word| word << j), below.map(|word| word >> 1 >> (63 - j)));
                for lane in 0..8 {
                    part[lane] |= up[lane] | down[lane];
                }
            }
            join_parts(self.set, &parts);
            if *self.set == FULL {
                return;
            }
        }
    }
}

const NONE: Eight = [0; 8];
const FULL: Eight = [u64::MAX; 8];

/// Joins the parts. Lane x of a part belongs to lane x ^ the number of the part.
#[inline(always)]
fn join_parts(set: &mut Eight, parts: &[Eight; 8]) {
    for (by, part) in parts.iter().enumerate() {
        for lane in 0..8 {
            set[lane] |= part[lane ^ by];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn triples_are_found_and_nothing_else(values in prop::collection::vec(0u32..300, 256..400), block in 1usize..5) {
            let mut pairs = Pairs::default();
            (0..=64 * block).for_each(|n| pairs.add(&values[..n], 299));
            let mut thirds = Thirds::default();
            values.as_chunks().0.iter().for_each(|&values| thirds.add(values));
            let (mut triples, mut hints) = (Triples::new(block), Hints::default());
            for i in [0, 1, 31, 62, 63] {
                let sum = 64 * block + i;
                let has = |third: usize, value: u32| pairs.has(sum - third, value ^ values[third]);
                for value in 0..600 {
                    let found = triples.look_for(value, i, &thirds, &pairs, &mut hints);
                    let needed = (i + 1..=sum / 3).any(|third| has(third, value));
                    let allowed = (i + 1..(sum / 3 + CHUNK).min(sum - 1)).any(|third| has(third, value));
                    prop_assert!(needed <= found && found <= allowed, "{} {}: {} {} {}", sum, value, needed, found, allowed);
                    let (place, lane) = (value as usize / 8, value % 8);
                    prop_assert_eq!(triples.known(place, i) >> lane & 1 != 0, found);
                    let open = triples.open(place / 64, i) >> (place % 64) & 1 != 0;
                    prop_assert_eq!(open, triples.known(place, i) != u8::MAX);
                }
            }
        }
    }

    #[test]
    fn parts_are_moved_by_a_nim_sum() {
        for by in 0..8 {
            let mut parts = [NONE; 8];
            parts[by] = [1, 2, 4, 8, 16, 32, 64, 128];
            let mut set = NONE;
            join_parts(&mut set, &parts);
            assert!((0..8).all(|lane| set[lane] == 1 << (lane ^ by)), "{by}");
        }
    }
}
