//! The cells of a record: as many bytes a value as the largest one asks for.

use std::ops::{BitOr, BitXor};

/// How a value is kept.
pub(crate) trait Width:
    Copy + Default + Eq + Send + Sync + BitXor<Output = Self> + BitOr<Output = Self> + Into<u32> + 'static
{
    const LARGEST: u32;
    fn of(value: u32) -> Self;
    /// The cells as bytes, the lowest first.
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
    /// The cells as bytes, if that is what they are.
    fn bytes(cells: &[Self]) -> Option<&[u8]>;
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
