//! The search for a split with a given value: it compares many small parts with many large parts at once.

use crate::shared::width::Width;
use grundy_core::simd::Work;

/// How many splits are compared at once.
const CHUNK: usize = 64;

/// Finds an index at or after the first i with low[i] ^ high[last - i] == value, within the same chunk.
pub(crate) struct Search<'s, T> {
    pub low: &'s [T],
    pub high: &'s [T],
    pub value: T,
}

impl<T: Width> Work for Search<'_, T> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run(self) -> Option<usize> {
        let Search { low, high, value } = self;
        let (chunks, rest) = low.as_chunks::<CHUNK>();
        let (other, others) = high.as_rchunks::<CHUNK>();
        // Plain indices, because iterator adapters would keep their state in memory.
        for number in 0..chunks.len().min(others.len()) {
            if holds(&chunks[number], &others[others.len() - 1 - number], value) {
                return Some(number * CHUNK + CHUNK - 1);
            }
        }
        rest.iter().zip(other.iter().rev()).position(|(&a, &b)| a ^ b == value).map(|_| low.len() - 1)
    }
}

/// Whether some low[i] ^ high[last - i] is the value.
#[inline(always)]
fn holds<T: Width>(low: &[T; CHUNK], high: &[T; CHUNK], value: T) -> bool {
    let (mut hit, one) = (T::default(), T::of(T::LARGEST));
    for i in 0..CHUNK {
        hit = hit | if low[i] ^ high[CHUNK - 1 - i] == value { one } else { T::default() };
    }
    hit != T::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;
    use grundy_core::simd::fast;

    #[test]
    fn the_first_split_of_a_value_is_found() {
        let (mut random, mut found, mut missed) = (Random(1), 0, 0);
        for case in 0..3000 {
            let count = 1 + random.below(300) as usize;
            let mut values = || (0..count).map(|_| random.below(40) as u8).collect::<Vec<u8>>();
            let (low, high) = (values(), values());
            let value = random.below(120) as u8;
            let first = (0..count).find(|&i| low[i] ^ high[count - 1 - i] == value);
            let answer = fast(Search { low: &low, high: &high, value });
            assert_eq!(answer.is_some(), first.is_some(), "case {case}");
            if let (Some(upto), Some(first)) = (answer, first) {
                assert!((first..count).contains(&upto), "case {case}: {upto} is before {first}, or none");
                let chunk = first / CHUNK;
                assert!(upto / CHUNK == chunk || chunk == count / CHUNK, "case {case}: {upto} is far from {first}");
            }
            found += usize::from(first.is_some());
            missed += usize::from(first.is_none());
        }
        assert!(found > 500 && missed > 500, "{found} found, {missed} not");
    }
}
