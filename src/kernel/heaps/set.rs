//! The elements that windows unite: sets of values, a set a position, in one word or
//! several; or the P-positions among 64 positions.

/// What a row of a box consists of.
pub(super) trait Element: Copy + Default + Send + Sync {
    /// What is told of it: the place of a value, or outcomes.
    type Found: Copy + Default + Send;
    /// The bytes of one.
    const BYTES: usize;
    fn or(self, other: Self) -> Self;
    /// What stands for the value 0 at the first position.
    fn first() -> Self;
    fn told(self) -> Self::Found;
    fn put(self, bytes: &mut Vec<u8>);
    fn take(bytes: &[u8]) -> Self;
    /// Finds the values of a row.
    fn find(row: Row<'_, Self>, rule: Rule);
}

/// A row of a box.
pub(super) struct Row<'r, E> {
    /// The values of options that differ in some heap before the last.
    pub taken: &'r [E],
    /// The values that are found.
    pub found: &'r mut [E],
    /// Those of the options that differ in the last heap only.
    pub own: &'r mut [E],
    /// Room for unions of the last block of the window along the row.
    pub block: &'r mut [E],
}

/// What is looked for in a row.
#[derive(Clone, Copy)]
pub(super) struct Rule {
    /// Whether there is no value but 0.
    pub outcomes: bool,
    /// The positions of a row.
    pub side: usize,
    /// The most that may be taken from the last heap; 0 if any number.
    pub limit: usize,
}

/// A set of values of a position.
pub(super) trait Set: Element {
    const BITS: usize;
    fn and(self, other: Self) -> Self;
    fn all() -> Self;
    /// The least value that is missing, as a set: empty if there is none.
    fn mex(self) -> Self;
}

/// Finds the values one after the other, block by block of the window along the row.
#[inline(always)]
fn find_values<S: Set>(row: Row<'_, S>, rule: Rule) {
    let Row { taken, found, own, block } = row;
    let size = block.len();
    // Outcomes have no value but 0.
    let wanted = if rule.outcomes { S::first() } else { S::all() };
    block.fill(S::default());
    for ((taken, found), own) in taken.chunks(size).zip(found.chunks_mut(size)).zip(own.chunks_mut(size)) {
        let mut so_far = S::default();
        for (((taken, found), own), before) in taken.iter().zip(found.iter_mut()).zip(own).zip(block.iter()) {
            *own = so_far.or(*before);
            *found = taken.or(*own).mex().and(wanted);
            so_far = so_far.or(*found);
        }
        let mut union = S::default();
        for (set, &found) in block.iter_mut().zip(found.iter()).rev() {
            union = union.or(found);
            *set = union;
        }
    }
}

/// The P-positions among 64 positions.
#[derive(Clone, Copy, Default)]
pub(super) struct Ps(u64);

impl Element for Ps {
    type Found = u64;
    const BYTES: usize = 8;
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    fn first() -> Self {
        Self(1)
    }
    /// The outcomes: 1 is N.
    #[inline(always)]
    fn told(self) -> u64 {
        !self.0
    }
    fn put(self, bytes: &mut Vec<u8>) {
        self.0.put(bytes);
    }
    fn take(bytes: &[u8]) -> Self {
        Self(u64::take(bytes))
    }

    /// The first position that is not taken is P, those it can be reached from are not; and so on.
    #[inline(always)]
    fn find(row: Row<'_, Self>, rule: Rule) {
        let Row { taken, found, own, .. } = row;
        found.fill(Self(0));
        own.fill(Self(0));
        let mut from = 0;
        while let Some(p) = first_free(taken, from).filter(|&p| p < rule.side) {
            found[p / 64].0 |= 1 << (p % 64);
            from = if rule.limit == 0 { rule.side } else { rule.side.min(p + 1 + rule.limit) };
            set_range(own, p + 1, from);
        }
    }
}

/// The first position from `from` on that is not taken.
#[inline(always)]
fn first_free(taken: &[Ps], from: usize) -> Option<usize> {
    let mut at = from / 64;
    let mut free = !taken.get(at)?.0 & u64::MAX << (from % 64);
    while free == 0 {
        at += 1;
        free = !taken.get(at)?.0;
    }
    Some(64 * at + free.trailing_zeros() as usize)
}

/// Adds the positions from `from` to before `end`.
#[inline(always)]
fn set_range(set: &mut [Ps], from: usize, end: usize) {
    let mut from = from;
    while from < end {
        let next = end.min((from / 64 + 1) * 64);
        set[from / 64].0 |= u64::MAX >> (64 - (next - from)) << (from % 64);
        from = next;
    }
}

macro_rules! set {
    ($word:ty) => {
        impl Element for $word {
            type Found = u16;
            const BYTES: usize = size_of::<Self>();
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            fn first() -> Self {
                1
            }
            #[inline(always)]
            fn told(self) -> u16 {
                self.trailing_zeros() as u16
            }
            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
            fn take(bytes: &[u8]) -> Self {
                bytes.try_into().map_or(0, Self::from_le_bytes)
            }
            #[inline(always)]
            fn find(row: Row<'_, Self>, rule: Rule) {
                find_values(row, rule);
            }
        }

        impl Set for $word {
            const BITS: usize = <$word>::BITS as usize;
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn all() -> Self {
                <$word>::MAX
            }
            #[inline(always)]
            fn mex(self) -> Self {
                !self & self.wrapping_add(1)
            }
        }
    };
}

set!(u8);
set!(u16);
set!(u32);
set!(u64);

impl<const WORDS: usize> Element for [u64; WORDS]
where
    Self: Default,
{
    type Found = u16;
    const BYTES: usize = 8 * WORDS;
    #[inline(always)]
    fn or(mut self, other: Self) -> Self {
        self.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
        self
    }
    fn first() -> Self {
        let mut set = Self::default();
        set[0] = 1;
        set
    }
    #[inline(always)]
    fn told(self) -> u16 {
        // Without a branch: which word it is in, nobody can foretell.
        let (mut place, mut empty) = (0, 1);
        for word in self {
            place += empty * word.trailing_zeros() as u16;
            empty &= u16::from(word == 0);
        }
        place
    }
    fn put(self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|word| word.put(bytes));
    }
    fn take(bytes: &[u8]) -> Self {
        let mut set = Self::default();
        set.iter_mut().zip(bytes.chunks_exact(8)).for_each(|(word, bytes)| *word = u64::take(bytes));
        set
    }
    #[inline(always)]
    fn find(row: Row<'_, Self>, rule: Rule) {
        find_values(row, rule);
    }
}

impl<const WORDS: usize> Set for [u64; WORDS]
where
    Self: Default,
{
    const BITS: usize = 64 * WORDS;
    #[inline(always)]
    fn and(mut self, other: Self) -> Self {
        self.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
        self
    }
    #[inline(always)]
    fn all() -> Self {
        let mut set = Self::default();
        set.fill(u64::MAX);
        set
    }
    #[inline(always)]
    fn mex(self) -> Self {
        let (mut found, mut full) = (Self::default(), u64::MAX);
        for i in 0..WORDS {
            found[i] = self[i].mex() & full;
            full &= u64::from(self[i] != u64::MAX).wrapping_sub(1);
        }
        found
    }
}
