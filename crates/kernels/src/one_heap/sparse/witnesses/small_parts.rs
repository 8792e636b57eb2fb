//! The first search for a rare value: among the splits with the smallest parts.
//!
//! The first values are stored backwards. A chunk of them then lies beside the values before n - k as the splits of
//! n - k pair them, and is compared in one step. Wide forms skip the very first values, which are too small to give
//! the missing ones, and test many questions at a time.

use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::model::classes::Classes;
use crate::one_heap::sparse::pipeline::OpenQuestions;
use crate::shared::width::Width;

/// Whether a rare value is the value of an option.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RareQuestion {
    /// The distance of the position from the first one.
    pub offset: usize,
    pub value: u32,
    /// The value in compressed form.
    pub short: u16,
}

/// The first values, and what a search among them needs. They depend on the facts alone, so that a resumed run
/// settles the same questions by the same splits.
pub(crate) struct SmallParts<C, const CHUNK: usize> {
    classes: Classes,
    splits: Vec<u64>,
    /// Parts up to this are skipped.
    skip: usize,
    /// With s = `skip`, the values of s + CHUNK, ..., s + 1; of s + 2 CHUNK, ..., s + CHUNK + 1; and so on.
    reversed: Vec<[C; CHUNK]>,
}

impl<C: Width, const CHUNK: usize> SmallParts<C, CHUNK> {
    /// At most `chunks` chunks after the first `skip` values; fewer in short records.
    pub fn new(facts: &Facts, record: &Record<C>, chunks: usize, skip: usize) -> Self {
        let skip = skip.min(facts.chosen as usize / 4);
        let value = |n: usize| record.get(n as u64).unwrap_or_default();
        let chunk = |number: usize| std::array::from_fn(|i| value(skip + (number + 1) * CHUNK - i));
        // Only parts that are the smaller ones from here on.
        let known = (facts.chosen as usize / 2).saturating_sub(skip) / CHUNK;
        let reversed = (0..chunks.min(known.saturating_sub(1))).map(chunk).collect();
        Self { classes: facts.classes, splits: facts.moves.splits.clone(), skip, reversed }
    }

    /// The values that a search at `from` and later examines, and how many of them lie before `from`; none if they
    /// are not stored.
    pub fn values<'r>(&self, record: &'r Record<C>, from: u64) -> (&'r [C], usize) {
        let looked_at = (self.skip + CHUNK * self.reversed.len()) as u64;
        let first = from.saturating_sub(looked_at + self.splits.last().copied().unwrap_or(0));
        // Both parts of a split are heaps of at least 1.
        let first = first.max(1);
        record.slice(first, record.len()).map_or((&[], 0), |values| (values, (from - first) as usize))
    }

    /// Excludes rare values of n by splits with small parts, and returns those that are left. They are compressed and
    /// given as bits, of which the lowest stands for `first`. `before` ends with the value of n - 1.
    #[inline(always)]
    pub fn exclude(&self, n: u64, first: u32, mut missing: u64, before: &[C], opened: &mut OpenQuestions) -> u64 {
        let mut bits = missing;
        while bits != 0 {
            let bit = bits & bits.wrapping_neg();
            bits ^= bit;
            let value = self.classes.rare_value(n, first + bit.trailing_zeros());
            if value > C::LARGEST {
                continue;
            }
            for &k in &self.splits {
                let known = before.len().checked_sub(k as usize + self.skip).map_or(&[][..], |upto| &before[..upto]);
                if let Some(part) = self.find(known, C::of(value)) {
                    missing ^= bit;
                    opened.note(n, part);
                    break;
                }
            }
        }
        missing
    }

    /// Drops the questions about positions from `from` on that splits with small parts answer. `behind` of the values
    /// lie before `from`.
    #[inline(always)]
    pub fn settle(
        &self,
        from: u64,
        questions: &mut Vec<RareQuestion>,
        values: &[C],
        behind: usize,
        opened: &mut OpenQuestions,
    ) {
        for (number, small) in self.reversed.iter().enumerate() {
            let (mut open, mut last) = (0, None);
            let skipped = self.skip + number * CHUNK;
            // No branches, because it is unpredictable which questions are answered.
            for index in 0..questions.len() {
                let question = questions[index];
                let (value, mut hit) = (C::of(question.value), C::default());
                for &k in &self.splits {
                    let upto = (behind + question.offset).wrapping_sub(k as usize + skipped);
                    let Some(large) = values.get(..upto).and_then(|values| values.last_chunk::<CHUNK>()) else {
                        continue;
                    };
                    hit = hit | meets(small, large, value);
                }
                let is_hit = hit != C::default() && question.value <= C::LARGEST;
                last = last.max(is_hit.then_some(question.offset));
                questions[open] = question;
                open += usize::from(!is_hit);
            }
            questions.truncate(open);
            if let Some(offset) = last {
                opened.note(from + offset as u64, (skipped + CHUNK) as u64);
            }
        }
    }

    /// Whether `total` splits into two heaps with the nim-sum `value`, one of which is among the first values.
    /// Returns an upper bound on this heap. `before` ends with the value of `total` - 1.
    #[inline(always)]
    fn find(&self, before: &[C], value: C) -> Option<u64> {
        for (number, (small, large)) in self.reversed.iter().zip(before.as_rchunks().1.iter().rev()).enumerate() {
            if meets(small, large, value) != C::default() {
                return Some((self.skip + (number + 1) * CHUNK) as u64);
            }
        }
        None
    }
}

/// Not 0 if some small[i] ^ large[i] is the value.
#[inline(always)]
fn meets<C: Width, const CHUNK: usize>(small: &[C; CHUNK], large: &[C; CHUNK], value: C) -> C {
    let mut hit = C::default();
    for i in 0..CHUNK {
        hit = hit | if small[i] ^ large[i] == value { C::of(C::LARGEST) } else { C::default() };
    }
    hit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_heap::sparse::testing::explored;
    use grundy_core::random::Random;

    /// The upper bound that the first chunk with a suitable small part gives for the value at n.
    fn bound<const CHUNK: u64>(record: &Record<u8>, n: u64, value: u32, skip: u64, chunks: u64) -> Option<u64> {
        let value_of = |n: u64| u32::from(record.get(n).unwrap());
        let makes = |a: &u64| [1, 3].iter().any(|k| value_of(*a) ^ value_of(n - k - a) == value);
        let part = (skip + 1..=skip + chunks * CHUNK).find(makes)?;
        Some(skip + (part - skip).next_multiple_of(CHUNK))
    }

    #[test]
    fn questions_are_settled_by_splits_with_small_parts() {
        // Splits at 1 and at 3.
        let (mut facts, record) = explored("0.404", 1200);
        facts.chosen = 600;
        assert_eq!(facts.moves.splits, [1, 3]);
        let small = SmallParts::<u8, 64>::new(&facts, &record, 3, 20);
        assert_eq!((small.reversed.len(), small.skip), (3, 20));
        let from = 900;
        let (values, behind) = small.values(&record, from);
        let mut random = Random(6);
        for _ in 0..40 {
            let mut questions: Vec<RareQuestion> = (0..60)
                .map(|_| {
                    let (offset, short) = (random.below(300) as usize, random.below(20) as u16);
                    let value = facts.classes.rare_value(from + offset as u64, short.into());
                    RareQuestion { offset, value, short }
                })
                .collect();
            questions.sort_by_key(|question| question.offset);
            let bounds: Vec<Option<u64>> = questions
                .iter()
                .map(|question| bound::<64>(&record, from + question.offset as u64, question.value, 20, 3))
                .collect();
            let left: Vec<(usize, u32)> = questions
                .iter()
                .zip(&bounds)
                .filter(|(_, bound)| bound.is_none())
                .map(|(question, _)| (question.offset, question.value))
                .collect();
            let mut noted: Vec<(u64, u64)> = Vec::new();
            for part in [84, 148, 212] {
                let settled = questions.iter().zip(&bounds).filter(|(_, bound)| **bound == Some(part));
                noted.extend(settled.map(|(question, _)| (from + question.offset as u64, part)).max());
            }
            let mut opened = OpenQuestions::default();
            small.settle(from, &mut questions, values, behind, &mut opened);
            assert!(questions.iter().map(|question| (question.offset, question.value)).eq(left));
            assert_eq!(opened.searched.to_vec(), noted);
        }
    }

    #[test]
    fn single_values_are_excluded_in_the_same_way() {
        let (mut facts, record) = explored("0.404", 1200);
        facts.chosen = 600;
        let small = SmallParts::<u8, 64>::new(&facts, &record, 2, 0);
        let (values, behind) = small.values(&record, 900);
        let (mut excluded, mut left) = (0, 0);
        for n in 900..1200 {
            let missing = 0b1111_0110_1111;
            let mut opened = OpenQuestions::default();
            let found = small.exclude(n, 4, missing, &values[..behind + (n - 900) as usize], &mut opened);
            for bit in (0..64).filter(|bit| missing >> bit & 1 != 0) {
                let bound = bound::<64>(&record, n, facts.classes.rare_value(n, 4 + bit), 0, 2);
                assert_eq!(found >> bit & 1 != 0, bound.is_none(), "{n}, bit {bit}");
                // Splits at one place are tested before those at the next, so the recorded bound may be larger.
                let known = opened.searched.iter().any(|&(at, part)| at == n && Some(part) >= bound);
                assert!(bound.is_none() || known, "{n}, bit {bit}");
                (excluded, left) = (excluded + u32::from(bound.is_some()), left + u32::from(bound.is_none()));
            }
            assert_eq!(found & !missing, 0);
        }
        assert!(excluded > 100 && left > 100, "{excluded} excluded, {left} left");
    }
}
