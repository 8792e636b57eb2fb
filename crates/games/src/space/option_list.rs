//! Options of positions by numbers: a list of entries, four bytes each. The entries of an option stand one after the other, all but the
//! last marked; the empty sum has an entry of its own.

use grundy_core::ruleset::Visit;
use smallvec::SmallVec;
use std::ops::{ControlFlow, Range};

/// Marks every entry of an option but the last one.
const MORE: u32 = 1 << 31;

/// Stands for the empty sum.
const NOTHING: u32 = u32::MAX;

/// The most positions: their numbers leave room for the mark.
pub(super) const MOST_NUMBERS: usize = (1 << 31) - 1;

/// The options of all positions; whoever has it knows where those of each begin and end.
#[derive(Default)]
pub(super) struct OptionList(Vec<u32>);

impl OptionList {
    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// How many fit without more memory.
    pub fn capacity(&self) -> usize {
        self.0.capacity()
    }

    /// Adds a component of an option that is not complete.
    pub fn push(&mut self, number: u32) {
        self.0.push(number | MORE);
    }

    /// The option whose entries begin there is complete.
    pub fn complete(&mut self, begin: usize) {
        match self.0[begin..].last_mut() {
            Some(last) => *last &= !MORE,
            None => self.0.push(NOTHING),
        }
    }

    /// The components of some options one by one; none stands for the empty sum.
    pub fn components(&self, part: Range<usize>) -> impl Iterator<Item = Option<usize>> {
        self.0[part].iter().map(|&entry| (entry != NOTHING).then_some((entry & !MORE) as usize))
    }

    /// Visits some options.
    pub fn visit(&self, part: Range<usize>, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
        let mut components: SmallVec<[u64; 4]> = SmallVec::new();
        for &entry in &self.0[part] {
            if entry != NOTHING {
                components.push((entry & !MORE).into());
            }
            if entry == NOTHING || entry & MORE == 0 {
                visit(&components)?;
                components.clear();
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether an option has another number of components than one.
    pub fn splits(&self) -> bool {
        self.0.iter().any(|&entry| entry == NOTHING || entry & MORE != 0)
    }

    /// Gives every position another number: `new[old]`.
    pub fn renumber(&mut self, new: &[u32]) {
        for entry in self.0.iter_mut().filter(|entry| **entry != NOTHING) {
            *entry = new[(*entry & !MORE) as usize] | (*entry & MORE);
        }
    }
}
