//! Games of generating: what the kernel knows.

use super::offered::Structure;
use crate::control::Control;
use crate::error::Error;
use crate::system::{Set, Wide};
use std::sync::Arc;

/// The sets that do not generate: for each element, which of the maximal ones contain it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NonGenerating {
    /// For each element, the numbers of the maximal sets that contain it.
    pub in_sets: Vec<Wide>,
    /// The number of the maximal sets.
    pub sets: usize,
}

impl NonGenerating {
    /// From sets of elements that do not generate. Sets within others are left out.
    pub fn new(elements: usize, sets: &[Vec<usize>]) -> Self {
        let mut all: Vec<Wide> = sets.iter().map(|set| Wide::of(elements, set.iter().copied())).collect();
        all.sort_unstable();
        all.dedup();
        let is_maximal = |set: &Wide| !all.iter().any(|other| set != other && set.within(other));
        let maximal: Vec<&Wide> = all.iter().filter(|set| is_maximal(set)).collect();
        let of_element = |element| {
            let containing = maximal.iter().enumerate().filter(|(_, set)| set.has(element));
            Wide::of(maximal.len(), containing.map(|(number, _)| number))
        };
        Self { in_sets: (0..elements).map(of_element).collect(), sets: maximal.len() }
    }

    /// The maximal sets that contain all of some elements. If there are none, the elements generate.
    pub fn containing(&self, elements: impl IntoIterator<Item = usize>) -> Wide {
        let mut sets = Wide::of(self.sets, 0..self.sets);
        elements.into_iter().for_each(|element| sets.keep(&self.in_sets[element]));
        sets
    }
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
        let members = |set: Wide| set.members().collect::<Vec<_>>();
        assert_eq!(
            sets.in_sets.iter().cloned().map(members).collect::<Vec<_>>(),
            [vec![0], vec![0, 1], vec![1], vec![]]
        );
        assert_eq!(members(sets.containing([])), [0, 1]);
        assert!(sets.containing([0, 2]).is_empty() && sets.containing([3]).is_empty());
        assert!(NonGenerating::new(2, &[]).containing([]).is_empty());
    }
}
