//! The positions that a search for a set of P-positions looks at, and the expressions on them.

use super::set::{Atom, Pair, Set};
use super::views::View;
use crate::budget::{Budget, Stop};
use crate::expression::{Fold, Grammar, One, Pool, Tree, Two};
use crate::finders::sampling::choose;
use crate::table::Table;
use grundy_core::random::Random;

/// Numbers of P-positions and of N-positions.
pub(super) struct Sizes {
    pub(super) p: usize,
    pub(super) n: usize,
}

/// Images of some P-positions and of some N-positions.
pub(super) struct Sample {
    random: Random,
    p: Vec<Vec<i64>>,
    n: Vec<Vec<i64>>,
}

/// A pool of expressions on the images of a sample, those of P-positions first.
pub(super) struct Ground {
    pub(super) pool: Pool,
    /// The number of images of P-positions.
    pub(super) p: usize,
    /// The number of images of N-positions.
    pub(super) n: usize,
}

impl Sample {
    /// At most so many P-positions and N-positions; `None` if there are too few.
    pub(super) fn new(table: &Table, view: &View, seed: u64, most: Sizes, least: Sizes) -> Option<Self> {
        let mut random = Random(seed);
        let rows = |is_p: bool| {
            let is_one = move |row: &usize| (table.values()[*row] == 0) == is_p;
            (0..table.len()).filter(is_one)
        };
        let all_p: Vec<usize> = rows(true).filter(|&row| view.is_clear(table.point(row))).collect();
        let all_n: Vec<usize> = rows(false).collect();
        if all_p.len() < least.p || all_n.len() < least.n {
            return None;
        }
        let mut chosen = choose(&mut random, &all_p, most.p);
        chosen.extend(choose(&mut random, &all_n, most.n));
        let mut sample = Sample { random, p: Vec::new(), n: Vec::new() };
        sample.include(table, view, &chosen);
        Some(sample)
    }

    /// Makes the pool of at most `cap` expressions of size 3.
    pub(super) fn ground(&self, table: &Table, reach: Reach, budget: &mut Budget) -> Result<Ground, Stop> {
        let sample: Vec<&[i64]> = self.p.iter().chain(&self.n).map(Vec::as_slice).collect();
        let pool = Pool::grow(&sample, grammar(table.dimensions(), reach), budget)?;
        Ok(Ground { pool, p: self.p.len(), n: self.n.len() })
    }

    /// The rows where a set is wrong, of those that may be learned from.
    ///
    /// # Errors
    /// As [`Budget::spend`]: a step for each row.
    pub(super) fn wrong(table: &Table, set: &Set, budget: &mut Budget) -> Result<Vec<usize>, Stop> {
        budget.spend(table.len())?;
        let is_wrong = |&row: &usize| set.contains(table.point(row)) != Some(table.values()[row] == 0);
        Ok((0..table.len()).filter(is_wrong).collect())
    }

    /// Adds at most `most` rows.
    pub(super) fn add(&mut self, table: &Table, view: &View, rows: &[usize], most: usize) {
        let chosen = choose(&mut self.random, rows, most);
        self.include(table, view, &chosen);
    }

    fn include(&mut self, table: &Table, view: &View, rows: &[usize]) {
        for &row in rows {
            let images = view.images(table.point(row));
            if table.values()[row] == 0 { self.p.extend(images) } else { self.n.extend(images) }
        }
    }

    /// Of at most `most` P-positions with several images, adds the one that satisfies most atoms of a set.
    pub(super) fn add_best_images(&mut self, table: &Table, set: &Set, rows: &[usize], most: usize) {
        for row in choose(&mut self.random, rows, most) {
            // Of equally good ones the first.
            let images = set.view.images(table.point(row)).into_iter().rev();
            self.p.extend(images.max_by_key(|image| set.satisfied(image)));
        }
    }

    /// The number of images of N-positions.
    pub(super) const fn n(&self) -> usize {
        self.n.len()
    }
}

impl Ground {
    /// The set that some pieces of comparisons describe.
    pub(super) fn set(&self, table: &Table, view: &View, pieces: &[Vec<Pair>]) -> Set {
        let piece = |pairs: &Vec<Pair>| pairs.iter().map(|pair| Atom::new(&self.pool, pair)).collect();
        Set {
            names: table.names().to_vec(),
            view: view.clone(),
            pieces: pieces.iter().map(piece).collect(),
            bits: pieces.iter().flatten().map(|pair| pair.bits).sum(),
        }
    }

    /// The expressions, cheapest first.
    pub(super) fn by_cost(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.pool.len()).collect();
        order.sort_by_key(|&index| self.pool.bits(index));
        order
    }
}

/// Which expressions are compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    /// The largest size.
    pub(super) size: usize,
    /// The largest number.
    pub(super) cap: usize,
}

fn grammar(dimensions: usize, Reach { size, cap }: Reach) -> Grammar {
    let all = |folds: &[Fold]| -> Vec<Tree> { folds.iter().map(|&fold| Tree::All(fold)).collect() };
    let (leaves, one, two): (_, &[One], &[Two]) = if dimensions == 2 {
        (
            Vec::new(),
            &[One::Half, One::Parity, One::More, One::FloorPhi],
            &[Two::Plus, Two::Minus, Two::Xor, Two::Min, Two::Max, Two::Modulo, Two::Over, Two::Gcd],
        )
    } else {
        (
            all(&[Fold::Max, Fold::Min, Fold::Sum, Fold::NimSum, Fold::Moore(2), Fold::Moore(3), Fold::NimSumPlus]),
            &[One::Half, One::Parity, One::More],
            &[Two::Plus, Two::Minus, Two::Xor, Two::Min, Two::Max],
        )
    };
    Grammar { variables: dimensions, numbers: &[0, 1, 2], leaves, one, two, size, cap, negative: false }
}
