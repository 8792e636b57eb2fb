//! A choice by sample: which pairs (s, v) answer the most questions about some positions.
//!
//! A question is a value below some bound of a position n, and a pair answers it where
//! H(n - s) ^ v is that value. What is chosen greedily for these positions serves later ones
//! too, if every question is answered twice: one answer would be learnt by heart.

use super::facts::Facts;
use super::record::{Cell, Record};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many positions.
pub(super) const SAMPLES: u64 = 256;

/// How often a question is to be answered.
const TIMES: u8 = 2;

/// The questions about some positions.
pub(super) struct Sample {
    /// The common values from here on, compressed.
    first: u64,
    shorts: Vec<Option<u32>>,
    /// Of each position: the bound of the values in question, and the number of the first.
    questions: Vec<(u64, u32, u32)>,
}

impl Sample {
    /// Questions about the values below a bound by n and H(n), where the witnesses were chosen:
    /// so that a run that goes on chooses the same. Pairs look back at most to `farthest`.
    pub fn new<C: Cell>(facts: &Facts, record: &Record<C>, farthest: u64, bound: impl Fn(u64, u32) -> u32) -> Self {
        let positions = facts.chosen.saturating_sub(SAMPLES)..facts.chosen;
        let first = positions.start.saturating_sub(farthest);
        let shorts: Vec<Option<u32>> = (first..positions.end).map(|n| facts.short(record, n)).collect();
        let mut count = 0;
        let questions = positions.map(|n| {
            let bound = shorts[(n - first) as usize].map_or(0, |short| bound(n, short));
            count += bound;
            (n, bound, count - bound)
        });
        Self { first, questions: questions.collect(), shorts }
    }

    /// The numbers of the questions that a pair answers.
    pub fn answers(&self, (s, v): (u64, u32)) -> impl Iterator<Item = u32> {
        self.questions.iter().filter_map(move |&(n, bound, first)| {
            let back = n.checked_sub(s + self.first)?;
            let value = (*self.shorts.get(back as usize)?)? ^ v;
            (value < bound).then_some(first + value)
        })
    }
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
