//! The sums of heaps above the counters that belong to a restricted universe: a sum, all that moves lead to, and all
//! parts of these.

use crate::word::Word;
use grundy_core::claim::Heaps;
use std::collections::BTreeMap;

/// The largest number of sums.
const MOST: usize = 150;

/// The sums, numbered; the empty sum has the number 0.
pub(super) struct Configurations {
    words: Vec<Word>,
    numbers: BTreeMap<Word, usize>,
}

impl Configurations {
    /// Only the empty sum.
    pub fn none() -> Self {
        Self { words: vec![Word::default()], numbers: BTreeMap::from([(Word::default(), 0)]) }
    }

    /// All sums of heaps above some heap that a sum leads to, with their parts. Heaps without options do not count.
    /// `None` if there are too many.
    pub fn from(heaps: &dyn Heaps, start: &Word, above: u32, has_options: &[bool]) -> Option<Self> {
        let mut found = Self::none();
        let mut open = vec![start.clone()];
        while let Some(word) = open.pop() {
            if found.numbers.contains_key(&word) {
                continue;
            }
            if found.words.len() == MOST {
                return None;
            }
            for &(heap, _) in word.parts() {
                let rest = word.minus(&Word::default().with(heap)).unwrap_or_default();
                heaps.options(heap.into(), &mut |parts| {
                    let large = parts.iter().filter(|&&part| part > above.into() && has_options[part as usize]);
                    open.push(large.fold(rest.clone(), |word, &part| word.with(part as u32)));
                });
                open.push(rest);
            }
            found.numbers.insert(word.clone(), found.words.len());
            found.words.push(word);
        }
        Some(found)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The number of a heap alone, if it is one of the sums.
    pub fn of_heap(&self, heap: u32) -> Option<usize> {
        self.numbers.get(&Word::default().with(heap)).copied()
    }

    /// The number of the sum of two of them, if it is one.
    pub fn sum(&self, x: usize, y: usize) -> Option<usize> {
        let heaps = self.words[y].parts().iter();
        let heaps = heaps.flat_map(|&(heap, count)| std::iter::repeat_n(heap, count as usize));
        self.numbers.get(&heaps.fold(self.words[x].clone(), Word::with)).copied()
    }
}
