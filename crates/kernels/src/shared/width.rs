//! The cells of a record: as many bytes per value as the largest value needs.

use std::borrow::Cow;
use std::ops::{BitOr, BitXor};

/// How a value is stored.
pub(crate) trait Width:
    Copy + Default + Eq + Send + Sync + BitXor<Output = Self> + BitOr<Output = Self> + Into<u32> + 'static
{
    const LARGEST: u32;
    fn of(value: u32) -> Self;
    /// The cells as little-endian bytes.
    fn to_bytes(cells: &[Self]) -> Vec<u8> {
        cells.iter().flat_map(|&cell| cell.into().to_le_bytes().into_iter().take(size_of::<Self>())).collect()
    }
    /// The reverse.
    fn from_bytes(bytes: &[u8]) -> Vec<Self> {
        let cell = |bytes: &[u8]| Self::of(bytes.iter().rev().fold(0, |all, &byte| all << 8 | u32::from(byte)));
        bytes.chunks_exact(size_of::<Self>()).map(cell).collect()
    }
    /// Appends values below 256.
    fn append(cells: &mut Vec<Self>, values: &[u8]) {
        cells.extend(values.iter().map(|&value| Self::of(value.into())));
    }
    /// The cells as bytes, if a cell is a byte.
    fn bytes(cells: &[Self]) -> Option<&[u8]>;
    /// The cells as bytes to be searched. A cell is `size_of::<Self>()` bytes.
    fn searched(cells: &[Self]) -> Cow<'_, [u8]> {
        Self::bytes(cells).map_or_else(|| Cow::Owned(Self::to_bytes(cells)), Cow::Borrowed)
    }
    /// The cells as 16-bit numbers; `None` if they may be larger.
    fn shorts(cells: &[Self]) -> Option<Vec<u16>> {
        (Self::LARGEST <= u16::MAX.into()).then(|| cells.iter().map(|&cell| cell.into() as u16).collect())
    }
    /// Whether the cells contain these numbers.
    fn are(cells: &[Self], numbers: &[u16]) -> bool {
        cells.len() == numbers.len()
            && cells.iter().zip(numbers).all(|(&cell, &number)| cell.into() == u32::from(number))
    }
}

impl Width for u8 {
    const LARGEST: u32 = u8::MAX as u32;
    #[inline(always)]
    fn of(value: u32) -> Self {
        value as u8
    }
    fn append(cells: &mut Vec<Self>, values: &[u8]) {
        cells.extend_from_slice(values);
    }
    fn bytes(cells: &[Self]) -> Option<&[u8]> {
        Some(cells)
    }
}

impl Width for u16 {
    const LARGEST: u32 = u16::MAX as u32;
    #[inline(always)]
    fn of(value: u32) -> Self {
        value as u16
    }
    fn bytes(_: &[Self]) -> Option<&[u8]> {
        None
    }
}

impl Width for u32 {
    const LARGEST: u32 = u32::MAX;
    #[inline(always)]
    fn of(value: u32) -> Self {
        value
    }
    fn bytes(_: &[Self]) -> Option<&[u8]> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;

    fn there_and_back<T: Width + std::fmt::Debug>(bound: u64) {
        let mut random = Random(bound);
        let values: Vec<u32> = (0..300).map(|_| random.below(bound) as u32).chain([0, T::LARGEST]).collect();
        let cells: Vec<T> = values.iter().map(|&value| T::of(value)).collect();
        assert!(cells.iter().map(|&cell| cell.into()).eq(values.iter().copied()), "a cell holds its value");
        let bytes = T::to_bytes(&cells);
        assert_eq!(bytes.len(), cells.len() * size_of::<T>());
        assert_eq!(T::from_bytes(&bytes), cells);
        assert!(T::bytes(&cells).is_none_or(|same| same == bytes));
        assert_eq!(T::searched(&cells), bytes);
        let shorts = T::shorts(&cells);
        assert_eq!(shorts.is_some(), size_of::<T>() <= 2);
        if let Some(mut shorts) = shorts {
            assert!(T::are(&cells, &shorts) && !T::are(&cells[1..], &shorts));
            shorts[7] ^= 1;
            assert!(!T::are(&cells, &shorts));
        }
        let (mut longer, small) = (cells.clone(), [7, 0, 255]);
        T::append(&mut longer, &small);
        assert!(longer.iter().skip(cells.len()).map(|&cell| cell.into()).eq(small.map(u32::from)));
        assert_eq!(longer[..cells.len()], cells);
    }

    #[test]
    fn cells_are_what_their_bytes_are() {
        there_and_back::<u8>(1 << 8);
        there_and_back::<u16>(1 << 16);
        there_and_back::<u32>(1 << 31);
        assert_eq!(u16::to_bytes(&[0x1234, 5]), [0x34, 0x12, 5, 0]);
    }
}
