//! The lines of partitions, and which of them a line is computed from.

use crate::bytes::Bytes;

/// Words that are computed at once.
pub(super) const WIDTH: usize = 4;

/// Everything about the lines of at most n stones: their classes by the stones w on them.
pub(super) struct Lines {
    classes: Vec<Class>,
    /// Where the moves of a line begin, and the end of all.
    bounds: Vec<u32>,
    /// Where the words of the lines begin that a line is computed from.
    moves: Vec<u32>,
    /// For each line, the third pile and the nim-sum of it and those that follow.
    piles: Vec<(u16, u16)>,
}

/// The lines with the same stones.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Class {
    /// The number of the first.
    pub line: usize,
    /// How many there are.
    pub count: usize,
    /// The place of their first word.
    pub word: usize,
    /// The words of each.
    pub capacity: usize,
}

/// The classes of lines of at most n stones.
fn classes(n: usize, lines: &[u64]) -> impl Iterator<Item = (u64, usize)> {
    // One place at least stays free behind each line.
    lines.iter().enumerate().map(move |(w, &count)| (count, ((n - w) / 2 + 2).next_multiple_of(WIDTH)))
}

/// How many lines have w stones, for each w <= n: partitions into parts 3, ..., s.
fn count(n: usize, piles: usize) -> Vec<u64> {
    counts(n, piles).pop().unwrap_or_default()
}

/// The same for parts 3, ..., k, for each k from 2 to s.
fn counts(n: usize, piles: usize) -> Vec<Vec<u64>> {
    let mut counts = vec![vec![0u64; n + 1]];
    counts[0][0] = 1;
    for part in 3..=piles {
        let mut row = counts[part - 3].clone();
        for w in part..=n {
            row[w] = row[w].saturating_add(row[w - part]);
        }
        counts.push(row);
    }
    counts
}

impl Lines {
    /// The memory of all this and of two layers, and how many words a layer has.
    pub fn needs(n: u64, piles: usize) -> (Bytes, u128) {
        let n = n as usize;
        let lines = count(n, piles);
        let words: u128 = classes(n, &lines).map(|(count, capacity)| u128::from(count) * capacity as u128).sum();
        let total: u128 = lines.iter().map(|&count| u128::from(count)).sum();
        let table = total * (4 * (piles as u128 - 2) + 8) + 8 * (n as u128 + 1) * piles as u128 + 64 * n as u128;
        (Bytes(2 * 8 * words + table), words)
    }

    /// The lines of at most n stones.
    pub fn new(n: u64, piles: usize) -> Self {
        let n = n as usize;
        let counts = counts(n, piles);
        let (mut line, mut word) = (0, 1);
        let class = |(count, capacity): (u64, usize)| {
            let class = Class { line, count: count as usize, word, capacity };
            line += class.count;
            word += class.count * capacity;
            class
        };
        let classes: Vec<Class> = classes(n, &counts[piles - 2]).map(class).collect();
        let mut lines = Self { classes, bounds: vec![0], moves: Vec::new(), piles: Vec::new() };
        lines.bounds.reserve_exact(line);
        lines.piles.reserve_exact(line);
        lines.moves.reserve_exact(line * (piles - 2));
        let mut steps = Steps { counts: &counts, steps: vec![0; piles + 1] };
        for w in 0..=n {
            lines.add(&mut steps, w, w, piles);
        }
        lines
    }

    /// Adds the lines whose steps from part k downwards have m stones, in their order.
    fn add(&mut self, steps: &mut Steps<'_>, w: usize, m: usize, k: usize) {
        if k > 2 {
            for step in 0..=m / k {
                steps.steps[k] = step;
                self.add(steps, w, m - k * step, k - 1);
            }
            steps.steps[k] = 0;
        } else if m == 0 {
            self.add_line(steps, w);
        }
    }

    fn add_line(&mut self, steps: &mut Steps<'_>, w: usize) {
        let (mut pile, mut nim) = (0, 0);
        for &step in steps.steps[3..].iter().rev() {
            pile += step;
            nim ^= pile;
        }
        self.piles.push((pile as u16, nim as u16));
        for grown in 3..steps.steps.len() {
            let shrinks = grown > 3;
            if shrinks && steps.steps[grown - 1] == 0 {
                continue;
            }
            let stones = if shrinks { w + 1 } else { w + 3 };
            let Some(class) = self.classes.get(stones) else { continue };
            steps.steps[grown] += 1;
            steps.steps[grown - 1] -= usize::from(shrinks);
            // With the third pile the line's own step becomes smaller: one place before.
            let word = class.word + steps.rank() * class.capacity - usize::from(!shrinks);
            steps.steps[grown] -= 1;
            steps.steps[grown - 1] += usize::from(shrinks);
            self.moves.push(word as u32);
        }
        self.bounds.push(self.moves.len() as u32);
    }

    /// The classes of at most t stones.
    pub fn classes(&self, t: u64) -> &[Class] {
        &self.classes[..=t as usize]
    }

    /// The place behind the words of the lines of at most t stones.
    pub fn words(&self, t: u64) -> usize {
        let class = self.classes[t as usize];
        class.word + class.count * class.capacity
    }

    /// The places behind all words.
    pub fn all_words(&self) -> usize {
        self.classes.last().map_or(0, |class| class.word + class.count * class.capacity) + 2 * WIDTH
    }

    #[inline(always)]
    pub fn moves(&self, line: usize) -> &[u32] {
        &self.moves[self.bounds[line] as usize..self.bounds[line + 1] as usize]
    }

    /// The third pile, and the nim-sum of it and those that follow.
    pub fn piles(&self, line: usize) -> (usize, usize) {
        let (third, nim) = self.piles[line];
        (usize::from(third), usize::from(nim))
    }
}

/// Pile by pile from the third on, by how much it is larger than the next.
struct Steps<'c> {
    counts: &'c [Vec<u64>],
    steps: Vec<usize>,
}

impl Steps<'_> {
    /// The number of the line in its class: those with a smaller last step come first.
    fn rank(&self) -> usize {
        let (mut rank, mut stones) = (0, 0);
        for (k, &step) in self.steps.iter().enumerate().skip(3).filter(|(_, step)| **step > 0) {
            let below = stones;
            stones += k * step;
            rank += self.counts[k - 2][stones] - self.counts[k - 2][below];
        }
        rank as usize
    }
}
