//! Positions of Nim. In normal play the value is the nim-sum of the heaps; in misère play a position is P iff its nim-sum is 0 and some heap
//! has two tokens or more, or all heaps have at most one and an odd number of them has one (C. L. Bouton, Ann. of Math. 3 (1901)).

use super::winning::Winning;
use crate::ruleset::Play;
use std::ops::ControlFlow;

/// The value (in misère play: 0 for P, 1 for N) and the winning moves.
pub fn examine(heaps: &[u32], play: Play, winning: &mut Winning) -> u32 {
    let mut option = heaps.to_vec();
    for (index, &heap) in heaps.iter().enumerate() {
        // With the other heaps given, one size makes P: what cancels them, or in misère play perhaps no more than one token.
        let mut sizes = vec![heap ^ nim_sum(heaps), 0, 1];
        sizes.sort_unstable();
        sizes.dedup();
        for size in sizes.into_iter().filter(|&size| size < heap) {
            option[index] = size;
            if value(&option, play) == 0 && winning.add(show(&option)) == ControlFlow::Break(()) {
                return value(heaps, play);
            }
        }
        option[index] = heap;
    }
    value(heaps, play)
}

fn nim_sum(heaps: &[u32]) -> u32 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

fn value(heaps: &[u32], play: Play) -> u32 {
    let small = heaps.iter().all(|&heap| heap <= 1);
    match play {
        Play::Normal => nim_sum(heaps),
        Play::Misere if small => nim_sum(heaps) ^ 1,
        Play::Misere => nim_sum(heaps).min(1),
    }
}

fn show(heaps: &[u32]) -> String {
    heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}
