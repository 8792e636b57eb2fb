//! Building Nim backward over partitions, the plain version. Read this first; nothing here is fast.
//!
//! Idea: piles are interchangeable, so a position with t stones placed is a partition of t into at most s parts. Bit
//! n of its word tells whether it is P when n stones are placed in all. While t < n, it is P iff no child, a position
//! with one more stone, is P. For t = n the Nim on the piles decides: P iff their nim-sum is 0. The same moves serve
//! every total, hence
//!
//! > word(p) = NOT (OR of the words of the children), with the bit of t itself set by the Nim.
//!
//! So one pass from t = most down to t = 0 answers all totals up to `most`. Bits of totals below t have no meaning;
//! each is set when the pass reaches its own layer.
//!
//! Example: two stones on two piles. The children of 1,0 are 2,0 and 1,1, with the nim-sums 2 and 0. So 1,1 is P, and
//! 1,0 is N. It is the only child of 0,0, which is therefore P: bit 2 of its word is 1.
//!
//! Cost: s ORs of words for each partition of t <= most. Memory: two layers. Reference: E. Duchene, M. Dufour, S.
//! Heubach and U. Larsson, Building Nim, Int. J. Game Theory 45 (2016).
//!
//! The kernel stores the words of a layer without its partitions. The place of a position follows from the
//! differences of its piles, and the children of neighbours are neighbours (`lines.rs`). It omits odd totals, for
//! which the answer is known.

use std::collections::BTreeMap;

/// Piles in descending order.
type Piles = Vec<u64>;

/// The outcomes of the empty starts with 0, ..., `most` stones and this number of piles. `most` is below 64.
pub(super) fn outcomes(piles: usize, most: u64) -> Vec<u32> {
    // No more stones than `most` are placed, so such children have no bit.
    let mut layer: BTreeMap<Piles, u64> = BTreeMap::new();
    for stones in (0..=most).rev() {
        let before = std::mem::take(&mut layer);
        for position in partitions(stones, piles, stones) {
            let word = word(&position, stones, &before);
            layer.insert(position, word);
        }
    }
    let start = layer[&vec![0; piles]];
    (0..=most).map(|total| u32::from(start >> total & 1 == 0)).collect()
}

/// The word of a position with `stones` stones, from the layer with one more stone.
fn word(position: &Piles, stones: u64, children: &BTreeMap<Piles, u64>) -> u64 {
    let growing = (0..position.len()).filter(|&pile| pile == 0 || position[pile - 1] > position[pile]);
    let mut some_child_is_p = 0;
    for pile in growing {
        let mut child = position.clone();
        child[pile] += 1;
        some_child_is_p |= children.get(&child).unwrap_or(&0);
    }
    let own = 1 << stones;
    let nim_sum = position.iter().fold(0, |sum, pile| sum ^ pile);
    !some_child_is_p & !own | if nim_sum == 0 { own } else { 0 }
}

/// The partitions of some stones into this many parts of at most `largest`, which may be zero.
fn partitions(stones: u64, parts: usize, largest: u64) -> Vec<Piles> {
    if parts == 0 {
        return if stones == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let with_first = |first: u64| {
        let others = partitions(stones - first, parts - 1, first);
        others.into_iter().map(move |others| [vec![first], others].concat())
    };
    (0..=largest.min(stones)).flat_map(with_first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, solved};
    use crate::{Oracle, named};
    use grundy_core::random::Random;
    use grundy_core::ruleset::{Play, Value};

    #[test]
    fn words_give_the_outcomes_of_the_oracle_and_of_the_kernel() {
        for seed in 0..20 {
            let mut random = Random(seed);
            random.step();
            let piles = 3 + random.below(4) as usize;
            let most = random.below([50, 30, 22, 18][piles - 3]);
            let ruleset = game(&format!("building-nim:{piles}"), most);
            let found = outcomes(piles, most);
            let what = format!("seed {seed}: {piles} piles, {most} stones");
            assert_eq!(
                found,
                solved(named("building-nim"), &*ruleset, Play::Normal, Value::OUTCOME),
                "{what}: the kernel"
            );
            assert_eq!(found, solved(&Oracle, &*ruleset, Play::Normal, Value::OUTCOME), "{what}");
        }
    }
}
