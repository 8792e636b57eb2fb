//! Sums of heaps as words.

use std::fmt;

/// A sum of heaps: the heaps from the highest down, and how often each occurs. Words are ordered like numbers whose
/// most significant digit is the count of the highest heap. An option of a sum is a smaller word.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Word(Vec<(u32, u32)>);

impl Word {
    /// The word with one more copy of a heap.
    pub fn with(mut self, heap: u32) -> Self {
        match self.0.iter().position(|&(other, _)| other <= heap) {
            Some(place) if self.0[place].0 == heap => self.0[place].1 += 1,
            Some(place) => self.0.insert(place, (heap, 1)),
            None => self.0.push((heap, 1)),
        }
        self
    }

    /// The heaps from the highest down, with their counts.
    pub fn parts(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// How often a heap occurs.
    pub fn count(&self, heap: u32) -> u32 {
        self.0.iter().find(|&&(other, _)| other == heap).map_or(0, |&(_, count)| count)
    }

    /// The heaps that this word has more often than another, and how many more. `None` if it has one less often.
    pub(crate) fn minus(&self, other: &Self) -> Option<Self> {
        if other.0.iter().any(|&(heap, count)| self.count(heap) < count) {
            return None;
        }
        let rest = self.0.iter().map(|&(heap, count)| (heap, count - other.count(heap)));
        Some(Self(rest.filter(|&(_, count)| count > 0).collect()))
    }
}

impl fmt::Display for Word {
    /// `5+2+2`; the empty sum is `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("0");
        }
        let heaps = self.0.iter().flat_map(|&(heap, count)| std::iter::repeat_n(heap, count as usize));
        let heaps: Vec<String> = heaps.map(|heap| heap.to_string()).collect();
        f.write_str(&heaps.join("+"))
    }
}
