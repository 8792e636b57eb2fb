//! Sets of values as bits: one word, or several.

/// A set of values.
pub(super) trait Set: Copy + Default + Send + Sync {
    const BITS: usize;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn all() -> Self;
    /// The least value that is missing, as a set: empty if there is none.
    fn mex(self) -> Self;
    /// The least value of a set; `BITS` if it is empty.
    fn least(self) -> u16;
    fn only(value: u32) -> Self;
    fn put(self, bytes: &mut Vec<u8>);
    fn take(bytes: &[u8]) -> Self;
}

macro_rules! set {
    ($word:ty) => {
        impl Set for $word {
            const BITS: usize = <$word>::BITS as usize;
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
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
            #[inline(always)]
            fn least(self) -> u16 {
                self.trailing_zeros() as u16
            }
            fn only(value: u32) -> Self {
                1 << value
            }
            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
            fn take(bytes: &[u8]) -> Self {
                bytes.try_into().map_or(0, Self::from_le_bytes)
            }
        }
    };
}

set!(u8);
set!(u16);
set!(u32);
set!(u64);

impl<const WORDS: usize> Set for [u64; WORDS]
where
    Self: Default,
{
    const BITS: usize = 64 * WORDS;
    #[inline(always)]
    fn or(mut self, other: Self) -> Self {
        self.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
        self
    }
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
        let mut found = Self::default();
        for (found, word) in found.iter_mut().zip(self) {
            *found = word.mex();
            if *found != 0 {
                break;
            }
        }
        found
    }
    #[inline(always)]
    fn least(self) -> u16 {
        let full = |word: usize| 64 * word as u16 + self[word].trailing_zeros() as u16;
        (0..WORDS).find(|&word| self[word] != 0).map_or(Self::BITS as u16, full)
    }
    fn only(value: u32) -> Self {
        let mut set = Self::default();
        set[0] = 1 << value;
        set
    }
    fn put(self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|word| word.put(bytes));
    }
    fn take(bytes: &[u8]) -> Self {
        let mut set = Self::default();
        set.iter_mut().zip(bytes.chunks_exact(8)).for_each(|(word, bytes)| *word = u64::take(bytes));
        set
    }
}
