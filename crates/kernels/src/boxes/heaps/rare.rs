//! Values that do not fit a set of 64, while they are few.
//!
//! Idea: a value below 64 depends only on options with such values. So sets of 64 find all of these. A position
//! without such a value has a value of at least 64: the first that none of its options with values of at least 64
//! has. While there are few such positions, they are searched one by one.

use super::layout::HeapsLayout;
use serde::{Deserialize, Serialize};

/// The number of values that fit a set.
const SET: u16 = 64;

/// Reported for a position whose value is not known. Known values are smaller.
pub(super) const UNKNOWN: u16 = 255;

/// The positions are few if there are at most `SOME`, plus one for every `FEW` positions, and not more than `MOST`.
const SOME: usize = 1 << 6;
const FEW: usize = 1 << 12;
const MOST: usize = 1 << 12;

/// How many positions are examined together.
const PART: usize = 1 << 8;

/// The positions with such values so far, in the order of the rows.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Rare {
    values: Vec<u16>,
    /// Their heaps, one position after the other.
    points: Vec<u16>,
}

impl Rare {
    /// Completes a layer, as far as these positions are few. The values of the others are reported as unknown.
    pub fn complete(&mut self, layout: &HeapsLayout, layer: usize, told: &mut [u16]) {
        let (heaps, side) = (layout.sides.len(), layout.side());
        let mut point = vec![0; heaps];
        let first = layer * told.len();
        let parts = (first..).step_by(PART).zip(told.chunks_mut(PART));
        // Most parts have none, which is quickly detected.
        let parts = parts.filter(|(_, told)| told.iter().fold(0, |largest, &told| largest.max(told)) == SET);
        let places = parts.flat_map(|(first, told)| (first..).zip(told)).filter(|(_, told)| **told == SET);
        for (mut rank, told) in places {
            let most = MOST.min(SOME + rank / FEW);
            for heap in point.iter_mut().rev() {
                (*heap, rank) = ((rank % side) as u16, rank / side);
            }
            *told = if self.values.len() < most { self.value(layout, &point) } else { UNKNOWN };
            if *told < UNKNOWN {
                self.values.push(*told);
                self.points.extend(&point);
            }
        }
    }

    /// The value of the next of these positions, unless it is too large.
    fn value(&self, layout: &HeapsLayout, point: &[u16]) -> u16 {
        let mut taken = [false; (UNKNOWN - SET) as usize];
        let limit = if layout.limit == 0 { layout.side() } else { layout.limit };
        let layers = if layout.all { layout.side() } else { limit };
        let before = self.values.iter().zip(self.points.chunks(point.len())).rev();
        // Options are in one of the last layers.
        for (value, option) in before.take_while(|(_, option)| usize::from(point[0] - option[0]) <= layers) {
            if is_option(layout, limit, point, option) {
                taken[usize::from(value - SET)] = true;
            }
        }
        taken.iter().position(|&taken| !taken).map_or(UNKNOWN, |least| SET + least as u16)
    }
}

/// Whether `option` is an option of `point`.
fn is_option(layout: &HeapsLayout, limit: usize, point: &[u16], option: &[u16]) -> bool {
    let mut changed = 0;
    let options = point.iter().zip(option).all(|(&point, &option)| {
        changed += usize::from(point != option);
        option <= point && usize::from(point - option) <= limit && changed <= layout.most
    });
    let taken = point[0] - option[0];
    let all = layout.all && point.iter().zip(option).all(|(&point, &option)| point.wrapping_sub(option) == taken);
    options || all
}
