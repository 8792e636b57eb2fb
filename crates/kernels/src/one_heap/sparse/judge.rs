//! Deciding what witnesses leave open: is a missing rare value the value of an option after all?

use crate::one_heap::sparse::exact::mex::{OptionFound, undecided};
use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::facts::Facts;
use crate::shared::width::Width;
use grundy_core::error::Error;
use smallvec::SmallVec;

/// A position whose value is not final yet.
pub(crate) struct Pending {
    /// The distance from the first position of the chunk.
    pub offset: usize,
    /// The rare values still to be excluded, compressed, as bits.
    pub missing: SmallVec<[u64; 1]>,
    /// The form had no room for the value.
    pub full: bool,
}

/// How many values of a chunk hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SplitVerdict {
    /// All of them.
    Fine,
    /// Those before a position that has this rare value.
    Rare(u32),
    /// Those before a position whose value does not fit the form.
    Full,
}

/// Decides the open questions by the exact search, in the order of positions. The record keeps the values that hold.
pub(crate) fn judge<C: Width>(
    facts: &mut Facts,
    record: &mut Record<C>,
    from: u64,
    open: &[Pending],
) -> Result<SplitVerdict, Error> {
    for pending in open {
        let n = from + pending.offset as u64;
        if pending.full {
            record.truncate(n);
            return Ok(SplitVerdict::Full);
        }
        for (word, &bits) in pending.missing.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let value = facts.classes.rare_value(n, word as u32 * 64 + bits.trailing_zeros());
                bits &= bits - 1;
                match record.find(&facts.moves, n, value) {
                    OptionFound::Part(part) => facts.note(n, part),
                    OptionFound::Unknown => return Err(undecided(n)),
                    OptionFound::None => {
                        record.truncate(n);
                        return Ok(SplitVerdict::Rare(value));
                    }
                }
            }
        }
    }
    Ok(SplitVerdict::Fine)
}
