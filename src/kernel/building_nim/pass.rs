//! One pass: from the largest of some totals back to the empty start, layer by layer.

use super::sizes::Sizes;
use crate::checkpoint::{State, StateReader};
use crate::error::Error;
use rayon::prelude::*;

/// Totals of one pass: half of them, the even ones, have a bit each.
const TOTALS: u64 = 128;

/// Blocks up to this size are finished while they are in the first cache.
const SMALL: usize = 1 << 10;

/// Layers from this size on are shared between the threads.
const LARGE: usize = 1 << 13;

/// The totals `first` to `end`, and the latest layer.
pub(super) struct Pass {
    first: u64,
    end: u64,
    /// The stones of the next layer, and one more.
    stones: u64,
    /// A word for each partition of `stones` stones; empty at the beginning.
    words: Vec<u64>,
    /// The layer before, to be overwritten.
    spare: Vec<u64>,
}

impl Pass {
    /// The totals from `first` on, as far as they are rows.
    pub fn new(first: u64, rows: u64) -> Self {
        let end = rows.min(first + TOTALS);
        // The largest even total has the first layer.
        let stones = (end - 1) / 2 * 2 + 1;
        Self { first, end, stones, words: Vec::new(), spare: Vec::new() }
    }

    pub fn first(&self) -> u64 {
        self.first
    }

    pub fn end(&self) -> u64 {
        self.end
    }

    /// Layers still to come.
    pub fn stones(&self) -> u64 {
        self.stones
    }

    /// Whether, with no stone placed yet, the player who places the first of n wins.
    pub fn next_wins(&self, n: u64) -> bool {
        let word = self.words.first().copied().unwrap_or(0);
        n.is_multiple_of(2) && word >> ((n - self.first) / 2) & 1 != 0
    }

    pub fn save(&self, state: &mut State) -> Result<(), Error> {
        state.put(&(self.first, self.stones))?;
        state.put_bytes(&self.words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>());
        Ok(())
    }

    /// Takes up what was saved; none if that is of another game.
    pub fn load(state: &mut StateReader<'_>, sizes: &Sizes, rows: u64) -> Option<Self> {
        let (first, stones) = state.take::<(u64, u64)>()?;
        let (words, _) = state.take_bytes()?.as_chunks::<8>();
        if first >= rows || !first.is_multiple_of(TOTALS) {
            return None;
        }
        let new = Self::new(first, rows);
        let fits = stones < new.stones && sizes.layer(stones) == words.len();
        fits.then(|| Self { stones, words: words.iter().map(|&word| u64::from_le_bytes(word)).collect(), ..new })
    }

    /// Computes the next layer, that of one stone less.
    pub fn layer(&mut self, sizes: &Sizes) {
        self.stones -= 1;
        let mut words = std::mem::take(&mut self.spare);
        words.clear();
        words.resize(sizes.layer(self.stones), u64::MAX);
        let ends = self.stones.is_multiple_of(2) && self.stones >= self.first;
        let bit = if ends { 1 << ((self.stones - self.first) / 2) } else { 0 };
        let layer = Layer { sizes, children: &self.words, bit };
        let blocks = layer.first_parts(self.stones as usize, &mut words);
        let fill = |(block, words, grown): (Block, &mut [u64], usize)| layer.large(block, words, &mut vec![grown]);
        if layer.children.len() < LARGE {
            blocks.into_iter().for_each(fill);
        } else {
            blocks.into_par_iter().for_each(fill);
        }
        self.spare = std::mem::replace(&mut self.words, words);
    }
}

/// What a layer is made of.
struct Layer<'l> {
    sizes: &'l Sizes,
    /// The layer of one stone more; empty if all stones are placed.
    children: &'l [u64],
    /// The bit of the total for which all stones are placed, if there is one.
    bit: u64,
}

/// The partitions that begin with certain parts.
#[derive(Clone, Copy)]
struct Block {
    /// How many parts follow, ...
    parts: usize,
    /// ... their sum, ...
    sum: usize,
    /// ... and the last of those before, which none of them exceeds.
    largest: usize,
    /// The nim-sum of those before.
    nim: usize,
    /// The rank of its first partition.
    own: usize,
    /// The rank among the children of the first that begins with the same parts.
    same: usize,
}

impl Block {
    /// The blocks of the next part by their sizes; with each of them the rank among the
    /// children where that part is one larger.
    fn split(self, sizes: &Sizes) -> impl Iterator<Item = (Block, usize, usize)> {
        let (mut own, mut same) = (self.own, self.same);
        let parts = self.parts - 1;
        (self.sum.div_ceil(self.parts)..=self.sum.min(self.largest)).map(move |part| {
            let sum = self.sum - part;
            let block = Block { parts, sum, largest: part, nim: self.nim ^ part, own, same };
            let size = sizes.block(sum, parts, part);
            own += size;
            same += sizes.block(sum + 1, parts, part);
            (block, size, same)
        })
    }
}

impl Layer<'_> {
    /// The blocks of the first part, each with its words and where its first part has grown.
    fn first_parts<'w>(&self, stones: usize, words: &'w mut [u64]) -> Vec<(Block, &'w mut [u64], usize)> {
        let all = Block { parts: self.sizes.piles(), sum: stones, largest: usize::MAX, nim: 0, own: 0, same: 0 };
        let mut rest = words;
        let blocks = all.split(self.sizes).map(|(block, size, grown)| {
            let (words, others) = std::mem::take(&mut rest).split_at_mut(size);
            rest = others;
            (block, words, grown.wrapping_sub(block.own))
        });
        blocks.collect()
    }

    /// ANDs the children that begin at a rank.
    #[inline]
    fn and(&self, words: &mut [u64], rank: usize) {
        if let Some(children) = self.children.get(rank..rank + words.len()) {
            words.iter_mut().zip(children).for_each(|(word, child)| *word &= child);
        }
    }

    /// A block; `grown` are the distances to the children in which one of the parts before
    /// has grown.
    fn large(&self, block: Block, words: &mut [u64], grown: &mut Vec<usize>) {
        if words.len() <= SMALL || block.parts == 2 {
            grown.iter().for_each(|distance| self.and(words, block.own.wrapping_add(*distance)));
            return self.small(block, words);
        }
        let mut rest = words;
        for (inner, size, next) in block.split(self.sizes) {
            let (words, others) = rest.split_at_mut(size);
            rest = others;
            let grows = inner.largest < block.largest;
            if grows {
                grown.push(next.wrapping_sub(inner.own));
            }
            self.large(inner, words, grown);
            if grows {
                grown.pop();
            }
        }
    }

    /// A block that lacks the children in which one of its own parts has grown.
    fn small(&self, block: Block, words: &mut [u64]) {
        if block.parts == 2 {
            return self.run(block, words);
        }
        let mut rest = words;
        for (inner, size, next) in block.split(self.sizes) {
            let (words, others) = rest.split_at_mut(size);
            rest = others;
            if inner.largest < block.largest {
                self.and(words, next);
            }
            self.small(inner, words);
        }
    }

    /// The last two parts, a >= b, by a.
    fn run(&self, block: Block, words: &mut [u64]) {
        let Block { sum, largest, same, .. } = block;
        let odd = sum % 2;
        // The children begin at a = b if their sum is even, so one place later or not.
        let growing_a = words.len() - usize::from(largest <= sum);
        self.and(&mut words[..growing_a], same + odd);
        // Where a = b, growing b is growing a.
        self.and(&mut words[1 - odd..], same);
        if self.bit == 0 {
            words.iter_mut().for_each(|word| *word = !*word);
        } else {
            for (a, word) in (sum.div_ceil(2)..).zip(words) {
                let next_wins = block.nim ^ a ^ (sum - a) != 0;
                *word = !*word & !self.bit | if next_wins { self.bit } else { 0 };
            }
        }
    }
}
