//! Sets of values: bit v of a list of words tells whether v is in the set.

use super::lanes::permute;

/// The number of words that are moved together.
const GROUP: usize = 8;

/// Whether a value is in a set.
#[inline(always)]
pub fn contains(set: &[u64], value: u32) -> bool {
    set.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 != 0)
}

/// Adds a value to a set. The number of words stays a power of two.
pub fn insert(set: &mut Vec<u64>, value: u32) {
    let word = value as usize / 64;
    if word >= set.len() {
        set.resize((word + 1).next_power_of_two(), 0);
    }
    set[word] |= 1 << (value % 64);
}

/// Adds x ^ `by` to a set for all x of another set. Both have a power of two of words, and `to` must have room for
/// all new values.
///
/// The lowest six bits of `by` move the bits of a word; the other bits move words. The first three of these move
/// words within a group, so that vectors can be used.
#[inline(always)]
pub fn join_moved(to: &mut [u64], from: &[u64], by: u32) {
    let high = by as usize / 64;
    let (to, grouped) = to.as_chunks_mut::<GROUP>();
    let (from, few) = from.as_chunks::<GROUP>();
    for (place, &group) in from.iter().enumerate() {
        // The compiler does shuffles with constant indices in a register; others go through memory.
        let mut moved = group;
        if high & 1 != 0 {
            moved = [1, 0, 3, 2, 5, 4, 7, 6].map(|word| moved[word]);
        }
        if high & 2 != 0 {
            moved = [2, 3, 0, 1, 6, 7, 4, 5].map(|word| moved[word]);
        }
        if high & 4 != 0 {
            moved = [4, 5, 6, 7, 0, 1, 2, 3].map(|word| moved[word]);
        }
        permute(&mut moved, by % 64);
        let to = &mut to[place ^ (high / GROUP)];
        for (to, moved) in to.iter_mut().zip(moved) {
            *to |= moved;
        }
    }
    // The set has fewer words than a group. The other set may have more.
    for (place, &word) in few.iter().enumerate() {
        let (mut moved, place) = ([word], place ^ high);
        permute(&mut moved, by % 64);
        let to = to.as_flattened_mut().get_mut(place).or(grouped.get_mut(place));
        if let Some(to) = to {
            *to |= moved[0];
        }
    }
}

/// Transposes one word of each of 64 sets: bit i of the v-th result tells whether set i contains the v-th of the 64
/// values of that word. `None` if no set contains any of them.
pub fn turned<'s>(sets: impl Iterator<Item = &'s [u64]>, word: usize) -> Option<[u64; 64]> {
    let mut block = [0; 64];
    for (to, set) in block.iter_mut().zip(sets) {
        *to = set.get(word).copied().unwrap_or(0);
    }
    block.iter().any(|&word| word != 0).then(|| {
        transpose(&mut block);
        block
    })
}

/// Exchanges bit j of word i with bit i of word j, in squares of half the side each time (Hacker's Delight, 7-3).
fn transpose(block: &mut [u64; 64]) {
    let (mut side, mut mask) = (32, u64::from(u32::MAX));
    while side > 0 {
        for low in (0..64).filter(|row| row & side == 0) {
            let swapped = (block[low] >> side ^ block[low + side]) & mask;
            block[low] ^= swapped << side;
            block[low + side] ^= swapped;
        }
        side /= 2;
        mask ^= mask << side;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sets_are_moved_by_a_nim_sum(
            values in prop::collection::btree_set(0u32..2048, 0..60),
            by in 0u32..4096,
            room in 0u32..3,
        ) {
            let mut from = vec![0];
            values.iter().for_each(|&value| insert(&mut from, value));
            let bound = (64 * from.len() as u32).max((by + 1).next_power_of_two());
            let mut to = vec![0; (bound as usize / 64).max(1) << room];
            join_moved(&mut to, &from, by);
            for value in 0..64 * to.len() as u32 {
                prop_assert_eq!(contains(&to, value), values.contains(&(value ^ by)), "{}", value);
            }
            let sets = || [&to[..], &from[..], &[]].into_iter().cycle().take(64);
            let turned: Vec<_> = (0..=to.len()).map(|word| turned(sets(), word)).collect();
            for value in 0..64 * turned.len() as u32 {
                let bits = (0..64).map(|set| u64::from(set % 3 < 2 && contains([&to, &from][set % 3], value)) << set);
                let block = turned[value as usize / 64].unwrap_or([0; 64]);
                prop_assert_eq!(block[value as usize % 64], bits.sum::<u64>(), "{}", value);
            }
            prop_assert!(turned.iter().flatten().all(|block| block.iter().any(|&word| word != 0)));
        }
    }
}
