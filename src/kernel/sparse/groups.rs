//! The choice of witnesses for wide forms: groups that lie alike.
//!
//! Where H(a + d) = H(a) ^ v, the witnesses a and a + d exclude the rare values H(n - a) ^ H(a)
//! and H(n - a - d) ^ H(a) ^ v. Planes in which every value h marks not only its own position,
//! but also h ^ v the one d behind, answer for both at once. One (d, v) serves for all groups;
//! values of such games recur at certain distances, so that there are many of them. Which ones
//! are taken is decided by what they exclude for the last positions, greedily.

use super::facts::Facts;
use super::record::{Cell, Record};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Where to begin to look for witnesses, in long records: smaller positions have values too
/// small to meet others.
const FIRST: u64 = 4000;

/// Positions among which witnesses are looked for.
const SPAN: u64 = 14_000;

/// Distances that are looked at, and by how many positions.
const DISTANCES: usize = 256;
const LOOKED_AT: usize = 2048;

/// Groups among which is chosen, and how many are.
const CANDIDATES: usize = 1500;
const GROUPS: usize = 450;

/// The last positions, by which is chosen.
const SAMPLES: u64 = 256;

/// How often a question of these is to be answered: one answer would be learnt by heart.
const TIMES: u8 = 2;

/// Brings candidates into an order without one: values recur at certain distances, and
/// witnesses at such a distance exclude the same ones.
const SCATTER: u64 = 0x9E37_79B1;

impl Facts {
    /// Chooses groups of witnesses.
    pub fn choose_groups<C: Cell>(&mut self, record: &Record<C>) {
        let first = (record.len() / 4).min(FIRST);
        let end = (record.len() / 2).saturating_sub(self.moves.last).min(first + SPAN);
        let shorts: Vec<Option<u32>> = (first..end).map(|a| self.short(record, a)).collect();
        let mut anchors: Vec<u64> = (0..shorts.len()).filter(|&at| shorts[at].is_some()).map(|at| at as u64).collect();
        self.pattern = vec![(0, 0)];
        let (d, v) = most_common(&shorts);
        let nim_sum = |a: u64| Some(shorts[a as usize]? ^ (*shorts.get((a + d) as usize)?)?);
        let pairs: Vec<u64> = anchors.iter().copied().filter(|&a| nim_sum(a) == Some(v)).collect();
        if pairs.len() * self.moves.splits.len() >= GROUPS {
            self.pattern.push((d, v));
            anchors = pairs;
        }
        anchors.sort_by_key(|&a| a.wrapping_mul(SCATTER) % (1 << 32));
        let candidates = anchors.iter().flat_map(|&a| self.moves.splits.iter().map(move |&k| (first + a, k)));
        let mut candidates: Vec<(u64, u64)> = candidates.take(CANDIDATES).collect();
        let answers = self.answers(record, &candidates);
        let chosen = choose(&answers, GROUPS, 0);
        candidates = chosen.into_iter().map(|index| candidates[index]).collect();
        let group = |&(d, _): &(u64, u32)| candidates.iter().map(move |&(a, k)| (a + d, k)).collect::<Vec<_>>();
        self.witnesses = self.pattern.iter().flat_map(group).collect();
        self.chosen = record.len();
    }

    /// For each candidate the questions of the samples that its group answers.
    fn answers<C: Cell>(&self, record: &Record<C>, candidates: &[(u64, u64)]) -> Vec<Vec<u32>> {
        let samples = record.len().saturating_sub(SAMPLES)..record.len();
        let farthest = candidates.iter().map(|&(a, k)| a + k).max().unwrap_or(0);
        let latest = self.pattern.iter().map(|&(d, _)| d).max().unwrap_or(0);
        let before = samples.start.saturating_sub(farthest + latest);
        let values: Vec<Option<u32>> = (before..samples.end).map(|n| self.short(record, n)).collect();
        // The questions of all samples are numbered.
        let mut count = 0;
        let bounds = samples.clone().map(|n| {
            let bound = values[(n - before) as usize].map_or(0, |short| self.classes.rares_below(n, short));
            count += bound;
            (n, bound, count - bound)
        });
        let bounds: Vec<(u64, u32, u32)> = bounds.collect();
        let of_candidate = |&(a, k): &(u64, u64)| {
            let own = self.short(record, a).unwrap_or(0);
            let mut answers = Vec::new();
            for &(d, v) in &self.pattern {
                for &(n, bound, first) in &bounds {
                    let value = n.checked_sub(a + d + k + before).and_then(|at| values[at as usize]);
                    let answer = value.map(|value| value ^ own ^ v).filter(|&answer| answer < bound);
                    answers.extend(answer.map(|answer| first + answer));
                }
            }
            answers
        };
        candidates.par_iter().map(of_candidate).collect()
    }
}

/// The distance and the nim-sum by which most of the values differ.
fn most_common(shorts: &[Option<u32>]) -> (u64, u32) {
    let best = |d: usize| {
        let mut counts = vec![0u32; 1024];
        for (x, y) in shorts.iter().zip(shorts.get(d..).unwrap_or(&[])).take(LOOKED_AT) {
            if let (Some(x), Some(y)) = (x, y)
                && let Some(count) = counts.get_mut((x ^ y) as usize)
            {
                *count += 1;
            }
        }
        let best = (0..).zip(&counts).max_by_key(|&(v, count)| (*count, Reverse(v)));
        best.map_or((0, Reverse(d), 0), |(v, &count)| (count, Reverse(d), v))
    };
    let (_, Reverse(d), v) = (1..=DISTANCES).into_par_iter().map(best).max().unwrap_or_default();
    (d as u64, v)
}

/// Candidates, the best ones first: at most so many, and no more than it takes to leave so
/// many questions open.
pub(super) fn choose(answers: &[Vec<u32>], most: usize, left: usize) -> Vec<usize> {
    let questions = answers.iter().flatten().max().map_or(0, |&last| last as usize + 1);
    let (mut wanted, mut open) = (vec![TIMES; questions], questions);
    let gain = |index: usize, wanted: &[u8]| answers[index].iter().filter(|&&at| wanted[at as usize] > 0).count();
    // A gain only falls: the best by an old figure that is still the best is the best.
    let first = (0..answers.len()).map(|index| (answers[index].len(), Reverse(index)));
    let mut heap: BinaryHeap<_> = first.collect();
    let mut chosen = Vec::new();
    while let Some((old, Reverse(index))) = heap.pop() {
        if old == 0 || chosen.len() == most || open <= left {
            break;
        }
        let fresh = (gain(index, &wanted), Reverse(index));
        if heap.peek().is_some_and(|best| *best > fresh) {
            heap.push(fresh);
            continue;
        }
        chosen.push(index);
        for &at in &answers[index] {
            open -= usize::from(wanted[at as usize] == TIMES);
            wanted[at as usize] = wanted[at as usize].saturating_sub(1);
        }
    }
    chosen
}
