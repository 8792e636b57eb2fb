//! Counts positions without a search, so that hopeless enumerations are refused before they start.

/// Counting stops at this size. Beyond it the counts exceed any memory, except in easy games.
const FAR: u64 = 1 << 16;

/// A lower bound on the number of non-increasing lists that are nowhere larger than `lengths`, itself non-increasing.
pub fn within(lengths: &[u32]) -> u128 {
    let longest = lengths.first().map_or(0, |&length| u64::from(length).min(FAR)) as usize;
    // For each x: the number of ways to continue with numbers of at most x.
    let mut ways = vec![1u128; longest + 1];
    for &length in lengths.iter().rev() {
        let mut sum = 0u128;
        for (x, ways) in ways.iter_mut().enumerate() {
            if x as u64 <= u64::from(length) {
                sum = sum.saturating_add(*ways);
            }
            *ways = sum;
        }
    }
    ways[longest]
}

/// For n = 0, 1, ..., `most` + 1: the number of partitions of numbers below n into at most `parts` parts. The
/// list ends earlier if `most` is very large.
pub fn partitions_below(parts: usize, most: u64) -> Vec<u128> {
    let most = most.min(FAR) as usize;
    // Partitions into at most s parts are as many as partitions into parts of at most s.
    let mut count = vec![0u128; most + 1];
    count[0] = 1;
    for part in 1..=parts {
        for n in part..=most {
            count[n] = count[n].saturating_add(count[n - part]);
        }
    }
    let mut sum = 0u128;
    let sums = count.into_iter().map(|count| {
        sum = sum.saturating_add(count);
        sum
    });
    std::iter::once(0).chain(sums).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_within_a_list() {
        // 0,0 1,0 1,1 2,0 2,1 3,0 3,1
        assert_eq!((within(&[3, 1]), within(&[]), within(&[5])), (7, 1, 6));
        assert_eq!(within(&[4; 3]), 35, "C(7, 3)");
        assert_eq!(within(&[u32::MAX; 32]), u128::MAX);
    }

    #[test]
    fn partitions_are_summed() {
        // Partitions into at most two parts: 1, 1, 2, 2, 3, 3.
        assert_eq!(partitions_below(2, 5), [0, 1, 2, 4, 6, 9, 12]);
        assert_eq!(partitions_below(3, u64::MAX).len() as u64, FAR + 2);
    }
}
