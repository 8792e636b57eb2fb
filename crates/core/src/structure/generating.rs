//! Games of generating: what the kernel knows.

use super::offered::Structure;
use crate::control::Control;
use crate::error::Error;
use std::sync::Arc;

/// The sets that do not generate: for each element, which of the maximal ones contain it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NonGenerating {
    /// For each element, the set of the numbers of the maximal sets that contain it, as bits.
    pub in_sets: Vec<Vec<u64>>,
    /// The number of the maximal sets.
    pub sets: usize,
}

impl NonGenerating {
    /// From the maximal sets of elements that do not generate. Sets within others are left out.
    pub fn new(elements: usize, sets: &[Vec<usize>]) -> Self {
        let mut bits: Vec<Vec<u64>> = sets.iter().map(|set| bits_of(elements, set.iter().copied())).collect();
        bits.sort_unstable();
        bits.dedup();
        let within = |set: &[u64], other: &[u64]| set != other && set.iter().zip(other).all(|(a, b)| a & !b == 0);
        let maximal: Vec<&Vec<u64>> = bits.iter().filter(|set| !bits.iter().any(|other| within(set, other))).collect();
        let of_element = |element: usize| {
            let containing = maximal.iter().enumerate().filter(|(_, set)| set[element / 64] >> (element % 64) & 1 == 1);
            bits_of(maximal.len(), containing.map(|(number, _)| number))
        };
        Self { in_sets: (0..elements).map(of_element).collect(), sets: maximal.len() }
    }

    /// All maximal sets, as bits: those that contain the empty set.
    pub fn all(&self) -> Vec<u64> {
        bits_of(self.sets, 0..self.sets)
    }
}

/// A set of numbers below `size` as bits.
fn bits_of(size: usize, members: impl IntoIterator<Item = usize>) -> Vec<u64> {
    let mut bits = vec![0; size.div_ceil(64)];
    members.into_iter().for_each(|member| bits[member / 64] |= 1 << (member % 64));
    bits
}

/// The maximum number of elements of a row.
pub const MOST_ELEMENTS: usize = 1000;

/// What a row is played on.
pub trait Grounds: Send + Sync {
    /// The sets of the row with this label that do not generate.
    ///
    /// # Errors
    /// [`Error::Limit`] for a group with too many subgroups; [`Error::Interrupted`].
    fn sets(&self, label: &[u64], control: &Control<'_>) -> Result<Arc<NonGenerating>, Error>;
}

/// Players choose elements one after the other until those chosen generate everything.
#[derive(Clone)]
pub struct Generating {
    /// The elements of each row.
    pub grounds: Arc<dyn Grounds>,
    /// Whether no one may choose an element with which all is generated.
    pub avoid: bool,
}

impl Structure for Generating {
    fn work_per_row(&self, _: u64) -> u64 {
        u64::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_maximal_sets_count() {
        let sets = NonGenerating::new(4, &[vec![0, 1], vec![1], vec![1, 2], vec![0, 1]]);
        assert_eq!((sets.sets, sets.all()), (2, vec![0b11]));
        assert_eq!(sets.in_sets, [vec![0b01], vec![0b11], vec![0b10], vec![0]]);
        assert_eq!(NonGenerating::new(2, &[]).all(), Vec::<u64>::new());
    }
}
