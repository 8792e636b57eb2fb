//! Common options that a form does not look up itself: those of distant pairs, and single ones.

use crate::one_heap::sparse::model::classes::Classes;
use crate::shared::width::Width;
use grundy_core::simd::Work;
use std::collections::VecDeque;

/// Stands for no option in a list.
pub(crate) const NO_OPTION: u16 = u16::MAX;

/// Common options in addition to those of the near pairs, compressed.
#[derive(Default)]
pub(crate) struct Extras {
    /// The position of the first entry of each list. A list has one option per position.
    pub first: u64,
    pub lists: Vec<Vec<u16>>,
    /// (position, option).
    pub single: VecDeque<(u64, u32)>,
}

impl Extras {
    pub fn is_empty(&self) -> bool {
        self.lists.is_empty() && self.single.is_empty()
    }

    /// The options at `COUNT` positions from n on. Each list has one option, or [`NO_OPTION`], per position.
    #[inline(always)]
    pub fn lists<const COUNT: usize>(&self, n: u64) -> impl Iterator<Item = &[u16; COUNT]> {
        let at = (n - self.first) as usize;
        self.lists.iter().filter_map(move |list| list.get(at..)?.first_chunk())
    }

    /// The single options at `count` positions from n on, each with the offset of its position.
    #[inline(always)]
    pub fn single(&self, n: u64, count: usize) -> impl Iterator<Item = (usize, u32)> {
        let near = self.single.iter().filter(move |&&(position, _)| (n..n + count as u64).contains(&position));
        near.map(move |&(position, option)| ((position - n) as usize, option))
    }
}

/// The options that a pair gives from the values at `from` and after it, compressed.
pub(crate) struct PairOptions<'o, C> {
    pub classes: Classes,
    pub from: u64,
    pub values: &'o [C],
    pub v: u32,
    pub list: &'o mut Vec<u16>,
}

impl<C: Width> Work for PairOptions<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let PairOptions { classes, from, values, v, list } = self;
        let mut parity = from as u32;
        list.extend(values.iter().map(|&value| {
            let value = value.into();
            let option = (classes.compress(value) ^ v) as u16;
            let rare = classes.is_rare(u64::from(parity), value);
            parity = parity.wrapping_add(1);
            if rare { NO_OPTION } else { option }
        }));
    }
}
