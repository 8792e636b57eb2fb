//! Random samples, the same on every machine.

use grundy_core::random::Random;

/// At most `count` of these, without repetition.
pub(super) fn choose(random: &mut Random, from: &[usize], count: usize) -> Vec<usize> {
    let mut left = from.to_vec();
    let count = count.min(left.len());
    for i in 0..count {
        // The lower bits of the generator are poor, and `below` takes the upper ones: lists are shorter than 2^31.
        let other = i + random.below((left.len() - i) as u64) as usize;
        left.swap(i, other);
    }
    left.truncate(count);
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_have_no_repetitions() {
        let all: Vec<usize> = (0..50).collect();
        let mut sample = choose(&mut Random(3), &all, 20);
        assert_eq!(sample, choose(&mut Random(3), &all, 20));
        sample.sort_unstable();
        sample.dedup();
        assert_eq!((sample.len(), choose(&mut Random(3), &all, 80).len()), (20, 50));
    }
}
