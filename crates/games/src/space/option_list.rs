//! A compact list of options. An option is a sequence of entries of four bytes: the numbers of its
//! components, all but the last of which are marked. The empty sum has a special entry.

use grundy_core::ruleset::Visit;
use smallvec::SmallVec;
use std::ops::{ControlFlow, Range};

/// The mark on every entry of an option but the last.
const MORE: u32 = 1 << 31;

/// The entry for the empty sum.
const NOTHING: u32 = u32::MAX;

/// The maximum number of positions, so that their numbers leave a bit for the mark.
pub(super) const MOST_NUMBERS: usize = (1 << 31) - 1;

/// The options of all positions. The owner of the list knows the range of each position.
#[derive(Default)]
pub(super) struct OptionList(Vec<u32>);

impl OptionList {
    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The number of entries that fit into the memory allocated so far.
    pub fn capacity(&self) -> usize {
        self.0.capacity()
    }

    /// Adds a component to the current option.
    pub fn push(&mut self, number: u32) {
        self.0.push(number | MORE);
    }

    /// Completes the option whose entries start at `begin`.
    pub fn complete(&mut self, begin: usize) {
        match self.0[begin..].last_mut() {
            Some(last) => *last &= !MORE,
            None => self.0.push(NOTHING),
        }
    }

    /// The components of all options in a range, one by one; `None` stands for the empty sum.
    pub fn components(&self, part: Range<usize>) -> impl Iterator<Item = Option<usize>> {
        self.0[part].iter().map(|&entry| (entry != NOTHING).then_some((entry & !MORE) as usize))
    }

    /// Visits the options in a range.
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

    /// Whether some option does not have exactly one component.
    pub fn splits(&self) -> bool {
        self.0.iter().any(|&entry| entry == NOTHING || entry & MORE != 0)
    }

    /// Renumbers all positions: `new[old]` is the new number.
    pub fn renumber(&mut self, new: &[u32]) {
        for entry in self.0.iter_mut().filter(|entry| **entry != NOTHING) {
            *entry = new[(*entry & !MORE) as usize] | (*entry & MORE);
        }
    }
}
