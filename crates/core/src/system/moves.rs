//! Moves of a system.

use super::set::Set;

/// A move of a system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move<S> {
    /// The elements that must be present.
    pub need: S,
    /// The elements that must be absent.
    pub absent: S,
    /// The elements that are absent afterwards, whether they were present or not.
    pub delete: S,
    /// The elements that are present afterwards.
    pub add: S,
}

impl<S: Set> Move<S> {
    /// A move that needs and deletes the same elements.
    pub fn taking(elements: usize, taken: impl IntoIterator<Item = usize>) -> Self {
        let taken = S::of(elements, taken);
        Self { need: taken.clone(), absent: S::none(elements), delete: taken, add: S::none(elements) }
    }

    /// A move that needs some elements and deletes others.
    pub fn deleting(
        elements: usize,
        need: impl IntoIterator<Item = usize>,
        delete: impl IntoIterator<Item = usize>,
    ) -> Self {
        Self { need: S::of(elements, need), delete: S::of(elements, delete), ..Self::taking(elements, []) }
    }

    /// All elements that it speaks of.
    pub fn support(&self) -> S {
        let mut all = self.need.clone();
        [&self.absent, &self.delete, &self.add].into_iter().for_each(|set| all.join(set));
        all
    }

    /// Whether it may be made as far as needed and excluded elements are concerned.
    #[inline]
    pub fn fits(&self, position: &S) -> bool {
        self.need.within(position) && !self.absent.meets(position)
    }

    /// What it leaves.
    #[inline]
    pub fn made(&self, position: &S) -> S {
        let mut left = position.clone();
        left.take_away(&self.delete);
        left.join(&self.add);
        left
    }
}
