//! Striking out bits of a row: those whose distance behind a place is a member of a set.

/// A set of positive numbers in the form in which striking is fastest. A few members are struck one by one; many are
/// struck as a bit set that is shifted word by word.
#[derive(Debug, Default)]
pub struct Strokes {
    /// The members in ascending order; empty if only their bits are known.
    list: Vec<u64>,
    /// Bit s tells whether s is a member; empty if the members are struck one by one.
    words: Vec<u64>,
}

impl Strokes {
    /// A set given by its members in ascending order.
    pub fn of_list(list: Vec<u64>) -> Self {
        let length = list.last().map_or(0, |&last| (last / 64 + 1) as usize);
        // Measured: shifting a word costs a quarter of a single stroke.
        let mut words = vec![0; if length / 4 < list.len() { length } else { 0 }];
        if !words.is_empty() {
            list.iter().for_each(|&s| words[(s / 64) as usize] |= 1 << (s % 64));
        }
        Self { list, words }
    }

    /// A set of many members, given by its bits.
    pub fn of_bits(words: Vec<u64>) -> Self {
        Self { list: Vec::new(), words }
    }

    /// The members, if the set was made from a list.
    pub fn list(&self) -> &[u64] {
        &self.list
    }

    /// The smallest member.
    pub fn first(&self) -> Option<u64> {
        let bit = |at: usize| 64 * at as u64 + u64::from(self.words[at].trailing_zeros());
        self.list.first().copied().or_else(|| self.words.iter().position(|&word| word != 0).map(bit))
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.words.is_empty()
    }

    /// An upper bound on the cost of a call of `strike`, in words or bits written.
    pub fn cost(&self) -> usize {
        if self.words.is_empty() { self.list.len() } else { self.words.len() }
    }

    /// Sets every bit of a row that lies a member's distance behind `place`.
    #[inline(always)]
    pub fn strike(&self, row: &mut [u64], place: usize) {
        if !self.words.is_empty() {
            return or_shifted(row, &self.words, place);
        }
        for &s in &self.list {
            let Some(word) = row.get_mut((place + s as usize) / 64) else { break };
            *word |= 1 << ((place + s as usize) % 64);
        }
    }
}

/// ORs a row, shifted up by some places, into another row.
#[inline(always)]
pub fn or_shifted(to: &mut [u64], from: &[u64], by: usize) {
    let (words, bits) = (by / 64, (by % 64) as u32);
    let Some(to) = to.get_mut(words..) else { return };
    if bits == 0 {
        for (to, from) in to.iter_mut().zip(from) {
            *to |= from;
        }
        return;
    }
    if let (Some(to), Some(from)) = (to.first_mut(), from.first()) {
        *to |= from << bits;
    }
    for (to, pair) in to.iter_mut().skip(1).zip(from.windows(2)) {
        *to |= pair[1] << bits | pair[0] >> (64 - bits);
    }
    if let (Some(to), Some(from)) = (to.get_mut(from.len()), from.last()) {
        *to |= from >> (64 - bits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_stroke_is_its_definition(
            members in prop::collection::btree_set(1u64..400, 0..90),
            place in 0usize..300,
            words in 1usize..9,
        ) {
            let list: Vec<u64> = members.into_iter().collect();
            let mut bits = vec![0u64; 7];
            list.iter().for_each(|&s| bits[(s / 64) as usize] |= 1 << (s % 64));
            let mut expected = vec![0u64; words];
            for at in list.iter().map(|&s| place + s as usize).filter(|at| at / 64 < words) {
                expected[at / 64] |= 1 << (at % 64);
            }
            for strokes in [Strokes::of_list(list.clone()), Strokes::of_bits(bits)] {
                let mut row = vec![0; words];
                strokes.strike(&mut row, place);
                prop_assert_eq!(&row, &expected);
                prop_assert_eq!(strokes.first(), list.first().copied());
            }
        }
    }
}
