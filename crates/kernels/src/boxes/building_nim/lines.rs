//! The lines of partitions, and the lines from which each is computed.

use grundy_core::bytes::Bytes;
use rayon::prelude::*;

/// The lines of at most n stones, in classes by the number w of stones on them.
pub(super) struct Lines(Vec<Class>);

/// The lines with the same number of stones.
pub(super) struct Class {
    pub room: ClassWords,
    /// Where the moves of each line begin, and the end of all.
    bounds: Vec<u32>,
    /// Where the words begin of the lines from which a line is computed.
    moves: Vec<u32>,
    /// For each line, the third pile, and the nim-sum of it and the piles after it.
    piles: Vec<(u16, u16)>,
}

/// Where the words of a class are.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClassWords {
    /// The place of the first word.
    word: usize,
    /// The number of lines.
    count: usize,
    /// The number of words of each line.
    pub capacity: usize,
}

impl ClassWords {
    /// The place of the first word of a line.
    #[inline(always)]
    pub fn place(&self, line: usize) -> usize {
        self.word + line * self.capacity
    }

    /// The place after the last word.
    pub fn end(&self) -> usize {
        self.place(self.count)
    }
}

/// The classes of lines of at most n stones.
fn classes(n: usize, lines: &[u64]) -> impl Iterator<Item = (u64, usize)> {
    // One place after each line stays free.
    lines.iter().enumerate().map(move |(w, &count)| (count, (n - w) / 2 + 2))
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
    /// The memory of all this and of the layers, and the number of words of a layer.
    pub fn needs(n: u64, piles: usize) -> (Bytes, u128) {
        let n = n as usize;
        let lines = count(n, piles);
        let mut words: Vec<u128> = Vec::with_capacity(n + 1);
        for (count, capacity) in classes(n, &lines) {
            words.push(words.last().unwrap_or(&0) + u128::from(count) * capacity as u128);
        }
        let total: u128 = lines.iter().map(|&count| u128::from(count)).sum();
        // The lines of each class, and the counts, which exist twice while they are made.
        let (most, parts) = (n as u128 + 4, piles as u128);
        let table = total * (4 * (parts - 2) + 8) + 16 * most * parts + 160 * most;
        // Words of 2, 4 and 8 bytes come 16, 32 and 64 layers after the first. While they are made from narrower
        // ones, two layers of both widths exist.
        let two = |after: usize, bytes: u128| 2 * bytes * words.get((n + 1).saturating_sub(after)).unwrap_or(&words[n]);
        let layers = [two(0, 1) + two(16, 2), two(16, 2) + two(32, 4), two(32, 4) + two(64, 8)];
        (Bytes(layers.into_iter().max().unwrap_or(0) + table), words[n])
    }

    /// The lines of at most n stones.
    pub fn new(n: u64, piles: usize) -> Self {
        let n = n as usize;
        // The children of a line have up to three more stones.
        let counts = counts(n + 3, piles);
        let mut word = 1;
        let room = |(count, capacity): (u64, usize)| {
            let room = ClassWords { word, count: count as usize, capacity };
            word = room.end();
            room
        };
        let rooms: Vec<ClassWords> = classes(n, &counts[piles - 2][..=n]).map(room).collect();
        let all_counts = counts.concat();
        let class = |w: usize| {
            let room = rooms[w];
            let children = [1, 3].map(|more| rooms.get(w + more).copied());
            let mut class = Class { room, bounds: vec![0], moves: Vec::new(), piles: Vec::new() };
            class.bounds.reserve_exact(room.count);
            class.piles.reserve_exact(room.count);
            class.moves.reserve_exact(room.count * (piles - 2));
            let mut sums = LineSteps { counts: &all_counts, row: n + 4, of: vec![LineSum::default(); piles + 1] };
            sums.of[piles].stones = w;
            class.add(&mut sums, piles, children);
            class
        };
        Self((0..=n).into_par_iter().map(class).collect())
    }

    /// The classes of at most t stones.
    pub fn classes(&self, t: u64) -> &[Class] {
        &self.0[..=t as usize]
    }

    /// The place after the words of the lines of at most t stones.
    pub fn words(&self, t: u64) -> usize {
        self.0.get(t as usize).or(self.0.last()).map_or(0, |class| class.room.end())
    }
}

impl Class {
    /// Adds, in order, the lines whose steps d_3, ..., d_k use up the remaining stones. Children have 1 or 3 more.
    fn add(&mut self, sums: &mut LineSteps<'_>, k: usize, children: [Option<ClassWords>; 2]) {
        let stones = sums.of[k].stones;
        if k == 3 && stones.is_multiple_of(3) {
            sums.choose(3, stones / 3);
            self.add_line(sums, children);
        } else if k > 3 {
            // A step d_4 leaves a multiple of three iff d_4 = stones modulo 3.
            let (least, by) = if k == 4 { (stones % 3, 3) } else { (0, 1) };
            for step in (least..=stones / k).step_by(by) {
                sums.choose(k, step);
                self.add(sums, k - 1, children);
            }
        }
    }

    fn add_line(&mut self, sums: &LineSteps<'_>, [one_more, three_more]: [Option<ClassWords>; 2]) {
        self.piles.push((sums.of[2].pile as u16, sums.of[2].nim as u16));
        if let Some(room) = three_more {
            // The third pile grows too, so the line's own step becomes smaller: one place before.
            self.moves.push((room.place(sums.grown_third()) - 1) as u32);
        }
        if let Some(room) = one_more {
            for k in (4..sums.of.len()).filter(|&k| sums.of[k - 1].stones > sums.of[k - 2].stones) {
                self.moves.push(room.place(sums.grown(k)) as u32);
            }
        }
        self.bounds.push(self.moves.len() as u32);
    }

    #[inline(always)]
    pub fn moves(&self, line: usize) -> &[u32] {
        &self.moves[self.bounds[line] as usize..self.bounds[line + 1] as usize]
    }

    /// The third pile, and the nim-sum of it and the piles after it.
    #[inline(always)]
    pub fn piles(&self, line: usize) -> (u16, u16) {
        self.piles[line]
    }
}

/// A line, step by step from the last one: `of[k]` describes the steps after d_k.
///
/// Let s_k be the number of stones of d_3, ..., d_k, and C_k(m) the number of partitions of m into parts 3, ..., k.
/// If lines with a smaller last step come first, the number of a line in its class is the sum of C_k(s_k) -
/// C_k(s_(k-1)) over all k.
struct LineSteps<'c> {
    /// C_k(m), row by row from k = 2 on.
    counts: &'c [u64],
    row: usize,
    of: Vec<LineSum>,
}

#[derive(Debug, Clone, Copy, Default)]
struct LineSum {
    /// s_k.
    stones: usize,
    /// The terms of the larger k, also with 1 and with 3 more stones in every s.
    terms: [u64; 3],
    /// The next pile, and the nim-sum of it and the piles after it.
    pile: usize,
    nim: usize,
}

/// How many more stones each of the terms of a [`LineSum`] has.
const MORE: [usize; 3] = [0, 1, 3];

impl LineSteps<'_> {
    /// Chooses d_k, after all later steps.
    fn choose(&mut self, k: usize, step: usize) {
        let mut sum = self.of[k];
        let stones = sum.stones - k * step;
        for (terms, more) in sum.terms.iter_mut().zip(MORE) {
            *terms += self.term(k, sum.stones + more, stones + more);
        }
        sum.stones = stones;
        sum.pile += step;
        sum.nim ^= sum.pile;
        self.of[k - 1] = sum;
    }

    fn term(&self, k: usize, stones: usize, below: usize) -> u64 {
        let row = (k - 2) * self.row;
        self.counts[row + stones] - self.counts[row + below]
    }

    /// The number of the line with d_3 larger by 1.
    fn grown_third(&self) -> usize {
        let third = &self.of[3];
        (third.terms[2] + self.term(3, third.stones + 3, 0)) as usize
    }

    /// The number of the line with d_k larger by 1 and the step before smaller by 1.
    fn grown(&self, k: usize) -> usize {
        let [before, less, here] = [k - 2, k - 1, k].map(|k| self.of[k].stones);
        let less = less - (k - 1);
        let unchanged = self.of[2].terms[0] - self.of[k - 2].terms[0];
        (unchanged + self.term(k - 1, less, before) + self.term(k, here + 1, less) + self.of[k].terms[1]) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All steps d_3, ..., d_k with this number of stones. Those with a smaller last step come first.
    fn all(stones: usize, k: usize) -> Vec<Vec<usize>> {
        if k == 2 {
            return if stones == 0 { vec![Vec::new()] } else { Vec::new() };
        }
        let with = |step| all(stones - k * step, k - 1).into_iter().map(move |steps| [steps, vec![step]].concat());
        (0..=stones / k).flat_map(with).collect()
    }

    #[test]
    fn moves_lead_to_the_lines_they_should() {
        for (n, piles) in [(0, 3), (1, 5), (2, 4), (3, 3), (20, 3), (25, 4), (31, 5), (40, 6), (45, 9), (30, 12)] {
            let lines = Lines::new(n as u64, piles);
            let of: Vec<Vec<Vec<usize>>> = (0..=n).map(|stones| all(stones, piles)).collect();
            for (w, (steps_of_all, class)) in of.iter().zip(&lines.0).enumerate() {
                assert_eq!(class.room.count, steps_of_all.len());
                for (line, steps) in steps_of_all.iter().enumerate() {
                    let mut expected = Vec::new();
                    for k in 3..=piles {
                        let mut child = steps.clone();
                        child[k - 3] += 1;
                        let (stones, back) = if k == 3 { (w + 3, 1) } else { (w + 1, 0) };
                        if k > 3 && steps[k - 4] == 0 || stones > n {
                            continue;
                        }
                        if k > 3 {
                            child[k - 4] -= 1;
                        }
                        let rank = of[stones].iter().position(|steps| *steps == child).unwrap();
                        expected.push((lines.0[stones].room.place(rank) - back) as u32);
                    }
                    assert_eq!(class.moves(line), expected, "{n} stones, steps {steps:?}");
                    let pile = |k: usize| steps[k - 3..].iter().sum::<usize>();
                    let nim = (3..=piles).fold(0, |nim, k| nim ^ pile(k));
                    assert_eq!(class.piles(line), (pile(3) as u16, nim as u16));
                }
            }
        }
    }
}
