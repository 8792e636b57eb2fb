//! Sets of elements, one bit each: of a fixed width for kernels, and of any width for rules.

use smallvec::{SmallVec, smallvec};
use std::fmt::Debug;
use std::hash::Hash;

/// A set of elements 0, 1, .... Sets of one system have the same number of words.
pub trait Set: Clone + Eq + Ord + Hash + Debug + Send + Sync {
    /// The empty set, with room for this many elements.
    fn none(elements: usize) -> Self;

    /// The words, lowest elements first.
    fn words(&self) -> &[u64];

    /// The words.
    fn words_mut(&mut self) -> &mut [u64];

    /// The set of some elements.
    fn of(elements: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::none(elements);
        members.into_iter().for_each(|member| set.insert(member));
        set
    }

    /// Adds an element.
    #[inline]
    fn insert(&mut self, element: usize) {
        self.words_mut()[element / 64] |= 1 << (element % 64);
    }

    /// Removes an element.
    #[inline]
    fn remove(&mut self, element: usize) {
        self.words_mut()[element / 64] &= !(1 << (element % 64));
    }

    /// Whether an element is in it.
    #[inline]
    fn has(&self, element: usize) -> bool {
        self.words().get(element / 64).is_some_and(|word| word >> (element % 64) & 1 == 1)
    }

    /// Whether it is empty.
    #[inline]
    fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// The number of its elements.
    #[inline]
    fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Its smallest element.
    #[inline]
    fn first(&self) -> Option<usize> {
        let index = self.words().iter().position(|&word| word != 0)?;
        Some(64 * index + self.words()[index].trailing_zeros() as usize)
    }

    /// Whether all its elements are in another set.
    #[inline]
    fn within(&self, other: &Self) -> bool {
        self.words().iter().zip(other.words()).all(|(own, other)| own & !other == 0)
    }

    /// Whether it has an element in common with another set.
    #[inline]
    fn meets(&self, other: &Self) -> bool {
        self.words().iter().zip(other.words()).any(|(own, other)| own & other != 0)
    }

    /// Adds the elements of another set.
    #[inline]
    fn join(&mut self, other: &Self) {
        self.words_mut().iter_mut().zip(other.words()).for_each(|(own, other)| *own |= other);
    }

    /// Removes the elements of another set.
    #[inline]
    fn take_away(&mut self, other: &Self) {
        self.words_mut().iter_mut().zip(other.words()).for_each(|(own, other)| *own &= !other);
    }

    /// Keeps only the elements that are in another set, too.
    #[inline]
    fn keep(&mut self, other: &Self) {
        self.words_mut().iter_mut().zip(other.words()).for_each(|(own, other)| *own &= other);
    }

    /// The common elements of two sets.
    #[inline]
    fn common(&self, other: &Self) -> Self {
        let mut set = self.clone();
        set.keep(other);
        set
    }

    /// Its elements in ascending order.
    #[inline]
    fn members(&self) -> Members<Self> {
        Members(self.clone())
    }
}

/// The elements of a set in ascending order.
pub struct Members<S>(S);

impl<S: Set> Iterator for Members<S> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let element = self.0.first()?;
        let word = &mut self.0.words_mut()[element / 64];
        *word &= *word - 1;
        Some(element)
    }
}

/// A set of up to 64 W elements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Set for Bits<W> {
    #[inline]
    fn none(_: usize) -> Self {
        Self([0; W])
    }

    #[inline]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

/// A set of any number of elements.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wide(SmallVec<[u64; 2]>);

impl Wide {
    /// The allocated memory in bytes.
    pub fn elsewhere(&self) -> usize {
        if self.0.spilled() { self.0.capacity() * size_of::<u64>() + 16 } else { 0 }
    }

    /// The same set with a fixed width, which must suffice.
    pub fn narrow<const W: usize>(&self) -> Bits<W> {
        Bits(std::array::from_fn(|index| self.0.get(index).copied().unwrap_or(0)))
    }
}

impl Set for Wide {
    fn none(elements: usize) -> Self {
        Self(smallvec![0; elements.div_ceil(64)])
    }

    fn words(&self) -> &[u64] {
        &self.0
    }

    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}
