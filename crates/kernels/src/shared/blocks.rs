//! The number of rows given to a sink at once.

/// The largest block of most kernels, in rows.
pub const LONGEST_BLOCK: usize = 1 << 16;

/// The smallest block, except for the last one of a run.
pub const SHORTEST_BLOCK: usize = 64;

/// The approximate number of rows in the next block, after `given` rows. Blocks grow with the run: a sink can stop a
/// short run early, and a long run makes few calls.
pub fn next_block(given: u64, longest: usize) -> usize {
    usize::try_from(given / 4).unwrap_or(usize::MAX).clamp(SHORTEST_BLOCK, longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_grow_to_the_longest_one() {
        for longest in [1 << 12, LONGEST_BLOCK] {
            let (mut given, mut last, mut blocks) = (0, 0, 0);
            while last < longest {
                let block = next_block(given, longest);
                assert!((SHORTEST_BLOCK..=longest).contains(&block) && block >= last);
                assert!(given < 256 || block as u64 <= given / 4, "no sink waits for long: {block} behind {given}");
                (given, last, blocks) = (given + block as u64, block, blocks + 1);
            }
            assert!(blocks < 50, "{blocks} blocks before one of {longest}");
            assert_eq!(next_block(u64::MAX, longest), longest);
        }
    }
}
