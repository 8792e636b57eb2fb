//! The far pairs of a sieve, gathered ahead by the other thread.
//!
//! Pairs with shifts from two chunks on look back behind the chunk that is being generated:
//! so the thread that verifies gathers them for the chunk after that one.

use super::planes::{BLOCK, Planes, Sets, Union};
use super::sieve::Choice;
use crate::kernel::simd::{Work, fast};

/// Values in compressed form, and how many planes their blocks needed.
#[derive(Default)]
pub(super) struct Shorts {
    pub values: Vec<u16>,
    pub planes: usize,
}

/// The sets of the far pairs for some blocks, so many planes each.
#[derive(Default)]
pub(super) struct Gathered {
    first: u64,
    planes: usize,
    sets: Vec<Sets>,
}

impl Gathered {
    /// The sets of the block that begins with n.
    pub fn block(&self, n: u64) -> Option<&[Sets]> {
        let block = usize::try_from(n.checked_sub(self.first)?).ok()? / BLOCK;
        self.sets.get(block * self.planes..(block + 1) * self.planes).filter(|sets| !sets.is_empty())
    }
}

/// Gathers the far pairs ahead of the generator.
pub(super) struct Far {
    planes: Planes,
    pairs: Union,
    /// The least shift.
    nearest: usize,
}

impl Far {
    pub fn new(choice: &Choice, count: usize, back: impl Fn(usize) -> u16) -> Self {
        let shifts = || choice.far.iter().map(|&(s, _)| s);
        let (nearest, farthest) = (shifts().min().unwrap_or(0), shifts().max().unwrap_or(0));
        let planes = Planes::new(count, farthest, &[(0, 0)], &back);
        Self { planes, pairs: Union::new(&choice.far), nearest: nearest as usize }
    }

    /// Takes up a chunk, and gathers for the one that begins with `first`, so far ahead.
    pub fn gather(&mut self, known: &Shorts, first: u64, ahead: usize, into: &mut Gathered) {
        (into.first, into.planes) = (first, known.planes);
        into.sets.clear();
        fast(Ahead { far: self, known, ahead, sets: &mut into.sets });
    }
}

struct Ahead<'f> {
    far: &'f mut Far,
    known: &'f Shorts,
    ahead: usize,
    sets: &'f mut Vec<Sets>,
}

impl Work for Ahead<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Ahead { far: Far { planes, pairs, nearest }, known, ahead, sets } = self;
        for block in known.values.as_chunks().0 {
            planes.extend(block);
        }
        // The next chunk is at most twice as long; and only what is known can be gathered.
        for block in 0..(2 * ahead).min(nearest.saturating_sub(ahead)) / BLOCK {
            for q in 0..known.planes {
                let mut set = [0; BLOCK];
                planes.gather(pairs, ahead + block * BLOCK, q, &mut set);
                sets.push(set);
            }
        }
    }
}
