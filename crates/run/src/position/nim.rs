//! Positions of Nim. In normal play the value is the nim-sum of the heaps. In misère play a position is P in two
//! cases: some heap has at least two tokens and the nim-sum is 0, or all heaps have at most one token and the
//! number of heaps of one token is odd (C. L. Bouton, Ann. of Math. 3 (1901)).

use super::leaf::{Leaf, VisitWritten};
use super::winning::Winning;
use crate::error::Error;
use crate::ruleset::{Point, Position, Setup};
use std::ops::ControlFlow;

/// Heaps of Nim, in normal play.
pub struct NimLeaf(pub Point);

impl Leaf for NimLeaf {
    fn value(&self) -> u32 {
        nim_sum(&self.0)
    }

    fn each_option_of(&self, wanted: u32, _: Setup<'_>, visit: &mut VisitWritten<'_>) -> Result<(), Error> {
        for (index, &heap) in self.0.iter().enumerate() {
            // Given the other heaps, exactly one size makes the nim-sum `wanted`.
            let size = heap ^ self.value() ^ wanted;
            let mut option = self.0.clone();
            option[index] = size;
            if size < heap && visit(vec![option.show()]) == ControlFlow::Break(()) {
                break;
            }
        }
        Ok(())
    }
}

/// The outcome in misère play (0 for P, 1 for N), and the winning moves.
pub fn examine(heaps: &Point, winning: &mut Winning) -> u32 {
    let outcome = outcome_in_misere_play(heaps);
    let mut option = heaps.clone();
    for (index, &heap) in heaps.iter().enumerate() {
        // Given the other heaps, exactly one size makes a P-position: the one that cancels them, or 0 or 1.
        let mut sizes = vec![heap ^ nim_sum(heaps), 0, 1];
        sizes.sort_unstable();
        sizes.dedup();
        for size in sizes.into_iter().filter(|&size| size < heap) {
            option[index] = size;
            if outcome_in_misere_play(&option) == 0 && winning.add(option.show()) == ControlFlow::Break(()) {
                return outcome;
            }
        }
        option[index] = heap;
    }
    outcome
}

fn nim_sum(heaps: &[u32]) -> u32 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

fn outcome_in_misere_play(heaps: &[u32]) -> u32 {
    match heaps.iter().all(|&heap| heap <= 1) {
        true => nim_sum(heaps) ^ 1,
        false => nim_sum(heaps).min(1),
    }
}
