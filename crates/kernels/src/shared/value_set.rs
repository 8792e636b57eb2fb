//! Sets of values: bit v of a list of words.

use super::lanes::permute;

/// Words that are moved together.
const GROUP: usize = 8;

/// Whether a value is in a set.
#[inline(always)]
pub fn contains(set: &[u64], value: u32) -> bool {
    set.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 != 0)
}

/// Adds a value to a set, which keeps a power of two of words.
pub fn insert(set: &mut Vec<u64>, value: u32) {
    let word = value as usize / 64;
    if word >= set.len() {
        set.resize((word + 1).next_power_of_two(), 0);
    }
    set[word] |= 1 << (value % 64);
}

/// Joins x ^ `by` for all x of a set to another one, both of a power of two of words; the other one must have room for all of them.
///
/// The lowest six bits of `by` move the bits of a word, the others move words; the first three of these within groups, so that vectors can be used.
#[inline(always)]
pub fn join_moved(to: &mut [u64], from: &[u64], by: u32) {
    let high = by as usize / 64;
    let (to, grouped) = to.as_chunks_mut::<GROUP>();
    let (from, few) = from.as_chunks::<GROUP>();
    for (place, &group) in from.iter().enumerate() {
        let mut moved = group;
        for (word, moved) in moved.iter_mut().enumerate() {
            *moved = group[word ^ high % GROUP];
        }
        permute(&mut moved, by % 64);
        let to = &mut to[place ^ high / GROUP];
        for (to, moved) in to.iter_mut().zip(moved) {
            *to |= moved;
        }
    }
    // Less than a group: a set of fewer words, into one that may have more.
    for (place, &word) in few.iter().enumerate() {
        let (mut moved, place) = ([word], place ^ high);
        permute(&mut moved, by % 64);
        let to = to.as_flattened_mut().get_mut(place).or(grouped.get_mut(place));
        if let Some(to) = to {
            *to |= moved[0];
        }
    }
}

/// The smallest value from `from` on that is not in a set.
pub fn first_missing(set: &[u64], from: u32) -> u32 {
    let start = from as usize / 64;
    let below = (1u64 << (from % 64)) - 1;
    let words = set.iter().enumerate().skip(start);
    let holes = words.map(|(place, &word)| (place, !(word | if place == start { below } else { 0 })));
    let hole = holes.into_iter().find(|&(_, hole)| hole != 0);
    hole.map_or(from.max(64 * set.len() as u32), |(place, hole)| 64 * place as u32 + hole.trailing_zeros())
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
            for start in [0, by, 100] {
                let missing = (start..).find(|&value| !contains(&to, value)).unwrap();
                prop_assert_eq!(first_missing(&to, start), missing);
            }
        }
    }
}
