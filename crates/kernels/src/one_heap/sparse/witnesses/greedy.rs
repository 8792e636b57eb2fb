//! A greedy choice that recomputes only the gains of candidates that may be the best.
//!
//! Idea: the gain of a candidate only decreases while others are chosen. So a candidate is the best if its fresh gain
//! is at least the old gains of all others. Cost: nearly always a few fresh gains per choice, instead of one for
//! every candidate.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What the chosen candidates are to cover.
pub(crate) trait Cover {
    /// How much a candidate would add now: never more than before.
    fn gain(&self, index: usize) -> usize;

    /// Chooses a candidate.
    fn take(&mut self, index: usize);

    /// Whether enough is covered.
    fn is_enough(&self) -> bool {
        false
    }
}

/// Chooses at most `most` candidates, as long as they add anything. Each adds the most to the previous ones; among
/// equals the first is taken. `gains` are the initial gains of all candidates.
///
/// If nothing is left to be covered, a candidate whose old gain is not 0 may still be chosen, as the last one: its
/// fresh gain is 0, but so are those of all others.
pub(crate) fn choose_greedily(gains: impl Iterator<Item = usize>, most: usize, cover: &mut impl Cover) -> Vec<usize> {
    let mut heap: BinaryHeap<_> = gains.enumerate().map(|(index, gain)| (gain, Reverse(index))).collect();
    let mut chosen = Vec::new();
    while let Some((old, Reverse(index))) = heap.pop() {
        if old == 0 || chosen.len() == most || cover.is_enough() {
            break;
        }
        let fresh = (cover.gain(index), Reverse(index));
        if heap.peek().is_some_and(|best| *best > fresh) {
            heap.push(fresh);
            continue;
        }
        chosen.push(index);
        cover.take(index);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;

    /// Sets. Each element is to be covered several times.
    #[derive(Clone)]
    struct Sets {
        sets: Vec<Vec<usize>>,
        wanted: Vec<u32>,
        /// The number of elements that may be left open.
        left: usize,
    }

    impl Sets {
        fn random(random: &mut Random) -> Self {
            let (elements, times) = (1 + random.below(60), 1 + random.below(3) as u32);
            let most = 1 + random.below(20);
            let mut set = |_| (0..random.below(most)).map(|_| random.below(elements) as usize).collect();
            let sets: Vec<Vec<usize>> = (0..40).map(&mut set).collect();
            Self { sets, wanted: vec![times; elements as usize], left: random.below(elements) as usize / 4 }
        }
    }

    impl Cover for Sets {
        fn gain(&self, index: usize) -> usize {
            self.sets[index].iter().filter(|&&element| self.wanted[element] > 0).count()
        }

        fn take(&mut self, index: usize) {
            for &element in &self.sets[index] {
                self.wanted[element] = self.wanted[element].saturating_sub(1);
            }
        }

        fn is_enough(&self) -> bool {
            self.wanted.iter().filter(|&&wanted| wanted > 0).count() <= self.left
        }
    }

    /// The same choice, recomputing all gains each time.
    fn by_all_gains(most: usize, cover: &mut Sets) -> Vec<usize> {
        let mut chosen = Vec::new();
        while chosen.len() < most && !cover.is_enough() {
            let open = (0..cover.sets.len()).filter(|index| !chosen.contains(index));
            let best = open.max_by_key(|&index| (cover.gain(index), Reverse(index)));
            let Some(best) = best.filter(|&index| cover.gain(index) > 0) else { break };
            cover.take(best);
            chosen.push(best);
        }
        chosen
    }

    #[test]
    fn the_choice_is_that_by_all_gains() {
        let mut random = Random(7);
        for case in 0..2000 {
            let mut cover = Sets::random(&mut random);
            let most = [3, 10, usize::MAX][case % 3];
            let expected = by_all_gains(most, &mut cover.clone());
            let gains: Vec<usize> = (0..cover.sets.len()).map(|index| cover.gain(index)).collect();
            let found = choose_greedily(gains.into_iter(), most, &mut cover);
            assert_eq!(found, expected, "case {case}");
        }
    }

    #[test]
    fn of_equal_ones_the_first_is_chosen() {
        let sets = vec![vec![], vec![0, 1], vec![2, 3], vec![0, 1, 2], vec![3, 4], vec![1, 2, 3]];
        let mut cover = Sets { sets, wanted: vec![1; 5], left: 0 };
        let gains: Vec<usize> = (0..6).map(|index| cover.gain(index)).collect();
        // The last set adds only one element once set 3 is chosen.
        assert_eq!(choose_greedily(gains.into_iter(), usize::MAX, &mut cover), [3, 4]);
        assert!(cover.is_enough());
    }

    /// This costs little, and must stay as it is: the choice is part of what is proved.
    #[test]
    fn the_last_one_may_be_of_no_use() {
        // Element 2 is in no set, so it is never enough.
        let mut cover = Sets { sets: vec![vec![0], vec![0, 1]], wanted: vec![1; 3], left: 0 };
        assert_eq!(by_all_gains(usize::MAX, &mut cover.clone()), [1]);
        assert_eq!(choose_greedily([1, 2].into_iter(), usize::MAX, &mut cover), [1, 0]);
    }
}
