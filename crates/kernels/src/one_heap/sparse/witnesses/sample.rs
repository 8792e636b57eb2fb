//! A choice by samples: which pairs (s, v) answer the most questions about some positions.
//!
//! A question is a value below a bound at a position n. A pair answers it if H(n - s) ^ v is that value. A greedy
//! choice for these positions also serves later ones if every question is answered twice. With one answer it would
//! fit only the sample.

use crate::one_heap::sparse::exact::record::Past;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::witnesses::greedy::{Cover, choose_greedily};

/// The number of positions.
pub(crate) const SAMPLES: u64 = 256;

/// How often a question is to be answered.
const TIMES: u8 = 2;

/// The questions about some positions.
pub(crate) struct Sample {
    /// The position of the first entry of `shorts`: compressed common values, or [`NO_VALUE`].
    first: u64,
    shorts: Vec<u32>,
    /// The first position of the sample.
    start: u64,
    /// For each position, the bound of the values in question, and the number of its first question.
    questions: Vec<(u32, u32)>,
}

/// Stands for no common value: its nim-sums are below no bound.
const NO_VALUE: u32 = 1 << 31;

impl Sample {
    /// Questions about the values below a bound that depends on n and H(n). The positions precede that at which the
    /// witnesses were chosen, so a resumed run chooses the same ones. Pairs look back by at most `farthest`.
    pub fn new(facts: &Facts, record: &dyn Past, farthest: u64, bound: impl Fn(u64, u32) -> u32) -> Self {
        let positions = facts.chosen.saturating_sub(SAMPLES)..facts.chosen;
        let first = positions.start.saturating_sub(farthest);
        let short = |n: u64| facts.short(record, n).filter(|_| n > 0).unwrap_or(NO_VALUE);
        let shorts: Vec<u32> = (first..positions.end).map(short).collect();
        let (mut count, start) = (0, positions.start);
        let questions = positions.map(|n| {
            let short = shorts[(n - first) as usize];
            let bound = if short == NO_VALUE { 0 } else { bound(n, short) };
            count += bound;
            (bound, count - bound)
        });
        Self { first, start, questions: questions.collect(), shorts }
    }

    /// The numbers of the questions that some pairs answer. `scratch` is working memory.
    pub fn answers(&self, pairs: impl Iterator<Item = (u64, u32)>, scratch: &mut Vec<u32>) -> Vec<u32> {
        let mut count = 0;
        for (s, v) in pairs {
            // For a large s, the first positions have no position s before them.
            let skipped = (s + self.first).saturating_sub(self.start) as usize;
            let back = (self.start + skipped as u64).saturating_sub(s + self.first) as usize;
            let questions = self.questions.get(skipped..).unwrap_or(&[]);
            scratch.resize(scratch.len().max(count + questions.len()), 0);
            // No branches, because it is unpredictable which questions are answered.
            for (&(bound, first), &short) in questions.iter().zip(&self.shorts[back..]) {
                let value = short ^ v;
                scratch[count] = first.wrapping_add(value);
                count += usize::from(value < bound);
            }
        }
        scratch[..count].to_vec()
    }
}

/// Chooses candidates, the best ones first: at most `most`, and no more than are needed to leave at most `left`
/// questions open.
pub(crate) fn choose(answers: &[Vec<u32>], most: usize, left: usize) -> Vec<usize> {
    let questions = answers.iter().flatten().max().map_or(0, |&last| last as usize + 1);
    let mut cover = Answered { answers, wanted: vec![TIMES; questions], open: questions, left };
    choose_greedily(answers.iter().map(Vec::len), most, &mut cover)
}

/// The questions that candidates answer, and how often each is still to be answered.
struct Answered<'a> {
    answers: &'a [Vec<u32>],
    wanted: Vec<u8>,
    /// The number of questions without an answer, and how many may be left.
    open: usize,
    left: usize,
}

impl Cover for Answered<'_> {
    fn gain(&self, index: usize) -> usize {
        self.answers[index].iter().filter(|&&at| self.wanted[at as usize] > 0).count()
    }

    fn take(&mut self, index: usize) {
        for &at in &self.answers[index] {
            let wanted = &mut self.wanted[at as usize];
            self.open -= usize::from(*wanted == TIMES);
            *wanted = wanted.saturating_sub(1);
        }
    }

    fn is_enough(&self) -> bool {
        self.open <= self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_heap::sparse::testing::explored;
    use grundy_core::random::Random;
    use std::collections::BTreeSet;

    #[test]
    fn pairs_answer_what_their_values_are() {
        let (mut facts, record) = explored("0.6", 900);
        for chosen in [900, 500, 200] {
            facts.chosen = chosen;
            let bound = |n: u64, short: u32| short + n as u32 % 3;
            let sample = Sample::new(&facts, &record, 400, bound);
            let mut random = Random(chosen);
            for case in 0..50 {
                let pairs: Vec<(u64, u32)> = (0..3).map(|_| (1 + random.below(400), random.below(64) as u32)).collect();
                let (mut expected, mut number) = (Vec::new(), 0);
                for n in chosen.saturating_sub(SAMPLES)..chosen {
                    let Some(short) = facts.short(&record, n).filter(|_| n > 0) else { continue };
                    for &(s, v) in pairs.iter().filter(|&&(s, _)| s < n) {
                        let value = facts.short(&record, n - s).map(|short| short ^ v);
                        expected.extend(value.filter(|&value| value < bound(n, short)).map(|value| number + value));
                    }
                    number += bound(n, short);
                }
                let mut found = sample.answers(pairs.into_iter(), &mut Vec::new());
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "case {case} of {chosen}");
            }
        }
    }

    #[test]
    fn no_more_candidates_are_chosen_than_it_takes() {
        let mut random = Random(4);
        for case in 0..300 {
            let mut answers = |_| {
                let mut answers: Vec<u32> = (0..random.below(40)).map(|_| random.below(100) as u32).collect();
                answers.sort_unstable();
                answers.dedup();
                answers
            };
            let answers: Vec<Vec<u32>> = (0..60).map(&mut answers).collect();
            let open = |chosen: &[usize]| {
                let answered: BTreeSet<u32> = chosen.iter().flat_map(|&index| answers[index].iter().copied()).collect();
                *answers.iter().flatten().max().unwrap() as usize + 1 - answered.len()
            };
            for left in [0, 1, 10, 50] {
                let chosen = choose(&answers, usize::MAX, left);
                let (_, before) = chosen.split_last().unwrap();
                let all: Vec<usize> = (0..answers.len()).collect();
                assert!(open(&chosen) <= left.max(open(&all)), "case {case}");
                assert!(open(before) > left, "case {case}: one was enough without the last");
                assert_eq!(choose(&answers, 3, left), chosen[..chosen.len().min(3)], "case {case}");
            }
        }
    }
}
