//! The elements that windows unite: sets of values, one per position, in one word or several; or the P-positions
//! among 64 positions.

/// An element of a row of a box.
pub(super) trait Element: Copy + Default + Send + Sync {
    /// What is reported for it: the place of a value, or outcomes.
    type Reported: Copy + Default + Send;
    /// The number of bytes of an element.
    const BYTES: usize;
    fn or(self, other: Self) -> Self;
    /// The element that represents the value 0 at the first position.
    fn first() -> Self;
    fn told(self) -> Self::Reported;
    fn put(self, bytes: &mut Vec<u8>);
    fn take(bytes: &[u8]) -> Self;
    /// Finds the values of a row.
    fn find(row: BoxRow<'_, Self>, rule: Rule);

    /// Adds to a row the elements on the diagonals through it. The diagonals are stored rotated by `turn`.
    #[inline(always)]
    fn add_diagonal(row: &mut [Self], line: &[Self], turn: usize) {
        let (low, high) = line.split_at(line.len() - turn);
        // The first position of a row begins its diagonal.
        unite(&mut row[1..turn], &high[1..]);
        unite(&mut row[turn..], low);
    }

    /// Adds a row to the diagonals through it, which may begin here.
    #[inline(always)]
    fn settle_diagonal(line: &mut [Self], found: &[Self], turn: usize, begins: bool) {
        let (low, high) = line.split_at_mut(found.len() - turn);
        let (before, after) = found.split_at(turn);
        for (sets, found) in [(&mut *high, before), (&mut *low, after)] {
            if begins { copy(sets, found) } else { unite(sets, found) }
        }
        // The diagonal of the first position begins here.
        if turn == 0 { low[0] = found[0] } else { high[0] = found[0] }
    }
}

#[inline(always)]
pub(super) fn unite<E: Element>(all: &mut [E], more: &[E]) {
    let more = &more[..all.len()];
    for at in 0..all.len() {
        all[at] = all[at].or(more[at]);
    }
}

/// A loop, because the rows may be short.
#[inline(always)]
pub(super) fn copy<E: Element>(to: &mut [E], from: &[E]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}

/// A row of a box.
pub(super) struct BoxRow<'r, E> {
    /// The values of options that differ in some heap before the last.
    pub taken: &'r [E],
    /// The values that are found.
    pub found: &'r mut [E],
    /// The values of options that differ only in the last heap.
    pub own: &'r mut [E],
    /// Room for the unions of the last block of the window along the row.
    pub block: &'r mut [E],
}

/// The rule for moves along a row.
#[derive(Clone, Copy)]
pub(super) struct Rule {
    /// The number of positions of a row.
    pub side: usize,
    /// The maximum number that may be taken from the last heap; 0 if there is no limit.
    pub limit: usize,
}

/// The set of values of a position.
pub(super) trait MexSet: Element {
    const BITS: usize;
    /// The least missing value as a set; empty if none is missing.
    fn mex(self) -> Self;
}

/// Finds the values one after the other, block by block of the window along the row.
#[inline(always)]
fn find_values<S: MexSet>(row: BoxRow<'_, S>) {
    let BoxRow { taken, found, own, block } = row;
    let mut from = 0;
    while from < taken.len() {
        let end = taken.len().min(from + block.len());
        let before = (from > 0).then_some(&block[..end - from]);
        find_block(&taken[from..end], &mut found[from..end], &mut own[from..end], before);
        if end < taken.len() {
            let mut union = S::default();
            for at in (from..end).rev() {
                union = union.or(found[at]);
                block[at - from] = union;
            }
        }
        from = end;
    }
}

/// The values and the windows of a block. `before` are the unions of the block before.
#[inline(always)]
fn find_block<S: MexSet>(taken: &[S], found: &mut [S], own: &mut [S], before: Option<&[S]>) {
    let mut so_far = S::default();
    for at in 0..taken.len() {
        let left = before.map_or(S::default(), |before| before[at]);
        own[at] = so_far.or(left);
        // Everything that is known early is united first, so that it does not wait for the previous value.
        found[at] = so_far.or(taken[at].or(left)).mex();
        so_far = so_far.or(found[at]);
    }
}

/// The P-positions among 64 positions.
#[derive(Clone, Copy, Default)]
pub(super) struct Ps(u64);

impl Element for Ps {
    type Reported = u64;
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

    /// The first position that is not taken is P, and those with a move to it are not; and so on.
    #[inline(always)]
    fn find(row: BoxRow<'_, Self>, rule: Rule) {
        let BoxRow { taken, found, own, .. } = row;
        if let (&[Ps(taken)], [found], [own]) = (taken, &mut *found, &mut *own) {
            return (*found, *own) = find_in_word(taken, rule);
        }
        found.fill(Self(0));
        own.fill(Self(0));
        let mut from = 0;
        while let Some(p) = first_free(taken, from).filter(|&p| p < rule.side) {
            found[p / 64].0 |= 1 << (p % 64);
            from = if rule.limit == 0 { rule.side } else { rule.side.min(p + 1 + rule.limit) };
            set_range(own, p + 1, from);
        }
    }

    /// From row to row the diagonals move by one position.
    #[inline(always)]
    fn add_diagonal(row: &mut [Self], line: &[Self], _: usize) {
        unite(row, line);
    }

    #[inline(always)]
    fn settle_diagonal(line: &mut [Self], found: &[Self], _: usize, begins: bool) {
        let mut last = 0;
        for (line, found) in line.iter_mut().zip(found) {
            let all = found.0 | if begins { 0 } else { line.0 };
            line.0 = all << 1 | last;
            last = all >> 63;
        }
    }
}

/// The same in one word.
#[inline(always)]
fn find_in_word(taken: u64, rule: Rule) -> (Ps, Ps) {
    let mut free = !taken & u64::MAX >> (64 - rule.side);
    if rule.limit == 0 {
        let found = free & free.wrapping_neg();
        return (Ps(found), Ps(found.wrapping_neg() & !found));
    }
    let (mut found, mut own, behind) = (0, 0, ((1u64 << rule.limit) - 1) << 1);
    while free != 0 {
        let first = free & free.wrapping_neg();
        let reached = first.wrapping_mul(behind);
        found |= first;
        own |= reached;
        free &= !(first | reached);
    }
    (Ps(found), Ps(own))
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
            type Reported = u16;
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
            fn find(row: BoxRow<'_, Self>, _: Rule) {
                find_values(row);
            }
        }

        impl MexSet for $word {
            const BITS: usize = <$word>::BITS as usize;
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
    type Reported = u16;
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
        // Without a branch, because it is unpredictable which word contains the value.
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
    fn find(row: BoxRow<'_, Self>, _: Rule) {
        find_values(row);
    }
}

impl<const WORDS: usize> MexSet for [u64; WORDS]
where
    Self: Default,
{
    const BITS: usize = 64 * WORDS;
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
